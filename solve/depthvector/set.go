package depthvector

// set is an open-addressing hash set of keys other than zero. Only the first mask+1 slots of the table are in use, so that a small
// deal after a large one touches little memory.
type set struct {
	slots []uint64
	mask  uint64
	count int
}

const (
	minSlots   = 512
	multiplier = 0x9e3779b97f4a7c15
)

func (s *set) reset() {
	if len(s.slots) == 0 {
		s.slots = make([]uint64, minSlots)
	}
	clear(s.slots[:minSlots])
	s.mask = minSlots - 1
	s.count = 0
}

// add reports whether key was not there before.
func (s *set) add(key uint64) bool {
	slots := s.slots
	for i := key * multiplier >> 32 & s.mask; ; i = (i + 1) & s.mask {
		switch slots[i] {
		case key:
			return false
		case 0:
			slots[i] = key
			s.count++
			if uint64(s.count)*2 > s.mask {
				s.grow()
			}
			return true
		}
	}
}

func (s *set) grow() {
	size := 2 * (s.mask + 1)
	old := append([]uint64(nil), s.slots[:s.mask+1]...)
	if uint64(len(s.slots)) < size {
		s.slots = make([]uint64, size)
	} else {
		clear(s.slots[:size])
	}
	s.mask = size - 1
	for _, key := range old {
		if key == 0 {
			continue
		}
		i := key * multiplier >> 32 & s.mask
		for s.slots[i] != 0 {
			i = (i + 1) & s.mask
		}
		s.slots[i] = key
	}
}
