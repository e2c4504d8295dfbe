package alphabeta

import "math/bits"

// Key is a position, exactly: two words for boards of up to 64 squares, four for more.
type Key interface {
	comparable
	[2]uint64 | [4]uint64
}

// bound says what the score of an entry is.
type bound uint8

const (
	none bound = iota
	lower
	upper
	exact
)

// entry is what is known of a position.
type entry struct {
	score int16
	move  MoveID
	depth int16
	age   uint16 // search<<2 | bound
}

func (e *entry) bound() bound { return bound(e.age & 3) }

// slot takes 24 bytes, 40 with keys of four words. Keys are whole, since a proof must not rest on a hash.
type slot[K Key] struct {
	key K
	entry
}

const ways = 4

// table is a hash table of buckets of a fixed size. An entry of a former search counts as a free slot.
type table[K Key] struct {
	buckets [][ways]slot[K]
	search  uint16
}

const lastSearch = 1<<14 - 1

// reset forgets everything and gives the table as many buckets as fit in the given bytes, at least one.
func (t *table[K]) reset(bytes int64) {
	var s slot[K]
	n := max(1, bytes/int64(ways*(len(s.key)*8+8)))
	if int64(len(t.buckets)) != n {
		t.buckets, t.search = make([][ways]slot[K], n), 0
	} else if t.search == lastSearch {
		clear(t.buckets)
		t.search = 0
	}
	t.search++
}

// bytes returns the memory of the table.
func (t *table[K]) bytes() int64 {
	var s slot[K]
	return int64(len(t.buckets) * ways * (len(s.key)*8 + 8))
}

// bucket returns the bucket of a key, by the high word of a product (D. Lemire, Fast Random Integer Generation in an
// Interval, 2019).
func (t *table[K]) bucket(key K) *[ways]slot[K] {
	h := uint64(0x9e3779b97f4a7c15)
	for i := 0; i < len(key); i += 2 {
		hi, lo := bits.Mul64(key[i]^h, key[i+1]^0xd1b54a32d192ed03)
		h = hi ^ lo
	}
	i, _ := bits.Mul64(h*0x9e3779b97f4a7c15, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// get returns the entry of a position; its bound is none when there is none.
func (t *table[K]) get(key K) entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].age>>2 == t.search {
			return b[i].entry
		}
	}
	return entry{}
}

// put stores an entry in the place of the former one, of one of a former search, or of the least worth keeping in its
// bucket. A guess does not replace a proof of the same position.
func (t *table[K]) put(key K, score, depth int, move MoveID, is bound) {
	b := t.bucket(key)
	least, worth := 0, 1<<30
	for i := range b {
		w := -1
		if b[i].age>>2 == t.search {
			if b[i].key == key {
				if Proven(int(b[i].score)) && !Proven(score) {
					return
				}
				if move == 0 {
					move = b[i].move
				}
				least = i
				break
			}
			w = int(b[i].depth)
			if Proven(int(b[i].score)) {
				w += 3
			}
		}
		if w < worth {
			least, worth = i, w
		}
	}
	b[least] = slot[K]{key, entry{int16(score), move, int16(min(depth, 1<<14)), t.search<<2 | uint16(is)}}
}
