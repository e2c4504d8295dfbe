package alphabeta

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"foregone/solve"
)

// web is a game on a random graph without cycles: a position is a number, moves lead to greater numbers, and one without
// moves is lost or won. What it says of itself beyond that is misleading wherever it may be.
type web struct {
	moves  [][]Move
	to     [][]int // by position and move
	known  []int
	guess  []int
	pass   []int // -1: not allowed
	plies  []int // to the end under best play, plus 1; negative when lost
	forced []bool
	failed string // what the search did wrong
}

func newWeb(rng *rand.Rand, size int) *web {
	g := &web{
		moves: make([][]Move, size), to: make([][]int, size), known: make([]int, size), guess: make([]int, size),
		pass: make([]int, size), plies: make([]int, size), forced: make([]bool, size),
	}
	reach := 2 + rng.IntN(40)
	for p := size - 1; p >= 0; p-- {
		g.guess[p] = rng.IntN(2001) - 1000
		g.pass[p] = -1
		n := 0
		if p < size-reach {
			n = 1 + rng.IntN(6)
			if rng.IntN(3) > 0 {
				g.pass[p] = p + 1 + rng.IntN(reach)
			}
		}
		if n == 0 {
			g.plies[p] = 1 - 2*rng.IntN(2)
		}
		for i := range n {
			to := p + 1 + rng.IntN(reach)
			g.to[p] = append(g.to[p], to)
			g.moves[p] = append(g.moves[p], Move{MoveID(i + 1), rng.IntN(3) > 0, rng.Int32N(1000)})
			if m := g.above(to); i == 0 || g.better(m, g.plies[p]) {
				g.plies[p] = m
			}
		}
		g.settle(rng, p)
	}
	return g
}

// above returns the plies of a position from those after a move.
func (g *web) above(to int) int {
	if g.plies[to] < 0 {
		return -g.plies[to] + 1
	}
	return -g.plies[to] - 1
}

func (g *web) better(m, n int) bool {
	if (m > 0) != (n > 0) {
		return m > 0
	}
	return m < n
}

// settle makes some decided positions known, and leaves moves out that lose in 2.
func (g *web) settle(rng *rand.Rand, p int) {
	n := g.plies[p]
	if len(g.moves[p]) == 0 || n > 0 && n < 6 && rng.IntN(4) == 0 || n < 0 && rng.IntN(6) == 0 {
		g.known[p] = Win(n + rng.IntN(3) - 1)
		if n < 0 {
			g.known[p] = Loss(-n - 1)
		}
	}
	if g.known[p] == 0 && rng.IntN(4) == 0 {
		g.forced[p] = true
		for i := len(g.moves[p]) - 1; i >= 0; i-- {
			if g.plies[g.to[p][i]] == 2 || g.plies[g.to[p][i]] == 1 {
				g.moves[p] = slices.Delete(g.moves[p], i, i+1)
			}
		}
	}
}

func (g *web) Key(p *int) [2]uint64 { return [2]uint64{uint64(*p) << 5, 7} }
func (g *web) Known(p *int) int     { return g.known[*p] }
func (g *web) Guess(p *int) int     { return g.guess[*p] }

func (g *web) Moves(p *int, tactical bool, buf []Move) ([]Move, bool) {
	all := g.moves[*p]
	if tactical && !g.forced[*p] {
		for _, m := range all {
			if !m.Quiet {
				buf = append(buf, m)
			}
		}
		return buf, false
	}
	return append(buf, all...), true
}

func (g *web) Play(p *int, m MoveID, next *int) {
	if !slices.ContainsFunc(g.moves[*p], func(x Move) bool { return x.ID == m }) {
		g.failed = "a move was played that is none"
	}
	*next = g.to[*p][m-1]
}

func (g *web) Pass(p *int, next *int) bool {
	if g.pass[*p] < 0 {
		return false
	}
	*next = g.pass[*p]
	return true
}

// TestVerdictsAreProofs searches random games with few nodes and many, with tables of a few entries and more, and
// compares what is said to be proven with the truth.
func TestVerdictsAreProofs(t *testing.T) {
	webs := 300
	if os.Getenv("FOREGONE_SLOW") != "" {
		webs = 20000
	}
	decided := 0
	for seed := range webs {
		rng := rand.New(rand.NewPCG(1, uint64(seed)))
		g := newWeb(rng, 50+rng.IntN(150))
		var s Search[int, [2]uint64]
		for range 10 {
			root := rng.IntN(len(g.moves) * 3 / 4)
			if len(g.moves[root]) == 0 {
				continue
			}
			l := solve.Limits{Nodes: uint64(1 + rng.IntN(300)), Memory: [...]int64{1, 500, 100000}[rng.IntN(3)]}
			if rng.IntN(2) == 0 && l.Memory == 100000 {
				l.Nodes = 0
			}
			r := s.Solve(context.Background(), g, root, l)
			if r.Verdict != solve.Unknown {
				decided++
			}
			if !g.check(t, root, l, &r) {
				t.Fatalf("seed %d, root %d, limits %+v: %+v, truth %d %s", seed, root, l, r, g.plies[root], g.failed)
			}
			line := slices.Clone(r.Line)
			again := s.Solve(context.Background(), g, root, l)
			if again.Line, r.Line = nil, nil; !slices.Equal(line, s.line) || again.Verdict != r.Verdict || again.Nodes != r.Nodes || again.Score != r.Score {
				t.Fatalf("seed %d, root %d, limits %+v: %+v, and again %+v", seed, root, l, r, again)
			}
		}
	}
	if decided < webs*5 {
		t.Errorf("%d roots of %d decided, expected half of them", decided, webs*10)
	}
}

// check reports whether a result is true and within its limits.
func (g *web) check(t *testing.T, root int, l solve.Limits, r *Result) bool {
	t.Helper()
	n := g.plies[root]
	switch {
	case g.failed != "", l.Nodes != 0 && r.Nodes > l.Nodes:
		return false
	case len(r.Line) == 0:
		return len(g.moves[root]) == 0
	case r.Verdict == solve.Unknown:
		return r.Limit == solve.Nodes && l.Nodes != 0 && !Proven(r.Score)
	case r.Verdict == solve.Win:
		to := g.plies[g.to[root][r.Line[0]-1]]
		return n > 0 && Plies(r.Score) >= n-1 && to < 0 && Plies(r.Score) >= -to
	}
	return r.Verdict == solve.Loss && n < 0 && Plies(r.Score) >= -n-1
}

// chain is a game that is never over within a test, so that only limits end a search.
type chain struct{ *web }

func (chain) Known(*int) int { return 0 }

func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	g := newWeb(rng, 400)
	for p := range g.moves {
		if len(g.moves[p]) == 0 {
			g.moves[p], g.to[p] = []Move{{ID: 1, Quiet: true}, {ID: 2, Quiet: true}}, []int{0, 1}
		}
		g.forced[p] = false
	}
	var s Search[int, [2]uint64]
	ctx, cancel := context.WithCancel(context.Background())
	var progress solve.Progress
	go func() {
		for progress.Look().Nodes == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if r := s.Solve(ctx, chain{g}, 0, solve.Limits{Progress: &progress}); r.Limit != solve.Interrupted || r.Verdict != solve.Unknown || len(r.Line) == 0 {
		t.Errorf("cancelled: %+v", r)
	}
	if at := progress.Look(); at.Depth == 0 || at.Memory < mostMemory/2 || at.Memory > mostMemory {
		t.Errorf("watched: %+v", at)
	}
	ctx, cancel = context.WithDeadline(context.Background(), time.Now())
	defer cancel()
	if r := s.Solve(ctx, chain{g}, 0, solve.Limits{}); r.Limit != solve.Timeout || r.Nodes > 1 || len(r.Line) != 1 {
		t.Errorf("past the deadline: %+v", r)
	}
}

func TestTableForgetsFormerSearches(t *testing.T) {
	var tab table[[2]uint64]
	tab.reset(1 << 10)
	for range 2*lastSearch + 10 {
		key := [2]uint64{5, 6}
		if e := tab.get(key); e.bound() != none {
			t.Fatalf("search %d begins with %+v", tab.search, e)
		}
		tab.put(key, -3, 4, 2, upper)
		if e := tab.get(key); e.bound() != upper || e.score != -3 || e.depth != 4 || e.move != 2 {
			t.Fatalf("found %+v", e)
		}
		tab.reset(1 << 10)
	}
}
