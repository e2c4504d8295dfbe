package races

import (
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/proofnumber"
)

// workloads are positions on which the engine is measured; an op decides all of one workload.
var workloads = []struct {
	name      string
	positions []string
}{
	{"start4x5", []string{"bbbb/bbbb/4/wwww/wwww w"}},
	{"start3x6", []string{"bbb/bbb/3/3/www/www w"}},
	{"middle5x6", []string{
		"bb1b1/b1bbb/2bwb/2w2/w2ww/1w1ww w", "bb1bb/bb2b/w1b2/1w1bw/ww1w1/1www1 w", "2bbb/bb2b/w1bb1/5/1w1ww/w1www w",
	}},
	{"middle6x6", []string{
		"1bbb1b/b3bb/1wb3/1wbb1b/2ww1w/ww1www w", "3bbb/bbb3/1bbw1b/1w3b/www3/1wwwww w",
		"b1bb1b/b1bb1b/5b/bww2b/w2www/w3ww w", "b2bbb/2bb2/1bb1bb/5w/1wwwww/ww2w1 w",
	}},
	{"late7x7", []string{
		"1b1b3/bb1bbb1/1b3bb/2ww1wb/3w2w/1w1www1/1w1w2w w", "b2b1bb/b4b1/2b3b/3bb1w/2w2w1/3w1ww/ww1w2w w",
		"1b1b1bb/1b1bb2/6b/b1w3w/2wbw1w/w6/ww2www w",
	}},
	{"late8x8", []string{
		"1b5b/b4b2/b1bb4/2b1bb2/1b1w4/1ww2ww1/ww1ww3/3w4 w", "b6b/2b3b1/b1b1b1bb/w2b1b2/w3b1ww/1w2w1w1/w3w3/4w1w1 w",
		"4b2b/b1b2b2/b1b3b1/bb1bw3/w3w1wb/4bw2/2w2w1w/w3w2w w",
	}},
}

func parse(b testing.TB, text string) breakthrough.Position {
	p, err := breakthrough.Parse("breakthrough " + text)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func benchmark(b *testing.B, decide func(*Solver, *breakthrough.Position) solve.Result) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			s := New()
			nodes := uint64(0)
			for b.Loop() {
				for _, text := range w.positions {
					p := parse(b, text)
					nodes += decide(s, &p).Nodes
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	benchmark(b, func(s *Solver, p *breakthrough.Position) solve.Result { return s.Solve(b.Context(), p, solve.Limits{}) })
}

func BenchmarkShortest(b *testing.B) {
	benchmark(b, func(s *Solver, p *breakthrough.Position) solve.Result {
		return s.Shortest(b.Context(), p, solve.Limits{}).Result
	})
}

func BenchmarkExpand(b *testing.B) {
	p := parse(b, "1bbb1b/b3bb/1wb3/1wbb1b/2ww1w/ww1www w")
	b.Run("narrow", func(b *testing.B) {
		d := newNarrow(6, 6)
		k := d.key(&p)
		var buf []proofnumber.Child[narrowKey]
		b.ReportAllocs()
		for b.Loop() {
			buf, _ = d.Expand(k, unlimited, buf[:0])
		}
	})
	b.Run("wide", func(b *testing.B) {
		d := newWide(6, 6)
		k := d.key(&p)
		var buf []proofnumber.Child[wideKey]
		b.ReportAllocs()
		for b.Loop() {
			buf, _ = d.Expand(k, unlimited, buf[:0])
		}
	})
}
