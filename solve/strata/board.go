package strata

import "math/bits"

// place is a position from the mover's view: it moves up, bit row*W+column is a square, a1 the lowest.
type place struct{ own, other uint64 }

// board is the geometry of a size.
type board struct {
	Size
	full        uint64 // all squares
	top, bottom uint64 // rows: the mover's stones there have crossed, the other side's here
	left, right uint64 // columns
	ways        [8]way // those that lead up come first
}

// upward is how many of the ways lead up.
const upward = 3

// way is one of the eight directions.
type way struct {
	step     int        // from a square to the next, as a rotation of a set
	from, to uint64     // squares that have a next one, and one before
	goal     [16]uint64 // squares that are so many steps before the top row
}

// next returns the squares that are next to those of a set.
func (w *way) next(set uint64) uint64 { return bits.RotateLeft64(set&w.from, w.step) }

// before returns the squares before those of a set.
func (w *way) before(set uint64) uint64 { return bits.RotateLeft64(set&w.to, -w.step) }

// ahead returns the square n steps ahead of one, which must be on the board.
func (w *way) ahead(square uint64, n int) uint64 { return bits.RotateLeft64(square, n*w.step) }

func newBoard(s Size) *board {
	b := &board{Size: s, full: ^uint64(0) >> (64 - s.W*s.H), bottom: 1<<s.W - 1}
	b.top = b.bottom << (s.W * (s.H - 1))
	for row := range s.H {
		b.left |= 1 << (row * s.W)
	}
	b.right = b.left << (s.W - 1)
	for i, d := range [...]struct{ files, rows int }{{-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		w := &b.ways[i]
		w.step = d.rows*s.W + d.files
		w.from, w.to = b.full, b.full
		switch d.files {
		case -1:
			w.from, w.to = w.from&^b.left, w.to&^b.right
		case 1:
			w.from, w.to = w.from&^b.right, w.to&^b.left
		}
		switch d.rows {
		case -1:
			w.from, w.to = w.from&^b.bottom, w.to&^b.top
		case 1:
			w.from, w.to = w.from&^b.top, w.to&^b.bottom
			for n := 1; n < s.H; n++ {
				w.goal[n] = b.bottom << (s.W * (s.H - 1 - n))
			}
		}
	}
	return b
}

// flip reverses the order of the rows.
func (b *board) flip(set uint64) (f uint64) {
	for range b.H {
		f = f<<b.W | set&b.bottom
		set >>= b.W
	}
	return f
}

// flipped is the position from the other side's view.
func (b *board) flipped(p place) place { return place{b.flip(p.other), b.flip(p.own)} }

// mirror reverses the order of the columns.
func (b *board) mirror(set uint64) (m uint64) {
	for column := range b.W {
		m |= set >> column & b.left << (b.W - 1 - column)
	}
	return m
}

// around returns a set with all squares next to its own.
func (b *board) around(set uint64) uint64 {
	set |= set&^b.right<<1 | set&^b.left>>1
	return (set | set<<b.W | set>>b.W) & b.full
}

// canMove reports whether the mover has a move when nothing is pending.
func (b *board) canMove(p place) bool {
	free := p.own &^ b.top
	return b.around(free)&^(p.own|p.other) != 0 || b.canCapture(p)
}

func (b *board) canCapture(p place) bool {
	free, empty := p.own&^b.top, b.full&^(p.own|p.other)
	for i := range b.ways {
		w := &b.ways[i]
		for leads := free &^ w.before(free) & w.next(free); leads != 0; leads &= leads - 1 {
			size := 1
			for sq := w.before(leads & -leads); sq&free != 0; sq = w.before(sq) {
				size++
			}
			n := 1
			sq := w.next(leads & -leads)
			for ; sq&empty != 0; sq = w.next(sq) {
				n++
			}
			if sq&p.other&^b.bottom == 0 {
				continue
			}
			if n <= size && w.run(sq, p.other) < size {
				return true
			}
		}
	}
	return false
}

// run returns how many squares from one on are in a set.
func (w *way) run(square, set uint64) (n int) {
	for ; square&set != 0; square = w.next(square) {
		n++
	}
	return n
}
