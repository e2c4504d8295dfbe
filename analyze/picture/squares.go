package picture

import (
	"fmt"
	"strings"

	"foregone/analyze/games"
)

const bold = "\x1b[1m"

// BoardAfter draws a position of a board of squares with the squares of the move that led to it in brackets, any other
// position as Board does.
func (s Style) BoardAfter(p games.Position, step any) string {
	b, ok := p.Board().(games.SquareBoard)
	if !ok {
		return s.Board(p)
	}
	switch m := step.(type) {
	case games.SquareStep:
		return s.squares(b, m.From, m.To)
	case games.ChipStep:
		return s.squares(b, m.From, m.To)
	}
	return s.Board(p)
}

// squares draws a board with ranks at the left and files below, and brackets around the marked squares.
func (s Style) squares(b games.SquareBoard, marked ...int) string {
	isMarked := func(column, row int) bool {
		for _, m := range marked {
			if column >= 0 && column < b.W && m == row*b.W+column {
				return true
			}
		}
		return false
	}
	width := len(fmt.Sprint(b.H))
	var t strings.Builder
	for row := b.H - 1; row >= 0; row-- {
		t.WriteString(s.dim(fmt.Sprintf("%*d", width, row+1)) + " ")
		for column := range b.W + 1 {
			switch {
			case isMarked(column, row):
				t.WriteByte('[')
			case isMarked(column-1, row):
				t.WriteByte(']')
			default:
				t.WriteByte(' ')
			}
			if column < b.W {
				t.WriteString(s.square(b, b.Squares[row*b.W+column]))
			}
		}
		t.WriteByte('\n')
	}
	t.WriteString(strings.Repeat(" ", width+1))
	for column := range b.W {
		t.WriteString(" " + s.dim(string(rune('a'+column))))
	}
	return trimLines(t.String())
}

// chipColours are those of the chips A to G, each with its letter.
var chipColours = [...]string{red, "\x1b[32m", "\x1b[33m", "\x1b[34m", "\x1b[35m", "\x1b[36m", bold}

func (s Style) square(b games.SquareBoard, piece rune) string {
	text := string(piece)
	switch {
	case !s.Color:
		return text
	case piece == '.':
		return faint + text + reset
	case b.Chips:
		return chipColours[int(piece-'A')%len(chipColours)] + text + reset
	case strings.ContainsRune(b.Accent, piece):
		return red + text + reset
	default:
		return bold + text + reset
	}
}
