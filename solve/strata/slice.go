package strata

import "math/bits"

// key names a slice: the positions with so many stones of the side to move and of the other, so many of them crossed.
// A side that must cross has one crossed stone less.
type key struct{ own, other, ownCrossed, otherCrossed int }

// pending reports whether the side to move must cross.
func (k key) pending() bool { return k.ownCrossed < k.otherCrossed }

// after returns the slice that a move leads to, from the view of the side that is to move then.
func (k key) after(captures, crosses bool) key {
	k = key{k.other, k.own, k.otherCrossed, k.ownCrossed}
	if captures {
		k.own--
	}
	if crosses {
		k.otherCrossed++
	}
	return k
}

// keyOf returns the slice of a position.
func (b *board) keyOf(p place) key {
	return key{bits.OnesCount64(p.own), bits.OnesCount64(p.other), bits.OnesCount64(p.own & b.top), bits.OnesCount64(p.other & b.bottom)}
}

// slice numbers the positions of a key.
type slice struct {
	key    key
	len    uint64
	number int      // in the plan
	top    node     // the first row coded
	states []uint64 // that of the first row, as in a numbering's table
}

func (n *numbering) newSlice(k key) *slice {
	s := &slice{key: k, states: make([]uint64, n.codes)}
	left := k.own - k.ownCrossed
	for code := range n.rows {
		r := &n.rows[code]
		if r.nOwn != k.ownCrossed || r.nOther > k.other || r.mirror < code {
			continue
		}
		if ways := n.pick(&n.bottoms[k.otherCrossed], r.even, left, k.other-r.nOther).len(); ways > 0 {
			s.top.codes, s.top.starts = append(s.top.codes, uint16(code)), append(s.top.starts, s.len)
			s.len += ways
		}
	}
	s.top.starts = append(s.top.starts, s.len)
	to := func(t turn, r *row) uint64 { return n.state(1, t, left, k.other-r.nOther) }
	n.fill(s.states, func(turn) uint64 { return 0 }, &node{}, &s.top, to)
	return s
}

// index returns the number of a position in its slice, which is seen from the view of the side that has just moved: the
// mover's stones are other and move down.
func (n *numbering) index(s *slice, own, other uint64) (i uint64) {
	states, at, three, bottom := s.states, uint64(0), &n.three, n.bottom
	for _, shift := range n.down[:n.H] {
		e := states[at+uint64(three[uint8(other>>(shift&63)&bottom)])+2*uint64(three[uint8(own>>(shift&63)&bottom)])]
		i += offset(e)
		states, at = n.states, e>>offsetBits
	}
	return i
}
