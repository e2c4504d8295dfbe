package palindromes

import (
	"foregone/positions/entropy"
	"foregone/solve/expectimax"
)

// state is a position as the search sees it. Lines have three bits a cell, a colour or 0, from the left or from below.
type state struct {
	rows, columns [entropy.MaxSize]uint32
	bag           uint64 // eight bits a colour, colour 0 not used
	score         int32  // of the board
	acts          entropy.Turn
	chip          uint8
	empty         uint8
	holes         uint64 // the empty cells, row*8 + column
}

// put places a chip on an empty cell.
func (r *rules) put(s *state, row, column int, chip uint32) {
	a, b := &s.rows[row], &s.columns[column]
	s.score -= r.points(*a) + r.points(*b)
	*a |= chip << (3 * column)
	*b |= chip << (3 * row)
	s.score += r.points(*a) + r.points(*b)
	s.holes &^= 1 << (row*8 + column)
	s.empty--
}

// take removes the chip of a cell and returns it.
func (r *rules) take(s *state, row, column int) uint32 {
	a, b := &s.rows[row], &s.columns[column]
	chip := *a >> (3 * column) & 7
	s.score -= r.points(*a) + r.points(*b)
	*a &^= 7 << (3 * column)
	*b &^= 7 << (3 * row)
	s.score += r.points(*a) + r.points(*b)
	s.holes |= 1 << (row*8 + column)
	s.empty++
	return chip
}

// points returns the points of a line.
func (r *rules) points(line uint32) int32 { return int32(r.lines.points[line&lineMask]) }

const lineMask = 1<<(3*entropy.MaxSize) - 1

// newState returns the search's view of a position.
func (r *rules) newState(p *entropy.Position) state {
	s := state{acts: p.Acts, chip: uint8(p.Chip), empty: uint8(p.Size())}
	n := int(p.N)
	for i, c := range p.Board() {
		s.holes |= 1 << (i/n*8 + i%n)
		if c != 0 {
			r.put(&s, i/n, i%n, uint32(c))
		}
	}
	for c, count := range p.Bag {
		s.bag |= uint64(count) << (8 * c)
	}
	return s
}

// Key returns the board with who acts; what is left in the bag follows from the board. With three empty cells before
// Order's turn, tables cost more than they save: 20 % of the time at six.
func (r *rules) Key(s *state) (expectimax.Key, bool) {
	if r.symmetry.on {
		return r.symmetry.key(r.n, s), true
	}
	a := &s.rows
	return expectimax.Key{
		uint64(a[0]) | uint64(a[1])<<21 | uint64(a[2])<<42,
		uint64(a[3]) | uint64(a[4])<<21 | uint64(a[5])<<42,
		uint64(a[6]) | uint64(s.acts)<<21 | uint64(s.chip)<<23 | 1<<63,
	}, s.empty > 3 || s.acts != entropy.Chaos
}
