package strata

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"foregone/positions/crossings"
)

// BenchmarkBuild builds tables in memory: 4x5 with one home row is 5.4 million entries.
func BenchmarkBuild(b *testing.B) {
	for _, s := range []Size{{4, 4, 1, crossings.UpTo}, {4, 4, 1, crossings.Exact}, {4, 5, 1, crossings.UpTo}} {
		for _, jobs := range []int{1, 2} {
			b.Run(fmt.Sprintf("%v/jobs=%d", s, jobs), func(b *testing.B) {
				var entries uint64
				for b.Loop() {
					table, err := Build(context.Background(), s, Options{Jobs: jobs})
					if err != nil {
						b.Fatal(err)
					}
					entries += table.Entries()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(entries), "ns/entry")
			})
		}
	}
}

// BenchmarkProbe asks for positions all over a table, each of which unpacks a block, and for positions next to one another.
func BenchmarkProbe(b *testing.B) {
	s := Size{W: 4, H: 4, Rows: 1}
	table := made(b, s)
	r := rand.New(rand.NewPCG(1, 2))
	var random, near []crossings.Position
	var c cursor
	for range 1000 {
		slice := table.plan.slices[r.IntN(len(table.plan.slices))]
		c.start(table.plan.numbering, slice)
		at, _ := c.seek(r.Uint64N(slice.len))
		random = append(random, table.plan.position(at))
	}
	largest := table.plan.byKey[key{own: 4, other: 4}]
	c.start(table.plan.numbering, largest)
	for i := range uint64(1000) {
		at, _ := c.seek(largest.len/2 + i)
		near = append(near, table.plan.position(at))
	}
	for _, c := range []struct {
		name      string
		positions []crossings.Position
	}{{"random", random}, {"near", near}} {
		b.Run(c.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, ok, err := table.Probe(&c.positions[i%len(c.positions)]); !ok || err != nil {
					b.Fatal(ok, err)
				}
			}
		})
	}
}
