package phalanx

import "foregone/positions/breakthrough"

// pair is a sum of weights, full<<16 + few, so that one addition does for both.
type pair int32

func (p pair) plus(w weight, count int) pair {
	return p + pair(count)*(pair(w.full)<<16+pair(w.few))
}

// parts returns the two sums of a sum of pairs; that of few is less than 1<<15 in amount.
func parts(sum int64) (full, few int) {
	f := int64(int16(sum))
	return int((sum - f) >> 16), int(f)
}

// spread holds the weights for each square of a board.
type spread struct {
	// By whether the side waits, by square, and by what is around the piece: bits 0 to 2 are own pieces behind it, from
	// left to right, 3 and 4 to its left and right, 5 to 7 enemies ahead, that in the middle of no effect.
	near [2][breakthrough.MaxSquares][256]pair
	// By square, and by the five squares around the one two rows behind, or ahead.
	farBehind, farAhead [breakthrough.MaxSquares][32]pair
	facing              [breakthrough.MaxSquares][mostFacing + 1]pair
	runner              [breakthrough.MaxSquares][mostInCone + 1]pair
	hole, tempo         pair
}

func (s *spread) set(weights *[features]weight, w, h int) {
	for sq := range w * (h - 1) {
		r, c := sq/w, sq%w
		p := piece{row: rowClass(r, h), column: columnClass(c, w)}
		sum := func(each func(func(feature, count int))) (sum pair) {
			each(func(feature, count int) { sum = sum.plus(weights[feature], count) })
			return sum
		}
		// is returns bit number bit of i if the square so far off is on the board.
		is := func(i, bit, column, row int) int {
			if c+column < 0 || c+column >= w || r+row < 0 || r+row >= h {
				return 0
			}
			return i >> bit & 1
		}
		for i := range 256 {
			p.protectors = is(i, 0, -1, -1) + is(i, 2, 1, -1)
			p.behind = is(i, 1, 0, -1)
			p.beside = is(i, 3, -1, 0) + is(i, 4, 1, 0)
			p.attackers = is(i, 5, -1, 1) + is(i, 7, 1, 1)
			for p.waits = range 2 {
				s.near[p.waits][sq][i] = sum(p.near)
			}
		}
		for i := range 32 {
			five := func(row int) [3]int {
				return [3]int{is(i, 2, 0, row), is(i, 1, -1, row) + is(i, 3, 1, row), is(i, 0, -2, row) + is(i, 4, 2, row)}
			}
			s.farBehind[sq][i] = sum((&piece{row: p.row, farBehind: five(-2)}).far)
			s.farAhead[sq][i] = sum((&piece{row: p.row, farAhead: five(2)}).far)
		}
		for i := range s.facing[sq] {
			s.facing[sq][i] = sum((&piece{row: p.row, facing: i}).far)
		}
		if p.row >= firstRunner {
			for i := range s.runner[sq] {
				s.runner[sq][i] = pair(0).plus(weights[runnerFeature(p.row, i)], 1)
			}
		}
	}
	s.hole, s.tempo = pair(0).plus(weights[holeAt], 1), pair(0).plus(weights[tempoAt], 1)
}
