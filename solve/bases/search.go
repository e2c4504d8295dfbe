package bases

import (
	"context"
	"math/bits"

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
	next   task  // in the bucket of the queue
}

const nodeSize = 48

// Solver searches one position after another with the same tables. Not for concurrent use.
type Solver struct {
	board
	start patience.Position
	nodes []node // the first count ones, and room for the children of one
	count int
	seen  table
	queue queue
	goal  int32 // index of a won node, -1 without

	expanded uint64
}

// New returns a solver; its tables grow as needed.
func New() *Solver { return &Solver{} }

const (
	firstTable = 1 << 13
	maxMoves   = 64      // bounds the moves of a position: a card moves in one way
	poll       = 1 << 10 // tasks between looks at the context
)

// Solve decides p, a legal position of rules that the engine handles.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, l solve.Limits) solve.Result {
	if l.Memory == 0 {
		l.Memory = defaultMemory
	}
	s.reset(l.Memory)
	s.start = *p
	s.nodes[0].state = s.set(p)
	s.reach(-1)
	stopped := s.search(ctx, l)
	switch {
	case s.goal >= 0:
		return solve.Result{Verdict: solve.Winnable, Nodes: s.expanded}
	case stopped != solve.NoLimit:
		return solve.Result{Limit: stopped, Nodes: s.expanded}
	}
	return solve.Result{Verdict: solve.Unwinnable, Nodes: s.expanded, Reached: s.expanded}
}

// reset empties the tables, and gives back what an earlier search took beyond the given number of bytes. The first
// tables, a quarter of a megabyte, are always there.
func (s *Solver) reset(memory int64) {
	if s.bytes() > memory {
		s.nodes, s.seen = nil, table{}
	}
	s.seen.start(firstTable)
	if s.nodes == nil {
		s.nodes = make([]node, firstTable/2)
	}
	s.count = 0
	s.queue = queue{}
	s.goal = -1
	s.expanded = 0
}

// bytes returns the memory of the tables.
func (s *Solver) bytes() int64 {
	return int64(len(s.nodes))*nodeSize + int64(len(s.seen.slots))*slotSize
}

// search expands positions until one is won, or all are expanded, or a limit is met.
func (s *Solver) search(ctx context.Context, l solve.Limits) solve.Limit {
	for tasks := 0; s.goal < 0; tasks++ {
		t, score := s.pop()
		if l.Nodes != 0 && (s.expanded > l.Nodes || s.expanded == l.Nodes && t != 0) {
			s.expanded = l.Nodes // the positions without moves that were reached last are left out
			return solve.Nodes
		}
		if t == 0 {
			break
		}
		if tasks%poll == 0 {
			if stopped := l.Poll(ctx, s.expanded); stopped != solve.NoLimit {
				return stopped
			}
			if l.Progress.Asked() {
				l.Progress.Tell(solve.Standing{Memory: s.bytes()})
			}
		}
		if s.count+maxMoves > s.seen.size()/2 && !s.grow(l.Memory) {
			return solve.Memory
		}
		if t.founding() {
			s.found(t.node())
		} else {
			s.expand(t.node(), score)
		}
	}
	return solve.NoLimit
}

// grow doubles the set of positions seen and the nodes that it has room for, if the memory is there for both and
// for the old nodes while they are copied.
func (s *Solver) grow(memory int64) bool {
	size := 2 * s.seen.size()
	if size/2 > maxNodes || int64(size)*slotSize+int64(size/2+size/4)*nodeSize > memory {
		return false
	}
	if size/2 > len(s.nodes) {
		old := s.nodes[:s.count]
		s.nodes = make([]node, size/2)
		copy(s.nodes, old)
	}
	s.seen.start(size)
	for i := range s.nodes[:s.count] {
		s.seen.add(s.nodes, i)
	}
	return true
}

// expand makes the moves of node i, but for the founding moves: they are many, and go back to the queue as one task.
func (s *Solver) expand(i int32, score int) {
	s.expanded++
	from := &s.nodes[i].state
	l := s.layout(from)
	m := s.moves(from, l)
	if m.found != 0 {
		s.push(foundingTask(i), score+foundDelays[min(l.free, len(foundDelays)-1)])
	}
	for x := (m.shift | m.dig) & from.heads; x != 0; x &= x - 1 {
		s.dig(&s.nodes[s.count].state, from, bits.TrailingZeros64(x), x&-x&m.dig)
		s.reach(i)
	}
	for x := m.shift & from.bases; x != 0; x &= x - 1 {
		s.turn(from, x&-x, i)
	}
}

// found makes the founding moves of a node.
func (s *Solver) found(i int32) {
	from := &s.nodes[i].state
	for x := s.moves(from, s.layout(from)).found; x != 0; x &= x - 1 {
		s.turn(from, x&-x, i)
	}
}

// turn makes a card of node i a base, or no base.
func (s *Solver) turn(from *state, card uint64, i int32) {
	child := &s.nodes[s.count].state
	child.depths = from.depths
	child.bases = from.bases ^ card
	child.heads = from.heads
	child.loose = from.loose
	child.home = from.home
	s.reach(i)
}

// reach keeps the position after the last node, as one more node, if it is new. Without moves it is expanded by that,
// else it is queued.
func (s *Solver) reach(parent int32) {
	n := &s.nodes[s.count]
	if !s.seen.add(s.nodes, s.count) {
		return
	}
	n.parent = parent
	i := int32(s.count)
	s.count++
	l := s.layout(&n.state)
	if m := s.moves(&n.state, l); m.shift|m.dig|m.found != 0 {
		s.push(expandingTask(i), s.score(&n.state, l))
	} else if n.home == s.deck {
		s.goal = i
	} else {
		s.expanded++
	}
}
