package strata

import "math/bits"

// A lane is what is known of a position while its slice is solved: a value in the low byte, and above it the moves within
// the group that are not yet known to lose. With a count the value is the slowest loss by a move that leaves the group, and
// may come to be the position's; without one it is the position's, due when its level comes.
type lane uint16

// laneCount is what a move counts in a lane.
const laneCount lane = 1 << 8

// fated is the lane of a position that has a draw by a move that leaves the group, so that it is never lost.
const fated = 0xff * laneCount

// value returns the value of a lane when all levels are done.
func (l lane) value() Value {
	if l >= laneCount {
		return Draw
	}
	return Value(l)
}

// finished is a slice whose values are in memory.
type finished struct {
	*slice
	values []byte
}

// expander looks at the moves of the positions of a slice.
type expander struct {
	*numbering
	exact   bool
	pending bool
	crosses [2]finished // where a crossing leads, without and with a capture
	takes   finished    // where a capture leads

	own, other uint64
	win        Value // the quickest by a move that leaves the group
	floor      Value // the slowest loss by one
	draw       bool  // there is one
	long       bool  // a distance was over MaxDistance
}

// expand returns the lane of a position. ok is false when it has more moves than a lane counts.
func (x *expander) expand(p place) (l lane, ok bool) {
	x.own, x.other, x.win, x.floor, x.draw = p.own, p.other, Draw, Draw, false
	ways := x.ways[:]
	if x.pending {
		ways = x.ways[:upward]
	}
	free, empty, stay := p.own&^x.top, x.full&^(p.own|p.other), 0
	for i := range ways {
		stay += x.along(&ways[i], free, empty)
		if x.win == lost.Before() {
			break
		}
	}
	switch {
	case x.win != Draw:
		return lane(x.win), true
	case x.draw:
		return fated, true
	case stay > 0:
		return lane(stay)*laneCount | lane(x.floor), stay < 0xff
	case x.floor != Draw:
		return lane(x.floor), true
	case x.pending:
		return lane(lost), true
	case x.canMove(x.flipped(p)):
		return laneCount, true // a pass
	}
	return fated, true
}

// along looks at the moves in a direction, and counts those that stay in the group.
func (x *expander) along(w *way, free, empty uint64) (stay int) {
	step, from := w.step, w.from
	leads := free &^ (bits.RotateLeft64(free, -step) & from)
	ahead := bits.RotateLeft64(empty, -step) & from
	hit := bits.RotateLeft64(x.other, -step) & from
	behind := free // the squares with n stones up to them
	for n := 1; ; n++ {
		longer := free & bits.RotateLeft64(behind&from, step)
		groups := leads & behind
		can, hits := groups&ahead, groups&hit
		if n == 1 {
			hits &= longer // a single stone does not capture
		}
		if over := can & w.goal[n&15]; over != 0 {
			can ^= over
			for ; over != 0; over &= over - 1 {
				x.cross(w, over&-over, n)
			}
		}
		if can != 0 && !x.pending {
			stay += bits.OnesCount64(can)
			for g := longer; g&can != 0 && !x.exact; g = free & bits.RotateLeft64(g&from, step) {
				stay += bits.OnesCount64(g & can)
			}
		}
		for ; hits != 0; hits &= hits - 1 {
			x.capture(w, hits&-hits, n)
		}
		if leads&longer == 0 {
			return stay
		}
		ahead, hit, behind = bits.RotateLeft64(empty&ahead, -step)&from, bits.RotateLeft64(empty&hit, -step)&from, longer
	}
}

// cross looks at the moves by which a lead lands on the top row, n squares ahead.
func (x *expander) cross(w *way, lead uint64, n int) {
	free := x.own &^ x.top
	tail, front, rear := x.group(w, lead, n)
	for {
		x.look(&x.crosses[0], x.own^front^rear, x.other)
		if x.exact {
			return
		}
		if tail = w.before(tail) & free; tail == 0 {
			return
		}
		rear = w.ahead(rear, -1)
	}
}

// group returns the tail of the n stones up to a lead, the squares that they move to when they move n squares, and those
// that they leave.
func (x *expander) group(w *way, lead uint64, n int) (tail, front, rear uint64) {
	for i := range n {
		front |= w.ahead(lead, i+1)
		rear |= w.ahead(lead, -i)
	}
	return w.ahead(lead, 1-n), front, rear
}

// capture looks at the moves that end on an enemy stone, n squares ahead of a lead.
func (x *expander) capture(w *way, lead uint64, n int) {
	met := w.ahead(lead, n)
	over := met & x.top
	if met&x.bottom != 0 || x.pending && over == 0 {
		return
	}
	to := &x.takes
	if over != 0 {
		to = &x.crosses[1]
	}
	free, run := x.own&^x.top, w.run(met, x.other)
	tail, front, rear := x.group(w, lead, n)
	for size := n; ; size++ {
		if size > run && size > 1 {
			x.look(to, x.own^front^rear, x.other^met)
		}
		if tail = w.before(tail) & free; tail == 0 {
			return
		}
		rear = w.ahead(rear, -1)
	}
}

// look notes what a position after a move is worth.
func (x *expander) look(to *finished, own, other uint64) {
	switch v := Value(to.values[x.index(to.slice, own, other)]); {
	case v == Draw:
		x.draw = true
	case v > MaxDistance:
		x.long = true
	case v.Win():
		x.floor = max(x.floor, v.Before())
	case x.win == Draw || v.Before() < x.win:
		x.win = v.Before()
	}
}
