package svg

import (
	"slices"
	"strconv"

	"foregone/analyze/games"
	"foregone/positions"
)

// Measures of a table of cards.
const (
	cardW, cardH = 100, 140
	pitch        = 108 // from column to column
	strip        = 46  // of a card that another one lies on
	margin       = 14
	labelH       = 32
)

// suitPaths are the outlines of the suits in a square of 100.
var suitPaths = [positions.NumSuits]string{
	positions.Clubs: "M50 4C64 4 74 14 74 27C74 34 71 40 66 45C69 43 73 42 77 42C89 42 98 52 98 64C98 77 88 87 76 87" +
		"C66 87 58 81 54 73C55 82 58 90 66 97L34 97C42 90 45 82 46 73C42 81 34 87 24 87C12 87 2 77 2 64" +
		"C2 52 11 42 23 42C27 42 31 43 34 45C29 40 26 34 26 27C26 14 36 4 50 4Z",
	positions.Diamonds: "M50 2Q65 29 87 50Q65 71 50 98Q35 71 13 50Q35 29 50 2Z",
	positions.Hearts:   "M50 95C38 78 5 62 5 32C5 16 16 6 29 6C39 6 46 12 50 22C54 12 61 6 71 6C84 6 95 16 95 32C95 62 62 78 50 95Z",
	positions.Spades: "M50 3C60 20 95 38 95 63C95 77 86 86 75 86C66 86 58 81 54 73C55 82 58 90 66 97L34 97C42 90 45 82 46 73" +
		"C42 81 34 86 25 86C14 86 5 77 5 63C5 38 40 20 50 3Z",
}

// rankPaths are the strokes of the ranks, 36 high.
var rankPaths = [positions.King + 1]string{"",
	"M2 35L16 1L30 35M7 24H25",
	"M3 11C3-3 29-3 29 10C29 19 10 24 3 35H30",
	"M3 1H27L14 14C36 13 35 35 15 35C8 35 4 32 2 28",
	"M23 35V1L2 25H31",
	"M27 1H7L5 16C14 10 30 12 30 23C30 38 8 38 3 29",
	"M25 1C12 5 4 14 4 23C4 39 29 39 29 23C29 10 8 11 4 23",
	"M2 1H29L12 35",
	"M16 16C4 16 4 1 16 1C28 1 28 16 16 16C-1 16-1 35 16 35C33 35 33 16 16 16Z",
	"M7 35C20 31 28 22 28 13C28-3 3-3 3 13C3 26 24 25 28 13",
	"M1 8L8 2V35M18 18C18-5 40-5 40 18C40 41 18 41 18 18Z",
	"M25 1V24C25 39 4 39 3 25",
	"M16 1C-3 1-3 35 16 35C35 35 35 1 16 1ZM20 25L31 37",
	"M5 1V35M29 1L6 22M13 16L30 35",
}

var suitClasses = [positions.NumSuits]string{"black", "red", "red", "black"}

// table lays cards out: the cells in the first row, with the foundations at its right where there is room for them;
// else they are at the right of everything, one below the other. The columns hang below.
type table struct {
	games.CardTable // names and numbers of places; the cards are of no matter
	deepest         int
	besides         bool // foundations are at the right of everything
}

// newTable returns the layout of tables like one, all of which it has room for.
func newTable(like games.CardTable, boards []any) table {
	t := table{CardTable: like, besides: len(like.Cells)+positions.NumSuits > len(like.Columns)}
	for _, b := range boards {
		for _, column := range b.(games.CardTable).Columns {
			t.deepest = max(t.deepest, len(column))
		}
	}
	return t
}

func (t table) left() int { return margin }

func (t table) Size() (w, h int) {
	across := max(len(t.Columns), len(t.Cells))
	bottom := t.column(0, max(1, t.deepest)-1).y + cardH
	if t.besides {
		across++
		bottom = max(bottom, t.foundation(positions.NumSuits-1).y+cardH)
	}
	return 2*margin + across*pitch - (pitch - cardW), bottom + margin
}

func (t table) cell(i int) box { return box{margin + i*pitch, margin + labelH, cardW, cardH} }

// column is the place of a card in a column, counted from 0.
func (t table) column(i, card int) box {
	return box{margin + i*pitch, margin + 2*labelH + cardH + 8 + card*strip, cardW, cardH}
}

func (t table) foundation(suit int) box {
	if t.besides {
		return box{margin + max(len(t.Columns), len(t.Cells))*pitch, margin + labelH + suit*(cardH+12), cardW, cardH}
	}
	return t.cell(len(t.Columns) - positions.NumSuits + suit)
}

// Ground draws an outline where a card may lie, with the name of the place above.
func (t table) Ground() string {
	var b builder
	slot := func(at box, name string) {
		b.printf("<rect class=\"slot\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"9\"/>\n", at.x, at.y, at.w, at.h)
		if name != "" {
			b.printf("<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>\n", at.x+at.w/2, at.y-10, Escape(name))
		}
	}
	for i, name := range t.CellNames {
		slot(t.cell(i), name)
	}
	for i, name := range t.ColumnNames {
		slot(t.column(i, 0), name)
	}
	for suit, path := range suitPaths {
		at := t.foundation(suit)
		name := ""
		if suit == 0 || !t.besides {
			name = "h"
		}
		slot(at, name)
		b.printf("<path class=\"slot-suit\" transform=\"translate(%d %d) scale(.5)\" d=\"%s\"/>\n", at.x+25, at.y+45, path)
	}
	return b.String()
}

func (t table) shapes(names []string) string {
	var b builder
	for suit, path := range suitPaths {
		b.printf("<path id=\"suit-%c\" class=\"%s\" d=\"%s\"/>\n", positions.Suit(suit).Letter(), suitClasses[suit], path)
	}
	for suit := range positions.Suit(positions.NumSuits) {
		for rank := 1; rank <= positions.King; rank++ {
			if card := positions.NewCard(rank, suit); slices.Contains(names, card.String()) {
				b.card(card)
			}
		}
	}
	return b.String()
}

// card draws a card whose rank and suit can be read when another one lies on it.
func (b *builder) card(c positions.Card) {
	suit := c.Suit().Letter()
	b.printf("<g id=\"%s\"><rect class=\"card\" x=\".75\" y=\".75\" width=\"98.5\" height=\"138.5\" rx=\"9\"/>", ShapeID(c.String()))
	b.printf("<path class=\"rank %s-rank\" transform=\"translate(11 6)\" d=\"%s\"/>", suitClasses[c.Suit()], rankPaths[c.Rank()])
	b.printf("<use href=\"#suit-%c\" transform=\"translate(59 8) scale(.33)\"/>", suit)
	b.printf("<use href=\"#suit-%c\" transform=\"translate(20 61) scale(.6)\"/></g>\n", suit)
}

func (t table) pieces(board any) []Piece {
	var all []Piece
	add := func(c positions.Card, at string, where box) {
		if c != positions.NoCard {
			all = append(all, Piece{c.String(), at, where.x, where.y})
		}
	}
	b := board.(games.CardTable)
	for suit, c := range b.Foundations {
		add(c, "h"+string(positions.Suit(suit).Letter()), t.foundation(suit))
	}
	for i, c := range b.Cells {
		add(c, b.CellNames[i], t.cell(i))
	}
	for i, column := range b.Columns {
		for j, c := range column {
			add(c, b.ColumnNames[i]+"."+strconv.Itoa(j+1), t.column(i, j))
		}
	}
	return all
}

func (t table) trail(board, step any) (from, to box) {
	s, ok := step.(games.CardStep)
	if !ok {
		return
	}
	b := board.(games.CardTable)
	suit := int(s.Cards[0].Suit())
	return t.place(b, s.From, suit, -len(s.Cards)), t.place(b, s.To, suit, 0)
}

// place returns where a card of a suit lies: in a column, so far beyond its present end.
func (t table) place(b games.CardTable, p games.CardPlace, suit, beyond int) box {
	switch p.Kind {
	case games.InFoundation:
		return t.foundation(suit)
	case games.InCell:
		for i, name := range b.CellNames {
			if name == p.Name {
				return t.cell(i)
			}
		}
	}
	for i, name := range b.ColumnNames {
		if name == p.Name {
			return t.column(i, max(0, len(b.Columns[i])+beyond))
		}
	}
	return box{}
}
