package deadends

import (
	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve/cardset"
)

const kings = cardset.Kings

// A state is a word: for every column how many of its groups have not left their place, heightBits each, and above
// these the suits whose kings are loose and lie at the bottom of a column.
//
// A group is a maximal run down in suit among the cards of a column at the start. Its highest card is its head, with
// which the others go; as soon as they are open they count as loose. A run that a king heads at the bottom of its column
// is no group: it has nowhere to go from there.
type state uint64

// finished is the state in which all cards are on the foundations.
const finished state = 0

const (
	heightBits = 6
	heightMask = 1<<heightBits - 1
	ownedShift = heightBits * patience.MaxColumns
)

// deal is what stays the same while the positions that one leads to are searched.
type deal struct {
	columns, cells int
	ranks          uint8
	aces, deck     uint64
	columnOf       [64]uint8                                 // by head
	base           [patience.MaxColumns]uint64               // the king at the bottom of a column that has it there
	rests          [patience.MaxColumns][heightMask + 1]rest // by the groups left in a column
}

// rest is what lies in a column when only so many of its groups are left.
type rest struct {
	buried uint64 // the head of the last of them and all that lies under it
	head   uint64
}

// board is what follows from a state.
type board struct {
	heights state
	loose   uint64 // cards that have left their place, or hang on a head, or are on the foundations
	heads   uint64 // of the last groups that are left
	owned   uint64 // loose kings at the bottom of columns
	founded uint64 // cards on the foundations; not up to date before settle
}

// load sets d up for p and returns its state.
func (d *deal) load(p *patience.Position) state {
	d.columns, d.cells, d.ranks = p.NumColumns(), p.NumCells(), p.Rules.Ranks
	d.aces, d.deck = cardset.Aces(d.ranks), kings<<d.ranks-kings
	var heights state
	for c := range d.columns {
		heights |= state(d.loadColumn(c, p.Columns[c].All())) << (c * heightBits)
	}
	b := d.lay(heights)
	for c := range d.columns {
		if d.left(heights, c).head == 0 {
			b.owned |= d.base[c]
		}
	}
	return d.settle(&b)
}

// loadColumn splits a column into groups, from the bottom up, and returns their number.
func (d *deal) loadColumn(c int, cards []positions.Card) (groups int) {
	d.base[c], d.rests[c][0] = 0, rest{}
	var below uint64 // the cards under the present one
	for i, card := range cards {
		bit := cardset.Bit(card, d.ranks)
		one := uint64(1) << (bit & 63)
		switch {
		case i > 0 && bit%cardset.Lane != 0 && bit == cardset.Bit(cards[i-1], d.ranks)+1: // goes with the one under it
		case i == 0 && bit%cardset.Lane == 0:
			d.base[c] = one
		default:
			groups++
			d.rests[c][groups] = rest{buried: below | one, head: one}
			d.columnOf[bit&63] = uint8(c)
		}
		below |= one
	}
	return groups
}

// left returns what is left in a column.
func (d *deal) left(heights state, c int) *rest {
	return &d.rests[c][heights>>(c*heightBits)&heightMask]
}

// lay returns the board of heights, with no king owning a column.
func (d *deal) lay(heights state) board {
	b := board{heights: heights, loose: d.deck}
	for c := range d.columns {
		l := d.left(heights, c)
		b.loose &^= l.buried
		b.heads |= l.head
	}
	return b
}

// board returns what follows from a state in normal form.
func (d *deal) board(s state) board {
	b := d.lay(s & (1<<ownedShift - 1))
	b.owned = scatter(s >> ownedShift)
	b.founded = cardset.FromAces(d.aces, b.loose)
	return b
}

// dig takes the last group out of a column.
func (d *deal) dig(b *board, c int) {
	was := d.left(b.heights, c)
	b.heights -= 1 << (c * heightBits)
	is := d.left(b.heights, c)
	b.loose |= was.buried &^ is.buried
	b.heads ^= was.head | is.head
	if is.head == 0 {
		b.owned |= d.base[c]
	}
}

// settle makes all foundation moves, and then gives the empty columns to loose kings, those with the longest runs first. It
// returns the state in normal form.
func (d *deal) settle(b *board) state {
	for {
		b.founded = cardset.FromAces(d.aces, b.loose|b.heads)
		gone := b.founded & b.heads
		if gone == 0 {
			break
		}
		for ; gone != 0; gone &= gone - 1 {
			d.dig(b, int(d.columnOf[lowest(gone)]))
		}
	}
	b.owned &^= b.founded
	for waiting := b.loose & kings &^ b.founded &^ b.owned; waiting != 0 && d.spare(b) > 0; waiting &^= b.owned {
		b.owned |= longest(waiting, b.loose&^b.founded)
	}
	return b.heights | gather(b.owned)<<ownedShift
}

// longest returns the one of some kings that heads the longest run of loose cards, of equal ones the lowest.
func longest(kings, loose uint64) (best uint64) {
	length := -1
	for ; kings != 0; kings &= kings - 1 {
		if n := run(loose, lowest(kings)); n > length {
			best, length = kings&-kings, n
		}
	}
	return best
}

// gather returns a set of kings as four bits, and scatter turns these into the set.
func gather(owned uint64) state {
	return state((owned | owned>>15 | owned>>30 | owned>>45) & 15)
}

func scatter(suits state) uint64 {
	s := uint64(suits)
	return (s | s<<15 | s<<30 | s<<45) & kings
}
