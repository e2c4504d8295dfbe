package strata

import (
	"errors"
	"sync/atomic"
)

// ErrDistance is returned when a distance is over MaxDistance.
var ErrDistance = errors.New("a distance is over 253 plies")

// errMoves is returned when a position has more moves than a lane counts.
var errMoves = errors.New("a position has more than 254 moves")

// chunkLen is how many entries a job takes at a time, a multiple of those in a word.
const chunkLen = 1 << 12

// group is the slices at work.
type group struct {
	slices []*slice
	bases  []uint64 // of each in lanes
	len    uint64   // with the gaps between them
	lanes  []uint64 // four of them in each word, in the order of the numbers
	shared bool     // several jobs work
}

func (g *group) set(slices []*slice, arena []uint64, jobs int) {
	g.slices, g.bases, g.len, g.shared = slices, g.bases[:0], 0, jobs > 1
	for _, s := range slices {
		g.bases = append(g.bases, g.len)
		g.len += (s.len + 3) &^ 3
	}
	g.lanes = arena[:g.len/4]
}

// words returns the words that the lanes of slices take.
func words(slices []*slice) (n uint64) {
	for _, s := range slices {
		n += (s.len + 3) / 4
	}
	return n
}

// at returns a lane.
func (g *group) at(i uint64) lane {
	return lane(atomic.LoadUint64(&g.lanes[i/4]) >> (i % 4 * 16))
}

// less counts one move less for a position, which loses with the value given if that was the last; it is not to be fated.
func (g *group) less(i uint64, v Value) (loses bool) {
	word, shift := &g.lanes[i/4], i%4*16
	var l lane
	if g.shared {
		l = lane(atomic.AddUint64(word, -(uint64(laneCount)<<shift)) >> shift)
	} else {
		*word -= uint64(laneCount) << shift
		l = lane(*word >> shift)
	}
	if l >= laneCount {
		return false
	}
	if more := uint64(max(lane(v), l) - l); g.shared {
		atomic.AddUint64(word, more<<shift)
	} else {
		*word += more << shift
	}
	return true
}

// wins makes a position a win of the value given, unless it is one that is no slower.
func (g *group) wins(i uint64, v Value) {
	word, shift := &g.lanes[i/4], i%4*16
	for {
		old := atomic.LoadUint64(word)
		if l := lane(old >> shift); l < laneCount && l <= lane(v) {
			return
		}
		update := old&^(0xffff<<shift) | uint64(v)<<shift
		if !g.shared {
			*word = update
			return
		}
		if atomic.CompareAndSwapUint64(word, old, update) {
			return
		}
	}
}
