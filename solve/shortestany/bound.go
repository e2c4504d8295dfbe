package shortestany

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// bound finds how many moves a position needs at least. Every card off the foundations needs one, to its foundation, and
// some need one more before that:
//
// A card that lies on a lower one of its suit does.
//
// Say that x goes before y when x lies above y or above a lower card of y's suit: as long as neither is moved but to its
// foundation, x leaves the tableau before y. (Then what lies under x is free only after x has gone, and y goes home only after the
// lower card.) So of the cards of a cycle one has another move. Of the cards that are each before each other, a clique, all but one
// have. Cliques and cycles without a card in common are added.
type bound struct {
	before [patience.MaxDeck]uint64 // by card, those that it goes before
}

// suits are the cards of the first suit.
const suits = uint64(0x1111_1111_1111_1111)

func (d *bound) of(b *board) int {
	n := int(b.deck) - bits.OnesCount64(b.homes)
	left := uint64(0)
	for bases := b.bases; bases != 0; bases &= bases - 1 {
		later, under := uint64(0), uint64(0) // later: under a card here, or higher than one in its suit
		for c := uint8(bits.TrailingZeros64(bases)); c != none; c = b.over[c] {
			bit := uint64(1) << c
			if later&bit != 0 {
				n++
			} else {
				d.before[c] = later | under
				left |= bit
			}
			under |= bit
			later |= suits << (c % positions.NumSuits) &^ (bit<<1 - 1)
		}
	}
	n += d.cliques(&left)
	return n + d.cycles(left)
}

// cliques takes cards that are before each other from left, but for one card of each clique found, and returns how many.
func (d *bound) cliques(left *uint64) (n int) {
	for rest := *left; rest != 0; {
		x := bits.TrailingZeros64(rest)
		rest &= rest - 1
		clique := uint64(0)
		for next := d.before[x] & rest; next != 0; next &= next - 1 {
			y := bits.TrailingZeros64(next)
			if d.before[y]>>x&1 == 0 {
				continue
			}
			if clique&^(d.before[y]) == 0 && d.all(clique, y) {
				clique |= 1 << y
				n++
			}
		}
		if clique != 0 {
			rest &^= clique
			*left &^= clique | 1<<x
		}
	}
	return n
}

// all reports whether all of set go before y.
func (d *bound) all(set uint64, y int) bool {
	for ; set != 0; set &= set - 1 {
		if d.before[bits.TrailingZeros64(set)]>>y&1 == 0 {
			return false
		}
	}
	return true
}

// cycles returns how many cycles without a card in common it finds among the cards left.
func (d *bound) cycles(left uint64) (n int) {
	for {
		for again := true; again; { // cards that go before none, or that none goes before, are in no cycle
			again = false
			any := uint64(0)
			for set := left; set != 0; set &= set - 1 {
				x := bits.TrailingZeros64(set)
				if d.before[x]&left == 0 {
					left &^= 1 << x
					again = true
				}
				any |= d.before[x]
			}
			if left&^any != 0 {
				left &= any
				again = true
			}
		}
		if left == 0 {
			return n
		}
		var path [patience.MaxDeck]uint8
		seen, length := uint64(0), 0
		x := bits.TrailingZeros64(left)
		for ; seen>>x&1 == 0; x = bits.TrailingZeros64(d.before[x] & left) {
			seen |= 1 << x
			path[length] = uint8(x)
			length++
		}
		for {
			length--
			left &^= 1 << path[length]
			if int(path[length]) == x {
				break
			}
		}
		n++
	}
}
