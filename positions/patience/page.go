package patience

import (
	"strings"

	"foregone/positions"
)

// Page returns the position as a page: its game and rules, foundations and cells, then one column a line.
func (p *Position) Page() string {
	var buf []byte
	buf = append(append(append(buf, "game: "...), p.Rules.Game...), '\n')
	if options := p.Rules.appendOptions(nil); len(options) > 0 {
		buf = append(append(append(buf, "rules:"...), options...), '\n')
	}
	if p.Home != [positions.NumSuits]uint8{} {
		buf = p.appendFoundations(buf)
	}
	buf = append(buf, "Freecells:"...)
	cells := p.usedCells()
	if len(cells) == 0 {
		cells = []positions.Card{positions.NoCard}
	}
	for _, c := range cells {
		buf = appendCard(append(buf, ' '), c)
	}
	buf = append(buf, '\n')
	if p.readsAsRows() {
		buf = append(buf, "layout: columns\n"...)
	}
	for i := range p.NumColumns() {
		buf = p.appendColumn(buf, i, "-")
	}
	return string(buf)
}

// readsAsRows reports whether a page's columns, one a line, could be read as rows of a screen.
func (p *Position) readsAsRows() bool {
	var grid layout
	for i := range p.NumColumns() {
		line := positions.Line{Text: string(p.appendColumn(nil, i, "-"))}
		grid.lines = append(grid.lines, gridLine{&line, tokens(&line, 0)})
	}
	rows := grid.rows()
	return rows.fault == nil && len(rows.columns) == p.NumColumns()
}

// appendFoundations appends the line that fc-solve reads and prints.
func (p *Position) appendFoundations(buf []byte) []byte {
	buf = append(buf, "Foundations:"...)
	for _, suit := range [...]positions.Suit{positions.Hearts, positions.Clubs, positions.Diamonds, positions.Spades} {
		buf = append(buf, ' ', suit.Letter(), '-')
		if top := p.Home[suit]; top > 0 {
			buf = append(buf, positions.RankLetter(int(top)))
		} else {
			buf = append(buf, '0')
		}
	}
	return append(buf, '\n')
}

// appendColumn appends the cards of a column, parted by blanks, as one line; empty stands for none.
func (p *Position) appendColumn(buf []byte, i int, empty string) []byte {
	cards := p.Columns[i].All()
	if len(cards) == 0 {
		buf = append(buf, empty...)
	}
	for j, c := range cards {
		if j > 0 {
			buf = append(buf, ' ')
		}
		buf = appendCard(buf, c)
	}
	return append(buf, '\n')
}

// Headings of a page's board, by what follows them.
type heading uint8

const (
	noHeading heading = iota
	foundationsHeading
	cellsHeading
	columnsHeading
	foreignHeading // piles that no game of the family has
)

// headingOf returns what the name of a pile or of a section stands for.
func headingOf(name string) (heading, bool) {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "foundations", "foundation", "founds", "found", "home", "homecells":
		return foundationsHeading, true
	case "freecells", "freecell", "free-cells", "fc", "cells", "cell":
		return cellsHeading, true
	case "tableau", "tableau piles", "tableau-piles", "columns", "stacks", "piles":
		return columnsHeading, true
	case "talon", "stock", "waste", "stock | waste", "reserve", "reserves", "reserve (stacked)", "hole", "hole card",
		"sequences", "accordion", "redeals":
		return foreignHeading, true
	}
	return noHeading, false
}

// readPage reads the board of a page: foundations and cells with their headings, columns one a line or as rows.
func (b *board) readPage(h Hints) *positions.Error {
	body := b.item.Body
	section := noHeading
	var grid layout
	for i := range body {
		line := &body[i]
		text := strings.TrimSpace(line.Text)
		switch {
		case text == "" || isChatter(text):
			grid.addBlank()
			continue
		case isRuled(text):
			if err := grid.rulesCells(b, line); err != nil {
				return err
			}
			continue
		}
		if name, ok := sectionName(text); ok {
			kind, known := headingOf(name)
			if !known || kind == foreignHeading {
				return b.foreign(place{line, indent(line.Text)}, name)
			}
			section = kind
			if kind == columnsHeading {
				grid.form = rowsOnly
			}
			continue
		}
		if name, at, ok := positions.SplitKey(line.Text); ok {
			if err := b.readHeaded(line, name, at); err != nil {
				return err
			}
			continue
		}
		var err *positions.Error
		switch section {
		case foundationsHeading:
			err = b.readFoundations(line, 0)
		case cellsHeading:
			err = b.readCellWords(line, 0)
		default:
			err = grid.addLine(b, line)
		}
		if err != nil {
			return err
		}
	}
	return grid.read(b, h)
}

// readHeaded reads a line `Name: …` whose rest begins at an offset.
func (b *board) readHeaded(line *positions.Line, name string, at int) *positions.Error {
	kind, ok := headingOf(name)
	switch {
	case !ok:
		return b.errorf(place{line, indent(line.Text)}, "found %q, expected game:, id:, rules:, deal:, layout:, moves:, Foundations: or Freecells:", name+":")
	case kind == foundationsHeading:
		return b.readFoundations(line, at)
	case kind == cellsHeading:
		return b.readCellWords(line, at)
	case kind == columnsHeading && at == len(line.Text):
		return nil
	}
	return b.foreign(place{line, indent(line.Text)}, name+":")
}

func (b *board) foreign(at place, name string) *positions.Error {
	return b.errorf(at, "found %q, expected a game with nothing but columns, cells and foundations: %s", name, strings.Join(Presets(), ", "))
}

func indent(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// sectionName returns the name in a heading `--- Name ------`.
func sectionName(text string) (string, bool) {
	if !strings.HasPrefix(text, "---") {
		return "", false
	}
	name := strings.TrimSpace(strings.Trim(text, "-"))
	return name, name != "" && strings.Trim(name, "- ") != ""
}

// isRuled reports whether a line only draws the lower edges of cells: `--- --- ---`.
func isRuled(text string) bool {
	words := strings.Fields(text)
	for _, w := range words {
		if w != "---" {
			return false
		}
	}
	return len(words) > 1
}

// isGap reports whether a word stands for no card.
func isGap(word string) bool {
	switch word {
	case "-", "--", "---", "[]", "()", ".", "..", "_", "__", "—", "–", "––":
		return true
	}
	return false
}

// readFoundations reads suits with their top ranks such as H-5, or the top cards themselves, from an offset on.
func (b *board) readFoundations(line *positions.Line, at int) *positions.Error {
	for _, w := range fields(line.Text[at:]) {
		word, where := w.text, place{line, at + w.offset}
		if isGap(word) {
			continue
		}
		if card, n := positions.ReadCard(word); n == len(word) {
			if err := b.setHome(card.Suit(), card.Rank(), where); err != nil {
				return err
			}
			continue
		}
		suit, rank, ok := foundation(word)
		if !ok {
			return b.errorf(where, "found %q, expected a suit with its top rank such as H-5", positions.Shorten(word, 20))
		}
		if err := b.setHome(suit, rank, where); err != nil {
			return err
		}
	}
	return nil
}

// foundation reads H-5, H5, H:5 or ♥-5.
func foundation(word string) (positions.Suit, int, bool) {
	if card, ok := positions.ReadSuitFirst(word); ok {
		return card.Suit(), card.Rank(), true
	}
	suit, n := positions.ReadSuit(word)
	if n == 0 {
		return 0, 0, false
	}
	rest := strings.TrimLeft(word[n:], "-:=")
	rank, m := readRank(rest)
	return suit, rank, m > 0 && m == len(rest)
}

// readCellWords reads the cells of a page from an offset on: a word a cell, or cards alone in cells of four
// characters as fc-solve prints them, where blanks stand for the empty ones.
func (b *board) readCellWords(line *positions.Line, at int) *positions.Error {
	if err := b.nameCells(place{line, at}); err != nil {
		return err
	}
	colon := strings.IndexByte(line.Text[:at], ':') + 1
	return b.addCells(line, tokens(line, at), width(line.Text[:colon]))
}

// addCells adds the words of one line of cells, which begin after base characters.
func (b *board) addCells(line *positions.Line, words []token, base int) *positions.Error {
	slots := cellSlots(line.Text, words, base)
	before := b.cells
	for i, w := range words {
		if slots != nil {
			for b.cells-before < slots[i] {
				if err := b.addCell(positions.NoCard, w.at(line)); err != nil {
					return err
				}
			}
		}
		if !w.gap && w.card == positions.NoCard {
			return b.badCard(line, w.start, len(line.Text))
		}
		if err := b.addCell(w.card, w.at(line)); err != nil {
			return err
		}
	}
	return nil
}

// cellSlots returns the cell of each word, from 0, when the line is cut into cells of four characters that end
// with their cards; nil when the words follow one another.
func cellSlots(text string, words []token, base int) []int {
	slots := make([]int, len(words))
	for i, w := range words {
		end := width(text[:w.end]) - base
		if w.gap || end%4 != 0 || i > 0 && end/4-1 <= slots[i-1] {
			return nil
		}
		slots[i] = end/4 - 1
	}
	return slots
}
