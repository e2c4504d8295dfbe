package depthvector

import (
	"math/bits"

	"foregone/positions/patience"
	"foregone/solve/cardset"
)

// Cards and sets of them are those of cardset.
const (
	lane  = cardset.Lane
	kings = cardset.Kings
)

// noCard is a bit that is no card's, nor is the one above it.
const noCard = 62

// Heights are kept in lanes of heightBits bits, a column each; the suits of the owning kings are four more bits.
const (
	heightBits = 6
	keyKings   = heightBits * patience.MaxColumns
)

// state is a position in normal form: all foundation moves made, all loose cards parked. Loose are the cards that
// have left their place in the start, and those in a run on an exposed original.
type state struct {
	loose   uint64 // loose cards, those on the foundations among them
	heads   uint64 // the exposed originals, one for each column that has any
	founded uint64 // cards on the foundations
	owned   uint64 // loose kings that lie at the bottom of a column
	heights uint64 // by column, the height of its originals with the run on the exposed one at the start; a lane each
}

// key is the exact name of a state in a deal: everything else follows from the heights and the owning kings.
// It is zero only when the deal is won.
func (s *state) key() uint64 {
	// The four bits at 0, 16, 32 and 48 come together at 60 to 63; no two products meet below.
	const gather = 1<<keyKings | 1<<(keyKings-15) | 1<<(keyKings-30) | 1<<(keyKings-45)
	return s.heights | s.owned*gather>>keyKings<<keyKings
}

// hung returns the loose cards off the foundations, and which of them lie on columns: the runs that hang on an
// exposed original or on an owning king.
func (s *state) hung() (loose, hung uint64) {
	loose = s.loose &^ s.founded
	seeds := s.heads<<1&loose | s.owned
	return loose, cardset.Flood(loose, seeds)
}

// dugKey returns the key that a state has after a dig if no foundation move and no king follows from that; 0, which
// is no key, for a swap.
//
// If a state in normal form has this key, it is what the dig leads to: all that settle looks at follows from the
// heights and the owning kings, so where it changes nothing in that state, it changes nothing after the dig.
func (d *deal) dugKey(s *state, code uint8) uint64 {
	if code >= swapCode {
		return 0
	}
	g := &d.groups[code]
	t := state{owned: s.owned | g.owned, heights: s.heights - g.unit}
	return t.key()
}

// settle fills s with what becomes of a position when all foundation moves are made and then loose kings have the
// empty columns, those with the longest runs first. It works on values to keep them in registers.
func (d *deal) settle(s *state, loose, heads, owned, heights uint64) {
	for {
		f := cardset.FromAces(d.aces, loose|heads)
		gone := f & heads
		if gone == 0 {
			s.founded = f
			break
		}
		g := &d.groups[bits.TrailingZeros64(gone)&63]
		loose |= g.loosen
		heads ^= g.flip
		owned |= g.owned
		heights -= g.unit
	}
	owned &^= s.founded
	s.loose, s.heads, s.owned, s.heights = loose, heads, owned, heights
	if waiting := loose & kings &^ s.founded &^ owned; waiting != 0 {
		if spare := d.spare(s); spare > 0 {
			d.placeKings(s, waiting, spare)
		}
	}
}

// spare returns the number of columns that are empty.
func (d *deal) spare(s *state) int {
	return d.columns - bits.OnesCount64(s.heads|s.owned)
}

// placeKings gives spare columns to waiting kings.
func (d *deal) placeKings(s *state, waiting uint64, spare int) {
	gaps := ^s.loose | s.founded
	for ; spare > 0 && waiting != 0; spare-- {
		best, length := uint64(0), -1
		for w := waiting; w != 0; w &= w - 1 {
			z := bits.TrailingZeros64(w)
			if n := cardset.Run(gaps, uint8(z)); n > length {
				best, length = 1<<z, n
			}
		}
		s.owned |= best
		waiting &^= best
	}
}

// Moves are coded in a byte: the head that is dug, or swapCode plus the suits of the king that is lifted off its
// column, times four, and of the king that takes the column, from a cell or from the open end of a column.
const swapCode = 64

// swapped returns the kings of a swap.
func swapped(code uint8) (from, to uint8) { return code >> 2 & 3 * lane, code & 3 * lane }

// after fills s with the state that a legal move leads to.
func (d *deal) after(s, from *state, code uint8) {
	loose, heads, owned, heights := from.loose, from.heads, from.owned, from.heights
	dug := code
	if code >= swapCode {
		lifted, placed := swapped(code)
		owned ^= 1<<lifted | 1<<placed
		dug = placed
	}
	if heads>>(dug&63)&1 != 0 {
		g := &d.groups[dug&63]
		loose |= g.loosen
		heads ^= g.flip
		owned |= g.owned
		heights -= g.unit
	}
	d.settle(s, loose, heads, owned, heights)
}
