package depthvector

import (
	"context"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
)

func benchmarkDeals(b *testing.B, game, options string, deals uint64) {
	r, _ := patience.Preset(game)
	r, err := r.WithOptions(options)
	if err != nil {
		b.Fatal(err)
	}
	s := New()
	nodes, un := uint64(0), 0
	for b.Loop() {
		nodes, un = 0, 0
		for n := uint64(1); n <= deals; n++ {
			p, err := patience.Deal{Number: n}.Start(r)
			if err != nil {
				b.Fatal(err)
			}
			res := s.Solve(context.Background(), &p, solve.Limits{})
			nodes += res.Nodes
			if res.Verdict == solve.Unwinnable {
				un++
			}
		}
	}
	b.ReportMetric(float64(nodes)/float64(deals), "nodes/deal")
	b.ReportMetric(float64(un), "unwinnable")
	b.ReportMetric(float64(deals)*float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}

func BenchmarkEightOff(b *testing.B)    { benchmarkDeals(b, "eightoff", "", 20000) }
func BenchmarkSeaTowers(b *testing.B)   { benchmarkDeals(b, "seatowers", "", 2000) }
func BenchmarkBakersKings(b *testing.B) { benchmarkDeals(b, "bakers", "empty=kings", 1000) }
