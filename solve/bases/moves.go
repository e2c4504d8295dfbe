package bases

import "math/bits"

// layout is where the loose cards of a state lie.
type layout struct {
	out   uint64 // loose and not home
	hung  uint64 // of these, on columns
	free  int    // empty cells
	spare int    // empty columns
}

// layout finds the loose cards on columns for all suits at once: the carry of an addition runs down every run of
// loose cards that starts at a base or on a head.
func (b *board) layout(s *state) layout {
	out := s.loose &^ s.home
	roots := s.heads<<1&out | s.bases
	hung := out&^(out+roots) | roots
	return layout{
		out:   out,
		hung:  hung,
		free:  b.cells - bits.OnesCount64(out&^hung),
		spare: b.columns - bits.OnesCount64(s.heads) - bits.OnesCount64(s.bases),
	}
}

// moves are the cards that can move in a state, with their runs.
type moves struct {
	shift uint64 // heads and bases: to the parent if it is open, else to cells
	dig   uint64 // other heads: to an empty column
	found uint64 // loose cards: to an empty column
}

// moves finds the moves of s for all cards at once.
func (b *board) moves(s *state, l *layout) moves {
	body := l.out &^ s.bases
	long := s.heads | l.out // step by step down the runs: after n steps, the cards with n or more cards on them
	for range l.free {
		long = long << 1 & body
	}
	full := long >> l.free                     // with their runs they need more cells than are free
	over := (long << 1 & body) >> (l.free + 1) // even without the card itself
	open := (s.heads | l.hung) << 1            // cards whose parents lie on columns
	var m moves
	m.shift = (s.heads | s.bases) &^ (full&^open | over)
	if l.spare > 0 {
		m.dig = s.heads &^ (m.shift | over)
		m.found = body &^ (l.hung & over)
	}
	return m
}

// maxMoves bounds the number of moves of a position: a card moves in one way.
const maxMoves = 52

// expand reaches all the positions that are one move away.
func (s *Solver) expand(i int32) {
	from := s.nodes[i].state
	l := s.layout(&from)
	m := s.moves(&from, &l)
	for x := (m.shift | m.dig) & from.heads; x != 0; x &= x - 1 {
		child := s.afterDig(&from, bits.TrailingZeros64(x), m.dig)
		s.reach(&child, i)
	}
	for x := m.found | m.shift&from.bases; x != 0; x &= x - 1 {
		child := from
		child.bases ^= x & -x
		s.reach(&child, i)
	}
}

// afterDig returns what becomes of s when a head is dug, to an empty column if it is one of founded.
func (b *board) afterDig(s *state, head int, founded uint64) state {
	child := *s
	b.take(&child, head)
	child.bases |= 1 << head & founded
	b.close(&child)
	return child
}
