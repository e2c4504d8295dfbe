package palindromes

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
)

// endgame returns a random position of the standard bag's chips with so many empty cells.
func endgame(rng *rand.Rand, n, empty int, acts entropy.Turn) entropy.Position {
	p := entropy.Position{N: uint8(n), Acts: acts, Bag: entropy.StandardBag(n)}
	var chips []entropy.Colour
	for i := range n * n {
		chips = append(chips, entropy.Colour(i/n+1))
	}
	rng.Shuffle(len(chips), func(i, j int) { chips[i], chips[j] = chips[j], chips[i] })
	for i, at := range rng.Perm(n * n)[empty:] {
		p.Cells[at] = chips[i]
		p.Bag[chips[i]]--
	}
	if acts == entropy.Chaos {
		p.Chip = chips[len(chips)-1]
		p.Bag[p.Chip]--
	}
	return p
}

// The positions are the same in every run; nodes/op is their mean.
func BenchmarkEndgame(b *testing.B) {
	for _, n := range []int{5, 7} {
		for _, acts := range []entropy.Turn{entropy.Chaos, entropy.Order} {
			for empty := 4; empty <= 6; empty++ {
				b.Run(fmt.Sprintf("%dx%d/%s/%d", n, n, acts, empty), func(b *testing.B) {
					rng := rand.New(rand.NewPCG(uint64(n), uint64(empty)))
					s := New()
					nodes := uint64(0)
					for b.Loop() {
						p := endgame(rng, n, empty, acts)
						nodes += s.Solve(context.Background(), &p, solve.Limits{}).Nodes
					}
					b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
				})
			}
		}
	}
}
