package cardset

import (
	"math/rand/v2"
	"testing"

	"foregone/positions"
)

// TestSets compares the sets with what a loop over the cards finds.
func TestSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		ranks := uint8(4 + rng.IntN(10))
		deck := Kings<<ranks - Kings
		set := rng.Uint64() & deck
		seeds := rng.Uint64() & rng.Uint64() & set
		var fromAces, flooded uint64
		for suit := range positions.Suit(positions.NumSuits) {
			open := true
			for rank := 1; rank <= int(ranks); rank++ {
				bit := Bit(positions.NewCard(rank, suit), ranks)
				if c := Card(bit, ranks); c.Rank() != rank || c.Suit() != suit {
					t.Fatalf("the card of bit %d is %v", bit, c)
				}
				if open = open && set>>bit&1 != 0; open {
					fromAces |= 1 << bit
				}
			}
			hangs := false
			for rank := int(ranks); rank >= 1; rank-- {
				bit := Bit(positions.NewCard(rank, suit), ranks)
				if hangs = set>>bit&1 != 0 && (hangs || seeds>>bit&1 != 0); hangs {
					flooded |= 1 << bit
				}
				run := 0
				for below := rank - 1; below >= 1 && set>>Bit(positions.NewCard(below, suit), ranks)&1 != 0; below-- {
					run++
				}
				if got := Run(^set, bit); got != run {
					t.Fatalf("%d cards of %x follow bit %d, expected %d", got, set, bit, run)
				}
			}
		}
		if got := FromAces(Aces(ranks), set); got != fromAces {
			t.Fatalf("from the aces of %x: %x, expected %x", set, got, fromAces)
		}
		if got := Flood(set, seeds); got != flooded {
			t.Fatalf("%x flooded from %x: %x, expected %x", set, seeds, got, flooded)
		}
	}
}
