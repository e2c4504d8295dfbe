package expectimax

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// entry is what is known of a position: low <= value <= high.
type entry struct {
	low, high int64
	work      uint32 // positions looked at below it; 0: nothing is known
	move      MoveID // the best when it was last searched
}

type slot struct {
	key Key
	entry
}

const (
	ways      = 4
	slotSize  = 48
	leastBits = 10       // of the number of buckets of an empty table
	largeBits = 15       // of one that gets room for all buckets that it may have
	full      = ways / 2 // positions a bucket on average, above which the table doubles
)

// table is a hash table in memory that doubles up to a bound and then forgets: what it finds is true of that very position.
// It holds no pointers. Of the entries of a full bucket the one of the least work is dropped.
type table struct {
	buckets [][ways]slot // 2^n of them
	limit   int          // of buckets
	count   int64        // slots taken
}

// reset empties the table and sets its bound in bytes.
func (t *table) reset(bytes int64) {
	n := uint64(max(1<<leastBits, bytes/(ways*slotSize)))
	t.limit = 1 << (bits.Len64(n) - 1)
	if cap(t.buckets) > t.limit {
		t.buckets = nil
	}
	t.buckets = slices.Grow(t.buckets[:0], 1<<leastBits)[:1<<leastBits]
	clear(t.buckets)
	t.count = 0
}

func (t *table) bucket(key Key) *[ways]slot { return &t.buckets[hash(key)&uint64(len(t.buckets)-1)] }

// get returns the entry of a position; its work is 0 when there is none.
func (t *table) get(key Key) entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key {
			return b[i].entry
		}
	}
	return entry{}
}

// put stores the entry of a position on which so much work was done since the last time, beside what is known by now, and
// reports whether that takes another slot.
func (t *table) put(key Key, e entry, work uint64) (more bool) {
	b := t.bucket(key)
	least := 0
	for i := range b {
		if b[i].key == key {
			least = i
			e.low, e.high, e.work = max(e.low, b[i].low), min(e.high, b[i].high), max(e.work, b[i].work)
			break
		}
		if b[i].work < b[least].work {
			least = i
		}
	}
	e.work = uint32(min(work+uint64(e.work)+1, 1<<32-1))
	more = b[least].work == 0
	b[least] = slot{key, e}
	return more
}

// due reports whether the table is full and may be larger.
func (t *table) due() bool {
	return atomic.LoadInt64(&t.count) > int64(full*len(t.buckets)) && len(t.buckets) < t.limit
}

// double splits every bucket into two.
func (t *table) double() {
	n := len(t.buckets)
	if cap(t.buckets) < 2*n {
		room := 2 * n
		if n >= 1<<largeBits { // pages that are not yet used cost nothing, and moving is dear
			room = t.limit
		}
		bigger := make([][ways]slot, 2*n, room)
		copy(bigger, t.buckets)
		t.buckets = bigger
	}
	t.buckets = t.buckets[:2*n]
	clear(t.buckets[n:])
	for i := range n {
		old, next := &t.buckets[i], &t.buckets[i+n]
		all := *old
		*old = [ways]slot{}
		kept, moved := 0, 0
		for _, s := range all {
			switch {
			case s.work == 0:
			case hash(s.key)&uint64(n) != 0:
				next[moved] = s
				moved++
			default:
				old[kept] = s
				kept++
			}
		}
	}
}

// hash mixes the words of a key by products of 128 bits.
func hash(k Key) uint64 {
	hi, lo := bits.Mul64(k[0]^0x9e3779b97f4a7c15, k[1]^0xd1b54a32d192ed03)
	hi, lo = bits.Mul64(hi^lo^k[2], 0xa0761d6478bd642f)
	return hi ^ lo
}
