package threats

import (
	"context"
	"math/rand/v2"
	"testing"

	"foregone/positions/crossings"
	"foregone/solve"
)

// nearWins returns positions of 8x8 that are won in exactly so many plies, from games of the engine with random moves.
func nearWins(count, plies int) (all []crossings.Position) {
	e := New()
	for game := uint64(0); len(all) < count; game++ {
		rng := rand.New(rand.NewPCG(11, game))
		p := played(rng, 8, 8, 2, 4+rng.IntN(8))
		for ply := 0; ply < 150 && !p.Over(); ply++ {
			n := distance(&e.few, &p, plies)
			if n == plies {
				all = append(all, p)
			}
			if n >= 0 {
				break
			}
			m := e.Solve(context.Background(), &p, solve.Limits{Nodes: 2000, Memory: 1 << 20}).Best
			if moves := p.Moves(nil); rng.IntN(3) == 0 {
				m = moves[rng.IntN(len(moves))]
			}
			p.Make(m)
		}
	}
	return all
}

// distance returns the plies within which p is decided, up to most, else -1.
func distance(s *search[place], p *crossings.Position, most int) int {
	g := newNarrow(int(p.W), int(p.H), p.Steps)
	s.reset(context.Background(), g, g.place(p), solve.Limits{Memory: 64 << 20})
	for plies := range most {
		if s.prove(plies + 1) {
			return plies + 1
		}
	}
	return -1
}

func BenchmarkWinsIn5(b *testing.B) { benchmarkWins(b, 5) }
func BenchmarkWinsIn7(b *testing.B) { benchmarkWins(b, 7) }

func benchmarkWins(b *testing.B, plies int) {
	wins := nearWins(20, plies)
	e := New()
	var nodes uint64
	i := 0
	for b.Loop() {
		a := e.Solve(context.Background(), &wins[i%len(wins)], solve.Limits{})
		if a.Plies != plies {
			b.Fatalf("%v: %+v", &wins[i%len(wins)], a)
		}
		nodes += a.Nodes
		i++
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkJudge searches the start of 8x8.
func BenchmarkJudge(b *testing.B) {
	p, err := crossings.Start(8, 8, 2)
	if err != nil {
		b.Fatal(err)
	}
	e := New()
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		nodes += e.Solve(context.Background(), &p, solve.Limits{Nodes: 300000}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
