package bases

import "math/bits"

// entry is a key and, in the bits that no key uses, the generation it was stored in.
type entry struct{ depths, bases uint64 }

const entrySize = 16

// table is a set of keys: open addressing over a power of two of entries, at most half of them taken. Starting it
// anew takes no clearing, entries of older generations count as empty.
type table struct {
	entries    []entry
	mask       uint64
	generation uint64 // 1 to 1<<16 - 1
	stamp      entry
}

// start empties the table and gives it the given size, a power of two.
func (t *table) start(size int) {
	if size > len(t.entries) {
		t.entries = make([]entry, size)
	}
	t.mask = uint64(size - 1)
	t.generation++
	if t.generation>>16 != 0 {
		clear(t.entries)
		t.generation = 1
	}
	g := t.generation
	// The lanes of depths leave 4 bits free, the suits of bases 3 bits each.
	t.stamp = entry{
		depths: g >> 12 << 60,
		bases:  g&7<<13 | g>>3&7<<29 | g>>6&7<<45 | g>>9&7<<61,
	}
}

const stampDepths, stampBases = 0xf << 60, 0xe000_e000_e000_e000

// add puts a key into the set and reports whether it was new.
func (t *table) add(depths, bases uint64) bool {
	e := entry{depths | t.stamp.depths, bases | t.stamp.bases}
	high, low := bits.Mul64(depths^0x9e3779b97f4a7c15, bases^0xd1b54a32d192ed03)
	for i := high ^ low; ; i++ {
		switch at := &t.entries[i&t.mask]; {
		case *at == e:
			return false
		case (at.depths^t.stamp.depths)&stampDepths != 0 || (at.bases^t.stamp.bases)&stampBases != 0:
			*at = e
			return true
		}
	}
}
