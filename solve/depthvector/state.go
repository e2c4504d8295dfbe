package depthvector

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// Card sets are words of four 16-bit lanes, one a suit: the highest rank of the deck is bit 0 of its lane and
// every lower rank one bit up, so that the card built on another is one bit to the left. The ace is at most bit
// 12, which leaves room for the carries of a flood.
const (
	lane  = 16
	kings = uint64(0x0001_0001_0001_0001)
)

// noCard is a bit number that never is a card.
const noCard = 62

// Depths are counted in lanes of depthBits bits, a column each; the suits of the owning kings are four more bits.
const (
	depthBits = 6
	keyKings  = depthBits * patience.MaxColumns
)

// state is a position in normal form: all foundation moves made, all loose cards parked. Loose cards are those that
// have left their original place or lie in a run on an exposed original.
type state struct {
	loose   uint64 // loose cards, those on the foundations among them
	heads   uint64 // the exposed originals, one for each column that has any
	founded uint64 // cards on the foundations
	owned   uint64 // loose kings that lie at the bottom of a column
	depth   uint64 // groups of originals left, a lane a column
}

// key is the exact name of a state in a deal: everything else follows from the depths and the owning kings.
// It is zero only when the deal is won.
func (s *state) key() uint64 {
	// The four bits at 0, 16, 32 and 48 come together at 60 to 63; no other products of them meet.
	const gather = 1<<keyKings | 1<<(keyKings-15) | 1<<(keyKings-30) | 1<<(keyKings-45)
	return s.depth | s.owned*gather>>keyKings<<keyKings
}

// hung returns the loose cards off the foundations, and which of them lie on columns: the runs that hang on an
// exposed original or on an owning king. A run is a string of ones, so that one addition floods them all.
func (s *state) hung() (loose, hung uint64) {
	loose = s.loose &^ s.founded
	seeds := s.heads<<1&loose | s.owned
	return loose, loose&^(loose+seeds) | seeds
}

// run returns how many cards of the set follow card z downwards in its suit without a gap.
func run(set uint64, z uint8) int {
	return bits.TrailingZeros64(^(set >> ((z + 1) & 63)))
}

// group is a maximal run of originals in a column, under the number of its head: its highest card. The lower
// ones are loose as soon as the head is exposed. A group that a king heads at the bottom of a column is none: it
// is a loose king that owns a column once the group above it is gone.
type group struct {
	below  uint64 // the cards under the head in its column
	bare   uint64 // of those, the ones that a dig of the head exposes
	loosen uint64 // what a dig adds to the loose cards: the head and bare
	flip   uint64 // the head and the one under it
	owned  uint64 // the king that comes to own the column
	unit   uint64 // one in the column's lane
	under  uint8  // bit of the head under it, noCard if there is none
	above  uint8  // originals left in the column, this group's included
	static int16  // part of a dig's score that is the same all the time
}

// deal is what is fixed while one position is solved.
type deal struct {
	columns int
	cells   int
	ranks   uint8
	aces    uint64
	groups  [64]group // by head
	place   [64]place // by card, for cards that start in a column
}

// place is where a card starts.
type place struct {
	shift  uint8 // of the column's lane
	height uint8 // cards under it in the column
}

func (d *deal) bit(c positions.Card) uint8 {
	return uint8(c.Suit())*lane + d.ranks - uint8(c.Rank())
}

func (d *deal) card(bit uint8) positions.Card {
	return positions.NewCard(int(d.ranks-bit%lane), positions.Suit(bit/lane))
}

// load sets d up for p and returns p in normal form.
func (d *deal) load(p *patience.Position) state {
	d.columns, d.cells, d.ranks = p.NumColumns(), p.NumCells(), p.Rules.Ranks
	d.aces = kings << (d.ranks - 1)
	var s state
	for suit, rank := range p.Home {
		all := uint64(1)<<d.ranks - 1
		s.founded |= all >> (d.ranks - rank) << (d.ranks - rank) << (suit * lane)
	}
	s.loose = s.founded
	for _, c := range p.Cells[:d.cells] {
		if c != positions.NoCard {
			s.loose |= 1 << d.bit(c)
		}
	}
	for c := range d.columns {
		d.loadColumn(&s, c, p.Columns[c].All())
	}
	return d.settle(s)
}

// loadColumn splits a column into groups from the bottom up and adds it to s.
func (d *deal) loadColumn(s *state, column int, cards []positions.Card) {
	shift := uint8(column * depthBits)
	var below, bare, base uint64 // cards under the group; the group under it; the king's group at the bottom
	under := uint8(noCard)
	for i := 0; i < len(cards); {
		head := d.bit(cards[i])
		all := uint64(0)
		next := head
		start := i
		for i < len(cards) && d.bit(cards[i]) == next {
			d.place[next] = place{shift, uint8(i)}
			all |= 1 << next
			next++
			i++
		}
		if start == 0 && kings>>head&1 != 0 {
			base = 1 << head
		} else {
			g := &d.groups[head]
			*g = group{
				below:  below,
				bare:   bare,
				loosen: 1<<head | bare,
				flip:   1 << head,
				unit:   1 << shift,
				under:  under,
				above:  uint8(i),
			}
			if under != noCard {
				g.flip |= 1 << under
				g.loosen &^= 1 << under
			} else {
				g.owned = base
			}
			s.depth += g.unit
			under = head
			g.static = static(head, below)
		}
		below |= all
		bare = all
	}
	s.loose |= bare
	if under != noCard {
		s.heads |= 1 << under
		s.loose &^= 1 << under
	} else {
		s.owned |= base
	}
}

// dig makes the head z loose, which exposes the group under it.
func (s *state) dig(g *group) {
	s.loose |= g.loosen
	s.heads ^= g.flip
	s.owned |= g.owned
	s.depth -= g.unit
}

// settle makes all foundation moves, then lets loose kings have the empty columns, those with the longest runs
// first.
func (d *deal) settle(s state) state {
	for {
		open := s.loose | s.heads
		f := (s.founded>>1 | d.aces) &^ s.founded & open
		if f == 0 {
			break
		}
		for f != 0 {
			s.founded |= f
			f = f >> 1 & open &^ s.founded
		}
		for gone := s.founded & s.heads; gone != 0; gone &= gone - 1 {
			s.dig(&d.groups[bits.TrailingZeros64(gone)&63])
		}
	}
	s.owned &^= s.founded
	waiting := s.loose & kings &^ s.founded &^ s.owned
	if waiting == 0 {
		return s
	}
	for spare := d.spare(&s); spare > 0 && waiting != 0; spare-- {
		k := longest(s.loose&^s.founded, waiting)
		s.owned |= k
		waiting &^= k
	}
	return s
}

// spare returns the number of columns that are empty.
func (d *deal) spare(s *state) int {
	return d.columns - bits.OnesCount64(s.heads) - bits.OnesCount64(s.owned)
}

// longest returns the one of the waiting kings on which the longest run of loose cards follows.
func longest(loose, waiting uint64) uint64 {
	best, length := uint64(0), -1
	for ; waiting != 0; waiting &= waiting - 1 {
		z := uint8(bits.TrailingZeros64(waiting))
		if n := run(loose, z); n > length {
			best, length = 1<<z, n
		}
	}
	return best
}

// Moves are coded in a byte: the bit of the head that is dug, or swapCode plus the suits of the king that is
// lifted off its column, times four, and of the king that takes the column, from a cell or from the open end of a column.
const swapCode = 64

// swapped returns the bits of the kings of a swap.
func swapped(code uint8) (from, to uint8) { return code >> 2 & 3 * lane, code & 3 * lane }

// after returns the state that a legal move leads to.
func (d *deal) after(s state, code uint8) state {
	if code < swapCode {
		s.dig(&d.groups[code])
		return d.settle(s)
	}
	from, to := swapped(code)
	s.owned ^= 1<<from | 1<<to
	if s.heads>>to&1 != 0 {
		s.dig(&d.groups[to&63])
	}
	return d.settle(s)
}
