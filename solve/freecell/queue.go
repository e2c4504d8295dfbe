package freecell

import "math/bits"

// buckets is the number of different scores.
const buckets = 2048

// waiting is a move that has not been made yet, from a state of the table.
type waiting struct {
	next uint32 // the one that came before it with the same score, or the next free one, plus 1
	from uint32
	move
	index uint8 // of the move among those of that state
}

const waitingBytes = 12

// queue holds moves by score, the lowest first and of equal ones the last that came.
type queue struct {
	pages    []*[pageSize]waiting
	n        uint32 // entries in use, with the free ones
	free     uint32 // the first free one, plus 1
	heads    [buckets]uint32
	occupied [buckets / 64]uint64 // a bit for each score
	low      int                  // no word of occupied before this one has a bit
}

func (q *queue) reset() {
	q.n, q.free, q.low = 0, 0, len(q.occupied)
	q.heads, q.occupied = [buckets]uint32{}, [buckets / 64]uint64{}
}

func (q *queue) at(i uint32) *waiting { return &q.pages[i>>pageBits][i&(pageSize-1)] }

// bytes returns the memory that n entries need.
func (q *queue) bytes(n uint32) int64 {
	return (int64(n) + pageSize - 1) >> pageBits * pageSize * waitingBytes
}

// push adds a move. The caller has made room.
func (q *queue) push(score int, from uint32, m move, index uint8) {
	i := q.free
	if i != 0 {
		q.free = q.at(i - 1).next
	} else {
		q.n++
		i = q.n
	}
	score = max(0, min(buckets-1, score))
	*q.at(i - 1) = waiting{q.heads[score], from, m, index}
	q.heads[score] = i
	word := score >> 6
	q.occupied[word] |= 1 << (score & 63)
	q.low = min(q.low, word)
}

// pop takes the move with the lowest score; it fails when there is none.
func (q *queue) pop() (w waiting, ok bool) {
	for ; q.low < len(q.occupied); q.low++ {
		m := q.occupied[q.low]
		if m == 0 {
			continue
		}
		score := q.low<<6 + bits.TrailingZeros64(m)
		i := q.heads[score]
		e := q.at(i - 1)
		w = *e
		e.next, q.free = q.free, i
		if q.heads[score] = w.next; w.next == 0 {
			q.occupied[q.low] = m & (m - 1)
		}
		return w, true
	}
	return w, false
}
