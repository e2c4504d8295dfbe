package shortest

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

// TestAfter compares searches after each move of a position, which share a graph, with searches of the positions alone.
func TestAfter(t *testing.T) {
	deals := 60
	if slow() {
		deals = 2000
	}
	shared, alone := new(Solver), new(Solver)
	rng := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range deals {
		r := patience.Rules{Columns: uint8(3 + rng.IntN(5)), Cells: uint8(1 + rng.IntN(4)), Ranks: uint8(4 + rng.IntN(3))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(21))
		compared += compareAfter(t, rng, shared, alone, &p)
	}
	p := ms(t, "eightoff", 2)
	compared += compareAfter(t, rng, shared, alone, &p)
	if compared < 4*deals {
		t.Errorf("only %d moves were compared", compared)
	}
}

func compareAfter(t *testing.T, rng *rand.Rand, shared, alone *Solver, p *patience.Position) (compared int) {
	metric := Metric(rng.IntN(2))
	if rng.IntN(2) == 0 {
		shared.Solve(t.Context(), p, 0, metric, solve.Limits{})
	}
	for _, m := range p.Runs(p.Moves(nil)) {
		next := *p
		if err := next.Play(m); err != nil {
			t.Fatal(err)
		}
		if rng.IntN(4) == 0 { // what a limit leaves behind must do no harm
			shared.SolveAfter(t.Context(), p, m, 0, metric, solve.Limits{Nodes: 1 + rng.Uint64N(200)})
		}
		want := alone.Solve(t.Context(), &next, 0, metric, solve.Limits{})
		got := shared.SolveAfter(t.Context(), p, m, 0, metric, solve.Limits{})
		if got.Verdict != want.Verdict || got.Low != want.Low && want.Verdict == solve.Winnable {
			t.Fatalf("metric %d, after %s: found %v %d, expected %v %d: %s", metric, m, got.Verdict, got.Low, want.Verdict, want.Low, patiencetest.Describe(p))
		}
		if want.Verdict == solve.Winnable && replayed(t, shared, next, metric) != want.Low {
			t.Fatalf("metric %d, after %s: the line has not %d moves: %s", metric, m, want.Low, patiencetest.Describe(p))
		}
		compared++
	}
	return compared
}
