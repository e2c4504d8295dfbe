package bases

import "math/bits"

const buckets = 1 << 10

// queue holds nodes by score, the lowest first, the last in first out among equals. The nodes of a bucket are
// linked by node.next.
type queue struct {
	words  uint64 // bit i: filled[i] is not zero
	filled [buckets / 64]uint64
	tops   [buckets]int32 // index of a node, plus 1
}

// push adds the last node; scores are cut to the range of the buckets.
func (s *Solver) push(score int) {
	q := &s.queue
	score = min(max(score, 0), buckets-1)
	s.nodes[len(s.nodes)-1].next = q.tops[score]
	q.tops[score] = int32(len(s.nodes))
	q.filled[score>>6] |= 1 << (score & 63)
	q.words |= 1 << (score >> 6)
}

// pop removes the node of the lowest score, and returns its index, -1 when there is none.
func (s *Solver) pop() int32 {
	q := &s.queue
	if q.words == 0 {
		return -1
	}
	word := bits.TrailingZeros64(q.words)
	score := word<<6 | bits.TrailingZeros64(q.filled[word])
	at := q.tops[score] - 1
	q.tops[score] = s.nodes[at].next
	if q.tops[score] == 0 {
		q.filled[word] &= q.filled[word] - 1
		if q.filled[word] == 0 {
			q.words &= q.words - 1
		}
	}
	return at
}
