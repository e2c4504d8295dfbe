package depthvector

import (
	"context"
	"testing"

	"foregone/solve"
	"foregone/solve/patiencetest"
)

// The deals are dealt within the time, as in a batch run.
func benchmark(b *testing.B, game, options string, deals uint64) {
	r := preset(b, game, options)
	s := New()
	var nodes, lost uint64
	for b.Loop() {
		nodes, lost = 0, 0
		for n := uint64(1); n <= deals; n++ {
			p := patiencetest.MS(b, r, n)
			res := s.Solve(context.Background(), &p, solve.Limits{})
			nodes += res.Nodes
			if res.Verdict == solve.Unwinnable {
				lost++
			}
		}
	}
	b.ReportMetric(float64(nodes)/float64(deals), "nodes/deal")
	b.ReportMetric(float64(lost), "unwinnable")
	b.ReportMetric(float64(deals)*float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}

func BenchmarkEightOff(b *testing.B)    { benchmark(b, "eightoff", "", 20_000) }
func BenchmarkSeaTowers(b *testing.B)   { benchmark(b, "seatowers", "", 2000) }
func BenchmarkBakersKings(b *testing.B) { benchmark(b, "bakers", "empty=kings", 1000) }
