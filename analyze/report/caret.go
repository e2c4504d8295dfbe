package report

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// tabStop is the distance of the columns of a terminal to which a tab goes.
const tabStop = 8

// Caret writes a line of input and under it a caret at the place of a fault, in at most so many columns of a terminal; of a
// long line only what is around it. The line is one of positions.Plain, column counts its characters from 1. Characters
// that a terminal would obey are replaced.
func Caret(line string, column, columns int) string {
	const margin = "  "
	cells, at := layOut(line, column-1)
	from, to := window(cells, at, columns-len(margin)-1)
	var text strings.Builder
	text.WriteString(margin)
	under := len(margin)
	if from > 0 {
		text.WriteString("…")
		under++
	}
	for i, c := range cells[from:to] {
		text.WriteString(c.text)
		if from+i < at {
			under += c.width
		}
	}
	if to < len(cells) {
		text.WriteString("…")
	}
	return strings.TrimRight(text.String(), " ") + "\n" + strings.Repeat(" ", under) + "^\n"
}

// cell is what stands together on a terminal: a character with those that join it.
type cell struct {
	text  string
	width int
}

// layOut parts a line into cells, and returns the number of the one that has a character, one more than there are for what
// is behind the line.
func layOut(line string, character int) (cells []cell, at int) {
	at = -1
	used, seen := 0, 0
	for g := uniseg.NewGraphemes(line); g.Next(); {
		c := cell{g.Str(), g.Width()}
		switch r := g.Runes()[0]; {
		case r == '\t':
			c.width = tabStop - used%tabStop
			c.text = strings.Repeat(" ", c.width)
		case !unicode.IsPrint(r) || c.width == 0:
			c = cell{"·", 1}
		default:
			c.text = strings.Map(joined, c.text)
		}
		if seen += len(g.Runes()); at < 0 && seen > character {
			at = len(cells)
		}
		used += c.width
		cells = append(cells, c)
	}
	if at < 0 {
		at = len(cells)
	}
	return cells, at
}

// joined drops from the characters that join another one those that are not seen but might be obeyed.
func joined(r rune) rune {
	if unicode.IsGraphic(r) || r == '\u200d' {
		return r
	}
	return -1
}

// window returns which cells to show in so many columns, a third of them after the one at a place when the line is too long;
// a column at either end is kept for what is left out.
func window(cells []cell, at, columns int) (from, to int) {
	total := 0
	for _, c := range cells {
		total += c.width
	}
	if total <= columns {
		return 0, len(cells)
	}
	columns -= 2
	width := func(i int) int {
		if i < len(cells) {
			return cells[i].width
		}
		return 1 // the caret behind the line
	}
	used := width(at)
	from, to = at, min(at+1, len(cells))
	for from > 0 && used+width(from-1) <= columns*2/3 {
		from--
		used += width(from)
	}
	for to < len(cells) && used+width(to) <= columns {
		used += width(to)
		to++
	}
	for from > 0 && used+width(from-1) <= columns {
		from--
		used += width(from)
	}
	return from, to
}
