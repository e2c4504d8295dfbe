package freecell

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// The places a card can have, three bits each. A card on another one that may not be built there has the place
// dealt: no card comes to such a place, so it lies where it lay in the given position, on the card that rests
// names. All other cards in columns are on a card of the next higher rank: onSuit plus that card's suit.
const (
	home = iota
	inCell
	atBase // of a column
	dealt
	onSuit
)

// state is a position without the names of columns and cells, which do not matter: what each card lies on. Bit c
// of the three planes p0, p1, p2 is the place of card c (its number as in positions.Card, 4 to 55), so that the
// planes are an exact key. The other fields follow from the key or only serve the score.
type state struct {
	p0, p1, p2 uint64
	open       uint64 // the open cards of the columns
	steady     uint64 // cards in columns that have not moved since the given position
	parent     uint32 // the number of the state that this one was reached from
	last       made   // that led from there
	depth      uint8  // moves since the given position, 255 if more
}

func (s *state) cells() uint64 { return s.p0 &^ (s.p1 | s.p2) }
func (s *state) bases() uint64 { return s.p1 &^ (s.p0 | s.p2) }

// away returns the cards that are not on foundations.
func (s *state) away() uint64 { return s.p0 | s.p1 | s.p2 }

func (s *state) place(c uint) uint {
	return uint(s.p0>>c&1 | s.p1>>c&1<<1 | s.p2>>c&1<<2)
}

// set changes the place of card c.
func (s *state) set(c, place uint) {
	s.p0 = s.p0&^(1<<c) | uint64(place&1)<<c
	s.p1 = s.p1&^(1<<c) | uint64(place>>1&1)<<c
	s.p2 = s.p2&^(1<<c) | uint64(place>>2)<<c
}

// aces is a set of cards: bit c stands for card c, as numbered by positions.Card, from 4 to 55.
const aces = 0xF0

// deck holds what follows from the rules.
type deck struct {
	rules   patience.Rules
	all     uint64     // the cards
	fills   uint64     // cards that may go to an empty column
	parents [64]uint64 // cards that a card may be laid on
	needs   [64]uint64 // cards at home that make it safe to bring a card home
	below   [64]uint64 // cards of a lower rank
}

func newDeck(r patience.Rules) deck {
	d := deck{rules: r}
	for c := uint(4); c < uint(4+r.DeckSize()); c++ {
		d.all |= 1 << c
	}
	for c := uint(4); c < uint(4+r.DeckSize()); c++ {
		card := positions.Card(c)
		if r.Fills(card) {
			d.fills |= 1 << c
		}
		d.below[c] = d.all & (1<<(c&^3) - 1)
		for o := uint(4); o < uint(4+r.DeckSize()); o++ {
			if r.Stacks(card, positions.Card(o)) {
				d.parents[c] |= 1 << o
			}
		}
		d.needs[c] = needs(r.Build, card)
	}
	return d
}

// needs returns the cards that must be at home so that bringing x home, whose turn it is, is never a mistake.
//
// Proof. Let all cards of rank two lower that may lie on a card that may lie on x be at home, and all those of
// rank one lower again that may lie on a card that may lie on such a one. Take a line that wins without bringing
// x home now. Change it thus: a card y that is laid on x is brought home instead, and so is a card z that is laid
// on such a y. Both can be: by suit there is no y, since x-1 is at home. In alternate colours y is of the other
// colour and one rank lower than x; its suit's next lower card is at home, as needs wants of both suits of the
// other colour. z, of the colour of x and two ranks lower, is not of the suit of x, which is at home so far; it is
// of the other suit of that colour, whose card next below z is at home, as needs wants. Nothing is ever laid on
// z: what may lie on it is at home. In any suit y is of another suit and its next lower card is at home, as needs
// wants of the three other suits, and no z is left. Every other move of the line stays legal or is done already,
// since a card that goes home early only uncovers a card or frees a cell or column.
func needs(b patience.Build, x positions.Card) uint64 {
	var m uint64
	for s := range positions.Suit(positions.NumSuits) {
		lower := 0
		switch {
		case s == x.Suit() || b == patience.BySuit:
		case b == patience.Alternate && s.Red() == x.Red():
			lower = x.Rank() - 3
		default:
			lower = x.Rank() - 2
		}
		if lower > 0 {
			m |= 1 << positions.NewCard(lower, s)
		}
	}
	return m
}

// board holds what follows from the given position.
type board struct {
	deck
	rests  [64]uint8  // the card that a card in a column lies on at first, 0 for none
	above  [64]uint64 // the cards that lie above a card in its column at first
	blocks uint64     // the cards that lie at first above a card of a lower rank in their column
}

// setUp fills b and returns the state of a position.
func (b *board) setUp(p *patience.Position) state {
	if b.rules != p.Rules {
		b.deck = newDeck(p.Rules)
	}
	b.rests, b.above = [64]uint8{}, [64]uint64{}
	b.blocks = 0
	var s state
	for i := range p.NumColumns() {
		b.setUpColumn(&s, p.Columns[i].All())
	}
	for _, c := range p.Cells[:p.NumCells()] {
		if c != positions.NoCard {
			s.set(uint(c), inCell)
		}
	}
	return s
}

func (b *board) setUpColumn(s *state, cards []positions.Card) {
	var under uint64
	for i, c := range cards {
		bit := uint64(1) << c
		place := uint(atBase)
		if i > 0 {
			on := cards[i-1]
			b.rests[c] = uint8(on)
			place = dealt
			if p := b.parents[c]; p>>on&1 != 0 {
				place = onSuit + uint(on.Suit())
			}
		}
		s.set(uint(c), place)
		s.steady |= bit
		for _, o := range cards[:i] {
			b.above[o] |= bit
		}
		if under&b.below[c] != 0 {
			b.blocks |= bit
		}
		under |= bit
	}
	if n := len(cards); n > 0 {
		s.open |= 1 << cards[n-1]
	}
}

// under returns the bit of the card that c, at the given place, lies on, none if it lies on no card.
func (b *board) under(c, place uint) uint64 {
	switch {
	case place >= onSuit:
		return 1 << (c&^3 + place)
	case place == dealt:
		return 1 << b.rests[c]
	}
	return 0
}

// nextHome returns the cards whose turn it is to go home.
func (b *board) nextHome(s *state) uint64 {
	up := b.all &^ s.away()
	return (up<<4 | aces) & b.all &^ up
}

// bringHome moves an open card home.
func (b *board) bringHome(s *state, c uint) {
	bit := uint64(1) << c
	if s.open&bit != 0 {
		s.open = s.open&^bit | b.under(c, s.place(c))
		s.steady &^= bit
	}
	s.p0 &^= bit
	s.p1 &^= bit
	s.p2 &^= bit
}

// settle brings home every card that is safe to bring home.
func (b *board) settle(s *state) {
	for {
		up := b.all &^ s.away()
		ready := (up<<4 | aces) &^ up & (s.open | s.cells())
		moved := false
		for ; ready != 0; ready &= ready - 1 {
			c := uint(bits.TrailingZeros64(ready)) & 63
			if b.needs[c]&^up == 0 {
				b.bringHome(s, c)
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// sorted reports whether no card lies above one of a lower rank. Then the position is won by foundation moves
// alone: of the lowest cards the open one is next, and every card that moved lies in order on what is under it.
func (b *board) sorted(s *state) bool { return s.steady&b.blocks == 0 }
