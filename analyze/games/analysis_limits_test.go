package games

import (
	"context"
	"math"
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
		p := startOfDeal(t, game, "", board)
		a, err := Analyze(ctx, f.NewEngine(Resources{}), p, solve.Limits{}, Want{Line: true})
		if err != nil || a.Limit != solve.Interrupted || len(a.Moves) != len(p.Successors()) {
			t.Errorf("%s: %v, %v, %d moves", game, err, a.Limit, len(a.Moves))
		}
		if p.Sides() && (len(a.Best) != 1 || !a.Moves[0].Best || a.Moves[0].Move != a.Best[0] || a.Unique) {
			t.Errorf("%s: best %v, moves %+v", game, a.Best, a.Moves[0])
		}
	}
}

// Where the limits leave no room for games from the position itself, those after its moves, or after all draws, estimate it.
func TestMeanOfMoves(t *testing.T) {
	means := []Mean{{41, 39, 43, 8}, {42, 30, 54, 8}, {40, 38, 42, 8}}
	for _, tc := range []struct {
		line            string
		best            bool
		mean, low, high float64
	}{
		{"entropy AB1/2C/3 order bag=A2B1C3", true, 41, 39, 43}, // the move with 42 was lucky
		{"entropy ABA/BAC/3 chaos:B bag=A1C1", true, 40, 38, 42},
		{"entropy AB1/2C/3 draw bag=A2B1C3", false, (2*41 + 42 + 3*40) / 6., (2*39 + 30 + 3*38) / 6., (2*43 + 54 + 3*42) / 6.},
	} {
		p := parsedLine(t, tc.line)
		v := newValuation(newEntropyEngine(Resources{}), p, solve.Limits{}, Want{}, Answer{Result: solve.Result{Limit: solve.Timeout}})
		for i, s := range p.Successors()[:len(means)] {
			v.Moves = append(v.Moves, MoveValue{Move: s.Move, Verdict: solve.Value, Mean: &means[i], Distance: -1})
		}
		v.deriveMean()
		v.finish(false)
		if v.Verdict != solve.Value || v.Mean == nil || v.Limit != solve.Timeout ||
			math.Abs(v.Mean.Value-tc.mean)+math.Abs(v.Mean.Low-tc.low)+math.Abs(v.Mean.High-tc.high) > 1e-9 {
			t.Errorf("%s: found %v, %+v", tc.line, v.Verdict, v.Mean)
		}
		if first := v.Moves[0]; first.Best != tc.best || first.Best && (v.Best[0] != first.Move || first.Mean.Value != tc.mean) {
			t.Errorf("%s: found %v, %+v", tc.line, v.Best, first)
		}
		v = newValuation(v.engine, p, solve.Limits{}, Want{}, Answer{})
		v.Moves = []MoveValue{{Move: p.Successors()[0].Move}, {}, {}}
		if v.deriveMean(); v.Verdict != solve.Unknown {
			t.Errorf("%s: found %v of no games", tc.line, v.Verdict)
		}
	}
}
