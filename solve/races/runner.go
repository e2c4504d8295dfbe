package races

import "math/bits"

// runner is what is known of a piece on one square that moves up, without friends. Enemies outside its cone never come
// to matter: it gets narrower with each step as fast as they can come nearer.
type runner struct {
	cone uint64 // the squares ahead that the piece can reach
	rows []coneRow
	// wins has two bits for each set of enemies in the cone: whether the piece gets home when it is to move, and when
	// it is not. Nil for cones of more than maxCone squares.
	wins []uint64
}

// coneRow is where a row of a cone is on the board, and in the number of a set of enemies.
type coneRow struct {
	shift, offset uint8
	squares       uint64 // shifted to 0
}

// maxCone bounds the squares of the cones that get a table, of 8 KiB at most. With tables for 21 squares as many positions
// are expanded as with 15, for 8 or none a fifth more.
const maxCone = 15

// fillRunners makes the tables, from the top row down.
func (b *narrow) fillRunners() {
	for sq := (b.h-1)*b.w - 1; sq >= 0; sq-- {
		r := &b.runners[sq]
		row, column := sq/b.w, sq%b.w
		size := 0
		for d := 1; row+d < b.h; d++ {
			left, right := max(0, column-d), min(b.w-1, column+d)
			c := coneRow{uint8((row+d)*b.w + left), uint8(size), 1<<(right-left+1) - 1}
			r.rows = append(r.rows, c)
			r.cone |= c.squares << c.shift
			size += right - left + 1
		}
		if size <= maxCone {
			b.fillRunner(r, sq, size)
		}
	}
}

// fillRunner makes the table of one square. The enemy may pass, so that moves elsewhere on the board change nothing.
func (b *narrow) fillRunner(r *runner, sq, size int) {
	r.wins = make([]uint64, (2<<size+63)/64)
	piece := uint64(1) << sq
	attacked, ahead := b.attacked(piece), b.ahead(piece)
	sets := uint64(1) << size
	for i := range sets {
		enemy := r.enemies(i)
		home := sq >= (b.h-2)*b.w
		for to := attacked | ahead&^enemy; to != 0 && !home; to &= to - 1 {
			home = b.runners[bits.TrailingZeros64(to)].gets(enemy, false)
		}
		if home {
			r.wins[i>>5] |= 1 << (2 * i & 63)
		}
	}
	for i := range sets {
		if enemy := r.enemies(i); enemy&attacked == 0 && r.gets(enemy, true) && b.helpless(r, enemy) {
			r.wins[i>>5] |= 2 << (2 * i & 63)
		}
	}
}

// helpless reports whether no move of an enemy in the cone stops the piece.
func (b *narrow) helpless(r *runner, enemy uint64) bool {
	for x := enemy; x != 0; x &= x - 1 {
		from := x & -x
		for to := (b.attackedDown(from) | from>>b.w) &^ enemy; to != 0; to &= to - 1 {
			if !r.gets(enemy&^from|to&-to, true) {
				return false
			}
		}
	}
	return true
}

// gets reports whether the piece gets home.
func (r *runner) gets(enemy uint64, toMove bool) bool {
	var i uint64
	for _, c := range r.rows {
		i |= enemy >> c.shift & c.squares << c.offset
	}
	i *= 2
	if !toMove {
		i++
	}
	return r.wins[i>>6]>>(i&63)&1 != 0
}

// enemies returns the squares of the set of number i.
func (r *runner) enemies(i uint64) uint64 {
	var x uint64
	for _, c := range r.rows {
		x |= i >> c.offset & c.squares << c.shift
	}
	return x
}
