package proofnumber

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"foregone/solve"
)

type key = [2]uint64

// graph is a random game: positions are numbers, and a move leads to a greater one. Who cannot move has lost.
type graph struct {
	moves    [][]int
	guesses  bool // whether Expand makes wild guesses
	forced   bool // whether it plays single answers itself
	distance []int
}

func newGraph(rng *rand.Rand, positions int) *graph {
	g := &graph{moves: make([][]int, positions), guesses: rng.IntN(2) == 0, forced: rng.IntN(2) == 0}
	reach := 2 + rng.IntN(12)
	for i := range g.moves {
		for range rng.IntN(4) {
			if to := i + 1 + rng.IntN(reach); to < positions {
				g.moves[i] = append(g.moves[i], to)
			}
		}
	}
	g.distance = make([]int, positions)
	for i := positions - 1; i >= 0; i-- {
		g.distance[i] = g.solve(i)
	}
	return g
}

// solve returns the plies to the end, negative or 0 when the side to move loses.
func (g *graph) solve(i int) int {
	win, loss := 0, 0
	for _, to := range g.moves[i] {
		switch d := g.distance[to]; {
		case d > 0:
			loss = min(loss, -d-1)
		case win == 0 || 1-d < win:
			win = 1 - d
		}
	}
	if win > 0 {
		return win
	}
	return loss
}

// within returns the verdict of a search to a depth, by the definition.
func (g *graph) within(i, depth int) solve.Verdict {
	d := g.distance[i]
	if depth == 0 && d > 0 {
		return solve.Win
	}
	if depth == 0 {
		return solve.Loss
	}
	success, failure := hunt(depth)
	if d > 0 && depth%2 == 1 && d <= depth || d <= 0 && depth%2 == 0 && -d <= depth {
		return success
	}
	return failure
}

// table has the verdicts of most positions.
func (g *graph) table(k key) solve.Verdict {
	if k[0]%5 == 0 {
		return solve.Unknown
	}
	return g.within(int(k[0]), 0)
}

// Expand implements Domain. It knows finished games, and depths of 1.
func (g *graph) Expand(k key, depth int, buf []Child[key]) ([]Child[key], solve.Verdict) {
	i := int(k[0])
	if len(g.moves[i]) == 0 || depth == 1 {
		return buf, g.within(i, depth)
	}
	for _, to := range g.moves[i] {
		if len(g.moves[to]) == 0 {
			return buf, solve.Win
		}
		if depth == 2 {
			if g.within(to, 1) == solve.Loss {
				return buf, solve.Win
			}
			continue
		}
		c := Child[key]{Key: key{uint64(to)}, Proof: 1, Disproof: 1}
		if answers := g.moves[to]; g.forced && len(answers) == 1 && depth != 3 {
			if len(g.moves[answers[0]]) == 0 {
				continue
			}
			c.Key[0], c.Again = uint64(answers[0]), true
		}
		if g.guesses {
			c.Proof, c.Disproof = 1+uint32(to*7919%50), 1+uint32(to*104729%50)
		}
		buf = append(buf, c)
	}
	if len(buf) == 0 {
		return buf, solve.Loss
	}
	return buf, solve.Unknown
}

// Random games are decided as by going through all positions, to all depths, in any memory.
func TestAgreesWithOracle(t *testing.T) {
	testAgreesWithOracle(t, 300, 1)
}

// The same by several goroutines.
func TestTogetherAgreesWithOracle(t *testing.T) { testAgreesWithOracle(t, 100, 3) }

func testAgreesWithOracle(t *testing.T, games, jobs int) {
	rng := rand.New(rand.NewPCG(1, 1))
	least := 3 * games
	if os.Getenv("FOREGONE_SLOW") == "1" {
		games *= 40
	}
	verdicts := map[solve.Verdict]int{}
	for range games {
		g := newGraph(rng, 10+rng.IntN(120))
		s := New(g)
		s.Jobs, s.alone = jobs, 0
		if rng.IntN(2) == 0 {
			s.Table = g.table
		}
		for range 20 {
			if rng.IntN(4) == 0 {
				s.Reset(int64(1 + rng.IntN(2)<<20))
			}
			if len(s.plies) == 0 {
				s.Reset(0)
			}
			i, depth := rng.IntN(10), rng.IntN(16)
			if len(g.moves[i]) == 0 {
				continue
			}
			r := s.Prove(context.Background(), key{uint64(i)}, depth, solve.Limits{})
			want := g.within(i, depth)
			if r.Verdict != want || r.Limit != solve.NoLimit {
				t.Fatalf("position %d, depth %d: found %v, expected %v: %v", i, depth, r, want, g)
			}
			verdicts[want]++
			if want == solve.Win {
				checkRefutation(t, g, s, i, depth)
			}
		}
	}
	if verdicts[solve.Win] < least || verdicts[solve.Loss] < least {
		t.Errorf("only %v were compared", verdicts)
	}
}

// checkRefutation looks whether the move given for a won position wins. There is none where Expand knew.
func checkRefutation(t *testing.T, g *graph, s *Solver[key], i, depth int) {
	c, ok := s.Refute(context.Background(), key{uint64(i)}, depth, solve.Limits{})
	if _, v := g.Expand(key{uint64(i)}, depth, nil); ok != (v == solve.Unknown) {
		t.Fatalf("position %d, depth %d: refuted: %v", i, depth, ok)
	}
	if !ok {
		return
	}
	want := solve.Loss
	if c.Again {
		want = solve.Win
	}
	if v := g.within(int(c.Key[0]), c.depth(depth)); v != want {
		t.Errorf("position %d, depth %d: the move to %v does not win", i, depth, c)
	}
}

// chain is a game without an end in reach, each position with two moves.
type chain struct{}

func (chain) Expand(k key, _ int, buf []Child[key]) ([]Child[key], solve.Verdict) {
	return append(buf, Child[key]{Key: key{2 * k[0], 1}, Proof: 1, Disproof: 1}, Child[key]{Key: key{2*k[0] + 1, 1}, Proof: 1, Disproof: 1}), solve.Unknown
}

func TestLimits(t *testing.T) {
	s := New[key](chain{})
	s.Reset(1 << 20)
	var progress solve.Progress
	progress.Look() // asks
	r := s.Prove(t.Context(), key{1}, 0, solve.Limits{Nodes: 5000, Progress: &progress})
	if r != (solve.Result{Limit: solve.Nodes, Nodes: 5000}) {
		t.Errorf("found %v", r)
	}
	if at := progress.Look(); at.Nodes == 0 || at.Nodes > 5000 || at.Proof == 0 || at.Disproof == 0 || at.Memory == 0 {
		t.Errorf("watched: %+v", at)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Prove(ctx, key{1}, 0, solve.Limits{}); r.Limit != solve.Interrupted || r.Nodes > pollNodes {
		t.Errorf("found %v", r)
	}
	s.Jobs = 4
	s.Reset(1 << 20)
	if r := s.Prove(ctx, key{1}, 0, solve.Limits{}); r.Limit != solve.Interrupted || r.Nodes > 4*pollNodes+alone {
		t.Errorf("found %v", r)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	if r := s.Prove(ctx, key{1}, 0, solve.Limits{}); r.Limit != solve.Timeout {
		t.Errorf("found %v", r)
	}
	cancel()
	if r := s.Prove(t.Context(), key{1}, 0, solve.Limits{Nodes: 5000}); r != (solve.Result{Limit: solve.Nodes, Nodes: 5000}) {
		t.Errorf("found %v", r)
	}
	s.Jobs = 1
	s.Reset(1 << 20)
	ctx, cancel = context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if r := s.Prove(ctx, key{1}, 0, solve.Limits{}); r.Limit != solve.Timeout {
		t.Errorf("found %v", r)
	}
	if _, ok := s.Refute(t.Context(), key{1}, 0, solve.Limits{Nodes: 100}); ok {
		t.Error("found a refutation")
	}
}

// Probe is asked once at the root, and once for each position that has cost enough.
func TestProbe(t *testing.T) {
	s := New[key](chain{})
	s.Reset(1 << 24)
	asked := map[key]int{}
	s.Probe = func(k key) solve.Verdict {
		asked[k]++
		return solve.Unknown
	}
	s.Prove(t.Context(), key{1}, 0, solve.Limits{Nodes: 20 * probeWork})
	if len(asked) < 3 || len(asked) > 40 {
		t.Errorf("asked for %d positions", len(asked))
	}
	for k, n := range asked {
		if n > 1 && k != (key{1}) {
			t.Errorf("asked %d times for %v", n, k)
		}
	}
	s.Reset(0)
	clear(asked)
	s.Prove(t.Context(), key{1}, 101, solve.Limits{Nodes: 20 * probeWork})
	if len(asked) != 0 {
		t.Errorf("asked for %d positions in a search to a depth", len(asked))
	}
	s.Probe = func(k key) solve.Verdict {
		if k == (key{1, 0}) {
			return solve.Unknown
		}
		return solve.Loss
	}
	s.Reset(0)
	if r := s.Prove(t.Context(), key{1}, 0, solve.Limits{Nodes: 1 << 20}); r.Verdict != solve.Win {
		t.Errorf("found %v", r)
	}
}

// No verdict is remembered for a depth that it does not hold for.
func TestFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		d := rng.IntN(20) - 10 // as in graph
		g := &graph{distance: []int{d}}
		var f facts
		for range 8 {
			depth := rng.IntN(14)
			f.learn(g.within(0, depth), depth)
			if v := f.verdict(depth); v != g.within(0, depth) {
				t.Fatalf("distance %d: learned depth %d, found %v", d, depth, v)
			}
			for depth := range 30 {
				if v := f.verdict(depth); v != solve.Unknown && v != g.within(0, depth) {
					t.Fatalf("distance %d, depth %d: found %v, facts %b", d, depth, v, f)
				}
			}
		}
	}
	var f facts
	f.learn(solve.Win, MaxDepth)
	f.learn(solve.Loss, MaxDepth-2)
	if f.verdict(MaxDepth) != solve.Win || f.verdict(MaxDepth-2) != solve.Loss {
		t.Errorf("found %b", f)
	}
}
