package positions

import "strings"

// readTags reads a line of tags as PGN has them before its moves: [Name "value"], one or several. It returns nil for any
// other line. The text after the tags, if any, is returned too.
func readTags(line Line) (tags []Key, rest Line) {
	text, at := line.Text, 0
	for {
		blank := len(text[at:]) - len(strings.TrimLeft(text[at:], " \t"))
		name, after, ok := strings.Cut(text[at+blank:], `"`)
		value, end, ok2 := strings.Cut(after, `"`)
		bare := strings.TrimSpace(strings.TrimPrefix(name, "["))
		inner := strings.TrimLeft(end, " \t")
		if !ok || !ok2 || !strings.HasPrefix(name, "[") || !isTagName(bare) || !strings.HasPrefix(inner, "]") {
			rest = Line{Number: line.Number, Column: line.ColumnOf(at), Text: text[at:]}
			return tags, rest.trimmed()
		}
		start := at + blank + len(name) + 1
		tags = append(tags, Key{Name: strings.ToLower(bare), Value: value, Line: line.Number, Column: line.ColumnOf(start)})
		at = len(text) - len(inner) + 1
	}
}

// isTagName reports whether a word is letters and digits alone.
func isTagName(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// beginsTags reports whether a text begins with a tag.
func beginsTags(text string) bool {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t"), "[") {
		return false
	}
	tags, _ := readTags(Line{Text: text})
	return len(tags) > 0
}

// Tag returns the value of a PGN tag by its name in lower case.
func (i *Item) Tag(name string) (Key, bool) {
	for _, t := range i.Tags {
		if t.Name == name {
			return t, true
		}
	}
	return Key{}, false
}

// addTags notes the tags of a line before the moves, and takes from them what stands for the keys and the board of a page:
// the game and the position at its beginning. It returns what follows the tags.
func (p *pageSplitter) addTags(line Line) Line {
	tags, rest := readTags(line)
	for _, t := range tags {
		switch t.Name {
		case "variant", "game":
			p.item.setKey(Key{Name: "game", Value: t.Value, Line: t.Line, Column: t.Column})
		case "fen":
			p.item.Body = append(p.item.Body, Line{Number: t.Line, Column: t.Column, Text: t.Value})
		}
	}
	p.item.Tags = append(p.item.Tags, tags...)
	return rest
}

// withoutRest cuts what PGN takes for a comment: from a semicolon to the end of the line, unless it is in braces, and a
// line that begins with a percent sign.
func (p *pageSplitter) withoutRest(line Line) Line {
	if strings.HasPrefix(line.Text, "%") {
		line.Text = ""
	}
	for i, c := range line.Text {
		switch {
		case p.braced:
			p.braced = c != '}'
		case c == '{':
			p.braced = true
		case c == ';':
			line.Text = strings.TrimRight(line.Text[:i], " \t")
			return line
		}
	}
	return line
}
