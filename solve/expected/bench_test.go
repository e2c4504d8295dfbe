package expected

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/entropy"
)

// BenchmarkEstimate measures what a node costs.
func BenchmarkEstimate(b *testing.B) {
	v := newValues(7, matches{1. / 7, 2. / 7})
	rng := rand.New(rand.NewPCG(1, 1))
	var boards [256]board
	for i := range boards {
		p := position(rng, 7, 5+i%40, entropy.Order)
		boards[i] = newBoard(&p)
	}
	for i := 0; b.Loop(); i++ {
		v.threats(&boards[i%len(boards)])
	}
}

// BenchmarkValues measures what a player needs before its first move.
func BenchmarkValues(b *testing.B) {
	for b.Loop() {
		newValues(7, matches{1. / 7, 2. / 7})
	}
}
