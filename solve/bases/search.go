package bases

import (
	"context"

	"foregone/positions/patience"
	"foregone/solve"
)

// defaultMemory bounds the tables when the limits do not.
const defaultMemory = 2 << 30

// Handles reports whether the rules are those of this engine.
func Handles(r patience.Rules) bool { return r.Build == patience.BySuit && r.Empty == patience.AnyCard }

// node is a position that was reached.
type node struct {
	state
	parent int32 // index of the node before, -1 at the start
	next   int32 // in the bucket of the queue: index of a node, plus 1
}

const nodeSize = 48

// Solver searches one position after another with the same tables. Not for concurrent use.
type Solver struct {
	board
	start patience.Position
	nodes []node
	seen  table
	size  int // of seen
	queue queue
	goal  int32 // index of a won node, -1 without
}

// New returns a solver; its tables grow as needed.
func New() *Solver { return &Solver{} }

const (
	firstTable = 1 << 12
	poll       = 1 << 10 // nodes between looks at the context
)

// Solve decides p, a legal position of rules that the engine handles.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, l solve.Limits) solve.Result {
	if l.Memory == 0 {
		l.Memory = defaultMemory
	}
	s.reset(l.Memory)
	s.start = *p
	expanded, stopped := s.search(ctx, s.board.set(p), l)
	switch {
	case s.goal >= 0:
		return solve.Result{Verdict: solve.Winnable, Nodes: expanded}
	case stopped != solve.NoLimit:
		return solve.Result{Limit: stopped, Nodes: expanded}
	}
	return solve.Result{Verdict: solve.Unwinnable, Nodes: expanded}
}

// reset empties the tables, and gives back what an earlier search took beyond the given number of bytes.
func (s *Solver) reset(memory int64) {
	if int64(cap(s.nodes))*nodeSize+int64(len(s.seen.entries))*entrySize > memory {
		s.nodes, s.seen = nil, table{}
	}
	s.nodes = s.nodes[:0]
	s.queue = queue{}
	s.size = firstTable
	s.seen.start(s.size)
	s.goal = -1
}

// search expands positions until one is won or all are expanded, or a limit is met.
func (s *Solver) search(ctx context.Context, first state, l solve.Limits) (expanded uint64, stopped solve.Limit) {
	s.reach(&first, -1)
	for s.goal < 0 {
		if 2*(len(s.nodes)+maxMoves) > s.size && !s.grow(l.Memory) {
			return expanded, solve.Memory
		}
		if expanded%poll == 0 {
			if stopped := solve.Stopped(ctx); stopped != solve.NoLimit {
				return expanded, stopped
			}
		}
		i := s.pop()
		if i < 0 {
			break
		}
		if expanded == l.Nodes && l.Nodes != 0 {
			return expanded, solve.Nodes
		}
		s.expand(i)
		expanded++
	}
	return expanded, solve.NoLimit
}

// grow doubles the set of positions seen, if the memory is there for it and for as many nodes as it will hold;
// twice as many while the slice of nodes is copied.
func (s *Solver) grow(memory int64) bool {
	if int64(s.size)*2*(entrySize+nodeSize) > memory {
		return false
	}
	s.size *= 2
	s.seen.start(s.size)
	for i := range s.nodes {
		s.seen.add(s.nodes[i].depths, s.nodes[i].bases)
	}
	return true
}

// reach queues a position if it is new.
func (s *Solver) reach(p *state, parent int32) {
	if !s.seen.add(p.depths, p.bases) {
		return
	}
	s.nodes = append(s.nodes, node{state: *p, parent: parent})
	if p.home == s.deck && !Full {
		s.goal = int32(len(s.nodes) - 1)
		return
	}
	l := s.layout(p)
	m := s.moves(p, &l)
	if m.shift|m.dig|m.found != 0 {
		s.push(s.score(p, &l, &m))
	}
}

var Full bool
