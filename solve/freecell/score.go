package freecell

import (
	"math/bits"

	"foregone/positions/patience"
)

// weights say how far from won a state looks: lower is better.
type weights struct {
	free   [6]int32 // by free cells, 5 and more alike
	empty  [4]int32 // by empty columns, 3 and more alike
	away   int32    // a card that is not home
	over   int32    // a steady card above one whose turn it is to go home
	groups int32    // such a card that is not in order on what is under it
	over2  int32    // a steady card above one that is the second of its suit to go home
	hung   int32    // a card whose turn it is in a column that other cards came to
	shut   int32    // a card whose turn it is that is not open
	steady int32    // a steady card
	blocks int32    // such a card above a lower one
	dealt  int32    // a card on another one that may not be built there
	loose  int32    // a card on another one in order
	kings  int32    // a steady king that is not at the base
	spread int32    // ranks between the highest and the lowest foundation
	fits   int32    // an open card that another open card can be built on
	fitsC  int32    // a card in a cell that can be built
	digs   int32    // an open card above one whose turn it is that can be built
	soon   int32    // a card in a cell that is second or third to go home
}

const (
	buckets = 2048
	zero    = 256 // the bucket of score 0
	scale   = 4
)

// turn is what the score needs to know of the foundations. Most children of a state share it.
type turn struct {
	away        uint64    // cards that are not home
	next        uint64    // cards whose turn it is
	columns     [4]uint64 // of each of them, the column that it was dealt to from itself on
	over, over2 uint64    // the cards dealt above them, and above those that come after them
	spread      int32
}

// turnOf fills t from the cards that are not home.
func (b *board) turnOf(away uint64, t *turn) {
	up := b.all &^ away
	*t = turn{away: away, next: (up<<4 | aces) & b.all &^ up}
	low, high := uint(63), uint(0)
	i := 0
	for m := t.next; m != 0; m &= m - 1 {
		c := uint(bits.TrailingZeros64(m)) & 63
		low, high = min(low, c>>2), max(high, c>>2)
		t.over |= b.above[c]
		t.over2 |= b.above[(c+4)&63]
		t.columns[i&3] = b.above[c] | 1<<c
		i++
	}
	t.over2 &^= t.over
	if i < 4 {
		high = uint(b.rules.Ranks) + 1
	}
	t.spread = int32(high) - int32(low)
}

// accepts returns the cards that may be built on one of the given cards.
func (b *board) accepts(on uint64) uint64 {
	const lane = 0x1111111111111111
	switch b.rules.Build {
	case patience.BySuit:
		return on >> 4
	case patience.Alternate:
		black := (on | on>>3) & lane
		red := (on>>1 | on>>2) & lane
		return (black*6 | red*9) >> 4
	default:
		return (on | on>>1 | on>>2 | on>>3) & lane * 15 >> 4
	}
}

// score returns the bucket of a state.
func (b *board) score(s *state, t *turn, w *weights) int {
	cells, bases := s.cells(), s.bases()
	free := min(uint(int(b.rules.Cells)-bits.OnesCount64(cells)), 5)
	empty := min(uint(int(b.rules.Columns)-bits.OnesCount64(bases)), 3)
	fits := b.accepts(s.open)
	hung := int32(0)
	still := s.steady & s.open
	for _, c := range t.columns {
		if c&s.steady != 0 && c&still == 0 {
			hung++
		}
	}
	over := t.over & s.steady
	v := w.free[free] + w.empty[empty] + w.hung*hung + w.spread*t.spread +
		w.away*count(t.away) +
		w.over*count(over) +
		w.groups*count(over&^s.p2) +
		w.over2*count(t.over2&s.steady) +
		w.shut*count(t.next&^(s.open|cells)) +
		w.steady*count(s.steady) +
		w.blocks*count(s.steady&b.blocks) +
		w.dealt*count(s.p0&s.p1&^s.p2) +
		w.loose*count(s.p2) +
		w.kings*count(s.steady&b.kings&^bases) +
		w.fits*count(fits&s.open) +
		w.fitsC*count(fits&cells) +
		w.digs*count(fits&s.open&t.over) +
		w.soon*count((t.next<<4|t.next<<8)&cells)
	return max(0, min(buckets-1, int(v)/scale+zero))
}

func count(m uint64) int32 { return int32(bits.OnesCount64(m)) }
