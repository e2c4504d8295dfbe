package depthvector

import "math/bits"

// buckets is the number of different scores: 64 words of 64, so that one more word tells which are not empty.
const buckets = 64 * 64

// queue holds nodes that have a move left by their score, the newest of equal ones first.
type queue struct {
	words  uint64 // words of filled that are not zero
	filled [64]uint64
	first  [buckets]int32 // the node that comes first; valid if its bit in filled is set
}

func (q *queue) reset() { q.words = 0; q.filled = [64]uint64{} }

// push adds node i, which is not in the queue.
func (q *queue) push(nodes []node, i int32) {
	n := &nodes[i]
	bucket := n.bucket()
	w, b := bucket/64, uint64(1)<<(bucket%64)
	n.next = noNode
	if q.filled[w]&b != 0 {
		n.next = q.first[bucket]
	}
	q.words |= 1 << w
	q.filled[w] |= b
	q.first[bucket] = i
}

// pop takes the node with the lowest score, noNode when there is none.
func (q *queue) pop(nodes []node) int32 {
	if q.words == 0 {
		return noNode
	}
	w := bits.TrailingZeros64(q.words) & 63
	filled := q.filled[w]
	bucket := w*64 + bits.TrailingZeros64(filled)&63
	i := q.first[bucket]
	next := nodes[i].next
	q.first[bucket] = next
	if next == noNode {
		filled &= filled - 1
		q.filled[w] = filled
		if filled == 0 {
			q.words &= q.words - 1
		}
	}
	return i
}

// pushPop is push and then pop, for less when i is the node that comes out. Node i may have no move left.
func (q *queue) pushPop(nodes []node, i int32) int32 {
	n := &nodes[i]
	if n.best == none {
		return q.pop(nodes)
	}
	if q.words == 0 {
		return i
	}
	w := bits.TrailingZeros64(q.words) & 63
	if n.bucket() <= uint(w*64+bits.TrailingZeros64(q.filled[w])) {
		return i
	}
	q.push(nodes, i)
	return q.pop(nodes)
}
