package picture

import (
	"fmt"
	"slices"
	"strings"

	"foregone/analyze/games"
)

const (
	bold    = "\x1b[1m"
	reverse = "\x1b[7m"
)

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

// squares draws a board with ranks at the left and files below, and brackets around the marked squares. Pieces of a group
// are joined by lines, for which there is room between the rows where any are needed there.
func (s Style) squares(b games.SquareBoard, marked ...int) string {
	width := len(fmt.Sprint(b.H))
	j := s.joiner(b)
	between := j.anyUpright()
	var t strings.Builder
	for row := b.H - 1; row >= 0; row-- {
		t.WriteString(s.dim(fmt.Sprintf("%*d", width, row+1)) + " ")
		for column := range b.W + 1 {
			t.WriteString(s.gap(&j, column, row, marked))
			if column < b.W {
				t.WriteString(s.square(b, b.Squares[row*b.W+column]))
			}
		}
		if note := b.Beside[row]; note != "" {
			t.WriteString("  # " + s.strong(strings.ToUpper(note[:1])+note[1:]))
		}
		t.WriteByte('\n')
		if between && row > 0 {
			t.WriteString(strings.Repeat(" ", width+1))
			for column := range b.W {
				t.WriteString(j.cross(column-1, row) + j.upright(column, row))
			}
			t.WriteByte('\n')
		}
	}
	t.WriteString(strings.Repeat(" ", width+1))
	for column := range b.W {
		t.WriteString(" " + s.dim(string(rune('a'+column))))
	}
	return trimLines(t.String())
}

// gap returns what stands to the left of a square.
func (s Style) gap(j *joiner, column, row int, marked []int) string {
	at := row*j.W + column
	switch {
	case column < j.W && slices.Contains(marked, at):
		return "["
	case column > 0 && slices.Contains(marked, at-1):
		return "]"
	}
	return j.level(column-1, row)
}

func (s Style) strong(text string) string {
	if s.Color {
		return bold + text + reset
	}
	return text
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
	case strings.ContainsRune(b.Locked, piece):
		text = reverse + text
	}
	switch {
	case strings.ContainsRune(b.Accent, piece):
		return red + text + reset
	default:
		return bold + text + reset
	}
}
