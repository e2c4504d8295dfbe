package positions

import "strings"

// pageSplitter sorts the lines of a page into keys, board and moves.
type pageSplitter struct {
	item   *Item
	size   int  // bytes so far
	begun  bool // item has its place
	moves  bool // after moves:
	object int  // depth of a JSON object's braces
	json   bool // the board is a JSON object, perhaps complete
	tagged bool // a game of PGN's form, whose tags began it
	braced bool // within one of its comments
}

// ended reports whether text begins the next page without a separator: a second JSON object, or the tags of a second game.
func (p *pageSplitter) ended(text string) bool {
	return p.tagged && !p.braced && len(p.item.Moves) > 0 && beginsTags(text) ||
		p.json && p.object == 0 && strings.HasPrefix(strings.TrimLeft(text, " \t"), "{")
}

// drawn reports whether a separator is one that a program draws between the moves of a record.
func (p *pageSplitter) drawn(text string) bool {
	return p.moves && strings.HasPrefix(strings.TrimSpace(text), "=")
}

func (p *pageSplitter) add(line Line) {
	if p.item.Err != nil {
		return // the rest of a bad page is passed over
	}
	if p.size += len(line.Text) + 1; p.size > MaxPage {
		p.item.fail(line.Number, line.Column, "found a page over %d bytes, expected `---` between pages", MaxPage)
		p.item.Body, p.item.Moves = nil, nil
		return
	}
	blank := isBlank(line)
	if isFence(line.Text) || blank && strings.TrimSpace(line.Text) != "" || p.drawn(line.Text) && isSeparator(line.Text) {
		return
	}
	if !blank && !p.begun {
		p.begun = true
		first := line.trimmed()
		p.item.Line, p.item.Column = first.Number, first.Column
	}
	if !p.moves && len(p.item.Body) == 0 && beginsTags(line.Text) {
		p.tagged, p.moves = true, true
	}
	switch text := strings.TrimLeft(line.Text, " \t"); {
	case p.tagged:
		if len(p.item.Moves) == 0 {
			line = p.addTags(line.trimmed())
		}
		if line = p.withoutRest(line); line.Text != "" {
			p.item.Moves = append(p.item.Moves, line)
		}
	case p.moves:
		if !blank {
			p.item.Moves = append(p.item.Moves, line.withoutComment().trimmed())
		}
	case p.object > 0 || strings.HasPrefix(text, "{"):
		p.json = true
		p.object = max(0, p.object+braces(text))
		p.item.Body = append(p.item.Body, line.trimmed())
	case blank:
		if len(p.item.Body) > 0 {
			p.item.Body = append(p.item.Body, Line{Number: line.Number, Column: 1})
		}
	case !p.addKey(line.trimmed()):
		p.item.Body = append(p.item.Body, line.withoutComment())
	}
}

// addKey takes line when it is a known key.
func (p *pageSplitter) addKey(line Line) bool {
	name, at, ok := SplitKey(line.Text)
	if !ok || !isKnownKey(name) {
		return false
	}
	value := Line{Number: line.Number, Column: line.ColumnOf(at), Text: line.Text[at:]}
	if name != "id" {
		value = value.withoutComment()
	}
	if name == "moves" {
		p.moves = true
		if value.Text != "" {
			p.item.Moves = append(p.item.Moves, value)
		}
	}
	p.item.setKey(Key{Name: name, Value: value.Text, Line: value.Number, Column: value.Column})
	return true
}

// finish drops nothing that counts: a page of comments and blanks stays empty.
func (p *pageSplitter) finish() {
	for _, line := range p.item.Body {
		if line.Text != "" {
			return
		}
	}
	p.item.Body = nil
}

// braces returns how many more braces text opens than closes, strings left out.
func braces(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return depth
}
