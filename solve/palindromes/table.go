package palindromes

import "math/bits"

// lines holds the points of lines of up to seven cells.
type lines struct {
	points [lineMask + 1]uint8
	done   uint32 // those below are computed
}

// extend computes the points of all lines of n cells: those of the line without its last chip, and of the palindromes that
// end with it.
func (t *lines) extend(n int) {
	for ; t.done < 1<<(3*n); t.done++ {
		line := t.done
		if line == 0 {
			continue
		}
		last := (bits.Len32(line) - 1) / 3
		points := t.points[line&^(7<<(3*last))]
		for first := last - 1; first >= 0 && line>>(3*first)&7 != 0; first-- {
			i, j := first, last
			for i < j && line>>(3*i)&7 == line>>(3*j)&7 {
				i, j = i+1, j-1
			}
			if i >= j {
				points += uint8(last - first + 1)
			}
		}
		t.points[line] = points
	}
}
