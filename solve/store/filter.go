package store

import (
	"math/bits"
	"os"
	"sync/atomic"
)

// A filter of the keys answers most questions about positions that the store does not have in a fiftieth of the time
// that badger takes. It is written at a clean close; without it, it is made anew while badger is asked.
//
// It is a Bloom filter whose four bits for a key lie in one word, so that a question costs one miss of the processor's
// cache (F. Putze, P. Sanders and J. Singler, Cache-, Hash- and Space-Efficient Bloom Filters, 2007). Its methods may be
// called from any goroutine.
type filter struct {
	words []atomic.Uint64
	keys  atomic.Int64 // that were added, but for some that came twice
}

// With four keys a word 1 % of the answers "there" are false.
const (
	filterKeys  = 1 << 20 // the least that a filter is made for
	mostKeys    = 8 << 20 // the most, 16 MB: with twice as many 3 % are false
	keysPerWord = 4
)

// newFilter returns one that has room for as many keys again.
func newFilter(keys uint) *filter { return filterOf(min(max(filterKeys, 2*keys), mostKeys)) }

func filterOf(keys uint) *filter {
	return &filter{words: make([]atomic.Uint64, (keys+keysPerWord-1)/keysPerWord)}
}

// bits returns where the bits of a key are. The key is random.
func (f *filter) bits(k *Key) (word *atomic.Uint64, mask uint64) {
	i, _ := bits.Mul64(uint64At(k[keyBytes-16:]), uint64(len(f.words)))
	h := uint64At(k[keyBytes-8:])
	return &f.words[i], 1<<(h&63) | 1<<(h>>6&63) | 1<<(h>>12&63) | 1<<(h>>18&63)
}

func (f *filter) add(k *Key) {
	if word, mask := f.bits(k); word.Or(mask)&mask != mask {
		f.keys.Add(1)
	}
}

// has reports whether a key may have been added.
func (f *filter) has(k *Key) bool {
	word, mask := f.bits(k)
	return word.Load()&mask == mask
}

// full reports whether it has more keys than it was made for, and could be made larger.
func (f *filter) full() bool {
	n := keysPerWord * len(f.words)
	return n < mostKeys && f.keys.Load() > int64(n)
}

// openFilter reads the filter that a clean close wrote, begins one for a new store, or has it made by and by.
func (s *Store) openFilter(clean, begun bool) {
	path := s.path(filterFile)
	defer os.Remove(path)
	switch {
	case begun:
		s.known = newFilter(0)
	case clean:
		s.known = readFilter(path)
	}
	if s.known == nil && !s.options.Locked {
		keys := s.db.keys()
		s.filling = newFilter(keys)
		s.write.done.Go(func() { s.fillFilter(keys) })
	}
}

// keys returns how many keys, or versions of them, are in badger's tables.
func (b *base) keys() (n uint) {
	for _, t := range b.Tables() {
		n += uint(t.KeyCount)
	}
	return n
}

// fillFilter adds the keys of all facts and then lets the filter be used. What is put meanwhile is added by
// remember. A damaged block ends badger's iteration without a word, so the blocks are looked at when there
// are fewer than in the tables.
func (s *Store) fillFilter(want uint) {
	s.walks.RLock()
	defer s.walks.RUnlock()
	keys := make([]Key, 0, 4096)
	add := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, k := range keys {
			s.filling.add(&k)
		}
		keys = keys[:0]
	}
	n, err := s.db.keysOf(func(k Key) bool {
		if keys = append(keys, k); len(keys) == cap(keys) {
			add()
		}
		return !s.closing.Load()
	})
	add()
	if err == nil && n < want && !s.closing.Load() {
		err = s.db.whole() // a kill can have left some twice
	}
	if err != nil {
		s.damaged(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && !s.closing.Load() {
		s.known = s.filling
	}
	s.filling = nil
}

// remember adds a key that was put.
func (s *Store) remember(k *Key) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, f := range []*filter{s.known, s.filling} {
		if f != nil {
			f.add(k)
		}
	}
}

// closeFilter writes the filter, unless so much was added to it that a larger one should be made.
func (s *Store) closeFilter() {
	if s.known == nil || s.known.full() {
		return
	}
	b := make([]byte, 0, 8+8*len(s.known.words))
	b = appendUint64(b, uint64(s.known.keys.Load()))
	for i := range s.known.words {
		b = appendUint64(b, s.known.words[i].Load())
	}
	_ = writeChecked(s.path(filterFile), b) // without it the next one is made anew
}

func readFilter(path string) *filter {
	text, err := readChecked(path)
	if err != nil || len(text) < 16 || len(text)%8 != 0 {
		return nil
	}
	f := &filter{words: make([]atomic.Uint64, len(text)/8-1)}
	f.keys.Store(int64(uint64At(text)))
	for i := range f.words {
		f.words[i].Store(uint64At(text[8+8*i:]))
	}
	return f
}
