package palindromes

import (
	"math/bits"

	"foregone/positions/entropy"
	"foregone/solve/expectimax"
)

// rules are those of a root: its size and how many chips are to come.
type rules struct {
	n        int
	lines    *lines
	scale    [entropy.MaxSquares + 1]int64 // by the empty cells when a chip is to be drawn: what a point of the result counts
	symmetry symmetry
	most     int64 // points, a bound for every board
}

func (r *rules) Turn(s *state) expectimax.Turn {
	return [...]expectimax.Turn{expectimax.Chance, expectimax.Min, expectimax.Max}[s.acts]
}

// unit returns what a point of the result counts in a position.
func (r *rules) unit(s *state) int64 {
	if s.acts == entropy.Chaos {
		return r.scale[s.empty-1]
	}
	return r.scale[s.empty]
}

// Bounds returns the score, which Order keeps by passing for ever, and the most that any board has.
func (r *rules) Bounds(s *state) (low, high int64) {
	u := r.unit(s)
	return int64(s.score) * u, r.most * u
}

func (r *rules) Moves(s *state, buf []expectimax.Move) []expectimax.Move {
	switch s.acts {
	case entropy.Draw:
		for c := range uint64(entropy.MaxColours) {
			if w := s.bag >> (8*c + 8) & 255; w > 0 {
				buf = append(buf, expectimax.Move{ID: expectimax.MoveID(c + 1), Weight: uint16(w), Order: int32(w)})
			}
		}
	case entropy.Chaos:
		for holes := s.holes; holes != 0; holes &= holes - 1 {
			at := bits.TrailingZeros64(holes)
			row, column := at>>3, at&7
			a, b := s.rows[row], s.columns[column]
			gain := r.points(a|uint32(s.chip)<<(3*column)) - r.points(a) + r.points(b|uint32(s.chip)<<(3*row)) - r.points(b)
			buf = append(buf, expectimax.Move{ID: expectimax.MoveID(at), Order: -gain})
		}
	default:
		buf = r.slides(s, append(buf, expectimax.Move{Order: s.score}))
	}
	return buf
}

// slides appends Order's slides, which are IDs of 64 times the cell that the chip leaves plus the one that it reaches.
func (r *rules) slides(s *state, buf []expectimax.Move) []expectimax.Move {
	for holes := s.holes; holes != 0; holes &= holes - 1 {
		at := bits.TrailingZeros64(holes)
		row, column := at>>3, at&7
		for x := column - 1; x >= 0; x-- {
			if s.holes>>(row*8+x)&1 == 0 {
				buf = append(buf, r.slide(s, row, x, row, column))
				break
			}
		}
		for x := column + 1; x < r.n; x++ {
			if s.holes>>(row*8+x)&1 == 0 {
				buf = append(buf, r.slide(s, row, x, row, column))
				break
			}
		}
		for y := row - 1; y >= 0; y-- {
			if s.holes>>(y*8+column)&1 == 0 {
				buf = append(buf, r.slide(s, y, column, row, column))
				break
			}
		}
		for y := row + 1; y < r.n; y++ {
			if s.holes>>(y*8+column)&1 == 0 {
				buf = append(buf, r.slide(s, y, column, row, column))
				break
			}
		}
	}
	return buf
}

// slide returns the slide from one cell to another, ordered by the score after it.
func (r *rules) slide(s *state, row, column, toRow, toColumn int) expectimax.Move {
	next := *s
	chip := r.take(&next, row, column)
	r.put(&next, toRow, toColumn, chip)
	return expectimax.Move{ID: expectimax.MoveID((row*8+column)<<6 | toRow*8 + toColumn), Order: next.score}
}

func (r *rules) Play(s *state, m expectimax.MoveID, next *state) {
	*next = *s
	switch s.acts {
	case entropy.Draw:
		next.bag -= 1 << (8 * m)
		next.chip, next.acts = uint8(m), entropy.Chaos
	case entropy.Chaos:
		r.put(next, int(m>>3), int(m&7), uint32(s.chip))
		next.chip, next.acts = 0, entropy.Order
	default:
		if m != 0 {
			from, to := int(m>>6), int(m&63)
			chip := r.take(next, from>>3, from&7)
			r.put(next, to>>3, to&7, chip)
		}
		next.acts = entropy.Draw
	}
}

// prepare computes the tables for a root.
func (r *rules) prepare(p *entropy.Position) {
	if r.lines == nil {
		r.lines = new(lines)
	}
	r.lines.extend(r.n)
	r.symmetry.set(p)
}

// move returns a move of the search's as the rules have it.
func (r *rules) move(s *state, m expectimax.MoveID) entropy.Move {
	square := func(at expectimax.MoveID) entropy.Square { return entropy.Square(int(at>>3&7)*r.n + int(at&7)) }
	switch {
	case s.acts == entropy.Draw:
		return entropy.Move{Acts: entropy.Draw, Chip: entropy.Colour(m)}
	case s.acts == entropy.Chaos:
		return entropy.Move{Acts: entropy.Chaos, Chip: entropy.Colour(s.chip), To: square(m)}
	case m == 0:
		return entropy.Pass
	}
	return entropy.Move{Acts: entropy.Order, From: square(m >> 6), To: square(m)}
}
