package expected

import "math/bits"

// move is a slide or, with equal cells, a pass or a chip put on a cell.
type move struct {
	from, to uint8 // row*8 + column
	value    int32 // of the lines after it
	rank     int32 // what the search sorts by, highest first
}

// first brings the k moves of the highest ranks to the front, in order, and returns them.
func first(all []move, k int) []move {
	k = min(k, len(all))
	for i := range k {
		best := i
		for j := i + 1; j < len(all); j++ {
			if all[j].rank > all[best].rank {
				best = j
			}
		}
		all[i], all[best] = all[best], all[i]
	}
	return all[:k]
}

// sum returns the value of a board: of its lines together.
func (v *values) sum(b *board) int32 {
	sum := int32(0)
	for i := range v.n {
		sum += v.at(b.rows[i]) + v.at(b.columns[i])
	}
	return sum
}

// gain returns what a chip adds on an empty cell.
func (v *values) gain(b *board, at int, chip uint32) int32 {
	row, column := at>>3&7, at&7
	x, y := b.rows[row], b.columns[column]
	return v.at(x|chip<<(3*column)) - v.at(x) + v.at(y|chip<<(3*row)) - v.at(y)
}

// placements appends a chip's, whose value was that of the board before.
func (v *values) placements(b *board, value int32, chip uint32, buf []move) []move {
	for holes := b.holes; holes != 0; holes &= holes - 1 {
		at := bits.TrailingZeros64(holes)
		gain := v.gain(b, at, chip)
		buf = append(buf, move{uint8(at), uint8(at), value + gain, -gain})
	}
	return buf
}

// slides appends the pass and Order's slides on a board with its value.
func (v *values) slides(b *board, value int32, buf []move) []move {
	buf = append(buf, move{value: value, rank: value})
	buf = v.along(&b.rows, &b.columns, &b.rowsFilled, 3, 0, value, buf)
	return v.along(&b.columns, &b.rows, &b.columnsFilled, 0, 3, value, buf)
}

// along appends the slides along lines, which cross others. A cell's number is its line shifted by one number of bits plus its
// place in it shifted by the other.
func (v *values) along(lines, cross *[8]uint32, filled *[8]uint8, lineShift, placeShift uint, value int32, buf []move) []move {
	var before [8]int32 // of the crossing lines
	for i := range v.n {
		before[i] = v.at(cross[i])
	}
	all := uint8(1)<<v.n - 1
	for i := range v.n {
		line, chips := lines[i&7], filled[i&7]
		rest := value - v.at(line)
		for holes := all &^ chips; holes != 0 && chips != 0; holes &= holes - 1 {
			to := bits.TrailingZeros8(holes) & 7
			at := cross[to]
			base := rest - before[to]
			slide := func(from int) {
				from &= 7
				chip := line >> (3 * from) & 7
				w := base - before[from] + v.at(line&^(7<<(3*from))|chip<<(3*to)) + v.at(at|chip<<(3*i)) + v.at(cross[from]&^(7<<(3*i)))
				buf = append(buf, move{uint8(i<<lineShift | from<<placeShift), uint8(i<<lineShift | to<<placeShift), w, w})
			}
			if below := chips & (1<<to - 1); below != 0 {
				slide(bits.Len8(below) - 1)
			}
			if above := chips >> to; above != 0 {
				slide(to + bits.TrailingZeros8(above))
			}
		}
	}
	return buf
}

// threats returns the gain of Order's best slide, at least 0, and the sum of the gains of all slides that gain. The search spends
// its time here: a list of the slides would take a third longer.
func (v *values) threats(b *board) (best, sum int32) {
	a, s := v.gains(&b.rows, &b.columns, &b.rowsFilled)
	c, t := v.gains(&b.columns, &b.rows, &b.columnsFilled)
	return max(a, c), s + t
}

// gains does the same for the slides along lines, which cross others.
func (v *values) gains(lines, cross *[8]uint32, filled *[8]uint8) (best, sum int32) {
	var before [8]int32
	for i := range v.n {
		before[i&7] = v.at(cross[i&7])
	}
	all := uint8(1)<<v.n - 1
	for i := range v.n {
		line, chips := lines[i&7], filled[i&7]
		old := v.at(line)
		for holes := all &^ chips; holes != 0 && chips != 0; holes &= holes - 1 {
			to := bits.TrailingZeros8(holes) & 7
			at, base := cross[to], old+before[to]
			if below := chips & (1<<to - 1); below != 0 {
				from := (bits.Len8(below) - 1) & 7
				chip := line >> (3 * from) & 7
				w := v.at(line&^(7<<(3*from))|chip<<(3*to)) + v.at(at|chip<<(3*i)) + v.at(cross[from]&^(7<<(3*i))) - before[from] - base
				best = max(best, w)
				sum += max(w, 0)
			}
			if above := chips >> to; above != 0 {
				from := (to + bits.TrailingZeros8(above)) & 7
				chip := line >> (3 * from) & 7
				w := v.at(line&^(7<<(3*from))|chip<<(3*to)) + v.at(at|chip<<(3*i)) + v.at(cross[from]&^(7<<(3*i))) - before[from] - base
				best = max(best, w)
				sum += max(w, 0)
			}
		}
	}
	return best, sum
}
