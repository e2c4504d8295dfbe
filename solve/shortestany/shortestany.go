// Package shortestany finds the fewest single-card moves that win a patience under any rules of the family: FreeCell, Baker's
// Game and every other mix. For what package shortest handles that one is far faster.
//
// It is A* (Hart, Nilsson and Raphael 1968) on the positions with a bound by the deadlocks of the tableau, which is the
// idea of Paul and Helmert (Optimal Solitaire Game Solutions Using A* Search and Deadlock Analysis, SoCS 2016). Full
// deals are mostly beyond it: then it proves how many moves a solution has at least.
package shortestany

import (
	"context"

	"foregone/positions/patience"
	"foregone/solve"
)

// Result is what a search found. With Winnable there is a line of Low moves and none that is shorter; with Unwinnable
// there is none that is short enough; with Unknown none has fewer than Low moves.
type Result struct {
	solve.Result
	Low int
}

// Solver searches one position after the other with the same tables. It is not safe for concurrent use.
type Solver struct {
	game    game
	board   board
	bound   bound
	most    int // moves of a line
	nodes   []node
	index   []uint64 // of nodes, by the hash of their key, its upper half above the node; 0 is none
	open    [never][]int32
	start   patience.Position
	goal    int32
	buf     []move
	levels  bool // nodes wait by the moves so far, else by those in all
	stopped bool // the last search, by a limit
}

// node is a position that was reached, and how.
type node struct {
	key
	parent int32
	move   move
	spent  uint8 // moves so far
	rest   uint8 // moves to come, at least
	closed bool
}

const (
	nodeBytes = 40
	minSlots  = 1 << 12
	pollEvery = 1 << 8
	never     = 255 // more moves than a line may have
)

// Solve looks for the shortest line of p, a legal position, in fewer than below moves; 0 is no bound, but lines of never moves
// and more are not looked for, so that the search may end with Unknown and the limit Depth. Result.Nodes counts the positions expanded.
func (s *Solver) Solve(ctx context.Context, p *patience.Position, below int, l solve.Limits) Result {
	root := s.begin(p, below)
	s.board.load(&s.game, &root)
	s.add(root, 0, move{}, 0, 0)
	return s.search(ctx, l)
}

// begin empties the tables for p, and returns its key.
func (s *Solver) begin(p *patience.Position, below int) key {
	s.start = *p
	s.most = never - 1
	if below != 0 {
		s.most = min(s.most, below-1)
	}
	s.nodes = append(s.nodes[:0], node{}) // 0 is none
	s.index = cleared(s.index, minSlots)
	for f := range s.open {
		s.open[f] = s.open[f][:0]
	}
	s.goal, s.levels = 0, false
	return s.game.load(p)
}

// search expands nodes by the moves of a line through them, least first. The bound of a child is raised to what the parent's leaves (Mérő
// 1984), so that these never become fewer; a node that is reached in fewer moves later is expanded again.
func (s *Solver) search(ctx context.Context, l solve.Limits) Result {
	nodes, limit := uint64(0), solve.NoLimit
	s.stopped = false
	for f := 0; f <= s.most; f++ {
		for last := len(s.open[f]) - 1; last >= 0; last = len(s.open[f]) - 1 {
			i := s.open[f][last]
			n := &s.nodes[i]
			if n.closed || int(n.spent)+int(n.rest) != f {
				s.open[f] = s.open[f][:last]
				continue // it was reached again, in fewer moves
			}
			if n.key.won(&s.game) {
				s.goal = i
				return Result{solve.Result{Verdict: solve.Winnable, Nodes: nodes}, f}
			}
			switch {
			case l.Nodes != 0 && nodes >= l.Nodes:
				limit = solve.Nodes
			case l.Memory != 0 && s.memory() > l.Memory:
				limit = solve.Memory
			case nodes%pollEvery == 0:
				limit = l.Poll(ctx, nodes)
			}
			if limit != solve.NoLimit {
				s.stopped = true
				return Result{solve.Result{Limit: limit, Nodes: nodes}, f}
			}
			nodes++
			n.closed = true
			s.open[f] = s.open[f][:last]
			s.expand(i)
		}
	}
	if s.most == never-1 {
		return Result{solve.Result{Limit: solve.Depth, Nodes: nodes}, never}
	}
	return Result{solve.Result{Verdict: solve.Unwinnable, Nodes: nodes}, 0}
}

// memory returns the bytes that the tables take when they have grown once more.
func (s *Solver) memory() int64 {
	return int64(cap(s.nodes))*nodeBytes*9/4 + int64(len(s.index))*8*3
}

// expand adds the positions that one move leads to, but for a move of the card that moved last: what that leads to can be had in one move.
func (s *Solver) expand(i int32) {
	n := s.nodes[i]
	s.board.load(&s.game, &n.key)
	s.buf = s.board.moves(&s.game, s.buf[:0])
	for _, m := range s.buf {
		if i > 1 && m.card == n.move.card {
			continue
		}
		t := n.key
		t.set(m.card, s.game.code(m.card, m.to))
		from := s.board.play(m)
		s.add(t, i, m, int(n.spent)+1, int(n.rest)-1)
		s.board.undo(m.card, from)
	}
}

// add takes up the position on the board, which so many moves lead to from parent, and which needs at least rest more, unless it was
// reached in as few.
func (s *Solver) add(k key, parent int32, m move, spent, rest int) {
	hash := k.hash()
	slot := s.slot(&k, hash)
	i := int32(s.index[slot])
	if i != 0 {
		n := &s.nodes[i]
		if spent >= int(n.spent) {
			return
		}
		n.parent, n.move, n.spent, n.closed = parent, m, uint8(spent), false
	} else {
		rest = max(rest, s.bound.of(&s.board))
		if spent+rest > s.most {
			return
		}
		i = int32(len(s.nodes))
		s.nodes = append(s.nodes, node{key: k, parent: parent, move: m, spent: uint8(spent), rest: uint8(rest)})
		s.index[slot] = hash>>32<<32 | uint64(i)
		if 2*len(s.nodes) > len(s.index) {
			s.grow()
		}
	}
	f := spent
	if !s.levels {
		f += int(s.nodes[i].rest)
	}
	s.open[f] = append(s.open[f], i)
}

// slot returns where the index has a position, or has room for it.
func (s *Solver) slot(k *key, hash uint64) uint64 {
	mask := uint64(len(s.index) - 1)
	for slot := hash >> 24 & mask; ; slot = (slot + 1) & mask {
		i := s.index[slot]
		if i == 0 || (i^hash)>>32 == 0 && s.nodes[int32(i)].key == *k {
			return slot
		}
	}
}

func (s *Solver) grow() {
	s.index = cleared(s.index, 2*len(s.index))
	for i := 1; i < len(s.nodes); i++ {
		k := &s.nodes[i].key
		hash := k.hash()
		s.index[s.slot(k, hash)] = hash>>32<<32 | uint64(i)
	}
}

// cleared returns n zero values, in the memory of table when that has room.
func cleared(table []uint64, n int) []uint64 {
	if n > cap(table) {
		return make([]uint64, n)
	}
	table = table[:n]
	clear(table)
	return table
}
