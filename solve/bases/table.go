package bases

import "math/bits"

// table finds nodes by their keys: open addressing over a power of two of slots, at most half of them taken. A slot
// holds the index of a node plus 1, zero when it is empty, and above indexBits a few bits of its hash.
type table struct {
	slots []uint32
	mask  uint64
}

const (
	slotSize  = 4
	indexBits = 26
	maxNodes  = 1<<indexBits - 1
)

// start empties the table and gives it the given number of slots, a power of two.
func (t *table) start(size int) {
	if size > len(t.slots) {
		t.slots = make([]uint32, size)
	} else {
		clear(t.slots[:size])
	}
	t.mask = uint64(size - 1)
}

// size returns the number of slots.
func (t *table) size() int { return int(t.mask) + 1 }

// add enters the node of the given index, and reports whether no node of the same key was there.
func (t *table) add(nodes []node, index int) bool {
	n := &nodes[index]
	high, low := bits.Mul64(n.depths^0x9e3779b97f4a7c15, n.bases^0xd1b54a32d192ed03)
	hash := high ^ low
	tag := uint32(hash>>32) &^ maxNodes
	for i := hash; ; i++ {
		slot := &t.slots[i&t.mask]
		if *slot == 0 {
			*slot = tag | uint32(index+1)
			return true
		}
		if *slot&^maxNodes == tag {
			if old := &nodes[*slot&maxNodes-1]; old.depths == n.depths && old.bases == n.bases {
				return false
			}
		}
	}
}
