package patience

import (
	"strings"

	"foregone/positions"
)

// Hints are what the command line says of the input: they settle what the text leaves open, and contradict
// nothing.
type Hints struct {
	Game  string // a preset's name, or ""
	Rules string // options as in the one-line notation
}

// Record is a position that was read, with its deal and the moves made from it where the text has them.
type Record struct {
	Start Position
	Deal  *Deal // nil when the text names none
	Moves []Move
	Final Position // after Moves
	Notes []string // what was filled in, a sentence each
	ID    string   // the text's own, else its deal
}

// othersKeys are keys of a page that say nothing in this family.
var othersKeys = [...]string{"to-move", "acts", "bag", "draws", "board"}

func hasOthersKey(item *positions.Item) bool {
	for _, name := range othersKeys {
		if _, ok := item.Key(name); ok {
			return true
		}
	}
	return false
}

// Recognizes reports whether an item is of this family: by its game, or by its cards when it names none.
func Recognizes(item *positions.Item) bool {
	if item.Game != "" {
		if _, ok := gameOf(item.Game); ok {
			return true
		}
	}
	if item.Deal != "" {
		style, _, _ := strings.Cut(strings.ToLower(item.Deal), " ")
		return isStyle(style) || item.Game == "" && strings.Trim(style, "0123456789") == "" && !hasOthersKey(item)
	}
	if _, ok := dealOf(item); ok {
		return true
	}
	if readsAsKPat(item) {
		return true
	}
	cards, others := 0, 0
	for i := range item.Body {
		line := &item.Body[i]
		if item.OneLine() || strings.ContainsRune(line.Text, '/') {
			return recognizesLine(line)
		}
		if strings.Contains(line.Text, `"tableau piles"`) {
			return true
		}
		if name, _, ok := positions.SplitKey(line.Text); ok {
			if _, ok := headingOf(name); ok {
				return true
			}
			continue
		}
		for _, w := range tokens(line, 0) {
			switch {
			case w.card != positions.NoCard:
				cards++
			case !w.gap:
				others++
			}
		}
	}
	return cards > others
}

func recognizesLine(line *positions.Line) bool {
	words := fields(line.Text)
	n := 0
	for n < len(words) && isName(words[n].text) {
		n++
	}
	if n == 0 {
		return len(words) > 0 && recognizesColumns(words[0].text)
	}
	last := words[n-1]
	_, ok := gameOf(line.Text[words[0].offset : last.offset+len(last.text)])
	return ok || n < len(words) && recognizesColumns(words[n].text)
}

// recognizesColumns reports whether most of a word is cards.
func recognizesColumns(word string) bool {
	cards, others := 0, 0
	for at := 0; at < len(word); {
		if _, n := positions.ReadCard(word[at:]); n > 0 {
			cards++
			at += n
			continue
		}
		if word[at] != '/' && word[at] != '-' {
			others++
		}
		at++
	}
	return cards > others
}

func isStyle(word string) bool { return word == "ms" || word == "kpat" || word == "random" }

// Read reads an item as a position of this family, with its moves if it has any.
func Read(item *positions.Item, h Hints) (*Record, *positions.Error) {
	if item.Err != nil {
		return nil, item.Err
	}
	b := board{item: item}
	if key, ok := item.Key("game"); ok {
		b.game = setting{key.Value, key.Line, key.Column}
		if _, ok := gameOf(key.Value); !ok {
			return nil, b.settingError(b.game, "%s", unknownGame(key.Value))
		}
	}
	if key, ok := item.Key("rules"); ok {
		b.addRules(key)
	}
	r := &Record{ID: item.ID}
	var err *positions.Error
	if deal, ok := dealOf(item); ok {
		err = b.deal(r, deal, h)
	} else if readsAsKPat(item) {
		err = b.readKPat(r, h)
	} else {
		err = b.readBody(h)
		if err == nil {
			r.Start, err = b.position(h)
		}
		if err == nil && b.game.text == "" && h.Game == "" && looksDealtAsFreeCell(&r.Start) {
			r.Notes = append(r.Notes, "read as eightoff, as a board with a line of cells is; --game freecell reads it as FreeCell")
		}
	}
	if err != nil {
		return nil, err
	}
	for _, name := range othersKeys {
		if key, ok := item.Key(name); ok {
			return nil, item.Errorf(key.Line, key.Column, "found %q, expected no such key in %s", name+":", r.Start.Rules.Game)
		}
	}
	if r.Moves == nil {
		r.Final = r.Start
	}
	if len(item.Moves) > 0 {
		var moves []Move
		var notes []string
		moves, notes, err = r.Final.ParseMoves(item.File, item.Moves)
		r.Moves, r.Notes = append(r.Moves, moves...), append(r.Notes, notes...)
	}
	return r, err
}

// looksDealtAsFreeCell reports whether a board of Eight Off has all cards in its columns, 7 7 7 7 6 6 6 6.
func looksDealtAsFreeCell(p *Position) bool {
	if p.Rules.Game != Presets()[0] {
		return false
	}
	for i := range p.NumColumns() {
		want := MaxDeck / p.NumColumns()
		if i < MaxDeck%p.NumColumns() {
			want++
		}
		if int(p.Columns[i].Len) != want {
			return false
		}
	}
	return true
}

// addRules splits the value of `rules:` into options.
func (b *board) addRules(key positions.Key) {
	line := positions.Line{Number: key.Line, Column: key.Column, Text: key.Value}
	for _, f := range fields(key.Value) {
		if text := strings.Trim(f.text, ",;"); text != "" {
			b.options = append(b.options, setting{text, key.Line, line.ColumnOf(f.offset)})
		}
	}
}

// readBody reads the board in whatever form it has.
func (b *board) readBody(h Hints) *positions.Error {
	item := b.item
	var first *positions.Line
	lines := 0
	for i := range item.Body {
		if line := &item.Body[i]; strings.TrimSpace(line.Text) != "" {
			lines++
			if first == nil {
				first = line
			}
		}
	}
	if first != nil {
		b.begin = place{first, indent(first.Text)}
	}
	switch {
	case lines == 0:
		return b.errorf(b.begin, "found no cards, expected columns of cards")
	case strings.HasPrefix(strings.TrimSpace(first.Text), "{"):
		return b.readSolvitaire()
	case item.OneLine() || lines == 1 && strings.ContainsRune(first.Text, '/'):
		outer := b.game
		if err := b.readLine(first); err != nil {
			return err
		}
		if inner := b.game; outer.text != "" && inner != outer {
			a, _ := gameOf(outer.text)
			c, _ := gameOf(inner.text)
			if a != c {
				return b.settingError(inner, "found game %s, expected %s as the key says", c, a)
			}
		}
		return nil
	}
	return b.readPage(h)
}

// dealOf returns the deal that stands for the board: a page's key, or a line such as `freecell ms 12`.
func dealOf(item *positions.Item) (positions.Key, bool) {
	if key, ok := item.Key("deal"); ok {
		return key, true
	}
	if len(item.Body) != 1 {
		return positions.Key{}, false
	}
	line := &item.Body[0]
	words := fields(line.Text)
	for i, w := range words {
		if isStyle(strings.ToLower(w.text)) {
			if i > 0 {
				if _, ok := gameOf(line.Text[words[0].offset : words[i-1].offset+len(words[i-1].text)]); !ok {
					return positions.Key{}, false
				}
			}
			return positions.Key{Name: "deal", Value: line.Text[w.offset:], Line: line.Number, Column: line.ColumnOf(w.offset)}, true
		}
	}
	return positions.Key{}, false
}

// deal deals the start position.
func (b *board) deal(r *Record, key positions.Key, h Hints) *positions.Error {
	line, isKey := positions.Line{}, true
	if _, isKey = b.item.Key("deal"); !isKey {
		line = b.item.Body[0]
		if name := strings.TrimSpace(line.Text[:len(line.Text)-len(key.Value)]); name != "" {
			b.game = setting{name, line.Number, line.ColumnOf(indent(line.Text))}
		}
	} else if len(b.item.Body) > 0 {
		at := b.item.Body[0]
		return b.item.Errorf(at.Number, at.Column, "found a board beside `deal:`, expected one of them")
	}
	deal, err := ParseDeal(key.Value)
	if err != nil {
		return b.item.Errorf(key.Line, key.Column, "%s", err)
	}
	if b.game.text == "" && h.Game == "" {
		b.game = setting{text: Presets()[0]}
	}
	rules, fault := b.rules(h)
	if fault != nil {
		return fault
	}
	start, err := deal.Start(rules)
	if err != nil {
		return b.item.Errorf(key.Line, key.Column, "%s", err)
	}
	r.Start, r.Deal = start, &deal
	if r.ID == "" {
		r.ID = deal.String()
	}
	return nil
}
