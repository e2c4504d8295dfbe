package strata

import "math/bits"

// unmover finds the positions before those of a slice.
type unmover struct {
	*numbering
	exact  bool
	boards []uint64 // the other side's stones before its move
}

// before appends to buf the numbers, plus base, in slice to, of the positions from which a move that neither captures nor
// crosses leads to p, which is not over, as often as such moves lead there or to p's mirror image.
//
// The moved group is the whole run up to a lead: the square behind it was left. It goes back over empty squares there,
// none of which is on the goal row.
func (u *unmover) before(p place, isEven bool, to *slice, base uint64, buf []uint64) []uint64 {
	boards, other := u.boards[:0], p.other
	empty := u.full &^ (p.own | p.other)
	free, room := p.other&^u.bottom, empty&^u.bottom
	for i := range u.ways {
		w := &u.ways[i]
		step, from := w.step, w.from
		tails := free & bits.RotateLeft64(room&from, step)
		more := bits.RotateLeft64(tails&from, step) & free // groups of two or more
		for ; tails != 0; tails &= tails - 1 {
			tail := tails & -tails
			boards = append(boards, other^tail^bits.RotateLeft64(tail, -step))
		}
		for ; more != 0; more &= more - 1 {
			second := more & -more
			tail := bits.RotateLeft64(second, -step)
			for lead, size := second, 2; lead != 0; lead, size = w.next(lead)&free, size+1 {
				boards = u.takeBack(boards, w, other, room, tail, lead, size)
			}
		}
	}
	if u.around(free)&empty == 0 && !u.canCapture(u.flipped(p)) {
		boards = append(boards, p.other) // a pass
	}
	u.boards = boards
	return u.number(p.own, isEven, to, base, buf)
}

// takeBack appends the boards before a move of two stones or more.
func (u *unmover) takeBack(boards []uint64, w *way, other, room, tail, lead uint64, size int) []uint64 {
	at := tail
	for n := 1; n <= size; n++ {
		if at = w.before(at) & room; at == 0 {
			break
		}
		other ^= at ^ w.ahead(lead, 1-n)
		if u.exact && n < size {
			continue
		}
		boards = append(boards, other)
	}
	return boards
}

// number appends the numbers of the boards.
//
// Moves to p's mirror image count as well, which are the mirror images of moves to p: where the position before is its own
// image and p is not, there are two for each; where only p is, both of a pair of mirror images are among the boards.
func (u *unmover) number(own uint64, isEven bool, to *slice, base uint64, buf []uint64) []uint64 {
	if len(u.boards) == 0 {
		return buf
	}
	states, three, bottom := u.states, &u.three, u.bottom
	down := u.down[:u.H]
	var mine [maxRows]uint64 // codes
	for step, shift := range down {
		mine[step] = 2 * uint64(three[uint8(own>>(shift&63)&bottom)])
	}
	first := to.states[mine[0]+uint64(three[uint8(u.boards[0]>>(down[0]&63)&bottom)])] // nothing moves on the goal row
	base += offset(first)
	for _, other := range u.boards {
		e, i := first, base
		for step := 1; step < len(down); step++ {
			e = states[e>>offsetBits+mine[step]+uint64(three[uint8(other>>(down[step]&63)&bottom)])]
			i += offset(e)
		}
		switch t := turn(e >> offsetBits); {
		case t == even && !isEven:
			buf = append(buf, i, i)
		case t != turned || !isEven:
			buf = append(buf, i)
		}
	}
	return buf
}
