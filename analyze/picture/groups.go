package picture

import (
	"strings"

	"foregone/analyze/games"
)

// joiner draws the lines between the pieces of groups; none in ASCII, where they could be taken for something else.
type joiner struct {
	games.SquareBoard
	style Style
}

func (s Style) joiner(b games.SquareBoard) joiner {
	if s.ASCII {
		b.Grouped = ""
	}
	return joiner{b, s}
}

// same returns the piece on two squares, 0 when they do not hold the same one or it forms no groups.
func (j *joiner) same(column, row, column2, row2 int) rune {
	if min(column, column2, row, row2) < 0 || max(column, column2) >= j.W || max(row, row2) >= j.H {
		return 0
	}
	piece := j.Squares[row*j.W+column]
	if piece != j.Squares[row2*j.W+column2] || !strings.ContainsRune(j.Grouped, piece) {
		return 0
	}
	return piece
}

// anyUpright reports whether there are lines between rows.
func (j *joiner) anyUpright() bool {
	for at := range j.Squares {
		for column := -1; column <= 1; column++ {
			if j.same(at%j.W, at/j.W, at%j.W+column, at/j.W-1) != 0 {
				return true
			}
		}
	}
	return false
}

// level is the line from a square to the next of its row.
func (j *joiner) level(column, row int) string {
	return j.line("─", j.same(column, row, column+1, row))
}

// upright is the line from a square to the one below.
func (j *joiner) upright(column, row int) string {
	return j.line("╎", j.same(column, row, column, row-1))
}

// cross is the lines between a square, the next of its row, and the two below.
func (j *joiner) cross(column, row int) string {
	falling, rising := j.same(column, row, column+1, row-1), j.same(column, row-1, column+1, row)
	switch {
	case falling == 0:
		return j.line("╱", rising)
	case rising == 0:
		return j.line("╲", falling)
	case rising == falling:
		return j.line("╳", rising)
	}
	return j.style.dim("╳")
}

// line returns a line between pieces in their colour, a blank for no piece.
func (j *joiner) line(text string, piece rune) string {
	switch {
	case piece == 0:
		return " "
	case j.style.Color && strings.ContainsRune(j.Accent, piece):
		return red + text + reset
	}
	return text
}

// Signs reports which signs of a drawn board need a legend: lines between the stones of groups, and letters of stones that are
// locked.
func (s Style) Signs(p games.Position) (joined, locked bool) {
	b, ok := p.Board().(games.SquareBoard)
	if !ok {
		return false, false
	}
	j := s.joiner(b)
	joined = j.anyUpright()
	for at, piece := range b.Squares {
		joined = joined || j.same(at%b.W, at/b.W, at%b.W+1, at/b.W) != 0
		locked = locked || strings.ContainsRune(b.Locked, piece)
	}
	return joined, locked
}
