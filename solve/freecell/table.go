package freecell

import (
	"context"
	"math/bits"
)

const (
	pageBits   = 10
	pageSize   = 1 << pageBits
	stateBytes = 48
	firstSlots = 1 << 12
)

type page [pageSize]state

// table holds the states of one search, each once, numbered from 0 in the order in which they came. Its memory
// grows and is kept for the next search. The hash index stores number+base+1; a slot up to base is left over from
// an earlier search and counts as empty, so that nothing is cleared.
type table struct {
	pages []*page
	index []uint32 // only the first mask+1 slots are in use
	mask  uint32
	base  uint32
	n     uint32 // states
	limit int64  // bytes
}

// reset empties the table and bounds its memory.
func (t *table) reset(limit int64) {
	t.renumber()
	t.n = 0
	t.mask = firstSlots - 1
	t.limit = limit
	if int64(len(t.pages))*pageSize*stateBytes+int64(len(t.index))*4 > limit {
		t.pages, t.index = nil, nil
	}
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

// find returns the slot of a state with the key of s, or the empty slot where it belongs.
func (t *table) find(s *state) (slot uint32, known bool) {
	for slot = s.hash() & t.mask; ; slot = (slot + 1) & t.mask {
		i := t.index[slot]
		if i <= t.base {
			return slot, false
		}
		if o := t.at(i - t.base - 1); o.p0 == s.p0 && o.p1 == s.p1 && o.p2 == s.p2 {
			return slot, true
		}
	}
}

// add stores a state that find did not know, and returns its number. It fails when the memory is spent.
func (t *table) add(s *state, slot uint32) (number uint32, ok bool) {
	i := t.n
	if i&(pageSize-1) == 0 && !t.room() {
		return 0, false
	}
	*t.at(i) = *s
	t.n++
	t.index[slot] = t.base + t.n
	return i, true
}

// crowded reports whether the index should grow before the next state comes.
func (t *table) crowded() bool { return t.n > t.mask>>1 }

// room makes sure of a page for the next state.
func (t *table) room() bool {
	used := int(t.n >> pageBits)
	if t.bytes(t.mask)+pageSize*stateBytes > t.limit || t.n >= 1<<31-pageSize {
		return false
	}
	if used == len(t.pages) {
		t.pages = append(t.pages, new(page))
	}
	return true
}

// bytes returns the memory in use with an index of mask+1 slots.
func (t *table) bytes(mask uint32) int64 {
	return int64((t.n+pageSize-1)>>pageBits)*pageSize*stateBytes + (int64(mask)+1)*4
}

// grow doubles the index. It fails when the memory is spent, and gives up when ctx is done.
func (t *table) grow(ctx context.Context) bool {
	mask := t.mask<<1 | 1
	if t.bytes(mask) > t.limit {
		return false
	}
	t.mask = mask
	if len(t.index) <= int(mask) {
		t.index = nil
		t.index, t.base = make([]uint32, int(mask)+1), 0
	} else {
		t.renumber()
	}
	for i := range t.n {
		if i&0xffff == 0xffff && ctx.Err() != nil {
			return false
		}
		slot := t.at(i).hash() & mask
		for t.index[slot] > t.base {
			slot = (slot + 1) & mask
		}
		t.index[slot] = t.base + i + 1
	}
	return true
}
