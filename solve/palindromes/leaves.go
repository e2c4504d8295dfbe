package palindromes

import (
	"math/bits"

	"foregone/positions/entropy"
	"foregone/solve/expectimax"
)

// Known returns the value of a draw or of Order's turn with at most two empty cells.
func (r *rules) Known(s *state, alpha, beta int64) (int64, bool) {
	switch {
	case s.empty == 0:
		return int64(s.score) * r.scale[0], true
	case s.empty > 2 || s.acts == entropy.Chaos:
		return 0, false
	case s.acts == entropy.Order:
		return r.order(s, alpha, beta), true
	}
	return r.draw(s, alpha), true
}

// draw returns the value of the turn of a draw with one or two empty cells, at most alpha an upper bound. It leaves s as it
// was.
func (r *rules) draw(s *state, alpha int64) int64 {
	if s.empty == 1 {
		at := bits.TrailingZeros64(s.holes)
		row, column := at>>3, at&7
		a, b := s.rows[row], s.columns[column]
		return r.fill(s.bag, s.score-r.points(a)-r.points(b), a, 3*column, b, 3*row)
	}
	// Each chip in the better of two cells, then in the other while the sum of what was found is above alpha.
	var chips [entropy.MaxColours]struct {
		weight int64
		value  int64
		chip   uint32
		second int // the cell not yet looked at
	}
	first, second := bits.TrailingZeros64(s.holes), 63-bits.LeadingZeros64(s.holes)
	n, sum := 0, int64(0)
	for bag := s.bag >> 8; bag != 0; n++ {
		c := bits.TrailingZeros64(bag) >> 3
		weight := bag >> (8 * c) & 255
		bag &^= 255 << (8 * c)
		chip := uint32(c + 1)
		x := &chips[n]
		at := first
		x.second = second
		if r.gain(s, second, chip) < r.gain(s, first, chip) {
			at, x.second = second, first
		}
		x.weight, x.chip = int64(weight), chip
		s.bag -= 1 << (8 * chip)
		x.value = r.placeAt(s, at, chip, expectimax.Inf)
		s.bag += 1 << (8 * chip)
		sum += x.weight * x.value
	}
	for i := 0; i < n && sum > alpha; i++ {
		x := &chips[i]
		s.bag -= 1 << (8 * x.chip)
		if v := r.placeAt(s, x.second, x.chip, x.value); v < x.value {
			sum -= x.weight * (x.value - v)
		}
		s.bag += 1 << (8 * x.chip)
	}
	return sum
}

// gain returns the points that a chip makes on an empty cell.
func (r *rules) gain(s *state, at int, chip uint32) int32 {
	row, column := at>>3, at&7
	a, b := s.rows[row], s.columns[column]
	return r.points(a|chip<<(3*column)) - r.points(a) + r.points(b|chip<<(3*row)) - r.points(b)
}

// fill returns the value of a draw for the last empty cell, in a row a and a column b at so many bits, beside points
// scored elsewhere.
func (r *rules) fill(bag uint64, elsewhere int32, a uint32, i int, b uint32, j int) int64 {
	c := bits.TrailingZeros64(bag) >> 3
	if bag == 1<<(8*c) {
		return int64(elsewhere + r.points(a|uint32(c)<<i) + r.points(b|uint32(c)<<j))
	}
	sum := int64(0)
	for bag != 0 {
		c := bits.TrailingZeros64(bag) >> 3
		w := bag >> (8 * c) & 255
		bag &^= 255 << (8 * c)
		sum += int64(w) * int64(elsewhere+r.points(a|uint32(c)<<i)+r.points(b|uint32(c)<<j))
	}
	return sum
}

// placeAt returns the value of Order's turn after a chip is placed on one of the last two empty cells, at least beta a lower
// bound.
func (r *rules) placeAt(s *state, at int, chip uint32, beta int64) int64 {
	row, column := at>>3, at&7
	a, b, score, holes := s.rows[row], s.columns[column], s.score, s.holes
	r.put(s, row, column, chip)
	v := int64(s.score) * r.scale[0]
	if s.empty == 1 {
		v = r.last(s, beta)
	}
	s.rows[row], s.columns[column], s.score, s.holes = a, b, score, holes
	s.empty++
	return v
}

// last returns the value of Order's turn with one empty cell, at least beta a lower bound: a neighbour may move in, and the
// last chip fills its place.
func (r *rules) last(s *state, beta int64) int64 {
	c := bits.TrailingZeros64(s.bag) >> 3
	if s.bag == 1<<(8*c) {
		return int64(r.lastChip(s, uint32(c), int32(max(0, min(beta, 1<<30)))))
	}
	at := bits.TrailingZeros64(s.holes)
	y, x := at>>3&7, at&7
	a, b := s.rows[y], s.columns[x]
	base := s.score - r.points(a) - r.points(b)
	best := r.fill(s.bag, base, a, 3*x, b, 3*y)
	for d := -1; d <= 1; d += 2 {
		if best >= beta {
			return best
		}
		if x+d >= 0 && x+d < r.n {
			chip := a >> (3 * (x + d)) & 7
			c := s.columns[x+d]
			moved := a&^(7<<(3*(x+d))) | chip<<(3*x)
			v := r.fill(s.bag, base-r.points(c)+r.points(b|chip<<(3*y)), moved, 3*(x+d), c&^(7<<(3*y)), 3*y)
			best = max(best, v)
		}
		if y+d >= 0 && y+d < r.n {
			chip := b >> (3 * (y + d)) & 7
			c := s.rows[y+d]
			moved := b&^(7<<(3*(y+d))) | chip<<(3*y)
			v := r.fill(s.bag, base-r.points(c)+r.points(a|chip<<(3*x)), moved, 3*(y+d), c&^(7<<(3*x)), 3*x)
			best = max(best, v)
		}
	}
	return best
}

// lastChip does the same when one chip is left. A neighbour of its colour that moves in makes the same board as a pass.
func (r *rules) lastChip(s *state, chip uint32, beta int32) int32 {
	at := bits.TrailingZeros64(s.holes)
	y, x := at>>3&7, at&7
	a, b := s.rows[y], s.columns[x]
	base := s.score - r.points(a) - r.points(b)
	best := base + r.points(a|chip<<(3*x)) + r.points(b|chip<<(3*y))
	for d := -1; d <= 1; d += 2 {
		if best >= beta {
			return best
		}
		if x+d >= 0 && x+d < r.n {
			if other := a >> (3 * (x + d)) & 7; other != chip {
				c, change := s.columns[x+d], other^chip
				v := base - r.points(c) + r.points(c^change<<(3*y)) + r.points(b|other<<(3*y)) + r.points(a^change<<(3*(x+d))|other<<(3*x))
				best = max(best, v)
			}
		}
		if y+d >= 0 && y+d < r.n {
			if other := b >> (3 * (y + d)) & 7; other != chip {
				c, change := s.rows[y+d], other^chip
				v := base - r.points(c) + r.points(c^change<<(3*x)) + r.points(a|other<<(3*x)) + r.points(b^change<<(3*(y+d))|other<<(3*y))
				best = max(best, v)
			}
		}
	}
	return best
}

// order returns the value of Order's turn with one or two empty cells.
func (r *rules) order(s *state, alpha, beta int64) int64 {
	if s.empty == 1 {
		return r.last(s, beta)
	}
	best := r.draw(s, alpha)
	n := r.n
	for holes := s.holes; holes != 0; holes &= holes - 1 {
		at := bits.TrailingZeros64(holes)
		row, column := at>>3, at&7
		for d := range 4 {
			if best >= beta {
				return best
			}
			dy, dx := [4]int{0, 0, -1, 1}[d], [4]int{-1, 1, 0, 0}[d]
			y, x := row+dy, column+dx
			for y >= 0 && y < n && x >= 0 && x < n && s.holes>>(y*8+x)&1 != 0 {
				y, x = y+dy, x+dx
			}
			if y < 0 || y >= n || x < 0 || x >= n {
				continue
			}
			t := *s
			r.put(&t, row, column, r.take(&t, y, x))
			best = max(best, r.draw(&t, max(alpha, best)))
		}
	}
	return best
}
