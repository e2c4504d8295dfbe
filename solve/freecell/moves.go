package freecell

import "math/bits"

// move gives a card, with the run that lies on it, a new place.
type move struct{ card, place uint8 }

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
		if next>>c&1 != 0 {
			buf[n] = move{uint8(c), home}
			n++
		}
		place := s.place(c)
		if free > 0 {
			buf[n] = move{uint8(c), inCell}
			n++
		}
		for length := 1; ; length++ {
			if length <= toCard {
				n = b.movesToCards(s, c, buf, n)
			}
			if place != atBase && fills>>c&1 != 0 && (length == 1 || place == dealt && length <= toEmpty) {
				buf[n] = move{uint8(c), atBase}
				n++
			}
			if place < onSuit {
				break
			}
			c = (c&^3 + place) & 63
			place = s.place(c)
		}
	}
	for ; cells != 0; cells &= cells - 1 {
		c := uint(bits.TrailingZeros64(cells)) & 63
		if next>>c&1 != 0 {
			buf[n] = move{uint8(c), home}
			n++
		}
		n = b.movesToCards(s, c, buf, n)
		if fills>>c&1 != 0 {
			buf[n] = move{uint8(c), atBase}
			n++
		}
	}
	return n
}

func (b *board) movesToCards(s *state, c uint, buf *[maxMoves]move, n int) int {
	for on := b.parents[c] & s.open; on != 0; on &= on - 1 {
		buf[n] = move{uint8(c), uint8(onSuit + bits.TrailingZeros64(on)&3)}
		n++
	}
	return n
}

// play makes a move.
func (b *board) play(s *state, m move) {
	c, place := uint(m.card)&63, uint(m.place)
	if m.place == home {
		b.bringHome(s, c)
		return
	}
	bit := uint64(1) << c
	from := s.place(c)
	if from == inCell {
		s.open |= bit
	} else {
		s.open |= b.under(c, from)
		s.steady &^= b.above[c] | bit
		if m.place == inCell {
			s.open &^= bit
		}
	}
	s.open &^= b.under(c, place)
	s.put(c, place)
}
