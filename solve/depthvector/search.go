package depthvector

import (
	"context"

	"foregone/solve"
)

// node is a state of the search with the moves that it allows: a dig a column, and up to four swaps.
type node struct {
	state
	moves  [16]uint16 // score<<7 | code, all different
	count  uint8      // number of moves
	code   uint8      // the move that led here
	best   uint16     // the lowest of the moves not made yet, none if all are made
	score  int16      // what all its moves have in common, in the best-first search
	parent int32      // noNode for the start
	next   int32      // in the queue's list
}

const (
	none     = 1<<16 - 1
	codeBits = 1<<7 - 1
)

// advance takes the best move off.
func (n *node) advance() {
	// Of the numbers above best the lowest: the others wrap around.
	made := n.best + 1
	least := uint16(none)
	for _, m := range n.moves[:n.count&15] {
		least = min(least, m-made)
	}
	if least += made; least < made {
		least = none
	}
	n.best = least
}

// bucket returns where the queue keeps a node that has a move left: by its best move's score.
func (n *node) bucket() uint { return uint(max(0, min(int(n.score)+int(n.best>>7), buckets-1))) }

// diveNodes is how many nodes the dive takes: measured on Eight Off, where it wins two deals in three.
const diveNodes = 40

// dive goes down the best moves first and back up from dead ends. It is what the best-first search would do in
// most deals, for less. Unknown without a limit means that it has taken all of its nodes.
func (s *Solver) dive(ctx context.Context) (solve.Verdict, solve.Limit) {
	at := int32(0)
	for s.count < diveNodes {
		n, child := &s.nodes[at], &s.nodes[s.count]
		if n.best == none {
			if at = n.parent; at == noNode {
				return solve.Unwinnable, solve.NoLimit
			}
			s.nodes[at].advance()
			continue
		}
		code := uint8(n.best & codeBits)
		s.deal.after(&child.state, &n.state, code)
		if child.heads == 0 {
			s.won, s.last = at, code
			return solve.Winnable, solve.NoLimit
		}
		if !s.seen.add(child.key()) {
			n.advance()
			continue
		}
		if s.count == s.stop {
			return solve.Unknown, s.pause(ctx)
		}
		s.deal.rate(child)
		child.parent, child.code = at, code
		at = int32(s.count)
		s.count++
	}
	for i := s.nodes[at].parent; i != noNode; i = s.nodes[i].parent {
		s.nodes[i].advance()
	}
	return solve.Unknown, solve.NoLimit
}

// bestFirst goes on from the nodes of the dive until it has won or made all moves. A node is in the queue once, with the
// score of the best move left.
func (s *Solver) bestFirst(ctx context.Context) (solve.Verdict, solve.Limit) {
	s.queue.reset()
	for i := range s.nodes[:s.count] {
		n := &s.nodes[i]
		n.score = s.deal.base(n)
		if n.best != none {
			s.queue.push(s.nodes, int32(i))
		}
	}
	for at := s.queue.pop(s.nodes); at != noNode; {
		n, child := &s.nodes[at], &s.nodes[s.count]
		code := uint8(n.best & codeBits)
		n.advance()
		key := s.deal.dugKey(&n.state, code)
		slot, known := s.seen.slot(key)
		if known {
			at = s.queue.pushPop(s.nodes, at)
			continue
		}
		s.deal.after(&child.state, &n.state, code)
		if child.heads == 0 {
			s.won, s.last = at, code
			return solve.Winnable, solve.NoLimit
		}
		if k := child.key(); k == key {
			s.seen.slots[slot] = k
		} else if !s.seen.add(k) {
			at = s.queue.pushPop(s.nodes, at)
			continue
		}
		if n.best != none {
			s.queue.push(s.nodes, at)
		}
		if s.count == s.stop {
			if limit := s.pause(ctx); limit != solve.NoLimit {
				return solve.Unknown, limit
			}
			child = &s.nodes[s.count]
		}
		s.deal.rate(child)
		child.score = s.deal.base(child)
		child.parent, child.code = at, code
		at = s.queue.pushPop(s.nodes, int32(s.count))
		s.count++
	}
	return solve.Unwinnable, solve.NoLimit
}

// nodeBytes is the size of a node and of its slots in the set.
const nodeBytes = 88 + 8*slotsPerNode

// pause is called with count at stop, before a node is added there. It checks the limits, makes room for the next
// one and sets the next stop.
func (s *Solver) pause(ctx context.Context) solve.Limit {
	if s.limits.Nodes != 0 && uint64(s.count) >= s.limits.Nodes {
		return solve.Nodes
	}
	if limit := s.limits.Poll(ctx, uint64(s.count)); limit != solve.NoLimit {
		return limit
	}
	if s.limits.Progress.Asked() {
		s.limits.Progress.Tell(solve.Standing{Memory: int64(s.space) * nodeBytes})
	}
	if s.count+1 == s.space && !s.grow() {
		return solve.Memory
	}
	s.setStop()
	return solve.NoLimit
}

func (s *Solver) setStop() {
	s.stop = min(s.space-1, s.count+pollNodes)
	if s.limits.Nodes != 0 && s.limits.Nodes < uint64(s.stop) {
		s.stop = int(s.limits.Nodes)
	}
}

// grow doubles the tables, unless they would be too large while both the old and the new nodes are there.
func (s *Solver) grow() bool {
	space := 2 * s.space
	if space > maxNodes || s.limits.Memory != 0 && int64(space+s.space)*nodeBytes > s.limits.Memory {
		return false
	}
	if len(s.nodes) < space {
		nodes := make([]node, space)
		copy(nodes, s.nodes)
		s.nodes = nodes
	}
	s.space = space
	s.seen.reset(space)
	for i := range s.nodes[:s.count+1] {
		s.seen.add(s.nodes[i].key())
	}
	return true
}
