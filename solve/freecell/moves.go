package freecell

import "math/bits"

// move gives a card, with the run that lies on it, a new place.
type move struct{ card, from, to uint8 }

// made is a move that led to a state.
type made struct {
	card, to uint8
	index    uint8 // among the moves of the state before
}

// maxMoves bounds the moves of a state: each of 52 cards has up to four cards, a base, a cell and home to go to.
const maxMoves = 52 * 7

// moves fills buf with the moves of s and returns how many there are: every single-card move, every move of a run to
// a card that free cells and empty columns allow, and that of a whole run to an empty column. A card that is a base
// does not go to another base: no change.
func (b *board) moves(s *state, buf *[maxMoves]move) int {
	n := 0
	cells := s.cells()
	free := int(b.rules.Cells) - bits.OnesCount64(cells)
	empty := int(b.rules.Columns) - bits.OnesCount64(s.bases())
	fills := b.fills
	if empty == 0 {
		fills = 0
	}
	// The longest runs that can move to a card, and to an empty column.
	toCard, toEmpty := free+1, free+1
	if fills == b.all {
		toCard, toEmpty = (free+1)<<empty, (free+1)<<(empty-1)
	}
	next := b.nextHome(s)
	for open := s.open; open != 0; open &= open - 1 {
		c := uint(bits.TrailingZeros64(open)) & 63
		from := s.place(c)
		if next>>c&1 != 0 {
			buf[n] = move{uint8(c), uint8(from), home}
			n++
		}
		if free > 0 {
			buf[n] = move{uint8(c), uint8(from), inCell}
			n++
		}
		for length := 1; ; length++ {
			if length <= toCard {
				n = b.movesToCards(s, c, from, buf, n)
			}
			if fills>>c&1 != 0 && (length == 1 && from != atBase || from == dealt && length <= toEmpty) {
				buf[n] = move{uint8(c), uint8(from), atBase}
				n++
			}
			if from < onSuit {
				break
			}
			c = (c&^3 + from) & 63
			from = s.place(c)
		}
	}
	for ; cells != 0; cells &= cells - 1 {
		c := uint(bits.TrailingZeros64(cells)) & 63
		if next>>c&1 != 0 {
			buf[n] = move{uint8(c), inCell, home}
			n++
		}
		n = b.movesToCards(s, c, inCell, buf, n)
		if fills>>c&1 != 0 {
			buf[n] = move{uint8(c), inCell, atBase}
			n++
		}
	}
	return n
}

func (b *board) movesToCards(s *state, c, from uint, buf *[maxMoves]move, n int) int {
	for on := b.parents[c] & s.open; on != 0; on &= on - 1 {
		buf[n] = move{uint8(c), uint8(from), uint8(onSuit + bits.TrailingZeros64(on)&3)}
		n++
	}
	return n
}

// play makes a move, and then brings home what is safe.
func (b *board) play(s *state, m move) {
	if s.depth != 1<<8-1 {
		s.depth++
	}
	b.put(s, m)
	b.settle(s)
}

// put makes a move.
func (b *board) put(s *state, m move) {
	c, from, to := uint(m.card)&63, uint(m.from), uint(m.to)
	if to == home {
		b.bringHome(s, c)
		return
	}
	bit := uint64(1) << c
	if from == inCell {
		s.open |= bit
	} else {
		s.open |= b.under(c, from)
		s.steady &^= b.above[c] | bit
		if to == inCell {
			s.open &^= bit
		}
	}
	s.open &^= b.under(c, to)
	s.set(c, to)
}
