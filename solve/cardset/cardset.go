// Package cardset has sets of the cards of a deck as words, for games in which columns are built down in suit: a suit is a
// lane of 16 bits, the deck's highest rank bit 0 of it and every lower rank one bit up, so that the card built on another
// is one bit to the left. The ace is at most bit 12, which leaves room for the carries of a flood. A card is told by its bit.
package cardset

import (
	"math/bits"

	"foregone/positions"
)

const (
	Lane  = 16                            // bits of a suit
	Kings = uint64(0x0001_0001_0001_0001) // the highest card of every suit
)

// Bit returns the bit of a card of a deck of so many ranks.
func Bit(c positions.Card, ranks uint8) uint8 {
	return uint8(c.Suit())*Lane + ranks - uint8(c.Rank())
}

// Card returns the card of a bit.
func Card(bit, ranks uint8) positions.Card {
	return positions.NewCard(int(ranks-bit%Lane), positions.Suit(bit/Lane))
}

// Aces returns the lowest card of every suit.
func Aces(ranks uint8) uint64 { return Kings << (ranks - 1) }

// Home returns the cards on foundations whose top ranks, by suit, are given.
func Home(tops [positions.NumSuits]uint8, ranks uint8) (set uint64) {
	for suit, rank := range tops {
		set |= (1<<rank - 1) << (ranks - rank) << (suit * Lane)
	}
	return set
}

// FromAces returns the cards of open in the runs that begin with the aces, which may be open or not: what the foundations
// have when all of open can go there. Each line doubles the reach.
func FromAces(aces, open uint64) uint64 {
	f := aces & open
	f |= f >> 1 & open
	open &= open >> 1
	f |= f >> 2 & open
	open &= open >> 2
	f |= f >> 4 & open
	open &= open >> 4
	return f | f>>8&open
}

// Flood returns the cards of set in runs downwards that begin with seeds. A run is a string of ones, so that one addition floods
// them all.
func Flood(set, seeds uint64) uint64 { return set&^(set+seeds) | seeds }

// Run returns how many cards follow card z downwards in its suit before one that is in gaps, which must have the
// bits of a lane that are no cards.
func Run(gaps uint64, z uint8) int {
	return bits.TrailingZeros16(uint16(gaps >> ((z + 1) & 63)))
}
