package expected

import (
	"math"

	"foregone/positions/entropy"
)

// A line is a row or a column: three bits a cell, a colour or 0, from the left or from below.
const lineBits = 3 * entropy.MaxSize

// point is what a point of the score counts in values.
const point = 256

// matches says how likely the two cells of a pair are to end up with the same colour: when one of them is filled, and when
// neither is.
type matches struct{ one, both float64 }

// ending returns the expected points of the runs of a line that end with its cell last and begin before: the sum of their
// lengths times the probabilities that they become palindromes, as if pairs matched independently of each other.
func (m matches) ending(line uint32, last int) float64 {
	sum := 0.0
	for first := range last {
		probability := 1.0
		for i, j := first, last; i < j && probability > 0; i, j = i+1, j-1 {
			switch a, b := line>>(3*i)&7, line>>(3*j)&7; {
			case a == 0 && b == 0:
				probability *= m.both
			case a == 0 || b == 0:
				probability *= m.one
			case a != b:
				probability = 0
			}
		}
		sum += probability * float64(last-first+1)
	}
	return sum
}

// values holds the expected points of all lines of n cells in 256ths of a point.
type values struct {
	n     int
	lines [1 << lineBits]int16
}

func newValues(n int, m matches) *values {
	v := &values{n: n}
	v.fill(m, 0, 0, 0)
	return v
}

// fill computes the values of the lines whose first cells are given, with the points of these cells alone.
func (v *values) fill(m matches, line uint32, cells int, points float64) {
	if cells == v.n {
		v.lines[line] = int16(math.Round(point * points))
		return
	}
	for c := range uint32(entropy.MaxColours + 1) {
		next := line | c<<(3*cells)
		v.fill(m, next, cells+1, points+m.ending(next, cells))
	}
}

func (v *values) at(line uint32) int32 { return int32(v.lines[line&(1<<lineBits-1)]) }
