package depthvector

// set is an open-addressing hash set of keys other than zero, which is an empty slot. Only the first mask+1 slots
// are in use, so that a small deal after a large one touches little memory.
type set struct {
	slots []uint64
	mask  uint64
}

// slotsPerNode is the least number of slots for a node: a table that is at most a quarter full.
const slotsPerNode = 4

// reset empties the set and makes room for as many keys as there are nodes.
func (s *set) reset(nodes int) {
	size := slotsPerNode * nodes
	if len(s.slots) < size {
		s.slots = make([]uint64, size)
	} else {
		clear(s.slots[:size])
	}
	s.mask = uint64(size - 1)
}

// slot returns the slot of a key, and whether the key is there already.
func (s *set) slot(key uint64) (i uint64, found bool) {
	i = key * 0x9e3779b97f4a7c15 >> 32 & s.mask // Fibonacci hashing
	for s.slots[i] != 0 {
		if s.slots[i] == key {
			return i, true
		}
		i = (i + 1) & s.mask
	}
	return i, false
}

// add reports whether key was not there before.
func (s *set) add(key uint64) bool {
	i, found := s.slot(key)
	s.slots[i] = key
	return !found
}
