package quiet

import "math/bits"

// word has a bit for every subset of the columns that a board's words hold of Black's second row.
type word interface {
	uint8 | uint16 | uint32 | uint64
}

// cube walks two rows of words at once. The words of a row are numbered by the subsets of some squares; where a square
// is the same all along in one row or in both, what is left are subcubes of the rows with the same number of words.
type cube struct {
	run   int // words in sequence in both rows
	dims  int
	size  [maxDims]int // of the loops around the run, from the innermost
	stepD [maxDims]int // in the row that is written
	stepS [maxDims]int // in the row that is read
}

// maxDims: a step between the middle rows fixes two squares; one of a goal-row piece up to three, those that it held up.
const maxDims = 4

// set prepares for rows where the squares of common vary in both, those of fixedD are fixed in the row written and
// those of fixedS in the row read.
func (c *cube) set(common, fixedD, fixedS uint32) {
	fixed := fixedD | fixedS
	c.dims = 0
	if fixed == 0 {
		c.run = 1 << count(common)
		return
	}
	low := fixed & -fixed
	d := count(common & (low - 1))
	s := d
	c.run = 1 << d
	for {
		d += count(fixedD & low)
		s += count(fixedS & low)
		fixed &^= low
		next := fixed & -fixed
		n := count(common & (next - 1) &^ (low | (low - 1)))
		if n > 0 {
			c.size[c.dims&(maxDims-1)] = 1 << n
			c.stepD[c.dims&(maxDims-1)] = 1 << d
			c.stepS[c.dims&(maxDims-1)] = 1 << s
			c.dims++
			d += n
			s += n
		}
		if next == 0 {
			return
		}
		low = next
	}
}

// at returns the place of one square in a row whose free squares are given.
func at(free, square uint32) int { return 1 << bits.OnesCount32(free&(square-1)) }
