package threats

import (
	"math/bits"
	"reflect"
)

// entry is what a table keeps of a position.
type entry interface {
	// worth says how much there would be to do again without the entry.
	worth() int
}

// slot is 24 bytes on boards of up to 64 squares. Keys are whole, since a proof must not rest on a hash.
type slot[P comparable, E entry] struct {
	key   P
	entry E
	age   uint16 // of the search that put it; 0 is a free slot
}

const places = 4

// table is a hash table of buckets of a fixed size. An entry of a former search counts as a free slot.
type table[P comparable, E entry] struct {
	buckets [][places]slot[P, E]
	age     uint16
}

// reset forgets everything and gives the table as many buckets as fit in the given bytes, at least one.
func (t *table[P, E]) reset(bytes int64) {
	n := max(1, bytes/t.bucketSize())
	switch {
	case int64(len(t.buckets)) != n:
		t.buckets, t.age = make([][places]slot[P, E], n), 0
	case t.age == 1<<16-1:
		clear(t.buckets)
		t.age = 0
	}
	t.age++
}

func (t *table[P, E]) bucketSize() int64 { return int64(reflect.TypeFor[[places]slot[P, E]]().Size()) }

// bytes returns the memory of the table.
func (t *table[P, E]) bytes() int64 { return int64(len(t.buckets)) * t.bucketSize() }

// bucket returns the bucket of a hash (D. Lemire, Fast Random Integer Generation in an Interval, 2019).
func (t *table[P, E]) bucket(hash uint64) *[places]slot[P, E] {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// get returns the entry of a position, the zero one when there is none.
func (t *table[P, E]) get(key *P, hash uint64) (e E) {
	b := t.bucket(hash)
	for i := range b {
		if b[i].age == t.age && b[i].key == *key {
			return b[i].entry
		}
	}
	return e
}

// put stores an entry in the place of the former one, of one of a former search, or of the least worth in its bucket.
func (t *table[P, E]) put(key *P, hash uint64, e E) {
	b := t.bucket(hash)
	least, worth := 0, 1<<30
	for i := range b {
		w := -1
		if b[i].age == t.age {
			if b[i].key == *key {
				least = i
				break
			}
			w = b[i].entry.worth()
		}
		if w < worth {
			least, worth = i, w
		}
	}
	b[least] = slot[P, E]{*key, e, t.age}
}
