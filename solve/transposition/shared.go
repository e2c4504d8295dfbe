package transposition

import (
	"iter"
	"sync"
)

// shards is the number of parts of a Shared.
const shards = 16

// Shared is a table that several goroutines read and write at once: parts with a lock each.
type Shared[K Key] struct{ parts [shards]Part[K] }

// Part is one of the parts of a Shared. It is used between Lock and Unlock.
type Part[K Key] struct {
	Table[K]
	mutex sync.Mutex
	_     [64]byte // no two locks in one line of the processor's cache
}

// Unlock lets others use the part.
func (p *Part[K]) Unlock() { p.mutex.Unlock() }

// Reset empties the table and sets its bound in bytes, as that of Table; each part has its first page.
func (t *Shared[K]) Reset(bytes int64) {
	for i := range t.parts {
		t.parts[i].Reset(bytes / shards)
	}
}

// Lock returns the part of a key, when nobody else uses it, told by the bits of the hash that buckets use last.
func (t *Shared[K]) Lock(key K) *Part[K] {
	p := &t.parts[Hash(key)>>60]
	p.mutex.Lock()
	return p
}

// Get is as that of Table.
func (t *Shared[K]) Get(key K) Entry {
	p := t.Lock(key)
	e := p.Get(key)
	p.Unlock()
	return e
}

// Put is as that of Table.
func (t *Shared[K]) Put(key K, e Entry) {
	p := t.Lock(key)
	p.Put(key, e)
	p.Unlock()
}

// All is as that of Table; nothing may be put into the table meanwhile.
func (t *Shared[K]) All() iter.Seq2[K, Entry] {
	return func(yield func(K, Entry) bool) {
		for i := range t.parts {
			for k, e := range t.parts[i].All() {
				if !yield(k, e) {
					return
				}
			}
		}
	}
}
