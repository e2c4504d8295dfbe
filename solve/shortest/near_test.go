package shortest

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

// TestNear checks that lines of every effort replay, have the moves that are said, and are never shorter than the shortest.
func TestNear(t *testing.T) {
	deals := 100
	if slow() {
		deals = 3000
	}
	s, best := new(Solver), new(Solver)
	rng := rand.New(rand.NewPCG(5, 6))
	won := 0
	for i := range deals {
		r := patience.Rules{Columns: uint8(3 + rng.IntN(5)), Cells: uint8(1 + rng.IntN(5)), Ranks: uint8(4 + rng.IntN(4))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(21))
		if i == 0 {
			p = ms(t, "eightoff", 1)
		}
		metric := Metric(rng.IntN(2))
		want := best.Solve(t.Context(), &p, 0, metric, solve.Limits{})
		for effort := 1; effort <= Efforts; effort++ {
			got := s.Near(t.Context(), &p, 0, metric, effort, solve.Limits{})
			if got.Verdict != solve.Winnable {
				continue
			}
			if n := replayed(t, s, p, metric); want.Verdict != solve.Winnable || n != got.Low || n < want.Low {
				t.Fatalf("effort %d: a line of %d moves, found %d, expected %v of %d: %s", effort, n, got.Low, want.Verdict, want.Low, patiencetest.Describe(&p))
			}
			won++
			if got := s.Near(t.Context(), &p, want.Low, metric, effort, solve.Limits{}); got.Verdict != solve.Unknown {
				t.Fatalf("effort %d: found %v in fewer than %d moves: %s", effort, got, want.Low, patiencetest.Describe(&p))
			}
		}
	}
	if won < deals {
		t.Errorf("only %d lines were checked", won)
	}
}
