package bases

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// A set of cards is a word of four 16-bit lanes, one a suit, the highest rank of the deck at bit 0 of its lane:
// the parent of a card, the next higher of its suit, is one bit to the right.

// bit returns the bit of a card in a deck of the given number of ranks.
func bit(c positions.Card, ranks int) int { return int(c.Suit())<<4 + ranks - c.Rank() }

// card is the inverse of bit.
func card(bit, ranks int) positions.Card {
	return positions.NewCard(ranks-bit&15, positions.Suit(bit>>4))
}

// state is a position in normal form. The first two words are the key, the others follow from them.
type state struct {
	depths uint64 // a lane of 6 bits a column: how many groups lie under its exposed one, 0 when it is dealt out
	bases  uint64 // the bottom cards of the dealt-out columns
	heads  uint64 // the exposed group's first card of every column that is not dealt out
	loose  uint64 // cards out of their place, and the cards that lie on heads and bases
	home   uint64 // cards on the foundations, a subset of loose
}

// under is what comes off a column, by the head that leaves it.
type under struct {
	step  uint64 // 1 in the column's lane
	head  uint64 // the next head, none when the column is dealt out
	loose uint64 // the cards on that head, or the whole bottom group
	base  uint64 // the first card of the bottom group
}

// board is what stays the same in all the positions of one search.
type board struct {
	ranks   int
	columns int
	cells   int
	deck    uint64     // all cards
	aces    uint64     // the lowest rank
	under   [64]under  // by the bit of a head
	covers  [64]uint64 // by the bit of an original: the cards that lie on it in its column
	bad     uint64     // cards that lie on a lower one of their suit in their column
}

// set makes b the board of p and returns its normal form.
func (b *board) set(p *patience.Position) state {
	b.ranks, b.columns, b.cells = int(p.Rules.Ranks), p.NumColumns(), p.NumCells()
	suit := uint64(1)<<b.ranks - 1
	b.deck = suit * 0x0001_0001_0001_0001
	b.aces = b.deck &^ (b.deck >> 1)
	b.bad = 0
	var s state
	for i, top := range p.Home {
		s.home |= (suit &^ (suit >> top)) << (16 * i)
	}
	s.loose = s.home
	for _, c := range p.Cells[:b.cells] {
		if c != positions.NoCard {
			s.loose |= 1 << bit(c, b.ranks)
		}
	}
	for c := range b.columns {
		b.setColumn(&s, p.Rules, c, p.Columns[c].All())
	}
	b.close(&s)
	return s
}

// setColumn splits a column into groups, runs of one suit that lie in sequence, and exposes the last of them.
func (b *board) setColumn(s *state, r patience.Rules, column int, cards []positions.Card) {
	var above uint64
	for i := len(cards) - 1; i >= 0; i-- {
		x := bit(cards[i], b.ranks)
		b.covers[x] = above
		b.bad |= above & (1<<x - 1<<(x&^15))
		above |= 1 << x
	}
	step := uint64(1) << (6 * column)
	var u under // what comes when the next group leaves
	for i := 0; i < len(cards); {
		end := i + 1
		for end < len(cards) && r.Stacks(cards[end], cards[end-1]) {
			end++
		}
		head := bit(cards[i], b.ranks)
		group := (uint64(1)<<(end-i) - 1) << head
		b.under[head] = u
		if i == 0 {
			u = under{step: step, loose: group, base: 1 << head}
		} else {
			u = under{step: step, loose: group &^ (1 << head), head: 1 << head}
			s.depths += step
		}
		i = end
	}
	s.heads |= u.head
	s.loose |= u.loose
	s.bases |= u.base
}

// next returns the cards that come next on the foundations; bits that are no card may be among them.
func (b *board) next(home uint64) uint64 { return (home>>1 | b.aces) &^ home }

// close brings home all cards that can go there. Which ones does not depend on the bases.
func (b *board) close(s *state) {
	for {
		ready := b.next(s.home) & (s.loose | s.heads)
		if ready == 0 {
			break
		}
		s.home |= ready
		s.loose |= ready
		for dug := ready & s.heads; dug != 0; dug &= dug - 1 {
			b.take(s, bits.TrailingZeros64(dug))
		}
	}
	s.bases &^= s.home
}

// take removes a head from its column and exposes what lies under it.
func (b *board) take(s *state, head int) {
	u := &b.under[head]
	s.depths -= u.step
	s.heads = s.heads&^(1<<head) | u.head
	s.loose |= u.loose | 1<<head
	s.bases |= u.base
}
