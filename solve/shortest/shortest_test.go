package shortest

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/depthvector"
	"foregone/solve/patiencetest"
)

// slow reports whether the long forms of the tests are wanted.
func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// replayed plays the line of the last solution by the rules and returns its length.
func replayed(t testing.TB, s *Solver, p patience.Position, metric Metric) (moves int) {
	t.Helper()
	line := s.Line(nil)
	patiencetest.Replay(t, p, line)
	for _, m := range line {
		if metric == Steps {
			moves++
		} else {
			moves += 2*int(m.N) - 1
		}
	}
	return moves
}

// TestBreadthFirst compares small decks under many rules with breadth-first search on the rules alone, at the start and
// after some random moves.
func TestBreadthFirst(t *testing.T) {
	deals := 100
	if slow() {
		deals = 6000
	}
	s := new(Solver)
	rng := rand.New(rand.NewPCG(1, 2))
	var won, lost, open int
	for range deals {
		r := patience.Rules{Columns: uint8(2 + rng.IntN(6)), Cells: uint8(1 + rng.IntN(4)), Ranks: uint8(4 + rng.IntN(2))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(21))
		metric := Metric(rng.IntN(2))
		want, known := patiencetest.BreadthFirst(p, metric == Steps, 8000)
		if !known {
			open++
			continue
		}
		res := s.Solve(t.Context(), &p, 0, metric, solve.Limits{})
		if want < 0 {
			lost++
			if res.Verdict != solve.Unwinnable {
				t.Fatalf("found %v, expected no solution: %s", res, patiencetest.Describe(&p))
			}
			continue
		}
		won++
		if res.Verdict != solve.Winnable || res.Low != want || replayed(t, s, p, metric) != want {
			t.Fatalf("metric %d: found %v, expected %d moves: %s", metric, res, want, patiencetest.Describe(&p))
		}
		if res := s.Solve(t.Context(), &p, want, metric, solve.Limits{}); res.Verdict != solve.Unwinnable {
			t.Fatalf("found %v in fewer than %d moves: %s", res, want, patiencetest.Describe(&p))
		}
		if res := s.Solve(t.Context(), &p, want+1, metric, solve.Limits{}); res.Verdict != solve.Winnable || res.Low != want {
			t.Fatalf("found %v in fewer than %d moves: %s", res, want+1, patiencetest.Describe(&p))
		}
	}
	t.Logf("%d won, %d lost, %d too large for breadth-first search", won, lost, open)
	if won < deals/4 || lost < deals/8 {
		t.Errorf("only %d won and %d lost deals were compared", won, lost)
	}
}

func ms(t testing.TB, game string, number uint64) patience.Position {
	t.Helper()
	r, _ := patience.Preset(game)
	return patiencetest.MS(t, r, number)
}

// TestDeals checks deals of full decks: never longer than a solution found quickly, nor below the limit that a stopped
// search gives; a run counted as one is never more than card by card. The mean of the first 150 deals of Eight Off is 75.4 by an
// independent program.
func TestDeals(t *testing.T) {
	deals := uint64(4)
	if slow() {
		deals = 150
	}
	s, quick := new(Solver), depthvector.New()
	for _, game := range []string{"eightoff", "seatowers"} {
		sum, won := 0, 0
		for number := range deals {
			p := ms(t, game, number+1)
			quickly := quick.Solve(t.Context(), &p, solve.Limits{})
			res := s.Solve(t.Context(), &p, 0, Cards, solve.Limits{})
			if res.Verdict != quickly.Verdict {
				t.Fatalf("%s %d: %v, expected %v", game, number+1, res, quickly.Verdict)
			}
			if res.Verdict != solve.Winnable {
				continue
			}
			found := 0
			for _, m := range quick.Line(nil) {
				found += 2*int(m.N) - 1
			}
			if n := replayed(t, s, p, Cards); n != res.Low || n > found {
				t.Errorf("%s %d: a line of %d moves, %d said, %d found quickly", game, number+1, n, res.Low, found)
			}
			sum, won = sum+res.Low, won+1
			stopped := s.Solve(t.Context(), &p, 0, Cards, solve.Limits{Nodes: res.Nodes / 2})
			if stopped.Verdict != solve.Unknown || stopped.Limit != solve.Nodes || stopped.Low > res.Low || stopped.Nodes > res.Nodes/2 {
				t.Errorf("%s %d: %v within %d nodes, solved in %v", game, number+1, stopped, res.Nodes/2, res)
			}
			steps := s.Solve(t.Context(), &p, 0, Steps, solve.Limits{})
			if n := replayed(t, s, p, Steps); steps.Verdict != solve.Winnable || n != steps.Low || n > res.Low {
				t.Errorf("%s %d: %d steps, %v said, %d card by card", game, number+1, n, steps, res.Low)
			}
		}
		mean := float64(sum) / float64(won)
		t.Logf("%s: %d won, mean %.2f", game, won, mean)
		if slow() && game == "eightoff" && (mean < 75.35 || mean >= 75.45) {
			t.Errorf("mean %.2f, expected 75.4", mean)
		}
	}
}

func TestLimits(t *testing.T) {
	p := ms(t, "eightoff", 5)
	s := new(Solver)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		limits solve.Limits
		want   solve.Limit
	}{
		{ctx, solve.Limits{}, solve.Interrupted},
		{t.Context(), solve.Limits{Nodes: 1}, solve.Nodes},
		{t.Context(), solve.Limits{Memory: 1 << 18}, solve.Memory},
		{t.Context(), solve.Limits{Memory: 12 << 20}, solve.Memory},
	} {
		res := s.Solve(c.ctx, &p, 0, Cards, c.limits)
		if res.Verdict != solve.Unknown || res.Limit != c.want || res.Low < 52 || res.Low > 89 {
			t.Errorf("found %v with %+v, expected the limit %v and a bound up to 89", res, c.limits, c.want)
		}
	}
}

func BenchmarkEightOff(b *testing.B) {
	s := new(Solver)
	nodes := uint64(0)
	for i := range b.N {
		p := ms(b, "eightoff", uint64(i%150)+1)
		nodes += s.Solve(b.Context(), &p, 0, Cards, solve.Limits{}).Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}
