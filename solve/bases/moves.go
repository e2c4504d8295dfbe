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
func (b *board) moves(s *state, l layout) moves {
	body := l.out &^ s.bases
	long := s.heads | l.out // step by step down the runs: after n steps, the ends of n cards on a card
	for range l.free {
		long = long << 1 & body
	}
	full := long >> l.free                     // too long for the cells
	over := (long << 1 & body) >> (l.free + 1) // even without the card itself
	open := (s.heads | l.hung) << 1            // the parent lies on a column
	m := moves{shift: (s.heads | s.bases) &^ (full&^open | over)}
	if l.spare > 0 {
		m.dig = s.heads &^ (m.shift | over)
		m.found = body &^ (l.hung & over)
	}
	return m
}

// dig sets child to what becomes of s when a head is dug; founded is its bit if it goes to an empty column, else 0.
func (b *board) dig(child, s *state, head int, founded uint64) {
	u := &b.under[head&63]
	child.depths = s.depths - u.step
	child.bases = s.bases | u.base | founded
	child.heads = s.heads&^(1<<head) | u.head
	child.loose = s.loose | u.loose | 1<<head
	child.home = s.home
	if b.next(s.home)&(u.head|u.loose) != 0 {
		b.close(child)
	}
}
