package shortest

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve/cardset"
)

// Cards and sets of them are those of cardset.
const (
	lane  = cardset.Lane
	kings = cardset.Kings
)

// deal is what stays the same while one position is solved.
type deal struct {
	columns int
	cells   int
	ranks   uint8
	aces    uint64    // of all suits
	moved   uint64    // the cards that are loose at no cost, at the start or as soon as they are open
	must    uint64    // the cards that lie on a lower one of their suit, which must leave it first, by a move of their own
	covers  [64]cover // by card, for those that lie in a column
}

// cover is what it does to take a head from its place: the highest card of a group, a maximal run of one suit. The
// other cards of a group are loose as soon as it is open, and hang on the head. A group that a king heads at the bottom
// of its column is loose as a whole.
type cover struct {
	flip uint64 // itself and the head under it
	bare uint64 // what is loose then without a move
	unit uint32 // what is taken from the heights
}

// depths is how deep every column was dug, and what follows from that, all foundation moves being made.
type depths struct {
	loose   uint64 // the cards that have left their place in the start, those on the foundations among them
	heads   uint64 // of the others the ones that lie open, or with only loose ones on them; one in a column at most
	founded uint64
	heights uint32 // how many heads have not left their place, a digit for each column: in all they are below 2^32
}

func (d *deal) bit(c positions.Card) uint8 {
	return cardset.Bit(c, d.ranks)
}

func (d *deal) card(bit uint8) positions.Card {
	return cardset.Card(bit, d.ranks)
}

// load sets d up for p and returns p with all foundation moves made.
func (d *deal) load(p *patience.Position, steps bool) state {
	*d = deal{columns: p.NumColumns(), cells: p.NumCells(), ranks: p.Rules.Ranks}
	d.aces = cardset.Aces(d.ranks)
	var s state
	s.founded = cardset.Home(p.Home, d.ranks)
	s.loose = s.founded
	for _, c := range p.Cells[:d.cells] {
		if c != positions.NoCard {
			s.loose |= 1 << d.bit(c)
		}
	}
	d.moved = s.loose
	unit := uint32(1)
	for c := range d.columns {
		unit *= 1 + d.loadColumn(&s, unit, p.Columns[c].All())
	}
	if steps {
		d.must &^= d.moved // a group can leave as one
	}
	d.settle(&s)
	return s
}

// loadColumn splits a column into groups, from the bottom up, adds it to s, and returns their number.
func (d *deal) loadColumn(s *state, unit uint32, cards []positions.Card) (groups uint32) {
	var head, bare, lower uint64 // of the group under the card; what is bare with it; all cards under the card
	for i, card := range cards {
		bit := d.bit(card)
		suit := uint64(0xffff) << (bit / lane * lane)
		if lower&suit>>(bit+1)<<(bit+1) != 0 {
			d.must |= 1 << bit
		}
		lower |= 1 << bit
		switch {
		case i > 0 && d.bit(cards[i-1])+1 == bit && bit%lane != 0, i == 0 && bit%lane == 0:
			bare |= 1 << bit
		default:
			d.covers[bit] = cover{flip: 1<<bit | head, bare: bare, unit: unit}
			groups++
			d.moved |= bare
			head, bare = 1<<bit, 0
		}
	}
	s.heights += groups * unit
	s.heads |= head
	s.loose |= bare
	s.hung |= bare
	d.moved |= bare
	return groups
}

// lift takes the head z from its place, and returns what is bare then.
func (d *deal) lift(s *depths, z int) (bare uint64) {
	c := &d.covers[z&63]
	s.loose |= 1<<(z&63) | c.bare
	s.heads ^= c.flip
	s.heights -= c.unit
	return c.bare
}

// found makes all foundation moves, and returns what is bare then.
func (d *deal) found(s *depths) (bare uint64) {
	for {
		f := cardset.FromAces(d.aces, s.loose|s.heads)
		gone := f & s.heads
		if gone == 0 {
			s.founded = f
			return bare
		}
		for ; gone != 0; gone &= gone - 1 {
			bare |= d.lift(s, bits.TrailingZeros64(gone))
		}
	}
}

// state is a position: the depths, and which of the loose cards off the foundations lie on a column. A loose card
// lies on the one that it is built on, a king alone, or in a cell.
type state struct {
	depths
	hung uint64
}

// settle makes all foundation moves.
func (d *deal) settle(s *state) {
	s.hung |= d.found(&s.depths)
	s.hung &^= s.founded
}

// inCells returns the cards in cells.
func (s *state) inCells() uint64 { return s.loose &^ s.founded &^ s.hung }

// run returns how many cards of set follow card z downwards in its suit.
func run(set uint64, z int) int { return cardset.Run(^set, uint8(z)) }

// runOf returns the n cards that follow z downwards in its suit.
func runOf(z, n int) uint64 { return (1<<n - 1) << ((z + 1) & 63) }

// chain returns how many cards of set there are from z upwards in its suit, z among them.
func chain(set uint64, z int) int { return bits.LeadingZeros64(^(set << (63 - z))) }
