package threats

import (
	"math/bits"

	"foregone/positions/crossings"
)

// place is a position of up to 64 squares seen by the side to move, which moves up: the board is turned by half a turn
// after each move. Square row*w+column is a bit.
type place struct{ own, other uint64 }

// narrow is the game on a board of up to 64 squares.
type narrow struct {
	w, h, n     int
	exact       bool // steps=exact
	full        uint64
	top, bottom uint64 // rows: own stones there have crossed, the other side's here
	ways        [8]way // those that lead up come first, then one sideways
	rowOf       [64]uint8
	wayTo       [64][64]uint8 // the way from a square to another in line with it, else noWay
	rowValue    [crossings.MaxHeight]int
}

const noWay = 8

// upward is how many of the ways lead up.
const upward = 3

// way is one of the eight directions.
type way struct {
	step     int // from a square to the next, as a rotation of a set
	rise     int // rows from a square to the next
	from, to uint64
	goal     [crossings.MaxHeight + 1]uint64 // squares that are so many steps before the top row
	line     [crossings.MaxHeight + 1]uint64 // so many squares in line from square 0 on
}

// next returns the squares that are next to those of a set.
func (w *way) next(set uint64) uint64 { return bits.RotateLeft64(set&w.from, w.step) }

// before returns the squares before those of a set.
func (w *way) before(set uint64) uint64 { return bits.RotateLeft64(set&w.to, -w.step) }

// run returns how many squares from one on are in a set.
func (w *way) run(square, set uint64) (n int) {
	for ; square&set != 0; square = w.next(square) {
		n++
	}
	return n
}

func newNarrow(w, h int, steps crossings.Steps) *narrow {
	g := &narrow{w: w, h: h, n: w * h, exact: steps == crossings.Exact, full: ^uint64(0) >> (64 - w*h), bottom: 1<<w - 1}
	g.top = g.bottom << (w * (h - 1))
	var left uint64
	for row := range h {
		left |= 1 << (row * w)
		g.rowValue[row] = rowValue(row, h)
		for column := range w {
			g.rowOf[row*w+column] = uint8(row)
		}
	}
	right := left << (w - 1)
	for i, d := range [...]struct{ files, rows int }{{-1, 1}, {0, 1}, {1, 1}, {1, 0}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		x := &g.ways[i]
		x.step, x.rise = d.rows*w+d.files, d.rows
		x.from, x.to = g.full, g.full
		switch d.files {
		case -1:
			x.from, x.to = x.from&^left, x.to&^right
		case 1:
			x.from, x.to = x.from&^right, x.to&^left
		}
		switch d.rows {
		case -1:
			x.from, x.to = x.from&^g.bottom, x.to&^g.top
		case 1:
			x.from, x.to = x.from&^g.top, x.to&^g.bottom
		}
		x.goal[0] = g.top
		for n := 1; n <= crossings.MaxHeight; n++ {
			x.line[n] = x.line[n-1] | bits.RotateLeft64(1, (n-1)*x.step)
			if d.rows == 1 {
				x.goal[n] = x.before(x.goal[n-1])
			}
		}
	}
	for from := range g.n {
		for to := range g.n {
			g.wayTo[from][to] = noWay
		}
		for i := range g.ways {
			for sq := g.ways[i].next(1 << from); sq != 0; sq = g.ways[i].next(sq) {
				g.wayTo[from][bits.TrailingZeros64(sq)] = uint8(i)
			}
		}
	}
	return g
}

// place returns a position as its side to move sees it.
func (g *narrow) place(p *crossings.Position) place {
	red, black := p.Stones[crossings.Red][0], p.Stones[crossings.Black][0]
	if p.ToMove == crossings.Red {
		return place{red, black}
	}
	return place{g.turned(black), g.turned(red)}
}

// turned returns a set turned by half a turn.
func (g *narrow) turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - g.n) }

func (g *narrow) hash(p *place) uint64 {
	hi, lo := bits.Mul64(p.own^0x9e3779b97f4a7c15, p.other^0xd1b54a32d192ed03)
	return (hi ^ lo) * 0x9e3779b97f4a7c15
}

func (g *narrow) pending(p *place) bool {
	return bits.OnesCount64(p.other&g.bottom) > bits.OnesCount64(p.own&g.top)
}

func (g *narrow) lost(p *place) bool { return g.pending(p) && !g.canCross(p) }

func (g *narrow) play(p *place, m move, next *place) {
	own, other := p.own, p.other
	if m.from != m.to {
		w := &g.ways[m.way&7]
		line := w.line[m.steps]
		own ^= bits.RotateLeft64(line, int(m.from)) ^ bits.RotateLeft64(line, int(m.to)-(int(m.steps)-1)*w.step)
		other &^= 1 << (m.to & 63)
	}
	*next = place{g.turned(other), g.turned(own)}
}

func (g *narrow) moves(p *place, which kind, buf []move) []move {
	start, pending := len(buf), g.pending(p)
	if pending && which == every {
		which = crossing
	}
	buf = g.shifts(p, which, pending, buf)
	if len(buf) == start && which == every {
		q := place{g.turned(p.other), g.turned(p.own)}
		if buf = g.shifts(&q, every, false, buf); len(buf) > start {
			buf = append(buf[:start], move{})
		}
	}
	return buf
}

func (g *narrow) find(p *place, from, to uint8) (m move, ok bool) {
	way := g.wayTo[from&63][to&63]
	free, tail, end := p.own&^g.top, uint64(1)<<(from&63), uint64(1)<<(to&63)
	if way == noWay || tail&free == 0 || end&(p.own|p.other&g.bottom) != 0 || g.pending(p) && end&g.top == 0 {
		return m, false
	}
	w := &g.ways[way]
	size, n := 0, 1
	sq := tail
	for ; sq&free != 0; sq = w.next(sq) {
		size++
	}
	for ; sq != end; sq = w.next(sq) {
		if sq&(p.own|p.other) != 0 {
			return m, false
		}
		n++
	}
	captures := end&p.other != 0
	switch {
	case n > size, !captures && g.exact && n < size:
		return m, false
	case captures && (size == 1 || w.run(end, p.other) >= size):
		return m, false
	}
	return move{from, to, way, uint8(n), orderOf(int(g.rowOf[to&63]), n*w.rise, g.h, captures)}, true
}

// shifts appends moves of stones, no pass.
func (g *narrow) shifts(p *place, which kind, pending bool, buf []move) []move {
	ways := g.ways[:]
	if which == crossing || pending {
		ways = ways[:upward]
	}
	for i := range ways {
		buf = g.along(p, i, which, pending, buf)
	}
	return buf
}

// along appends the moves in a direction. The n-th round looks at the leading stones that move n squares, of groups of n
// stones or more.
func (g *narrow) along(p *place, way int, which kind, pending bool, buf []move) []move {
	w := &g.ways[way]
	free, empty := p.own&^g.top, g.full&^(p.own|p.other)
	leads := free &^ w.before(free)
	ahead, hit := w.before(empty), w.before(p.other&^g.bottom) // n squares ahead are empty, or but the last, an enemy
	behind := free                                             // n stones up to here
	for n := 1; ; n++ {
		longer := free & w.next(behind)
		can, hits := leads&behind&ahead, leads&behind&hit
		if n == 1 {
			hits &= longer // a single stone does not capture
		}
		if which == crossing || pending {
			can, hits = can&w.goal[n], hits&w.goal[n]
		}
		if which != capturing {
			for ; can != 0; can &= can - 1 {
				buf = g.step(w, way, free, can&-can, n, buf)
			}
		}
		for ; hits != 0; hits &= hits - 1 {
			buf = g.capture(w, way, p.other, free, hits&-hits, n, buf)
		}
		if leads&longer == 0 {
			return buf
		}
		ahead, hit, behind = w.before(empty&ahead), w.before(empty&hit), longer
	}
}

// step appends the moves by which a leading stone goes n squares ahead, of all groups that may.
func (g *narrow) step(w *way, way int, free, lead uint64, n int, buf []move) []move {
	at := bits.TrailingZeros64(lead)
	to := at + n*w.step
	order := orderOf(int(g.rowOf[to&63]), n*w.rise, g.h, false)
	for i := 1; ; i++ {
		if i >= n {
			buf = append(buf, move{uint8(at), uint8(to), uint8(way), uint8(n), order})
			if g.exact {
				return buf
			}
		}
		if lead = w.before(lead) & free; lead == 0 {
			return buf
		}
		at -= w.step
	}
}

// capture appends the moves by which a leading stone takes the enemy stone n squares ahead.
func (g *narrow) capture(w *way, way int, other, free, lead uint64, n int, buf []move) []move {
	at := bits.TrailingZeros64(lead)
	to := at + n*w.step
	run := w.run(1<<(to&63), other)
	order := orderOf(int(g.rowOf[to&63]), n*w.rise, g.h, true)
	for i := 1; ; i++ {
		if i >= n && i > run {
			buf = append(buf, move{uint8(at), uint8(to), uint8(way), uint8(n), order})
		}
		if lead = w.before(lead) & free; lead == 0 {
			return buf
		}
		at -= w.step
	}
}

// canCross reports whether the side to move has a move that crosses. In the top row an enemy run is a single stone.
func (g *narrow) canCross(p *place) bool {
	free, empty := p.own&^g.top, g.full&^(p.own|p.other)
	for i := range g.ways[:upward] {
		w := &g.ways[i]
		leads := free &^ w.before(free)
		ahead, hit, behind := w.before(empty), w.before(p.other&g.top), free
		for n := 1; ; n++ {
			longer := free & w.next(behind)
			hits := hit
			if n == 1 {
				hits &= longer
			}
			if leads&behind&(ahead|hits)&w.goal[n] != 0 {
				return true
			}
			if leads&longer == 0 {
				break
			}
			ahead, hit, behind = w.before(empty&ahead), w.before(empty&hit), longer
		}
	}
	return false
}
