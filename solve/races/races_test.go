package races

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/proofnumber"
)

// Every look at a random position that tells a verdict tells the right one, and plies within which the game ends.
func TestLooksAgreeWithOracle(t *testing.T) {
	told, total, wideUntold := map[int]int{}, 0, 0
	var n *narrow
	var w *wide
	rounds(t, 1, 120, func(o oracle, p breakthrough.Position) {
		if n == nil || n.w != int(p.W) || n.h != int(p.H) {
			n, w = newNarrow(int(p.W), int(p.H)), newWide(int(p.W), int(p.H))
		}
		d := o.distance(p)
		for depth := range 12 {
			v, plies := n.look(n.key(&p), depth)
			wideV, widePlies := w.look(w.key(&p), depth)
			checkLook(t, &p, d, depth, v, plies)
			checkLook(t, &p, d, depth, wideV, widePlies)
			if depth != unlimited {
				continue
			}
			total++
			told[plies]++
			if wideV == solve.Unknown {
				wideUntold++
			}
			if d == 1 && (plies != 1 || widePlies != 1) {
				t.Errorf("%v is won in 1: found %d, %d", &p, plies, widePlies)
			}
		}
	})
	t.Logf("%d positions by the plies told (0: nothing): %v", total, told)
	if told[0]*100 > 15*total || wideUntold*100 > 19*total {
		t.Errorf("of %d positions the looks told nothing of %d, %d", total, told[0], wideUntold)
	}
	for plies := range 9 {
		if told[plies] == 0 && plies > 0 {
			t.Errorf("no look told %d plies", plies)
		}
	}
}

func checkLook(t *testing.T, p *breakthrough.Position, d int16, depth int, v solve.Verdict, plies int) {
	t.Helper()
	if v == solve.Unknown {
		return
	}
	want := verdictOf(d)
	if depth != unlimited {
		want = within(d, depth)
	}
	if v != want || depth == unlimited && int(max(d, -d)) > plies {
		t.Errorf("%v at depth %d: found %v in %d, expected %v, distance %d", p, depth, v, plies, want, d)
	}
}

// within returns the verdict of a search to a depth for a position of a distance.
func within(d int16, depth int) solve.Verdict {
	hunterWins := depth&1 != 0 && d > 0 && int(d) <= depth || depth&1 == 0 && d <= 0 && int(-d) <= depth
	if hunterWins == (depth&1 != 0) {
		return solve.Win
	}
	return solve.Loss
}

// Without its tables a narrow board knows and expands as a wide one.
func TestWideExpandsAsNarrow(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	children := 0
	for _, size := range [][2]int{{2, 3}, {2, 16}, {3, 5}, {4, 16}, {5, 6}, {6, 5}, {7, 9}, {8, 8}, {16, 4}} {
		n, w := newNarrow(size[0], size[1]), newWide(size[0], size[1])
		for i := range n.runners {
			n.runners[i].wins = nil
		}
		for range 3000 {
			p := scattered(rng, size[0], size[1], 3+rng.IntN(2*size[0]+size[1]))
			depth := rng.IntN(12)
			v, plies := n.look(n.key(&p), depth)
			wideV, widePlies := w.look(w.key(&p), depth)
			if v != wideV || plies != widePlies {
				t.Fatalf("%v, depth %d: narrow %v in %d, wide %v in %d", &p, depth, v, plies, wideV, widePlies)
			}
			if v != solve.Unknown {
				continue
			}
			moves, v := n.Expand(n.key(&p), depth, nil)
			wideMoves, wideV := w.Expand(w.key(&p), depth, nil)
			if v != wideV || len(moves) != len(wideMoves) {
				t.Fatalf("%v, depth %d: narrow %v %v, wide %v %v", &p, depth, v, moves, wideV, wideMoves)
			}
			for _, c := range moves {
				// Mirrored, the moves come in another order.
				wideC := proofnumber.Child[wideKey]{Key: wideKey{c.Key[0], 0, c.Key[1], 0}, Proof: c.Proof, Disproof: c.Disproof, Again: c.Again}
				if v == solve.Unknown && !slices.Contains(wideMoves, wideC) {
					t.Fatalf("%v, depth %d: narrow has %v, wide %v", &p, depth, c, wideMoves)
				}
				children++
			}
		}
	}
	if children < 10_000 {
		t.Errorf("only %d children were compared", children)
	}
}

// Verdicts, distances, best moves and lines of random positions are those of the oracle, in much memory and in little.
func TestSolverAgreesWithOracle(t *testing.T) {
	s := New()
	verdicts := map[solve.Verdict]int{}
	memory := int64(1)
	rounds(t, 2, 130, func(o oracle, p breakthrough.Position) {
		checkSolver(t, s, o, p, solve.Limits{Memory: memory})
		memory ^= 1 << 20
		verdicts[s.verdict]++
	})
	t.Log(verdicts)
	if verdicts[solve.Win] < 500 || verdicts[solve.Loss] < 500 {
		t.Errorf("only %v were compared", verdicts)
	}
}

// The same with the board for more than 64 squares, on small ones and on its own.
func TestWideSolverAgreesWithOracle(t *testing.T) {
	s := New()
	memory := int64(1)
	rounds(t, 3, 40, func(o oracle, p breakthrough.Position) {
		if s.start.W != p.W || s.start.H != p.H {
			s.start.W, s.start.H = p.W, p.H
			s.search = newProver(newWide(int(p.W), int(p.H)))
		}
		checkSolver(t, s, o, p, solve.Limits{Memory: memory})
		memory ^= 1 << 20
	})
	rng := rand.New(rand.NewPCG(4, 4))
	for _, size := range [][2]int{{16, 8}, {8, 16}, {11, 6}, {13, 5}, {5, 13}, {9, 14}} {
		o := oracle{}
		for range 5 {
			checkSolver(t, s, o, scattered(rng, size[0], size[1], 3), solve.Limits{})
		}
	}
}

func checkSolver(t *testing.T, s *Solver, o oracle, p breakthrough.Position, l solve.Limits) {
	t.Helper()
	d := o.distance(p)
	verdictMoves, distanceMoves := o.best(p)
	ctx := context.Background()
	if r := s.Solve(ctx, &p, l); r.Verdict != verdictOf(d) || r.Limit != solve.NoLimit {
		t.Fatalf("%v: found %v, expected distance %d", &p, r, d)
	}
	best, r := s.AllBest(ctx, l)
	if !slices.Equal(best, verdictMoves) || r.Limit != solve.NoLimit {
		t.Errorf("%v: found %v, expected %v", &p, best, verdictMoves)
	}
	checkLine(t, s, p, l, -1)
	if got := s.Shortest(ctx, &p, l); got.Verdict != verdictOf(d) || got.Plies != int(max(d, -d)) || got.Limit != solve.NoLimit {
		t.Errorf("%v: found %v, expected distance %d", &p, got, d)
	}
	if best, _ := s.AllBest(ctx, l); !slices.Equal(best, distanceMoves) {
		t.Errorf("%v, %d plies: found %v, expected %v", &p, d, best, distanceMoves)
	}
	checkLine(t, s, p, l, int(max(d, -d)))
}

// checkLine plays the line by the plain rules. Its winner is the one of the verdict.
func checkLine(t *testing.T, s *Solver, p breakthrough.Position, l solve.Limits, plies int) {
	t.Helper()
	start := p
	line, ok := s.Line(context.Background(), l)
	if !ok || plies >= 0 && len(line) != plies {
		t.Errorf("%v: found a line of %d, %v, expected %d", &start, len(line), ok, plies)
	}
	for _, m := range line {
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if winner, over := p.Winner(); !over || (winner == start.ToMove) != (s.verdict == solve.Win) {
		t.Errorf("%v: a line of %d that ends with %v, %v", &start, len(line), winner, over)
	}
}
