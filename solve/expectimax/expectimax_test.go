package expectimax

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"foregone/solve"
)

// graph is a random game: layers of positions, chance, Min and Max in turn, whose moves lead anywhere into the next layer.
type graph struct {
	nodes []node
}

type node struct {
	turn      Turn
	over      bool
	keep      bool
	value     int64
	low, high int64
	moves     []Move
	next      []int32
}

func (g *graph) Turn(p *int32) Turn { return g.nodes[*p].turn }

func (g *graph) Known(p *int32, alpha, beta int64) (int64, bool) {
	n := &g.nodes[*p]
	return n.value, n.over
}

func (g *graph) Bounds(p *int32) (low, high int64) { return g.nodes[*p].low, g.nodes[*p].high }

func (g *graph) Moves(p *int32, buf []Move) []Move { return append(buf, g.nodes[*p].moves...) }

func (g *graph) Play(p *int32, m MoveID, next *int32) { *next = g.nodes[*p].next[m] }

func (g *graph) Key(p *int32) (Key, bool) { return Key{uint64(*p), 7, 1 << 63}, g.nodes[*p].keep }

// newGraph returns a game of some layers, the last first, with the value of every position computed from the next
// layer's. Bounds at first look are somewhere around the values.
func newGraph(rng *rand.Rand, layers, wide int) *graph {
	g := &graph{}
	scale := int64(1)
	before := 0
	for layer := range layers {
		start := len(g.nodes)
		turn := [...]Turn{Chance, Max, Min}[layer%3]
		choices := 1 + rng.IntN(5)
		total := choices + rng.IntN(6)
		for range wide {
			n := node{turn: turn, keep: rng.IntN(5) > 0}
			if layer == 0 || rng.IntN(20) == 0 {
				n.over, n.value = true, int64(rng.IntN(30)-10)*scale
				if layer > 0 && turn == Chance {
					n.value *= int64(total)
				}
			} else {
				n.moves, n.next = moves(rng, turn, choices, total, before, start)
				n.value = g.minimax(&n)
			}
			slack := int64(rng.IntN(40)) * scale
			n.low, n.high = n.value-slack*int64(rng.IntN(2)), n.value+slack*int64(rng.IntN(3))
			g.nodes = append(g.nodes, n)
		}
		if layer > 0 && turn == Chance {
			scale *= int64(total)
		}
		before = start
	}
	return g
}

// moves draws the moves of a position into nodes from..to-1; those of chance have weights that add up to total.
func moves(rng *rand.Rand, turn Turn, choices, total, from, to int) (all []Move, next []int32) {
	if turn != Chance {
		choices = 1 + rng.IntN(6)
	}
	for i := range choices {
		m := Move{ID: MoveID(i), Order: int32(rng.IntN(5))}
		if turn == Chance {
			m.Weight = 1
		}
		all = append(all, m)
		next = append(next, int32(from+rng.IntN(to-from)))
	}
	if turn == Chance {
		for range total - choices {
			all[rng.IntN(choices)].Weight++
		}
	}
	return all, next
}

func (g *graph) minimax(n *node) int64 {
	value := g.nodes[n.next[0]].value
	if n.turn == Chance {
		value = 0
	}
	for i, m := range n.moves {
		switch v := g.nodes[n.next[i]].value; n.turn {
		case Chance:
			value += int64(m.Weight) * v
		case Min:
			value = min(value, v)
		default:
			value = max(value, v)
		}
	}
	return value
}

// The value is exact within every window and a bound outside, with a fresh table, a full one and what earlier searches
// left, whatever the number of jobs.
func TestAgreesWithMinimax(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		rng := rand.New(rand.NewPCG(1, 2))
		s := Search[int32]{Jobs: jobs, early: true}
		for range 150 {
			g := newGraph(rng, 4+rng.IntN(9), 10+rng.IntN(200))
			s.Start(context.Background(), g, solve.Limits{Memory: 1})
			for range 100 {
				agree(t, rng, &s, g)
			}
		}
	}
}

// agree compares the value of a random position within a random window with the graph's.
func agree(t *testing.T, rng *rand.Rand, s *Search[int32], g *graph) {
	t.Helper()
	p := int32(rng.IntN(len(g.nodes)))
	want := g.nodes[p].value
	alpha, beta := int64(-Inf), int64(Inf)
	if rng.IntN(4) > 0 {
		alpha = want + int64(rng.IntN(41)-30)
		beta = alpha + 1 + int64(rng.IntN(20))
	}
	r := s.Value(p, alpha, beta)
	v := r.Value
	ok := v == want
	if v <= alpha {
		ok = want <= v
	} else if v >= beta {
		ok = want >= v
	}
	if r.Limit != solve.NoLimit || !ok {
		t.Fatalf("%d jobs: value %d in (%d, %d), want %d, %v", s.Jobs, v, alpha, beta, want, r.Limit)
	}
}

// On large graphs the workers meet in all ways: one puts off what others are at, finds it done, or is overtaken; and the
// table grows.
func TestJobsOnLargeGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	helped := 0
	for _, memory := range []int64{1, 64 << 20} {
		for range 8 {
			g := newGraph(rng, 13, 5000)
			for i := range g.nodes {
				g.nodes[i].low, g.nodes[i].high = -Inf/1000, Inf/1000
			}
			s := Search[int32]{Jobs: 2 + rng.IntN(3), early: true}
			s.Start(context.Background(), g, solve.Limits{Memory: memory})
			for range 10 {
				agree(t, rng, &s, g)
			}
			if s.team.helped.Load() > 0 {
				helped++
			}
			for i := range s.team.marks {
				if s.team.marks[i].Load() != 0 {
					t.Fatal("a position is marked as searched after the search")
				}
			}
		}
	}
	if helped == 0 {
		t.Error("helpers did nothing")
	}
}

// With a bound of nodes there is one job.
func TestJobsWithLimits(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(7, 8)), 13, 1000)
	for i := range g.nodes {
		g.nodes[i].low, g.nodes[i].high = -Inf/1000, Inf/1000
	}
	root := int32(len(g.nodes) - 1)
	s := Search[int32]{Jobs: 2, early: true}
	s.Start(context.Background(), g, solve.Limits{Nodes: 500, Memory: 1})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.Nodes || s.Nodes() != 500 || s.team.helped.Load() != 0 {
		t.Errorf("%v after %d nodes", r.Limit, s.Nodes())
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	s.Continue(done, solve.Limits{})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.Interrupted {
		t.Errorf("%v", r.Limit)
	}
	s.Continue(context.Background(), solve.Limits{})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.NoLimit || r.Value != g.nodes[root].value {
		t.Errorf("%v, %d, want %d", r.Limit, r.Value, g.nodes[root].value)
	}
}

func TestTheSameSearchAgain(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(3, 4)), 13, 100)
	root := int32(len(g.nodes) - 1)
	var s Search[int32]
	var first uint64
	for i := range 3 {
		s.Start(context.Background(), g, solve.Limits{Memory: 1})
		s.Value(root, -Inf, Inf)
		if i == 0 {
			first = s.Nodes()
		} else if s.Nodes() != first {
			t.Errorf("%d nodes, %d before", s.Nodes(), first)
		}
		s.Start(context.Background(), newGraph(rand.New(rand.NewPCG(5, 6)), 10, 50), solve.Limits{Memory: 1})
		s.Value(3, -Inf, Inf)
	}
}

func TestLimits(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(7, 8)), 13, 1000)
	for i := range g.nodes {
		g.nodes[i].low, g.nodes[i].high = -Inf/1000, Inf/1000
	}
	root := int32(len(g.nodes) - 1)
	var s Search[int32]
	s.Start(context.Background(), g, solve.Limits{Nodes: 500, Memory: 1})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.Nodes || s.Nodes() != 500 {
		t.Errorf("%v after %d nodes", r.Limit, s.Nodes())
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	s.Start(done, g, solve.Limits{Memory: 1})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.Interrupted {
		t.Errorf("%v", r.Limit)
	}
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	s.Continue(late, solve.Limits{})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.Timeout {
		t.Errorf("%v", r.Limit)
	}
	s.Continue(context.Background(), solve.Limits{})
	if r := s.Value(root, -Inf, Inf); r.Limit != solve.NoLimit || r.Value != g.nodes[root].value {
		t.Errorf("%v, %d, want %d", r.Limit, r.Value, g.nodes[root].value)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(9, 10)), 13, 50)
	root := int32(len(g.nodes) - 1)
	var s Search[int32]
	search := func() {
		s.Start(context.Background(), g, solve.Limits{Memory: 1})
		s.Value(root, -Inf, Inf)
	}
	search()
	if n := testing.AllocsPerRun(5, search); n > 1 {
		t.Errorf("%v allocations in a search of %d nodes", n, s.Nodes())
	}
}

func TestFloorDiv(t *testing.T) {
	for a := int64(-20); a <= 20; a++ {
		for w := int64(1); w < 7; w++ {
			if q := floorDiv(a, w); q*w > a || (q+1)*w <= a {
				t.Errorf("%d/%d is %d", a, w, q)
			}
		}
	}
}
