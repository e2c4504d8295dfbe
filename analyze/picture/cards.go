// Package picture draws boards as text.
package picture

import (
	"strings"
	"unicode/utf8"

	"foregone/analyze/games"
	"foregone/positions"
)

// Style says how to draw.
type Style struct {
	ASCII bool // letters for suits
	Color bool // red suits in red, by ANSI sequences
}

var suitSymbols = [positions.NumSuits]string{"♣", "♦", "♥", "♠"}

const (
	red   = "\x1b[31m"
	faint = "\x1b[2m"
	reset = "\x1b[0m"
)

// Card returns the card with its suit as a symbol, or as a letter: "T♦", "TD"; 10 is T, as in moves and notation.
func (s Style) Card(c positions.Card) string {
	if c == positions.NoCard {
		return "-"
	}
	text := c.String()
	if !s.ASCII {
		text = text[:1] + suitSymbols[c.Suit()]
	}
	if s.Color && c.Red() {
		return red + text + reset
	}
	return text
}

// Board draws a position of any game, without a closing line break.
func (s Style) Board(p games.Position) string {
	switch b := p.Board().(type) {
	case games.CardTable:
		return s.cardTable(b)
	case games.SquareBoard:
		return s.squares(b)
	}
	return p.String()
}

// Header names the game of p, its rules where they differ from the game's own, and an id, in the lines that begin
// a page: with the board below it, it can be read again.
func Header(p games.Position, id string) string {
	text := "game: " + p.Game() + "\n"
	if rules := p.Rules(); rules != "" {
		text += "rules: " + rules + "\n"
	}
	for _, line := range p.Keys() {
		text += line + "\n"
	}
	if id != "" {
		text += "id: " + id + "\n"
	}
	return text
}

// cardWidth is the width of a column of cards.
const cardWidth = 5

// cardTable draws foundations, cells and columns, each with the name it has in moves.
func (s Style) cardTable(t games.CardTable) string {
	var b strings.Builder
	b.WriteString("Foundations:")
	for suit, top := range t.Foundations {
		b.WriteString("  " + s.foundation(positions.Suit(suit), top))
	}
	if len(t.Cells) > 0 {
		b.WriteString("\n\n          ")
		for _, name := range t.CellNames {
			b.WriteString(s.dim(Pad("  "+name, cardWidth)))
		}
		b.WriteString("\nFreecells:")
		for _, c := range t.Cells {
			b.WriteString(Pad("  "+s.Card(c), cardWidth))
		}
	}
	b.WriteString("\n\n")
	for _, name := range t.ColumnNames {
		b.WriteString(s.dim(Pad("  "+name, cardWidth)))
	}
	for row, more := 0, true; more; row++ {
		more = false
		line := ""
		for _, column := range t.Columns {
			cell := ""
			switch {
			case row < len(column):
				cell = s.Card(column[row])
			case row == 0:
				cell = s.dim("-")
			}
			more = more || row+1 < len(column)
			line += Pad("  "+cell, cardWidth)
		}
		b.WriteString("\n" + line)
	}
	return trimLines(b.String())
}

// foundation returns the suit of a foundation and its top rank, 0 when it is empty.
func (s Style) foundation(suit positions.Suit, top positions.Card) string {
	text := suitSymbols[suit]
	if s.ASCII {
		text = string(suit.Letter())
	}
	if top == positions.NoCard {
		return s.dim(text + "-0")
	}
	text += "-" + string(positions.RankLetter(top.Rank()))
	if s.Color && suit.Red() {
		return red + text + reset
	}
	return text
}

func (s Style) dim(text string) string {
	if s.Color {
		return faint + text + reset
	}
	return text
}

// Pad returns text with so many blanks after it that it takes at least width columns.
func Pad(text string, width int) string { return text + strings.Repeat(" ", max(0, width-Width(text))) }

// Width returns how many columns text takes, which ANSI sequences of a Style do not.
func Width(text string) int {
	visible := utf8.RuneCountInString(text)
	for _, code := range []string{red, faint, bold, reset} {
		visible -= strings.Count(text, code) * len(code)
	}
	return visible
}

func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
