// Package transposition is a table in memory from exact positions to what a search knows of them. It holds no
// pointers into the heap but those to its pages, grows with what is put into it up to a bound in bytes, and from then
// on forgets: what a search finds in it is true, but nothing is sure to be found again.
package transposition

import (
	"iter"
	"math/bits"
	"slices"
)

// Key is a position, exactly: two words for boards of up to 64 squares, four for up to 128.
type Key interface {
	comparable
	[2]uint64 | [4]uint64
}

// Entry is what is known of a position, its side to move being the one that wins in a proof.
type Entry struct {
	Proof    uint32 // proof number: 0 when the side to move wins
	Disproof uint32 // disproof number: 0 when it loses
	Work     uint32 // positions expanded below it, itself among them; at least 1
	Note     uint32 // the search's own
}

// slot is a key and its Entry in whole words, which Shared reads and writes one by one.
type slot[K Key] struct {
	key     K
	numbers uint64 // Proof, above it Disproof
	rest    uint64 // Work, above it Note
}

func (s *slot[K]) entry() Entry {
	return Entry{uint32(s.numbers), uint32(s.numbers >> 32), s.work(), uint32(s.rest >> 32)}
}

func (s *slot[K]) work() uint32 { return uint32(s.rest) }

// words returns the Entry as a slot has it.
func (e Entry) words() (numbers, rest uint64) {
	return uint64(e.Proof) | uint64(e.Disproof)<<32, uint64(e.Work) | uint64(e.Note)<<32
}

// A position may be in any slot of its bucket; the free slots, of Work 0, are its last ones.
const (
	ways     = 4
	pageBits = 11 // buckets in a page
	pageSize = 1 << pageBits
	// full is the part of the slots, in 1/16, above which the table doubles.
	full = 11
	// splits is the number of buckets split at each Put while it does: the more, the sooner all buckets are equally full.
	splits = 4
)

type (
	bucket[K Key] [ways]slot[K]
	page[K Key]   [pageSize]bucket[K]
)

// Table is a hash table of buckets that doubles a few buckets at a time (W. Litwin, Linear hashing, VLDB 1980), so that
// no Put takes long. Of the entries that overflow a bucket the one of the least work is dropped. Work is the measure that D. Breuker, J.
// Uiterwijk and J. van den Herik found best (Replacement schemes and two-level tables, ICCA Journal 19(3), 1996).
// The zero Table is not ready for use. Not for concurrent use.
type Table[K Key] struct {
	pages []*page[K]
	size  uint64 // buckets in use
	goal  uint64 // buckets that there are to be
	limit uint64 // buckets that there may be
	mask  uint64 // the least 2^i-1 that is at least size-1
	count uint64 // slots taken
}

// Reset empties the table and sets its bound in bytes; at least one bucket, in a first page of a quarter or three
// eighths of a megabyte, is always there.
func (t *Table[K]) Reset(bytes int64) {
	var s slot[K]
	t.limit = uint64(max(1, bytes/int64(ways*(len(s.key)*8+16))))
	if t.limit > pageSize {
		t.limit &^= pageSize - 1
	}
	if most := int(max(t.limit>>pageBits, 1)); len(t.pages) > most {
		t.pages = slices.Clone(t.pages[:most])
	}
	if len(t.pages) == 0 {
		t.pages = append(t.pages, new(page[K]))
	}
	t.size = min(t.limit, pageSize)
	t.goal = t.size
	clear(t.pages[0][:t.size])
	t.mask = 1<<bits.Len64(t.size-1) - 1
	t.count = 0
}

// Bytes returns the memory of the buckets in use.
func (t *Table[K]) Bytes() int64 {
	var s slot[K]
	return int64(t.size) * int64(ways*(len(s.key)*8+16))
}

// bucket returns the bucket of a key.
func (t *Table[K]) bucket(key K) *bucket[K] { return t.at(t.index(key)) }

// index returns the number of the bucket of a key.
func (t *Table[K]) index(key K) uint64 {
	i := Hash(key) & t.mask
	if i >= t.size {
		i &= t.mask >> 1
	}
	return i
}

// at returns a bucket by its number.
func (t *Table[K]) at(i uint64) *bucket[K] { return &t.pages[i>>pageBits][i&(pageSize-1)] }

// Get returns the entry of a position; its Work is 0 when there is none.
func (t *Table[K]) Get(key K) Entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key || b[i].work() == 0 {
			return b[i].entry()
		}
	}
	return Entry{}
}

// All returns an iterator over the positions in the table and their entries, in no order that means anything; nothing
// may be put into the table meanwhile.
func (t *Table[K]) All() iter.Seq2[K, Entry] {
	return func(yield func(K, Entry) bool) {
		for i := range t.size {
			b := t.at(i)
			for j := range b {
				if b[j].work() == 0 {
					break
				}
				if !yield(b[j].key, b[j].entry()) {
					return
				}
			}
		}
	}
}

// Put stores the entry of a position, in the place of the former one, of a free slot, or of the entry of the least
// work in its bucket.
func (t *Table[K]) Put(key K, e Entry) {
	b := t.bucket(key)
	i := b.place(key)
	if b[i].work() == 0 {
		t.count++
	}
	numbers, rest := e.words()
	b[i] = slot[K]{key, numbers, rest}
	t.setGoal()
	for range min(splits, t.goal-t.size) {
		t.split()
	}
}

// place returns the slot of a bucket in which a key is, or into which it is to come.
func (b *bucket[K]) place(key K) int {
	least := 0
	for i := range b {
		if b[i].key == key {
			return i
		}
		if b[i].work() < b[least].work() {
			least = i
		}
	}
	return least
}

// setGoal doubles the number of buckets that there are to be, when the table is full.
func (t *Table[K]) setGoal() {
	if t.count*16 > t.goal*ways*full {
		t.goal = min(2*t.goal, t.limit)
	}
}

// split divides the next bucket into two.
func (t *Table[K]) split() {
	if t.size > t.mask {
		t.mask = t.mask<<1 | 1
	}
	if int(t.size>>pageBits) == len(t.pages) {
		t.pages = append(t.pages, new(page[K]))
	}
	from := t.size &^ (t.mask>>1 + 1)
	old, next := t.at(from), t.at(t.size)
	all := *old
	*old, *next = bucket[K]{}, bucket[K]{}
	kept, moved := 0, 0
	for _, s := range all {
		if Hash(s.key)&t.mask == t.size {
			next[moved] = s
			moved++
		} else {
			old[kept] = s
			kept++
		}
	}
	t.size++
}

// Hash mixes the words of a key by products of 128 bits.
func Hash[K Key](key K) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for i := 0; i < len(key); i += 2 {
		hi, lo := bits.Mul64(key[i]^h, key[i+1]^0xd1b54a32d192ed03)
		h = hi ^ lo
	}
	return h
}
