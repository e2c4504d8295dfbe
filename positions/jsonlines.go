package positions

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// member is one member of a JSON object: its raw value and where that begins, in bytes.
type member struct {
	name   string
	value  json.RawMessage
	offset int
}

// jsonLine reads one object of JSON Lines. The object of another program that has no "position" but the board
// itself is left whole as the board.
func (r *Reader) jsonLine(line Line) *Item {
	item := r.newItem(line.Number)
	item.Column, item.Kind = line.Column, KindJSON
	members, at, message := objectMembers(line.Text)
	if message != "" {
		item.fail(line.Number, line.ColumnOf(at), "%s", message)
		return item
	}
	position := -1
	for i, m := range members {
		column := line.ColumnOf(m.offset)
		switch m.name {
		case "position":
			position = i
		case "tableau piles":
			item.Body = []Line{line}
		case "id", "game", "rules":
			if string(m.value) == "null" {
				continue
			}
			text, ok := scalar(m.value)
			if !ok || m.name != "id" && m.value[0] != '"' {
				item.fail(line.Number, column, "found %q: %s, expected a string", m.name, Shorten(string(m.value), 20))
				return item
			}
			if m.value[0] == '"' {
				column++
			}
			if text != "" {
				item.setKey(Key{Name: m.name, Value: text, Line: line.Number, Column: column})
			}
		}
	}
	if position < 0 {
		if len(item.Body) == 0 {
			item.fail(line.Number, line.Column, `found no "position", expected an object with "position"`)
		}
		return item
	}
	m := members[position]
	if m.value[0] != '"' {
		item.fail(line.Number, line.ColumnOf(m.offset), `found "position": %s, expected a string`, Shorten(string(m.value), 20))
		return item
	}
	item.Body = nil
	r.jsonPosition(item, line, m)
	if item.empty() || item.OneLine() && item.Body[0].Text == "" {
		item.fail(line.Number, line.ColumnOf(m.offset), `found an empty "position", expected a position`)
	}
	return item
}

// jsonPosition splits the text of "position": a position in one-line notation or a page.
func (r *Reader) jsonPosition(item *Item, object Line, m member) {
	texts := stringLines(object, m)
	p := pageSplitter{item: item, begun: true}
	parted := false
	for _, line := range texts {
		line = clean(rawLine{number: line.Number, text: line.Text}).moved(line.Column - 1)
		switch {
		case len(texts) == 1 && sniff(line.Text) == lines:
			item.Whole = true
			item.Body = []Line{line.withoutComment().trimmed()}
			return
		case isSeparator(line.Text):
			parted = !item.empty()
		case parted:
			if !isBlank(line) && !isFence(line.Text) {
				item.fail(line.Number, line.Column, `found a second page in "position", expected one`)
			}
		default:
			p.add(line)
		}
	}
	p.finish()
}

// moved shifts a line's column.
func (l Line) moved(by int) Line {
	l.Column += by
	return l
}

// stringLines decodes a JSON string and splits it into lines, each with the column at which it begins in the
// object; after an escape within a line the columns are those of the decoded text.
func stringLines(object Line, m member) []Line {
	var text string
	if json.Unmarshal(m.value, &text) != nil {
		return nil
	}
	raw := string(m.value[1 : len(m.value)-1])
	at := m.offset + 1
	var all []Line
	for _, t := range strings.Split(strings.TrimRight(text, " \t\r\n"), "\n") {
		all = append(all, Line{Number: object.Number, Column: object.ColumnOf(min(at, len(object.Text))), Text: t})
		end := strings.Index(raw, `\n`)
		if end < 0 {
			continue
		}
		raw = raw[end+2:]
		at += end + 2
	}
	return all
}

// objectMembers returns the members of text, one JSON object and nothing after it, or else what is wrong with it
// and at which byte.
func objectMembers(text string) (members []member, at int, message string) {
	dec := json.NewDecoder(strings.NewReader(text))
	broken := func(err error) ([]member, int, string) {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at := min(SyntaxOffset(dec, syntax), len(text))
			return nil, boundary(text, at), "found broken JSON (" + syntax.Error() + "), expected one object a line"
		}
		return nil, len(text), "found the end of the line, expected the end of a JSON object"
	}
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, 0, "found " + quoteShort(text) + ", expected a JSON object"
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return broken(err)
		}
		m := member{name: name.(string)}
		if err := dec.Decode(&m.value); err != nil {
			return broken(err)
		}
		m.offset = int(dec.InputOffset()) - len(m.value)
		members = append(members, m)
	}
	if _, err := dec.Token(); err != nil {
		return broken(err)
	}
	if rest := strings.TrimLeft(text[dec.InputOffset():], " \t"); rest != "" {
		return nil, len(text) - len(rest), "found text after the object, expected one object a line"
	}
	return members, 0, ""
}

// SyntaxOffset returns the offset in a decoder's input of the byte that a syntax error is about. The error counts
// the bytes read with that one, or without it when the decoder stopped between two tokens.
func SyntaxOffset(dec *json.Decoder, err *json.SyntaxError) int {
	if err.Offset == dec.InputOffset() {
		return int(err.Offset)
	}
	return max(0, int(err.Offset)-1)
}

// boundary moves an offset back to the beginning of a character.
func boundary(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// scalar returns a JSON string or number as text.
func scalar(value json.RawMessage) (string, bool) {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s, true
	}
	var n json.Number
	err := json.Unmarshal(value, &n)
	return n.String(), err == nil
}

func quoteShort(text string) string { return strconv.Quote(Shorten(text, 20)) }

// Shorten cuts text to at most n characters.
func Shorten(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n]) + "…"
}
