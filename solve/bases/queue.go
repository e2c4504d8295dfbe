package bases

import "math/bits"

const buckets = 1 << 11

// queue holds tasks by score, the lowest first, the last in first out among equals. The tasks of a bucket are
// linked by node.next.
type queue struct {
	words  uint64 // bit i: filled[i] is not zero
	filled [buckets / 64]uint64
	tops   [buckets]task
}

// task is a node to expand: its index plus 1, times 2, plus 1 when only founding moves are left to make. Zero is none.
type task int32

func expandingTask(node int32) task { return task(node+1) << 1 }
func foundingTask(node int32) task  { return task(node+1)<<1 | 1 }

func (t task) node() int32    { return int32(t>>1 - 1) }
func (t task) founding() bool { return t&1 != 0 }

// push adds a task; scores are cut to the range of the buckets.
func (s *Solver) push(t task, score int) {
	q := &s.queue
	score = min(max(score, 0), buckets-1)
	s.nodes[t.node()].next = q.tops[score]
	q.tops[score] = t
	q.filled[score>>6] |= 1 << (score & 63)
	q.words |= 1 << (score >> 6)
}

// pop removes the task of the lowest score, and returns both; it returns no task when there is none.
func (s *Solver) pop() (task, int) {
	q := &s.queue
	if q.words == 0 {
		return 0, 0
	}
	word := bits.TrailingZeros64(q.words)
	score := word<<6 | bits.TrailingZeros64(q.filled[word])
	t := q.tops[score]
	q.tops[score] = s.nodes[t.node()].next
	if q.tops[score] == 0 {
		q.filled[word] &= q.filled[word] - 1
		if q.filled[word] == 0 {
			q.words &= q.words - 1
		}
	}
	return t, score
}
