package freecell

import (
	"context"
	"math/bits"
)

const (
	pageBits   = 10
	pageSize   = 1 << pageBits
	stateBytes = 48
	firstSlots = 1 << 10
)

// table holds the expanded states of one search, each once, numbered from 0 in the order in which they came. Its
// memory grows and is kept for the next search. The hash index stores number+base+1; a slot up to base is left
// over from an earlier search and counts as empty, so that nothing is cleared.
type table struct {
	pages []*[pageSize]state
	index []uint32 // only the first mask+1 slots are in use
	mask  uint32
	base  uint32
	n     uint32 // states
}

// reset empties the table.
func (t *table) reset() {
	t.renumber()
	t.n = 0
	t.mask = firstSlots - 1
	if len(t.index) < firstSlots {
		t.index, t.base = make([]uint32, firstSlots), 0
	}
}

// renumber makes all slots of the index empty.
func (t *table) renumber() {
	if t.base+t.n >= 1<<31 {
		clear(t.index)
		t.base = 0
		return
	}
	t.base += t.n
}

func (t *table) at(i uint32) *state { return &t.pages[i>>pageBits][i&(pageSize-1)] }

func (s *state) hash() uint32 {
	hi, lo := bits.Mul64(s.p0^0x9e3779b97f4a7c15, s.p1^0xd1b54a32d192ed03)
	hi, lo = bits.Mul64(hi^lo^s.p2, 0xa0761d6478bd642f)
	return uint32(hi ^ lo)
}

// maxStates keeps base+number+1 in 32 bits.
const maxStates = 1<<31 - 1

// add stores s, whose hash is given, as the last state, unless the table has one with the same key. The caller has
// made room.
func (t *table) add(s *state, hash uint32) bool {
	slot := hash & t.mask
	for t.index[slot] > t.base {
		if o := t.at(t.index[slot] - t.base - 1); o.p0 == s.p0 && o.p1 == s.p1 && o.p2 == s.p2 {
			return false
		}
		slot = (slot + 1) & t.mask
	}
	*t.at(t.n) = *s
	t.n++
	t.index[slot] = t.base + t.n
	return true
}

// crowded reports whether the index should grow before the next state comes.
func (t *table) crowded() bool { return t.n > t.mask>>1 }

// bytes returns the memory that n states and an index of mask+1 slots need.
func (t *table) bytes(n, mask uint32) int64 {
	return (int64(n)+pageSize-1)>>pageBits*pageSize*stateBytes + (int64(mask)+1)*4
}

// grow doubles the index. It gives up when ctx is done.
func (t *table) grow(ctx context.Context) {
	t.resize(t.mask<<1 | 1)
	t.enter(ctx)
}

// resize empties the index and gives it mask+1 slots.
func (t *table) resize(mask uint32) {
	t.mask = mask
	if len(t.index) <= int(t.mask) {
		t.index = nil
		t.index, t.base = make([]uint32, int(t.mask)+1), 0
	} else {
		t.renumber()
	}
}

// enter puts all states into the empty index. It gives up when ctx is done.
func (t *table) enter(ctx context.Context) {
	for i := range t.n {
		if i&0xffff == 0xffff && ctx.Err() != nil {
			return
		}
		slot := t.at(i).hash() & t.mask
		for t.index[slot] > t.base {
			slot = (slot + 1) & t.mask
		}
		t.index[slot] = t.base + i + 1
	}
}
