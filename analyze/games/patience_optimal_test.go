package games

import (
	"slices"
	"testing"

	"foregone/solve"
)

// TestOptimalPatience checks the moves that keep the fewest moves against what is said of the position after each, with
// and without what was kept, and that nothing changes the distance.
func TestOptimalPatience(t *testing.T) {
	plain := newPatienceEngine(Resources{})
	cached := NewCached(newPatienceEngine(Resources{}), open(t))
	for _, p := range slices.Concat(dealt(t, "eightoff", "", "1..3"), dealt(t, "seatowers", "", "44..46")) {
		want := Want{Line: true, Optimal: true, AllBest: true}
		a, err := plain.Solve(t.Context(), p, solve.Limits{}, want)
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != solve.Winnable {
			continue
		}
		if !a.Optimal || a.Limit != solve.NoLimit {
			t.Fatalf("%v: %+v", p, a)
		}
		wins(t, p, a.Line)
		var best []string
		for _, s := range moves(p) {
			after, err := plain.Solve(t.Context(), s.Position, solve.Limits{}, Want{Line: true, Optimal: true})
			if err != nil {
				t.Fatal(err)
			}
			plies, err := p.PliesOf(s.Move)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case after.Verdict != solve.Winnable:
			case after.Distance+plies < a.Distance:
				t.Errorf("%v: %s wins in %d moves, but %d are the fewest", p, s.Move, after.Distance+plies, a.Distance)
			case after.Distance+plies == a.Distance:
				best = append(best, s.Move)
			}
		}
		if !slices.Equal(a.Best, best) {
			t.Errorf("%v: best moves %v, expected %v", p, a.Best, best)
		}
		for _, w := range []Want{{Line: true}, {Line: true, Optimal: true}, {Line: true, Optimal: true}, want, want} {
			again, err := cached.Solve(t.Context(), p, solve.Limits{}, w)
			if err != nil {
				t.Fatal(err)
			}
			wins(t, p, again.Line)
			if w.Optimal && (!again.Optimal || again.Distance != a.Distance || w.AllBest && !slices.Equal(again.Best, best)) {
				t.Errorf("%v: with what was kept (%v): %d %v, expected %d %v", p, again.Cache, again.Distance, again.Best, a.Distance, best)
			}
		}
		short, err := plain.Solve(t.Context(), p, solve.Limits{Nodes: a.Nodes / 1000}, Want{Line: true, Optimal: true})
		if err != nil {
			t.Fatal(err)
		}
		if short.Verdict == solve.Winnable && !short.Optimal &&
			(short.Limit != solve.Nodes || short.Low.Num > int64(a.Distance) || short.High.Num < int64(a.Distance)) {
			t.Errorf("%v: within %d nodes %+v, but %d are the fewest", p, a.Nodes/1000, short, a.Distance)
		}
	}
}
