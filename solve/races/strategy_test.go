package races

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// strategy is what Strategy yields.
type strategy map[breakthrough.Position]breakthrough.Move

// newStrategy gathers the strategy of the position last decided.
func newStrategy(t *testing.T, s *Solver, l solve.Limits) strategy {
	t.Helper()
	found := strategy{}
	limit, err := s.Strategy(t.Context(), l, func(p *breakthrough.Position, m breakthrough.Move) error {
		if _, again := found[*p]; again || *p != p.Canonical() {
			t.Errorf("%v: found twice, %v, or not in normal form", p, again)
		}
		found[*p] = m
		return nil
	})
	if limit != solve.NoLimit || err != nil {
		t.Fatalf("%v: %v, %v", &s.start, limit, err)
	}
	return found
}

// check plays all games in which the winner keeps to a strategy by the plain rules, and counts the positions that need it.
func (s strategy) check(t *testing.T, p breakthrough.Position, winner breakthrough.Side, visited map[breakthrough.Position]bool) {
	p = p.Canonical()
	if visited[p] || t.Failed() {
		return
	}
	visited[p] = true
	if side, over := p.Winner(); over {
		if side != winner {
			t.Errorf("%v is lost", &p)
		}
		return
	}
	moves := p.Moves(nil)
	if p.ToMove == winner {
		m, ok := s[p]
		if !ok {
			t.Errorf("%v is missing", &p)
			return
		}
		if err := p.Check(m); err != nil {
			t.Error(err)
			return
		}
		moves = []breakthrough.Move{m}
	}
	for _, m := range moves {
		s.check(t, after(&p, m), winner, visited)
	}
}

// checkStrategy solves a position, replays the strategy and returns its size. All of it can come up.
func checkStrategy(t *testing.T, s *Solver, p breakthrough.Position, memory int64) int {
	t.Helper()
	winner := p.ToMove
	if r := s.Solve(t.Context(), &p, solve.Limits{Memory: memory}); r.Verdict == solve.Loss {
		winner = winner.Other()
	}
	found := newStrategy(t, s, solve.Limits{})
	visited := map[breakthrough.Position]bool{}
	found.check(t, p, winner, visited)
	for q := range found {
		if !visited[q] {
			t.Errorf("%v: %v cannot come up", &p, &q)
		}
	}
	return len(found)
}

// Strategies of random positions win against everything by the plain rules, whatever the memory.
func TestStrategiesWin(t *testing.T) {
	s := New()
	memory := int64(1)
	total, most := 0, 0
	rounds(t, 7, 60, func(_ oracle, p breakthrough.Position) {
		n := checkStrategy(t, s, p, memory)
		total, most = total+n, max(most, n)
		memory ^= 1 << 20
	})
	rng := rand.New(rand.NewPCG(8, 8))
	for _, size := range []struct{ w, h, pieces int }{{16, 8, 3}, {8, 16, 3}, {11, 6, 3}, {4, 5, 14}, {5, 5, 14}, {6, 6, 10}, {8, 8, 7}} {
		for range 5 * size.pieces {
			n := checkStrategy(t, s, scattered(rng, size.w, size.h, size.pieces), 0)
			total, most = total+n, max(most, n)
		}
	}
	if total < 10_000 || most < 500 {
		t.Errorf("only %d positions were found, %d at most", total, most)
	}
}

// Whole games are won, too, with what little memory forgets searched for again, or told by Probe.
func TestStrategiesOfStarts(t *testing.T) {
	s, known := New(), New()
	for _, size := range [][2]int{{2, 4}, {3, 4}, {4, 4}, {2, 5}, {3, 5}, {2, 6}, {2, 7}} {
		p, _ := breakthrough.Start(size[0], size[1], 2)
		s.Probe = nil
		enough := checkStrategy(t, s, p, 0)
		little := checkStrategy(t, s, p, 1<<12)
		s.Probe = func(q *breakthrough.Position) solve.Verdict {
			return known.Solve(t.Context(), q, solve.Limits{}).Verdict
		}
		told := checkStrategy(t, s, p, 0)
		t.Logf("%v: %d positions, %d in little memory, %d with Probe", size, enough, little, told)
		if max(little, told) > 4*enough {
			t.Errorf("%v: found %d and %d positions, %d at best", size, little, told, enough)
		}
	}
}

func TestStrategyStops(t *testing.T) {
	p, _ := breakthrough.Start(4, 5, 2)
	s := New()
	n := 0
	count := func(*breakthrough.Position, breakthrough.Move) error { n++; return nil }
	if limit, err := s.Strategy(t.Context(), solve.Limits{}, count); limit != solve.NoLimit || err != nil || n != 0 {
		t.Errorf("nothing solved: found %v, %v, %d positions", limit, err, n)
	}
	s.Solve(t.Context(), &p, solve.Limits{})
	if limit, err := s.Strategy(t.Context(), solve.Limits{Memory: 1 << 16}, count); limit != solve.Memory || err != nil || n < 1000 || n > 3000 {
		t.Errorf("little memory: found %v, %v, %d positions", limit, err, n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if limit, err := s.Strategy(ctx, solve.Limits{}, count); limit != solve.Interrupted || err != nil {
		t.Errorf("cancelled: found %v, %v", limit, err)
	}
	full := errors.New("full")
	if _, err := s.Strategy(t.Context(), solve.Limits{}, func(*breakthrough.Position, breakthrough.Move) error { return full }); err != full {
		t.Errorf("found %v", err)
	}
	s.search.reset(s, &p, solve.Limits{Memory: 1})
	if limit, err := s.Strategy(t.Context(), solve.Limits{Nodes: 10}, count); limit != solve.Nodes || err != nil {
		t.Errorf("few nodes: found %v, %v", limit, err)
	}
}

func BenchmarkStrategy(b *testing.B) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			s := New()
			n := 0
			for b.Loop() {
				for _, text := range w.positions {
					p := parse(b, text)
					s.Solve(b.Context(), &p, solve.Limits{})
					s.Strategy(b.Context(), solve.Limits{}, func(*breakthrough.Position, breakthrough.Move) error { n++; return nil })
				}
			}
			b.ReportMetric(float64(n)/float64(b.N), "positions/op")
		})
	}
}
