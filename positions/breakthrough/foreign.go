package breakthrough

import (
	"strconv"

	"foregone/positions"
)

// formats are the notations that Write takes. In all of them the board stands as it does here, a1 at the lower left.
var formats = positions.Notations[Position]{
	{Name: "line", Write: (*Position).String},
	{Name: "page", Write: (*Position).Page},
	{Name: "openspiel", Write: (*Position).openSpiel},
	{Name: "fen", Write: (*Position).fen},
	{Name: "ludii", Write: (*Position).ludii},
}

// Formats returns the notations that Write takes.
func Formats() []string { return formats.Names() }

// Write returns a position in a notation, a page or a single line. OpenSpiel's and Ludii's boards do not say which
// side is to move.
func Write(p *Position, format string) (string, error) { return formats.Write(p, format) }

// openSpiel writes the board as the state of OpenSpiel's game is printed: every row with its rank, the letters of the
// files last. Its first player is Black; ranks above 9, for which it has no digit, are written as numbers.
func (p *Position) openSpiel() string {
	var buf []byte
	for row := int(p.H) - 1; row >= 0; row-- {
		buf = strconv.AppendInt(buf, int64(row)+1, 10)
		buf = append(p.appendRow(buf, row, ownLetters), '\n')
	}
	buf = append(buf, ' ')
	for column := range p.W {
		buf = append(buf, 'a'+column)
	}
	return string(append(buf, '\n'))
}

// fen writes the board as Fairy-Stockfish does, P for White and p for Black, as if it were the start of a game: a
// position has no counters here.
func (p *Position) fen() string {
	buf := append(p.appendSlashed(nil, pawns), ' ', p.ToMove.letter())
	return string(append(buf, " - - 0 1"...))
}

// ludii writes rows of the players' numbers: 1 is White, whose pieces face north in Ludii's game, 2 is Black.
func (p *Position) ludii() string { return string(p.appendRows(nil, players)) }
