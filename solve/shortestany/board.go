package shortestany

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// A card is told by a number from 0: the aces in the order of suits, then the twos and so on. A place is a card, on which another one
// lies, or one of these.
const (
	base uint8 = 64 + iota // the bottom of a column
	cell
	home
)

const none = 255 // no card

// key says of every card what it lies on, in three bits: what it lay on at the start, a cell, the bottom of a column, its foundation, or
// one of the cards that it may be built on. Positions that differ only in the order of columns or cells have the same key.
type key [3]uint64

const cardsPerWord = 21

func (k *key) at(card uint8) uint64 {
	return k[card/cardsPerWord] >> (card % cardsPerWord * 3) & 7
}

func (k *key) set(card uint8, code uint64) {
	word, shift := &k[card/cardsPerWord], card%cardsPerWord*3
	*word = *word&^(7<<shift) | code<<shift
}

func (k *key) hash() uint64 {
	h := k[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(k[1]*0xd6e8feb86659fd93, 32) ^ k[2]*0xc2b2ae3d27d4eb4f
	return (h ^ h>>29) * 0xbf58476d1ce4e5b9
}

// Codes of a key.
const (
	asDealt = iota
	inCell
	atBase
	atHome
	onParent // and up
)

// game is what stays the same while one position is solved.
type game struct {
	deck    uint8 // number of cards
	columns int
	cells   int
	dealt   [patience.MaxDeck]uint8    // what each card lay on at the start
	parents [patience.MaxDeck][4]uint8 // the cards that each may be built on, then none
	built   [patience.MaxDeck]uint64   // the cards that may be built on each
	fills   uint64                     // the cards that may go to an empty column
}

func id(c positions.Card) uint8 { return uint8(c.Rank()-1)*positions.NumSuits + uint8(c.Suit()) }

func card(id uint8) positions.Card {
	return positions.NewCard(int(id/positions.NumSuits)+1, positions.Suit(id%positions.NumSuits))
}

// load sets g up for p and returns the key of p.
func (g *game) load(p *patience.Position) (k key) {
	*g = game{deck: uint8(p.Rules.DeckSize()), columns: p.NumColumns(), cells: p.NumCells()}
	for c := range g.deck {
		if p.Rules.Fills(card(c)) {
			g.fills |= 1 << c
		}
		g.parents[c] = [4]uint8{none, none, none, none}
		n := 0
		for on := range g.deck {
			if p.Rules.Stacks(card(c), card(on)) {
				g.parents[c][n] = on
				g.built[on] |= 1 << c
				n++
			}
		}
		g.dealt[c] = home
	}
	for _, c := range p.Cells[:g.cells] {
		if c != positions.NoCard {
			g.dealt[id(c)] = cell
		}
	}
	for i := range g.columns {
		on := base
		for _, c := range p.Columns[i].All() {
			g.dealt[id(c)] = on
			on = id(c)
		}
	}
	return k
}

// code returns the code of a card that lies on a place.
func (g *game) code(card, on uint8) uint64 {
	switch {
	case on == g.dealt[card]:
		return asDealt
	case on == cell:
		return inCell
	case on == base:
		return atBase
	case on == home:
		return atHome
	}
	code := uint64(onParent)
	for _, p := range g.parents[card] {
		if p == on {
			break
		}
		code++
	}
	return code
}

// place returns what a card lies on.
func (g *game) place(k *key, card uint8) uint8 {
	switch code := k.at(card); code {
	case asDealt:
		return g.dealt[card]
	case inCell:
		return cell
	case atBase:
		return base
	case atHome:
		return home
	default:
		return g.parents[card][code-onParent]
	}
}

// won reports whether all cards are on their foundations.
func (k *key) won(g *game) bool {
	for c := g.deck - 1; c+positions.NumSuits >= g.deck; c-- { // the highest of each suit
		if g.place(k, c) != home {
			return false
		}
	}
	return true
}

// board is a position.
type board struct {
	deck    uint8
	under   [patience.MaxDeck]uint8 // what each card lies on
	over    [patience.MaxDeck]uint8 // the card that lies on each, or none
	homes   uint64                  // cards on foundations
	inCells uint64
	bases   uint64 // cards at the bottom of a column
	tops    uint64 // open cards of columns
}

// load sets b to the position of a key, and reports whether that is one.
func (b *board) load(g *game, k *key) bool {
	*b = board{deck: g.deck}
	for c := range g.deck {
		b.over[c] = none
	}
	covered := uint64(0)
	for c := range g.deck {
		on := g.place(k, c)
		switch b.under[c] = on; on {
		case none:
			return false
		case home:
			b.homes |= 1 << c
		case cell:
			b.inCells |= 1 << c
		case base:
			b.bases |= 1 << c
		default:
			if b.over[on] != none {
				return false
			}
			b.over[on] = c
			covered |= 1 << on
		}
	}
	b.tops = (1<<g.deck - 1) &^ (b.homes | b.inCells | covered)
	return true
}

// move takes a card to a place.
type move struct{ card, to uint8 }

// lift takes an open card from where it lies, and put lays it down.
func (b *board) lift(card uint8) {
	bit := uint64(1) << card
	b.tops &^= bit
	switch on := b.under[card]; on {
	case home:
		b.homes &^= bit
	case cell:
		b.inCells &^= bit
	case base:
		b.bases &^= bit
	default:
		b.over[on] = none
		b.tops |= 1 << on
	}
}

func (b *board) put(card, on uint8) {
	bit := uint64(1) << card
	switch b.under[card] = on; on {
	case home:
		b.homes |= bit
		return
	case cell:
		b.inCells |= bit
		return
	case base:
		b.bases |= bit
	default:
		b.over[on] = card
		b.tops &^= 1 << on
	}
	b.tops |= bit
}

// play makes a move and returns what undo needs.
func (b *board) play(m move) (from uint8) {
	from = b.under[m.card]
	b.lift(m.card)
	b.put(m.card, m.to)
	return from
}

func (b *board) undo(card, from uint8) {
	b.lift(card)
	b.put(card, from)
}

// moves appends the legal moves, each of equal ones once. When a card can go to its foundation and none that could be built on it is
// left it is that move alone: a line that wins without it still wins, in one move fewer, when every move of that card is left out and
// the foundation move is put first, for nothing ever lies on the card.
func (b *board) moves(g *game, buf []move) []move {
	open := b.tops | b.inCells
	next := (b.homes<<positions.NumSuits | (1<<positions.NumSuits - 1)) &^ b.homes & (1<<g.deck - 1)
	for ready := next & open; ready != 0; ready &= ready - 1 {
		c := uint8(bits.TrailingZeros64(ready))
		if g.built[c]&^b.homes == 0 {
			return append(buf, move{c, home})
		}
		buf = append(buf, move{c, home})
	}
	freeCell := bits.OnesCount64(b.inCells) < g.cells
	freeColumn := bits.OnesCount64(b.bases) < g.columns
	for ; open != 0; open &= open - 1 {
		c := uint8(bits.TrailingZeros64(open))
		bit := uint64(1) << c
		for _, on := range g.parents[c] {
			if on == none {
				break
			}
			if b.tops>>on&1 != 0 {
				buf = append(buf, move{c, on})
			}
		}
		if freeColumn && g.fills&bit != 0 && b.bases&bit == 0 {
			buf = append(buf, move{c, base})
		}
		if freeCell && b.inCells&bit == 0 {
			buf = append(buf, move{c, cell})
		}
	}
	return buf
}
