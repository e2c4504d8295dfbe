package bases

import (
	"context"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
)

// benchmark solves MS deals 1 to last over and over; an op is one deal.
func benchmark(b *testing.B, game, options string, last uint64) {
	r, _ := patience.Preset(game)
	r, err := r.WithOptions(options)
	if err != nil {
		b.Fatal(err)
	}
	deals := make([]patience.Position, last)
	for i := range deals {
		if deals[i], err = (patience.Deal{Number: uint64(i) + 1}).Start(r); err != nil {
			b.Fatal(err)
		}
	}
	s := New()
	var nodes uint64
	ops := 0
	for b.Loop() {
		nodes += s.Solve(context.Background(), &deals[ops%len(deals)], solve.Limits{}).Nodes
		ops++
	}
	b.ReportMetric(float64(nodes)/float64(ops), "nodes/op")
	b.ReportMetric(float64(ops)/b.Elapsed().Seconds(), "deals/s")
}

func BenchmarkBakers(b *testing.B)    { benchmark(b, "bakers", "", 300) }
func BenchmarkEightOff4(b *testing.B) { benchmark(b, "eightoff", "empty=any ncells=4", 300) }
