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
	deal   deal
	bound  bound
	steps  bool
	most   int // greatest cost of interest
	nodes  []node
	index  []int32 // of nodes, by the hash of their state; 0 is none
	open   [never][]int32
	limits solve.Limits
	start  patience.Position
	goal   int32
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

const nodeBytes = 56

// Solve looks for the shortest line of p, a legal position of a game that Handles accepts, in fewer than below moves;
// 0 is no bound. Result.Nodes counts the states expanded and the positions of the simpler game.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, below int, metric Metric, l solve.Limits) Result {
	s.start, s.steps, s.limits = *p, metric == Steps, l
	root := s.deal.load(p, s.steps)
	home := p.Rules.DeckSize()
	for _, rank := range p.Home {
		home -= int(rank)
	}
	s.most = never - 5
	if below != 0 {
		s.most = min(s.most, below-1-home)
	}
	verdict, limit, cost := s.search(ctx, &root)
	return Result{solve.Result{Verdict: verdict, Limit: limit, Nodes: s.bound.work}, home + cost}
}

func (s *Solver) reset(ctx context.Context) {
	s.bound.reset(ctx, &s.deal, &s.limits, s.steps, s.most)
	s.nodes = append(s.nodes[:0], node{}) // 0 is none
	if s.index == nil {
		s.index = make([]int32, minSlots)
	} else {
		clear(s.index)
	}
	for f := range s.open {
		s.open[f] = s.open[f][:0]
	}
	s.goal = 0
}

func (s *Solver) search(ctx context.Context, root *state) (solve.Verdict, solve.Limit, int) {
	s.reset(ctx)
	s.add(root, 0, move{}, 0)
	if s.bound.limit != solve.NoLimit { // then the root's own bound is not known
		return solve.Unknown, s.bound.limit, bits.OnesCount64(s.deal.must)
	}
	for f := 0; f <= s.most; f++ {
		for last := len(s.open[f]) - 1; last >= 0; last = len(s.open[f]) - 1 {
			i := s.open[f][last]
			s.open[f] = s.open[f][:last]
			n := &s.nodes[i]
			if n.closed || int(n.spent)+int(n.bound) != f {
				continue // it was reached again, in fewer moves
			}
			n.closed = true
			if n.heads == 0 {
				s.goal = i
				return solve.Winnable, solve.NoLimit, f
			}
			if s.limits.Memory != 0 && s.memory() > s.limits.Memory {
				return solve.Unknown, solve.Memory, f
			}
			if s.bound.spend() {
				s.expand(i)
			}
			if s.bound.limit != solve.NoLimit {
				return solve.Unknown, s.bound.limit, f
			}
		}
	}
	return solve.Unwinnable, solve.NoLimit, 0
}

// memory returns the bytes that the tables take when they have grown once more.
func (s *Solver) memory() int64 {
	return int64(cap(s.nodes))*nodeBytes*9/4 + int64(len(s.index))*4*3 + int64(len(s.bound.slots))*vectorBytes
}

// add takes up a state that so many moves lead to from parent, unless it was reached in as few.
func (s *Solver) add(t *state, parent int32, m move, spent int) {
	slot := s.slot(t)
	if i := s.index[slot]; i != 0 {
		n := &s.nodes[i]
		if spent < int(n.spent) { // never so when it is closed, for the bound is consistent
			n.parent, n.move, n.spent = parent, m, uint8(spent)
			s.open[spent+int(n.bound)] = append(s.open[spent+int(n.bound)], i)
		}
		return
	}
	cost := s.bound.of(&t.depths)
	bound := cost[min(bits.OnesCount64(t.inCells()), lanes-1)]
	if spent+int(bound) > s.most {
		return
	}
	i := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{state: *t, parent: parent, move: m, spent: uint8(spent), bound: bound})
	s.index[slot] = i
	f := spent + int(bound)
	s.open[f] = append(s.open[f], i)
	if 2*len(s.nodes) > len(s.index) {
		s.grow()
	}
}

// slot returns where the index has a state, or has room for it.
func (s *Solver) slot(t *state) uint64 {
	mask := uint64(len(s.index) - 1)
	hash := (uint64(t.heights) ^ t.hung*0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15
	for slot := hash >> 32 & mask; ; slot = (slot + 1) & mask {
		i := s.index[slot]
		if i == 0 || s.nodes[i].heights == t.heights && s.nodes[i].hung == t.hung {
			return slot
		}
	}
}

func (s *Solver) grow() {
	s.index = make([]int32, 2*len(s.index))
	for i := 1; i < len(s.nodes); i++ {
		s.index[s.slot(&s.nodes[i].state)] = int32(i)
	}
}
