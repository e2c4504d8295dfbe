package deadends

// index is an open-addressing hash table of the numbers of states. Its slots are a power of two, at most half of them taken.
// What a former position needed is kept, but a small one uses few of the slots, which stay near to each other.
type index struct {
	slots []place
	spare []place // the slots before the last growth, and what they may be once more
}

// place is a slot: a state, finished in an empty one, and its number.
type place struct {
	state state
	at    int32
}

const (
	slotBytes = 16
	minSlots  = 1 << 14
)

// reset empties the table.
func (x *index) reset() {
	x.slots = emptied(x.slots, minSlots)
}

// emptied returns so many empty slots, in the place of others if there is room.
func emptied(slots []place, n int) []place {
	if cap(slots) < n {
		return make([]place, n)
	}
	clear(slots[:n])
	return slots[:n]
}

// find returns the slot of a state, or the empty one where it belongs.
func (x *index) find(s state) *place {
	mask := uint64(len(x.slots) - 1)
	i := uint64(s) * 0x9e3779b97f4a7c15 >> 32 & mask // Fibonacci hashing
	for x.slots[i].state != s && x.slots[i].state != finished {
		i = (i + 1) & mask
	}
	return &x.slots[i]
}

// makeRoom doubles the slots when more than half of them are taken.
func (x *index) makeRoom(taken int) {
	if 2*taken <= len(x.slots) {
		return
	}
	old := x.slots
	x.slots, x.spare = emptied(x.spare, 2*len(old)), old
	for _, p := range old {
		if p.state != finished {
			*x.find(p.state) = p
		}
	}
}
