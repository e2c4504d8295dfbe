package games

import (
	"context"
	"math/rand/v2"
	"testing"

	"foregone/solve"
)

// Within any bound of nodes what is said to be known is true, and a limit is told when something is not.
func TestAnalysisWithinLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	open := map[string]int{}
	for _, game := range []string{"eightoff", "breakthrough", "crossings", "entropy"} {
		f, err := Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		e := f.NewEngine(Resources{})
		for _, k := range knownPositions(t, game) {
			if k.p.Over() {
				continue
			}
			want := analysis(t, e, k.p, solve.Limits{}, Want{Line: true})
			l := solve.Limits{Nodes: 1 + rng.Uint64N(2*want.Nodes+2)}
			got := analysis(t, f.NewEngine(Resources{}), k.p, l, Want{Line: true, Seed: 1})
			if got.Nodes > l.Nodes+uint64(len(got.Moves)) {
				t.Errorf("%v: %d nodes of %d", k.p, got.Nodes, l.Nodes)
			}
			if got.Unique && !want.Unique {
				t.Errorf("%v: one move is said to be the only one", k.p)
			}
			values := map[string]MoveValue{}
			for _, m := range want.Moves {
				values[m.Move] = m
			}
			for _, m := range got.Moves {
				w := values[m.Move]
				switch {
				case m.Exact && (m.Verdict != w.Verdict || m.Value != w.Value):
					t.Errorf("%v: %s: %+v, want %+v", k.p, m.Move, m, w)
				case !m.Exact && got.Limit == solve.NoLimit:
					t.Errorf("%v: %s is open without a limit", k.p, m.Move)
				case !m.Exact:
					open[game]++
				}
			}
			if got.Verdict != solve.Unknown && got.Mean == nil && (got.Verdict != want.Verdict || got.Low != want.Low) {
				t.Errorf("%v: %v, want %v", k.p, got.Verdict, want.Verdict)
			}
		}
	}
	t.Log(open)
	for _, game := range []string{"eightoff", "breakthrough", "crossings", "entropy"} {
		if open[game] < 10 {
			t.Errorf("only %d moves of %s were left open", open[game], game)
		}
	}
}

// An interrupted analysis says what it knows.
func TestAnalysisInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for game, board := range map[string]string{"breakthrough": "8x8", "crossings": "8x8", "entropy": "7x7"} {
		f, err := Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		deals, err := f.Deals(game, "", board)
		if err != nil {
			t.Fatal(err)
		}
		subject, err := deals.At(0)
		if err != nil {
			t.Fatal(err)
		}
		p := subject.Final
		a, err := Analyze(ctx, f.NewEngine(Resources{}), p, solve.Limits{}, Want{Line: true})
		if err != nil || a.Limit != solve.Interrupted || len(a.Moves) != len(p.Successors()) {
			t.Errorf("%s: %v, %v, %d moves", game, err, a.Limit, len(a.Moves))
		}
		if p.Sides() && (len(a.Best) != 1 || !a.Moves[0].Best || a.Moves[0].Move != a.Best[0] || a.Unique) {
			t.Errorf("%s: best %v, moves %+v", game, a.Best, a.Moves[0])
		}
	}
}
