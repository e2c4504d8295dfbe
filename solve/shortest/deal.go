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
	aces    uint64     // of all suits
	must    uint64     // the cards that lie on a lower one of their suit, which must leave it first, by a move of their own
	tops    uint64     // the highest cards of all groups
	rivals  [64]uint64 // by card, the others of which one or the card must leave its place by a move of its own
	dealt   [patience.MaxColumns]patience.Column
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

// position is where all cards are, all foundation moves being made: the depths, and which of the loose cards off the foundations
// lie on a column.
type position struct {
	depths
	hung uint64
}

// load sets d up for p.
func (d *deal) load(p *patience.Position, steps bool) {
	*d = deal{columns: p.NumColumns(), cells: p.NumCells(), ranks: p.Rules.Ranks}
	d.aces = cardset.Aces(d.ranks)
	unit := uint32(1)
	for c := range d.columns {
		d.dealt[c] = p.Columns[c]
		unit *= 1 + d.loadColumn(unit, p.Columns[c].All())
	}
	d.findRivals(p, steps)
}

// at returns p, the position that d was set up for or one that can be reached from it: a card that is not loose is where it was.
func (d *deal) at(p *patience.Position) position {
	var s position
	s.founded = cardset.Home(p.Home, d.ranks)
	cells := uint64(0)
	for _, c := range p.Cells[:d.cells] {
		if c != positions.NoCard {
			cells |= 1 << d.bit(c)
		}
	}
	s.loose = s.founded | cells
	for c := range d.columns {
		now, dealt := p.Columns[c].All(), d.dealt[c].All()
		n := 0
		for n < min(len(now), len(dealt)) && now[n] == dealt[n] {
			n++
		}
		d.stand(&s.depths, now[:n])
		for _, card := range now[n:] {
			s.loose |= 1 << d.bit(card)
		}
	}
	d.found(&s.depths)
	s.hung = s.loose &^ cells &^ s.founded
	return s
}

// stand adds to s what has not been moved of a column.
func (d *deal) stand(s *depths, cards []positions.Card) {
	head, bare := uint64(0), uint64(0)
	for _, card := range cards {
		bit := uint64(1) << d.bit(card)
		if bare |= bit; bit&d.tops != 0 {
			head, bare = bit, 0
			s.heights += d.covers[d.bit(card)].unit
		}
	}
	s.heads |= head
	s.loose |= bare
}

// findRivals fills d.rivals. A card that is not moved but to its foundation leaves its place after all lower ones of its
// suit. When each of two cards lies on a lower one of the other's suit each would have to leave before the other: one of them
// has a move of its own.
//
// When a run is one move, only the tops of groups are sure to have a move of their own.
func (d *deal) findRivals(p *patience.Position, steps bool) {
	var under [64]uint64 // by card
	can := ^d.must
	if steps {
		d.must &= d.tops
		can &= d.tops
	}
	for c := range d.columns {
		cards := uint64(0)
		for _, card := range p.Columns[c].All() {
			bit := d.bit(card)
			under[bit] = cards
			cards |= 1 << bit
		}
	}
	lower := func(x int) uint64 { return uint64(0xffff) << (x / lane * lane) &^ (1<<(x+1) - 1) }
	for x := range 64 {
		for y := range x {
			if can>>x&can>>y&1 != 0 && under[x]&lower(y) != 0 && under[y]&lower(x) != 0 {
				d.rivals[x] |= 1 << y
				d.rivals[y] |= 1 << x
			}
		}
	}
}

// rest returns how many moves the cards that have not left their place in s will make at least, those to the foundations not
// counted: of a clique of rivals all but one have one.
func (d *deal) rest(s *depths) int {
	left := ^s.loose
	n := bits.OnesCount64(d.must & left)
	for left &^= d.must; left != 0; {
		x := bits.TrailingZeros64(left)
		left &= left - 1
		for clique := d.rivals[x] & left; clique != 0; {
			y := bits.TrailingZeros64(clique)
			left &^= 1 << y
			clique &= d.rivals[y]
			n++
		}
	}
	return n
}

// loadColumn splits a column into groups, from the bottom up, and returns their number.
func (d *deal) loadColumn(unit uint32, cards []positions.Card) (groups uint32) {
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
			d.tops |= 1 << bit
			head, bare = 1<<bit, 0
		}
	}
	return groups
}

// lift takes the head z from its place.
func (d *deal) lift(s *depths, z int) {
	c := &d.covers[z&63]
	s.loose |= 1<<(z&63) | c.bare
	s.heads ^= c.flip
	s.heights -= c.unit
}

// found makes all foundation moves.
func (d *deal) found(s *depths) {
	for {
		f := cardset.FromAces(d.aces, s.loose|s.heads)
		gone := f & s.heads
		if gone == 0 {
			s.founded = f
			return
		}
		for ; gone != 0; gone &= gone - 1 {
			d.lift(s, bits.TrailingZeros64(gone))
		}
	}
}

// run returns how many cards of set follow card z downwards in its suit.
func run(set uint64, z int) int { return cardset.Run(^set, uint8(z)) }

// runOf returns the n cards that follow z downwards in its suit.
func runOf(z, n int) uint64 { return (1<<n - 1) << ((z + 1) & 63) }

// chain returns how many cards of set there are from z upwards in its suit, z among them.
func chain(set uint64, z int) int { return bits.LeadingZeros64(^(set << (63 - z))) }
