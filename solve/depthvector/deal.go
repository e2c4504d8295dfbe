package depthvector

import (
	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve/cardset"
)

// deal is what stays the same while one position is solved.
type deal struct {
	columns int
	cells   int
	ranks   uint8
	cards   int        // in the deck
	aces    uint64     // of all suits
	over    uint64     // heads that lie on a lower card of their suit
	groups  [64]group  // by head
	order   [64]uint32 // by head, as setOrder writes it
	place   [64]place  // by card, for cards that start in a column
}

// group is a maximal run of originals in a column, under the number of its head: its highest card. The lower
// ones are loose as soon as the head is exposed. A group that a king heads at the bottom of a column is none: it
// is a loose king that owns the column as soon as the group above it is gone.
type group struct {
	loosen uint64 // what a dig of the head adds to the loose cards: itself and what it exposes but the next head
	flip   uint64 // the head and the one under it
	owned  uint64 // the king that comes to own the column
	unit   uint64 // what the dig takes from the heights
}

// place is where a card starts.
type place struct {
	shift uint8 // of the column's lane
	under uint8 // cards in the column up to this one
}

func (d *deal) bit(c positions.Card) uint8 {
	return cardset.Bit(c, d.ranks)
}

func (d *deal) card(bit uint8) positions.Card {
	return cardset.Card(bit, d.ranks)
}

// load sets d up for p and fills s with p in normal form.
func (d *deal) load(p *patience.Position, s *state) {
	d.columns, d.cells, d.ranks, d.cards = p.NumColumns(), p.NumCells(), p.Rules.Ranks, p.Rules.DeckSize()
	d.aces = cardset.Aces(d.ranks)
	d.over = 0
	*s = state{founded: cardset.Home(p.Home, d.ranks)}
	s.loose = s.founded
	for _, c := range p.Cells[:d.cells] {
		if c != positions.NoCard {
			s.loose |= 1 << d.bit(c)
		}
	}
	for c := range d.columns {
		d.loadColumn(s, uint8(c*heightBits), p.Columns[c].All())
	}
	d.settle(s, s.loose, s.heads, s.owned, s.heights)
}

// loadColumn splits a column into groups from the bottom up and adds it to s.
func (d *deal) loadColumn(s *state, shift uint8, cards []positions.Card) {
	if len(cards) == 0 {
		return
	}
	var below, bare, flip, owned, height uint64 // of what is under the group
	under := uint8(noCard)
	bit := d.bit(cards[0])
	for i := 0; i < len(cards); {
		head, start, group := bit, i, uint64(0)
		for {
			group |= 1 << (bit & 63)
			i++
			d.place[bit&63] = place{shift, uint8(i)}
			if i == len(cards) {
				break
			}
			upper := bit
			if bit = d.bit(cards[i]); bit != upper+1 {
				break
			}
		}
		if start == 0 && head%lane == 0 {
			below, bare, owned = group, group, 1<<head
			continue
		}
		g := &d.groups[head&63]
		top := uint64(1) << (head & 63)
		g.loosen = top | bare&^flip
		g.flip = top | flip
		g.owned = owned
		g.unit = (uint64(i) - height) << (shift & 63)
		d.setOrder(head, under, shift, below)
		under, height, below, bare, flip, owned = head, uint64(i), below|group, group, top, 0
	}
	s.heights |= height << (shift & 63)
	s.heads |= flip
	s.loose |= bare &^ flip
	s.owned |= owned
}
