// Package depthvector solves patience games in which columns are built down in suit and only kings go to an empty
// column: Eight Off, Sea Towers and every mix of cells and columns of that kind.
//
// There, foundation moves never hurt, nor does parking a card from a cell on its parent, nor filling an empty
// column with a king as long as the king may be lifted again. With all of that done a position is a function of
// how deep each column has been dug and of which loose kings own a column. Two kinds of moves are left: to dig,
// which takes the top card that was never moved, with the run that hangs on it, and to swap one owning king for another.
// The search over these is exact: Unwinnable means that all of them were tried.
package depthvector

import (
	"context"
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve"
)

// Handles reports whether positions of a game with these rules can be solved here.
func Handles(r patience.Rules) bool {
	return r.Build == patience.BySuit && r.Empty == patience.KingsOnly
}

// Solver solves one position after the other with the same tables. It is not safe for concurrent use.
type Solver struct {
	deal   deal
	nodes  []node
	count  int // of nodes
	space  int // number of nodes that the tables are open for, at most len(nodes)
	stop   int // count at which the limits are looked at
	seen   set
	queue  queue
	limits solve.Limits
	start  patience.Position
	won    int32 // the node before the winning move, noNode when the start itself is won
	last   uint8 // the code of the winning move
	first  int32 // the node of the start
	shared shared
}

const (
	noNode    = -1
	minNodes  = 128
	maxNodes  = 1 << 30
	pollNodes = 1024 // nodes between looks at the context
)

// New returns a Solver without tables; they grow as positions need them.
func New() *Solver { return &Solver{} }

// Solve returns the verdict of p, a legal position of a game that Handles accepts. Result.Nodes counts the
// different normal forms that were taken up for expansion, the start's own among them but not a won one: with
// Unwinnable it is the number of all that can be reached.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, l solve.Limits) solve.Result {
	s.prepare(l)
	s.start, s.won, s.first, s.shared.on = *p, noNode, 0, false
	root := &s.nodes[0]
	s.deal.load(p, &root.state)
	if root.heads == 0 {
		s.won = noNode
		return solve.Result{Verdict: solve.Winnable}
	}
	s.seen.add(root.key())
	s.deal.rate(root)
	root.parent = noNode
	verdict, limit := s.dive(ctx)
	if verdict == solve.Unknown && limit == solve.NoLimit {
		verdict, limit = s.bestFirst(ctx)
	}
	res := solve.Result{Verdict: verdict, Limit: limit, Nodes: uint64(s.count)}
	if verdict == solve.Unwinnable {
		res.Reached = res.Nodes
	}
	return res
}

// prepare empties the tables, and drops those of former positions that are larger than l allows.
func (s *Solver) prepare(l solve.Limits) {
	s.limits = l
	if s.nodes == nil || l.Memory != 0 && int64(len(s.nodes))*nodeBytes > l.Memory {
		s.nodes = make([]node, minNodes)
		s.seen.slots = nil
	}
	s.seen.reset(minNodes)
	s.space = minNodes
	s.count = 1
	s.setStop()
}

// Line appends to buf the moves from the position last solved, which must have been Winnable, to the won one.
// Every foundation move is among them.
func (s *Solver) Line(buf []patience.Move) []patience.Move {
	return expand(&s.start, s.path(), buf)
}

// path returns the steps of the line that was found.
func (s *Solver) path() []step {
	if s.won == noNode {
		return make([]step, 1)
	}
	if s.shared.on {
		return s.pathFrom()
	}
	path := []step{s.step(&s.nodes[s.won], s.last, kings)}
	for i := s.won; i != 0; i = s.nodes[i].parent {
		n := &s.nodes[i]
		path = append(path, s.step(&s.nodes[n.parent], n.code, n.owned))
	}
	path = append(path, step{owns: suits(s.nodes[0].owned)})
	slices.Reverse(path)
	return path
}

// step returns the step that a code means at a node, with the kings that own columns after it.
func (s *Solver) step(n *node, code uint8, owned uint64) step {
	t := step{owns: suits(owned)}
	if code < swapCode {
		t.dig = s.deal.card(code)
		return t
	}
	from, to := swapped(code)
	t.lift = s.deal.card(from)
	if n.heads>>to&1 != 0 {
		t.dig = s.deal.card(to)
	} else {
		t.place = s.deal.card(to)
	}
	return t
}

// suits tells a set of kings by suit.
func suits(owned uint64) (has [positions.NumSuits]bool) {
	for i := range has {
		has[i] = owned>>(i*lane)&1 != 0
	}
	return has
}
