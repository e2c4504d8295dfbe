package depthvector

import (
	"context"
	"math/bits"

	"foregone/solve"
)

// node is a state of the search with the moves that were not made yet.
type node struct {
	state
	moves  [12]uint16 // score<<7 | code
	left   uint8      // number of moves
	code   uint8      // the move that led here
	parent int32      // -1 for the start
	next   int32      // in the queue's list
	score  int32      // base score
}

// take removes the move with the lowest score; there must be one.
func (n *node) take() uint8 {
	best := 0
	for i := 1; i < int(n.left); i++ {
		if n.moves[i] < n.moves[best] {
			best = i
		}
	}
	m := n.moves[best]
	n.left--
	n.moves[best] = n.moves[n.left]
	return uint8(m & 127)
}

// least returns the lowest score of the moves left; there must be one.
func (n *node) least() int {
	best := n.moves[0]
	for i := 1; i < int(n.left); i++ {
		best = min(best, n.moves[i])
	}
	return int(best >> 7)
}

const buckets = 4096

// queue holds nodes by their score, the newest of equal ones first.
type queue struct {
	heads  [buckets]int32
	filled [buckets / 64]uint64
	lowest int // no word of filled before it has a bit
}

func (q *queue) reset() {
	q.filled = [buckets / 64]uint64{}
	q.lowest = len(q.filled)
}

func (q *queue) push(nodes []node, i int32, score int) {
	score = max(0, min(score, buckets-1))
	w, b := score/64, uint64(1)<<(score%64)
	nodes[i].next = -1
	if q.filled[w]&b != 0 {
		nodes[i].next = q.heads[score]
	}
	q.filled[w] |= b
	q.heads[score] = i
	q.lowest = min(q.lowest, w)
}

// pop returns the node with the lowest score, -1 when there is none.
func (q *queue) pop(nodes []node) int32 {
	for q.lowest < len(q.filled) && q.filled[q.lowest] == 0 {
		q.lowest++
	}
	if q.lowest == len(q.filled) {
		return -1
	}
	word := q.filled[q.lowest]
	score := q.lowest*64 + bits.TrailingZeros64(word)
	i := q.heads[score]
	q.heads[score] = nodes[i].next
	if nodes[i].next < 0 {
		q.filled[q.lowest] = word & (word - 1)
	}
	return i
}

// Dive is how many nodes the dive may take.
var Dive = 60

func (s *Solver) dive() (solve.Verdict, solve.Limit) {
	at := int32(0)
	for len(s.nodes) < Dive {
		n := &s.nodes[at]
		if n.left == 0 {
			if at = n.parent; at < 0 {
				return solve.Unwinnable, solve.NoLimit
			}
			continue
		}
		code := n.take()
		next := s.deal.after(n.state, code)
		if next.heads == 0 {
			s.won, s.last = at, code
			return solve.Winnable, solve.NoLimit
		}
		if !s.seen.add(next.key()) {
			continue
		}
		if limit := s.room(); limit != solve.NoLimit {
			return solve.Unknown, limit
		}
		at = s.add(next, at, code)
	}
	return solve.Unknown, solve.NoLimit
}

func (s *Solver) bestFirst(ctx context.Context) (solve.Verdict, solve.Limit) {
	s.queue.reset()
	for i := range s.nodes {
		s.nodes[i].score = int32(s.deal.base(&s.nodes[i]))
		s.enqueue(int32(i))
	}
	for {
		at := s.queue.pop(s.nodes)
		if at < 0 {
			return solve.Unwinnable, solve.NoLimit
		}
		n := &s.nodes[at]
		code := n.take()
		next := s.deal.after(n.state, code)
		if next.heads == 0 {
			s.won, s.last = at, code
			return solve.Winnable, solve.NoLimit
		}
		s.enqueue(at)
		if !s.seen.add(next.key()) {
			continue
		}
		if limit := s.room(); limit != solve.NoLimit {
			return solve.Unknown, limit
		}
		if len(s.nodes)%1024 == 0 {
			if limit := solve.Stopped(ctx); limit != solve.NoLimit {
				return solve.Unknown, limit
			}
		}
		i := s.add(next, at, code)
		s.nodes[i].score = int32(s.deal.base(&s.nodes[i]))
		s.enqueue(i)
	}
}

func (s *Solver) enqueue(i int32) {
	n := &s.nodes[i]
	if n.left > 0 {
		s.queue.push(s.nodes, i, int(n.score)+n.least())
	}
}

// add appends a node.
func (s *Solver) add(next state, parent int32, code uint8) int32 {
	i := int32(len(s.nodes))
	s.nodes = append(s.nodes, node{state: next, parent: parent, code: code})
	s.deal.rate(&s.nodes[i])
	return i
}

// room checks the limits.
func (s *Solver) room() solve.Limit {
	if s.limits.Nodes != 0 && uint64(len(s.nodes)) >= s.limits.Nodes {
		return solve.Nodes
	}
	return solve.NoLimit
}
