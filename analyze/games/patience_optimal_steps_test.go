package games

import (
	"context"
	"slices"
	"testing"

	"foregone/solve"
)

// TestMetrics keeps the fewest steps and the fewest single-card moves apart, in the store, too, and checks the moves that keep
// the fewest steps against what is said of the position after each.
func TestMetrics(t *testing.T) {
	plain := newPatienceEngine(Resources{})
	cached := NewCached(newPatienceEngine(Resources{}), open(t))
	for _, p := range slices.Concat(dealt(t, "eightoff", "", "1..3"), dealt(t, "seatowers", "", "44..45")) {
		var fewest [2]Answer
		for metric, steps := range []bool{false, true} {
			w := Want{Line: true, Optimal: true, Steps: steps}
			a, err := plain.Solve(t.Context(), p, solve.Limits{}, w)
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict != solve.Winnable {
				break
			}
			if !a.Optimal || a.Steps != steps {
				t.Errorf("%v: optimal %v, of steps %v", p, a.Optimal, a.Steps)
			}
			wins(t, p, a.Line)
			fewest[metric] = a
			for range 2 {
				again, err := cached.Solve(t.Context(), p, solve.Limits{}, w)
				if err != nil {
					t.Fatal(err)
				}
				if !again.Optimal || again.Steps != steps || steps && len(again.Line) != len(a.Line) || !steps && again.Distance != a.Distance {
					t.Errorf("%v: %d steps and %d moves with what was kept (%v), expected %d and %d", p, len(again.Line), again.Distance, again.Cache, len(a.Line), a.Distance)
				}
			}
		}
		cards, steps := &fewest[0], &fewest[1]
		if cards.Distance > steps.Distance || len(steps.Line) > len(cards.Line) {
			t.Errorf("%v: %d moves and %d steps, or %d and %d", p, cards.Distance, len(cards.Line), steps.Distance, len(steps.Line))
		}
	}
	p := dealt(t, "eightoff", "", "2..2")[0]
	a, err := plain.Solve(t.Context(), p, solve.Limits{}, Want{Line: true, Optimal: true, Steps: true, AllBest: true})
	if err != nil {
		t.Fatal(err)
	}
	var best []string
	for _, s := range moves(p) {
		after, err := plain.Solve(t.Context(), s.Position, solve.Limits{}, Want{Line: true, Optimal: true, Steps: true})
		if err != nil {
			t.Fatal(err)
		}
		if after.Verdict == solve.Winnable && len(after.Line) < len(a.Line) {
			best = append(best, s.Move)
		}
	}
	if !slices.Equal(a.Best, best) {
		t.Errorf("%v: best moves %v, expected %v", p, a.Best, best)
	}
}

// TestEffort checks that more effort gives no longer lines than none, and that what is kept of them never stands for a shortest one.
func TestEffort(t *testing.T) {
	cached := NewCached(newPatienceEngine(Resources{}), open(t))
	for _, p := range slices.Concat(dealt(t, "eightoff", "", "4..6"), dealt(t, "bakers", "", "3..3")) {
		first, last := 0, 0
		for effort := range MostEffort + 1 {
			a, err := cached.Solve(t.Context(), p, solve.Limits{}, Want{Line: true, Short: true, Effort: effort, Optimal: effort == MostEffort})
			if err != nil {
				t.Fatal(err)
			}
			wins(t, p, a.Line)
			if effort == 0 {
				first = a.Distance
			}
			if last = a.Distance; last > first {
				t.Errorf("%v: %d moves by effort %d, %d by none", p, last, effort, first)
			}
		}
		alone, err := newPatienceEngine(Resources{}).Solve(t.Context(), p, solve.Limits{}, Want{Line: true, Optimal: true})
		if err != nil || alone.Distance != last {
			t.Errorf("%v: %d moves, expected %d (%v)", p, last, alone.Distance, err)
		}
	}
	p := dealt(t, "freecell", "", "1..1")[0]
	if _, err := cached.Solve(t.Context(), p, solve.Limits{}, Want{Effort: 1, Steps: true}); err != ErrNoSteps {
		t.Errorf("found %v, expected %v", err, ErrNoSteps)
	}
	p, err := Parse("breakthrough bbb/3/3/www w")
	if err != nil {
		t.Fatal(err)
	}
	if err := Applies(p, Want{Effort: 1}); err != ErrNoEffort {
		t.Errorf("found %v, expected %v", err, ErrNoEffort)
	}
	if err := Applies(p, Want{Optimal: true}); err != nil {
		t.Error(err)
	}
}

// looks is a context that is cancelled when it has been looked at so many times.
type looks struct {
	context.Context
	left int
}

func (c *looks) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestProofResumed stops a proof again and again, by a new engine each time that goes on with what was kept.
func TestProofResumed(t *testing.T) {
	s := open(t)
	p := dealt(t, "eightoff", "", "5..5")[0]
	want := Want{Line: true, Optimal: true}
	whole, err := newPatienceEngine(Resources{}).Solve(t.Context(), p, solve.Limits{}, want)
	if err != nil {
		t.Fatal(err)
	}
	low, stops := int64(0), 0
	for n := 10; ; n += 15 {
		engine := NewCached(newPatienceEngine(Resources{}), s)
		a, err := engine.Solve(&looks{t.Context(), n}, p, solve.Limits{}, want)
		if err != nil {
			t.Fatal(err)
		}
		wins(t, p, a.Line)
		if a.Optimal {
			if a.Distance != whole.Distance || a.Cache != CacheMiss {
				t.Errorf("found %d moves (%v), expected %d", a.Distance, a.Cache, whole.Distance)
			}
			break
		}
		if a.Limit != solve.Interrupted || a.Low.Num < low || a.Low.Num > int64(whole.Distance) || a.High.Num != int64(a.Distance) {
			t.Fatalf("stopped with %+v, and a bound of %d before", a, low)
		}
		low = a.Low.Num
		if err := engine.SaveStopped(); err != nil {
			t.Fatal(err)
		}
		stops++
	}
	if stops < 3 {
		t.Errorf("stopped %d times", stops)
	}
	a, err := NewCached(newPatienceEngine(Resources{}), s).Solve(t.Context(), p, solve.Limits{}, want)
	if err != nil || !a.Optimal || a.Cache != CacheHit {
		t.Errorf("found %v (%v), expected what was kept", a.Cache, err)
	}
}
