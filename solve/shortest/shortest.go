// Package shortest finds the fewest moves that win a patience in which columns are built down in suit and only kings
// go to an empty column: Eight Off, Sea Towers and every mix of cells and columns of that kind.
//
// A move to a foundation is made as soon as it is legal: a line that wins without it still wins, in one move fewer,
// when every move of that card is left out and the foundation move is put first, for the only card that is built on
// it is on its foundation already. What is left to count are the other moves, and the search is A* (Hart, Nilsson and
// Raphael 1968) on these with the bound of an abstraction of the game.
package shortest

import (
	"context"
	"math/bits"

	"foregone/positions/patience"
	"foregone/solve"
)

// Handles reports whether the shortest solutions of a game with these rules can be found here.
func Handles(r patience.Rules) bool {
	return r.Build == patience.BySuit && r.Empty == patience.KingsOnly
}

// Metric is what is counted.
type Metric uint8

const (
	Cards Metric = iota // single cards: a run of N is 2N-1 moves
	Steps               // a run is one
)

// Result is what a search found. With Winnable there is a line of Low moves and none that is shorter; with Unwinnable
// there is none that is short enough; with Unknown none has fewer than Low moves.
type Result struct {
	solve.Result
	Low int
}

// Solver searches one position after the other with the same tables. It is not safe for concurrent use.
type Solver struct {
	deal    deal
	graph   graph
	steps   bool
	lazy    bool // the bound is what needs no costs, and the graph grows as it is needed
	least   int  // moves of a line, as far as that is proven
	most    int  // moves of the lines that are searched
	longer  int  // the least of the bounds of nodes that were left out because it is too great, never without
	nodes   []node
	index   []uint64 // of nodes, by the hash of their state, its upper half above the node; 0 is none
	open    [never][]int32
	base    patience.Position // that the graph is of
	start   patience.Position // of the last search
	goal    int32
	stopped bool // the last search, by a limit
}

// state is a position: a vertex, and which of the loose cards off the foundations lie on a column. A loose card lies on
// the one that it is built on, a king alone, or in a cell.
type state struct {
	hung   uint64
	vertex int32
}

// node is a state that was reached, and how.
type node struct {
	state
	parent int32
	move   move
	spent  uint8 // moves so far, those to the foundations not counted
	bound  uint8 // of those to come
	closed bool
}

const nodeBytes = 32

// Solve looks for the shortest line of p, a legal position of a game that Handles accepts, in fewer than below moves;
// 0 is no bound. Result.Nodes counts the states expanded and the vertices of the simpler game.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, below int, metric Metric, l solve.Limits) Result {
	root := s.load(p, metric)
	s.start, s.lazy = *p, false
	s.graph.restrict(ctx, &l)
	s.least = s.deal.rest(&root.depths)
	return s.solve(root, 0, below, false)
}

// SolveAfter is Solve for the position after a legal move from another one. When that was the last one to be solved, or the
// last search was after another move from it, what is known of it is used again.
func (s *Solver) SolveAfter(ctx context.Context, from *patience.Position, m patience.Move, below int, metric Metric, l solve.Limits) Result {
	if s.base != *from || s.steps != (metric == Steps) {
		s.load(from, metric)
	}
	s.start = *from
	if err := s.start.Play(m); err != nil {
		panic(err)
	}
	s.lazy = false
	spent := 0
	if m.To != patience.Home {
		spent = 1
		if metric == Cards {
			spent = 2*int(m.N) - 1
		}
	}
	s.graph.restrict(ctx, &l)
	root := s.deal.at(&s.start)
	s.least = spent + s.deal.rest(&root.depths)
	return s.solve(root, spent, below, false)
}

// load prepares the graph of p, and returns p.
func (s *Solver) load(p *patience.Position, metric Metric) position {
	s.base, s.steps = *p, metric == Steps
	s.deal.load(p, s.steps)
	root := s.deal.at(p)
	s.graph.reset(&s.deal, s.steps, &root.depths)
	return root
}

// solve searches within the limits that the graph has.
func (s *Solver) solve(root position, spent, below int, nodes bool) Result {
	verdict, limit, cost := s.deepen(root, spent, s.within(below)+spent, nodes)
	s.stopped = limit != solve.NoLimit
	return Result{solve.Result{Verdict: verdict, Limit: limit, Nodes: s.graph.work}, s.home() + max(cost-spent, 0)}
}

// within returns how many moves but those to the foundations a line of fewer than below moves may have.
func (s *Solver) within(below int) int {
	if below == 0 {
		return mostMoves
	}
	return min(mostMoves, below-1-s.home())
}

// home returns how many moves to the foundations there are.
func (s *Solver) home() int {
	home := s.start.Rules.DeckSize()
	for _, rank := range s.start.Home {
		home -= int(rank)
	}
	return home
}

// mostMoves bounds the moves of a line but those to the foundations, far above those of any shortest line known. When longer ones are
// not excluded the search ends with Unknown and the limit Depth.
const mostMoves = 200

// How many more moves than the bound needs are allowed for at first, and then: of 4 to 8 and 1 to 3 these take the least work for
// the Eight Off deals 1 to 150.
const (
	firstMore = 7
	nextMore  = 2
)

// deepen searches the lines through root, to which so many moves lead, of at most some moves in all, and of more when there are
// none, up to most. With nodes that were there before it goes on with these.
func (s *Solver) deepen(root position, spent, most int, nodes bool) (solve.Verdict, solve.Limit, int) {
	for more := firstMore; s.least <= most; more = nextMore {
		if !nodes {
			s.most = min(max(s.least+more, s.graph.known), most)
			s.graph.grow(s.most)
			if s.graph.limit != solve.NoLimit {
				s.nodes = s.nodes[:0]
				return solve.Unknown, s.graph.limit, s.least
			}
			s.begin(root, spent)
		}
		nodes = false
		if verdict, limit, cost := s.search(spent); verdict == solve.Winnable || limit != solve.NoLimit {
			return verdict, limit, max(cost, s.least)
		}
		s.least = max(s.most+1, min(s.longer, s.graph.longer))
	}
	if most == mostMoves+spent && s.least < never {
		return solve.Unknown, solve.Depth, s.least
	}
	return solve.Unwinnable, solve.NoLimit, 0
}

// search is A* with the costs of the graph as the bound.
func (s *Solver) search(spent int) (solve.Verdict, solve.Limit, int) {
	for f := spent; f <= s.most; f++ {
		for last := len(s.open[f]) - 1; last >= 0; last = len(s.open[f]) - 1 {
			i := s.open[f][last]
			n := &s.nodes[i]
			if n.closed || s.wait(n) != f {
				s.open[f] = s.open[f][:last]
				continue // it was reached again, in fewer moves
			}
			if s.graph.vertices[n.vertex].heads == 0 {
				s.goal = i
				return solve.Winnable, solve.NoLimit, f
			}
			if l := s.graph.limits.Memory; l != 0 && s.memory() > l {
				return solve.Unknown, solve.Memory, f
			}
			if !s.graph.spend() {
				return solve.Unknown, s.graph.limit, f
			}
			n.closed = true
			s.open[f] = s.open[f][:last]
			s.expand(i)
		}
	}
	return solve.Unknown, solve.NoLimit, 0
}

// begin empties the tables of a search and gives it its first node.
func (s *Solver) begin(root position, spent int) {
	s.nodes = append(s.nodes[:0], node{}) // 0 is none
	s.index = cleared(s.index, minSlots)
	for f := range s.open {
		s.open[f] = s.open[f][:0]
	}
	s.longer, s.goal = never, 0
	// The root is on the graph, unless all lines through it are too long.
	if v := s.graph.find(root.heights); v != noVertex {
		s.add(state{root.hung, v}, 0, move{}, spent)
	}
}

// wait returns the bucket that a node waits in: of the moves so far in a beam search, else of those in all.
func (s *Solver) wait(n *node) int {
	if s.lazy {
		return int(n.spent)
	}
	return int(n.spent) + int(n.bound)
}

// memory returns the bytes that the tables take when they have grown once more.
func (s *Solver) memory() int64 {
	return int64(cap(s.nodes))*nodeBytes*9/4 + int64(len(s.index))*8*3 + s.graph.memory()
}

// add takes up a state that so many moves lead to from parent, unless it was reached in as few.
func (s *Solver) add(t state, parent int32, m move, spent int) {
	v := &s.graph.vertices[t.vertex]
	cells := bits.OnesCount64(v.loose &^ v.founded &^ t.hung)
	bound := v.rest
	if !s.lazy {
		bound = s.graph.costs[t.vertex][min(cells, lanes-1)]
	}
	f := spent + int(bound)
	if f > s.most {
		if bound != never {
			s.longer = min(s.longer, f)
		}
		return
	}
	hash := t.hash()
	slot := s.slot(t, hash)
	if i := int32(s.index[slot]); i != 0 {
		n := &s.nodes[i]
		if spent < int(n.spent) { // never so when it is closed, for the costs are consistent
			n.parent, n.move, n.spent = parent, m, uint8(spent)
			f = s.wait(n)
			s.open[f] = append(s.open[f], i)
		}
		return
	}
	i := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{state: t, parent: parent, move: m, spent: uint8(spent), bound: bound})
	s.index[slot] = hash>>32<<32 | uint64(i)
	f = s.wait(&s.nodes[i])
	s.open[f] = append(s.open[f], i)
	if 2*len(s.nodes) > len(s.index) {
		s.grow()
	}
}

func (t state) hash() uint64 {
	return (uint64(t.vertex) ^ t.hung*0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15
}

// slot returns where the index has a state, or has room for it.
func (s *Solver) slot(t state, hash uint64) uint64 {
	mask := uint64(len(s.index) - 1)
	for slot := hash >> 24 & mask; ; slot = (slot + 1) & mask {
		i := s.index[slot]
		if i == 0 || (i^hash)>>32 == 0 && s.nodes[int32(i)].state == t {
			return slot
		}
	}
}

func (s *Solver) grow() {
	s.index = cleared(s.index, 2*len(s.index))
	for i := 1; i < len(s.nodes); i++ {
		t := s.nodes[i].state
		hash := t.hash()
		s.index[s.slot(t, hash)] = hash>>32<<32 | uint64(i)
	}
}
