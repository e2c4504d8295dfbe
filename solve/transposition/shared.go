package transposition

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// versions is the number of versions that the buckets of a Shared share: few enough for the processor's cache.
const versions = 1 << 13

// Shared is a Table while several goroutines use it, and nobody else. Nobody waits to read: whoever finds that a bucket was
// written meanwhile reads it again (a sequence lock). A goroutine calls Enter first, Pause from time to time, and Leave at
// last; the table grows when all of them pause.
type Shared[K Key] struct {
	table   *Table[K]
	version [versions]atomic.Uint32 // of every bucket of that number, modulo versions; odd while one is written
	count   atomic.Uint64           // slots taken
	users   sync.RWMutex            // read by those who use the table, written while it grows
	growing atomic.Bool             // somebody waits to make it grow
}

// Share returns the table for several goroutines.
func (t *Table[K]) Share() *Shared[K] {
	s := &Shared[K]{table: t}
	s.count.Store(t.count)
	return s
}

// Enter begins the use of the table by a goroutine.
func (s *Shared[K]) Enter() { s.users.RLock() }

// Leave ends it.
func (s *Shared[K]) Leave() { s.users.RUnlock() }

// Pause lets the table grow, when that is due.
func (s *Shared[K]) Pause() {
	if !s.due() {
		return
	}
	s.users.RUnlock()
	if s.growing.CompareAndSwap(false, true) { // a second one would wait for the next time that it is due
		s.users.Lock()
		if s.due() {
			s.grow()
		}
		s.users.Unlock()
		s.growing.Store(false)
	}
	s.users.RLock()
}

// due reports whether the table is full and may be larger.
func (s *Shared[K]) due() bool {
	goal := s.table.goal
	return s.count.Load()*16 > goal*ways*full && goal < s.table.limit
}

func (s *Shared[K]) grow() {
	t := s.table
	t.count = s.count.Load()
	t.setGoal()
	for t.size < t.goal {
		t.split()
	}
	s.count.Store(t.count)
}

// Close gives the table back, when nobody uses it any more.
func (s *Shared[K]) Close() { s.table.count = s.count.Load() }

// Get is as that of Table.
func (s *Shared[K]) Get(key K) Entry {
	i := s.table.index(key)
	b, version := s.table.at(i), &s.version[i%versions]
	for {
		before := version.Load()
		if before%2 == 0 {
			e := b.read(key)
			if version.Load() == before {
				return e
			}
		}
		runtime.Gosched()
	}
}

// read returns the entry of a key in a bucket that may be changed meanwhile.
func (b *bucket[K]) read(key K) Entry {
	for i := range b {
		s := &b[i]
		same := true
		for j := range len(key) {
			same = same && atomic.LoadUint64(&s.key[j]) == key[j]
		}
		rest := atomic.LoadUint64(&s.rest)
		if same || uint32(rest) == 0 {
			s := slot[K]{numbers: atomic.LoadUint64(&s.numbers), rest: rest}
			return s.entry()
		}
	}
	return Entry{}
}

// Held is the place of a position in a Shared between Hold and Put.
type Held[K Key] struct {
	Entry // that of the position, or none
	key   K
	slot  *slot[K]
	index uint64
}

// Hold keeps others from writing to the place of a position until Put.
func (s *Shared[K]) Hold(key K) Held[K] {
	i := s.table.index(key)
	version := &s.version[i%versions]
	for {
		before := version.Load()
		if before%2 == 0 && version.CompareAndSwap(before, before+1) {
			break
		}
		runtime.Gosched()
	}
	b := s.table.at(i)
	h := Held[K]{key: key, slot: &b[b.place(key)], index: i}
	if h.slot.key == key {
		h.Entry = h.slot.entry()
	}
	return h
}

// Put stores the entry as Table does.
func (s *Shared[K]) Put(h *Held[K]) {
	if h.slot.work() == 0 {
		s.count.Add(1)
	}
	for j := range len(h.key) {
		atomic.StoreUint64(&h.slot.key[j], h.key[j])
	}
	numbers, rest := h.words()
	atomic.StoreUint64(&h.slot.numbers, numbers)
	atomic.StoreUint64(&h.slot.rest, rest)
	s.version[h.index%versions].Add(1)
}
