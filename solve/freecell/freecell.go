// Package freecell decides every game of the patience family, whatever its mix of rules.
package freecell

import (
	"context"
	"math/bits"

	"foregone/positions/patience"
	"foregone/solve"
)

// defaultMemory bounds the tables when the limits do not.
const defaultMemory = 2 << 30

// Solver decides positions one after the other and keeps its memory between them. Not for concurrent use.
type Solver struct {
	board
	table
	start    patience.Position
	goal     state // the last state of the line, after Winnable
	nodes    uint64
	path     []uint32        // scratch of Line
	heads    [buckets]uint32 // of each score, the last state that waits to be expanded, plus 1
	occupied [buckets / 64]uint64
}

// New returns a Solver.
func New() *Solver { return new(Solver) }

// stage is one attempt of a search: best-first by one set of weights.
type stage struct {
	weights *weights
	nodes   uint64 // 0 for no limit
}

// none is the parent of the first state.
const none = 1<<32 - 1

// outcome is how a stage ended.
type outcome uint8

const (
	found outcome = iota
	exhausted
	spent // the stage's nodes
	stopped
)

// Solve decides p.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, l solve.Limits) solve.Result {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	s.start = *p
	s.nodes = 0
	root := s.setUp(p)
	for _, st := range stages(p.Rules) {
		out, limit := s.run(ctx, root, st, l)
		switch out {
		case found:
			return solve.Result{Verdict: solve.Winnable, Nodes: s.nodes}
		case exhausted:
			return solve.Result{Verdict: solve.Unwinnable, Nodes: s.nodes}
		case stopped:
			return solve.Result{Limit: limit, Nodes: s.nodes}
		}
	}
	panic("freecell: the last stage has no limit")
}

// run makes one attempt from root.
func (s *Solver) run(ctx context.Context, root state, st stage, l solve.Limits) (outcome, solve.Limit) {
	s.reset(l.Memory)
	s.heads, s.occupied = [buckets]uint32{}, [buckets / 64]uint64{}
	s.settle(&root)
	root.parent = none
	if s.sorted(&root) {
		s.goal = root
		return found, solve.NoLimit
	}
	var now, turned turn
	s.turnOf(root.away(), &now)
	if !s.enter(&root, &now, st.weights) {
		return stopped, solve.Memory
	}
	var buf [maxMoves]move
	for n := uint64(0); ; n++ {
		i, ok := s.pop()
		if !ok {
			return exhausted, solve.NoLimit
		}
		if st.nodes != 0 && n == st.nodes {
			return spent, solve.NoLimit
		}
		if l.Nodes != 0 && s.nodes == l.Nodes {
			return stopped, solve.Nodes
		}
		if s.nodes&0x3ff == 0 && ctx.Err() != nil {
			return stopped, solve.Stopped(ctx)
		}
		if s.crowded() && !s.grow(ctx) {
			return stopped, fault(ctx)
		}
		s.nodes++
		from := *s.at(i)
		s.turnOf(from.away(), &now)
		for _, m := range buf[:s.moves(&from, &buf)] {
			next := from
			next.parent = i
			s.play(&next, m)
			s.settle(&next)
			if s.sorted(&next) {
				s.goal = next
				return found, solve.NoLimit
			}
			t := &now
			if away := next.away(); away != now.away {
				t = &turned
				s.turnOf(away, t)
			}
			if !s.enter(&next, t, st.weights) {
				return stopped, solve.Memory
			}
		}
	}
}

// enter adds a state that waits to be expanded, unless it is known. It fails when the memory is spent.
func (s *Solver) enter(st *state, t *turn, w *weights) bool {
	slot, known := s.find(st)
	if known {
		return true
	}
	v := s.score(st, t, w)
	st.next = s.heads[v]
	i, ok := s.add(st, slot)
	if !ok {
		return false
	}
	s.heads[v] = i + 1
	s.occupied[v>>6] |= 1 << (v & 63)
	return true
}

// pop takes the last of the states with the lowest score.
func (s *Solver) pop() (number uint32, ok bool) {
	for w, m := range s.occupied {
		if m == 0 {
			continue
		}
		v := w<<6 + bits.TrailingZeros64(m)
		i := s.heads[v] - 1
		s.heads[v] = s.at(i).next
		if s.heads[v] == 0 {
			s.occupied[w] &^= 1 << (v & 63)
		}
		return i, true
	}
	return 0, false
}

// fault says why the index did not grow.
func fault(ctx context.Context) solve.Limit {
	if limit := solve.Stopped(ctx); limit != solve.NoLimit {
		return limit
	}
	return solve.Memory
}
