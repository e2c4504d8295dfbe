package patience

import (
	"strings"
	"unicode/utf8"

	"foregone/positions"
)

// token is a card, a gap or a faulty word of a board's line: bytes start to end of its text.
type token struct {
	start, end int
	card       positions.Card
	gap        bool
}

func (t token) at(line *positions.Line) place { return place{line, t.start} }

// tokens splits a line of cards from an offset on; of cards written together each is one. A faulty word becomes a
// token without a card.
func tokens(line *positions.Line, at int) []token {
	var all []token
	text := line.Text
	for at < len(text) {
		if isBlank(text[at]) || text[at] == ',' || text[at] == '|' {
			at++
			continue
		}
		end := at
		for end < len(text) && !isBlank(text[end]) && text[end] != ',' && text[end] != '|' {
			end++
		}
		if strings.HasPrefix(text[at:], "[ ]") {
			end = at + len("[ ]")
		}
		if word := text[at:end]; isGap(word) || word == "[ ]" {
			all = append(all, token{start: at, end: end, gap: true})
			at = end
			continue
		}
		for at < end {
			card, n := cardAt(text[:end], at)
			if n == 0 {
				return append(all, token{start: at, end: end})
			}
			all = append(all, token{start: at, end: at + n, card: card})
			at += n
		}
	}
	return all
}

// width returns how many characters wide a text is drawn.
func width(text string) int {
	return utf8.RuneCountInString(text) - strings.Count(text, "\ufe0e") - strings.Count(text, "\ufe0f")
}

// form says how the lines of a board may be read.
type form uint8

const (
	eitherForm  form = iota
	columnsOnly      // one column a line
	rowsOnly         // as on a screen
)

// gridLine is a line of the board; without tokens it is blank.
type gridLine struct {
	line   *positions.Line
	tokens []token
}

func (g gridLine) blank() bool { return g.line == nil }

// layout gathers the lines of the columns and settles how they lie.
type layout struct {
	lines []gridLine
	form  form
	named []span // where a line of numbers above the columns has them
}

func (l *layout) addBlank() { l.lines = append(l.lines, gridLine{}) }

// addLine takes a line of the board.
func (l *layout) addLine(b *board, line *positions.Line) *positions.Error {
	at := indent(line.Text)
	if strings.HasPrefix(line.Text[at:], ":") {
		l.form = columnsOnly
		l.lines = append(l.lines, gridLine{line, nil})
		at++
		if at = at + indent(line.Text[at:]); at == len(line.Text) {
			return nil
		}
	} else {
		at = skipLabel(line.Text, at)
		l.lines = append(l.lines, gridLine{line, nil})
	}
	words := tokens(line, at)
	if isNumbering(line.Text) {
		l.lines = l.lines[:len(l.lines)-1]
		if strings.HasPrefix(strings.TrimSpace(line.Text), "1") {
			l.form, l.named = rowsOnly, numbersOf(line.Text)
		}
		return nil
	}
	for _, w := range words {
		if !w.gap && w.card == positions.NoCard && !isFoundationWord(line.Text[w.start:w.end]) {
			return b.badCard(line, w.start, len(line.Text))
		}
	}
	l.lines[len(l.lines)-1].tokens = words
	return nil
}

// isFoundationWord reports whether a word is a foundation as on a screen of fc-solve, H-0.
func isFoundationWord(word string) bool {
	_, _, ok := foundation(word)
	return ok && strings.ContainsRune(word, '-')
}

// skipLabel passes over the number of a column before its cards, `3:` or `3.`.
func skipLabel(text string, at int) int {
	end := at
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	if end > at && end-at <= 2 && end < len(text) && strings.IndexByte(":.)", text[end]) >= 0 {
		end++
		return end + indent(text[end:])
	}
	return at
}

// isNumbering reports whether a line only names the columns or the cells below it: 1 2 3 …, a b c …
func isNumbering(text string) bool {
	words := strings.Fields(text)
	for i, w := range words {
		if i < len(cellLetters) && w == cellLetters[i:i+1] && (i > 0 || len(words) > 1) {
			continue
		}
		if n, ok := smallNumber(w); !ok || n != i+1 && n != (i+1)%10 {
			return false
		}
	}
	return len(words) > 1
}

// rulesCells takes the line above the edges of cells, as fc-solve draws them, for cells and foundations.
func (l *layout) rulesCells(b *board, edges *positions.Line) *positions.Error {
	l.form = rowsOnly
	if len(l.lines) == 0 || l.lines[len(l.lines)-1].blank() {
		return nil // four empty cells
	}
	row := l.lines[len(l.lines)-1]
	l.lines = l.lines[:len(l.lines)-1]
	b.cellsLine = true
	for b.cells%4 != 0 {
		b.cells++
	}
	words := row.tokens
	for i, w := range words {
		if !w.gap && w.card == positions.NoCard {
			if err := b.readFoundations(row.line, w.start); err != nil {
				return err
			}
			words = words[:i]
			break
		}
	}
	return b.addCells(row.line, words, indent(edges.Text)-1)
}

// numbersOf returns where the numbers above columns are drawn.
func numbersOf(text string) []span {
	var spans []span
	for _, f := range fields(text) {
		start := width(text[:f.offset])
		spans = append(spans, span{start, start + width(f.text)})
	}
	return spans
}

// read settles how the lines lie and adds their columns.
func (l *layout) read(b *board, h Hints) *positions.Error {
	form, err := l.forced(b)
	if err != nil {
		return err
	}
	for _, row := range l.lines {
		for _, w := range row.tokens {
			if !w.gap && w.card == positions.NoCard {
				return b.badCard(row.line, w.start, len(row.line.Text))
			}
		}
	}
	want, padded := b.wantedColumns(h)
	rows := l.rows()
	columnsFit := form != rowsOnly && l.columnsFit(want, padded)
	rowsFit := form != columnsOnly && rows.fault == nil && fits(len(rows.columns), want)
	switch {
	case columnsFit && rowsFit:
		return b.errorf(b.begin, "found %d lines that can be columns or rows, expected `layout: columns` or `layout: rows` above them", l.count())
	case rowsFit || form == rowsOnly:
		for len(rows.columns) < want { // empty ones at the right
			rows.columns = append(rows.columns, nil)
		}
		return rows.add(b)
	case columnsFit || form == columnsOnly:
		return l.addColumns(b, padded)
	case l.hasHoles() || rows.fault != nil && fits(len(rows.columns), want) && !fits(l.count(), want):
		return rows.add(b)
	}
	return l.addColumns(b, padded)
}

// forced returns the form that the lines or `layout:` leave.
func (l *layout) forced(b *board) (form, *positions.Error) {
	key, ok := b.item.Key("layout")
	if !ok {
		return l.form, nil
	}
	var f form
	switch strings.ToLower(key.Value) {
	case "columns":
		f = columnsOnly
	case "rows":
		f = rowsOnly
	default:
		return 0, b.item.Errorf(key.Line, key.Column, "found layout %q, expected rows or columns", key.Value)
	}
	if l.form != eitherForm && l.form != f {
		return 0, b.item.Errorf(key.Line, key.Column, "found layout %q for a board that can only be the other", key.Value)
	}
	return f, nil
}

// wantedColumns returns how many columns the game has, 0 while it is not known, and how many there are when blank
// lines stand for empty ones.
func (b *board) wantedColumns(h Hints) (want, padded int) {
	name, err := b.gameName(h)
	if err != nil {
		return 0, 0
	}
	r, _ := Preset(name)
	if b.game.text == "" && h.Game == "" {
		return 0, int(r.Columns)
	}
	return int(r.Columns), int(r.Columns)
}

// fits reports whether n columns are what is wanted, or what some game has while none is known.
func fits(n, want int) bool {
	return n == want || want == 0 && (n == 8 || n == 10)
}

func (l *layout) count() int {
	n := 0
	for _, row := range l.lines {
		if !row.blank() {
			n++
		}
	}
	return n
}

// columnsFit reports whether the lines can be the columns of a game: as many as it has, and no gap above a card.
func (l *layout) columnsFit(want, padded int) bool {
	for _, row := range l.lines {
		for i := 1; i < len(row.tokens); i++ {
			if row.tokens[i-1].gap && !row.tokens[i].gap {
				return false
			}
		}
	}
	n := l.count()
	return !l.hasHoles() && (fits(n, want) || l.emptyLines(n, padded) != nil)
}

// hasHoles reports whether between two cards of a line there is room for one more.
func (l *layout) hasHoles() bool {
	narrow := l.narrowest()
	for _, row := range l.lines {
		for i := 1; i < len(row.tokens); i++ {
			if blanks(row, i) > narrow+2 {
				return true
			}
		}
	}
	return false
}

// narrowest returns the fewest blanks between two cards of the board.
func (l *layout) narrowest() int {
	narrow := 1 << 20
	for _, row := range l.lines {
		for i := 1; i < len(row.tokens); i++ {
			narrow = min(narrow, blanks(row, i))
		}
	}
	return narrow
}

// blanks returns how many characters part a token of a row from the one before it; a second tab is many.
func blanks(row gridLine, i int) int {
	between := row.line.Text[row.tokens[i-1].end:row.tokens[i].start]
	if tabs := strings.Count(between, "\t"); tabs > 1 {
		return 8 * tabs
	}
	return width(between)
}

// emptyLines returns which blank lines stand for empty columns, as PySolFC writes them, when n lines have cards
// and the blank ones make up the number that is wanted in one way only; else nil.
func (l *layout) emptyLines(n, want int) []bool {
	first, last := -1, -1
	for i, row := range l.lines {
		if !row.blank() {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 || n >= want {
		return nil
	}
	leading, trailing := first, len(l.lines)-1-last
	inner := last - first + 1 - n
	from, to := first, last+1
	switch need := want - n; {
	case need == inner:
	case need == inner+leading:
		from = 0
	case leading == 0 && need > inner && need <= inner+trailing:
		to = last + 1 + need - inner
	default:
		return nil
	}
	empty := make([]bool, len(l.lines))
	for i := from; i < to; i++ {
		empty[i] = l.lines[i].blank()
	}
	return empty
}

// addColumns adds one column a line, and empty ones for blank lines where they make up the number padded.
func (l *layout) addColumns(b *board, padded int) *positions.Error {
	empty := l.emptyLines(l.count(), padded)
	for i, row := range l.lines {
		if row.blank() {
			if empty != nil && empty[i] {
				b.columns++
			}
			continue
		}
		b.columns++
		gap := token{}
		for _, w := range row.tokens {
			switch {
			case w.gap && !gap.gap:
				gap = w
			case gap.gap && !w.gap:
				return b.errorf(gap.at(row.line), "found a gap above %s, expected the cards of a column one after the other", w.card)
			}
			if w.gap {
				continue
			}
			if err := b.addCard(w.card, w.at(row.line)); err != nil {
				return err
			}
		}
	}
	return nil
}
