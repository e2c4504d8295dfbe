package races

import (
	"math/bits"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

type (
	set    = breakthrough.Set
	square = breakthrough.Square
)

// wideKey is a position as in narrowKey, with two words a side.
type wideKey = [4]uint64

// wide is a board of any size. It does what narrow does on more than 64 squares, without the tables of runners.
type wide struct {
	w, h, n  int
	row      [breakthrough.MaxHeight]set
	column   [breakthrough.MaxWidth]set
	notFirst set // all but the first column
	notLast  set
	mirror   [breakthrough.MaxSquares]square
	cone     [breakthrough.MaxSquares]set // the squares ahead that a piece can reach
}

func newWide(w, h int) *wide {
	b := &wide{w: w, h: h, n: w * h}
	for i := range b.n {
		sq := square(i)
		b.mirror[i] = square(i - i%w + w - 1 - i%w)
		b.row[i/w].Add(sq)
		b.column[i%w].Add(sq)
		if i%w > 0 {
			b.notFirst.Add(sq)
		}
		if i%w < w-1 {
			b.notLast.Add(sq)
		}
	}
	for sq := square(b.n - w); sq > 0; {
		sq--
		next := b.attacked(one(sq)).Or(b.ahead(one(sq)))
		b.cone[sq] = next
		for ; !next.IsEmpty(); next.Remove(next.First()) {
			b.cone[sq] = b.cone[sq].Or(b.cone[next.First()])
		}
	}
	return b
}

// one returns the set of one square.
func one(sq square) (s set) {
	s.Add(sq)
	return s
}

// key returns the key of a position that is not over.
func (b *wide) key(p *breakthrough.Position) wideKey {
	own, enemy := p.Pieces[p.ToMove], p.Pieces[p.ToMove.Other()]
	if p.ToMove == breakthrough.Black {
		own, enemy = b.turned(own), b.turned(enemy)
	}
	return canonical(own, enemy, b.mirrored(own), b.mirrored(enemy))
}

// canonical returns the lesser key of a position and its mirror image.
func canonical(own, enemy, ownMirrored, enemyMirrored set) wideKey {
	k := wideKey{own[0], own[1], enemy[0], enemy[1]}
	m := wideKey{ownMirrored[0], ownMirrored[1], enemyMirrored[0], enemyMirrored[1]}
	for i := range k {
		if k[i] != m[i] {
			if m[i] < k[i] {
				return m
			}
			break
		}
	}
	return k
}

// position returns a position of a key, with White to move.
func (b *wide) position(k wideKey) breakthrough.Position {
	return breakthrough.Position{W: uint8(b.w), H: uint8(b.h), Pieces: [2]set{{k[0], k[1]}, {k[2], k[3]}}}
}

// look returns what is known at once in a search to a depth, for the side to move.
func (b *wide) look(k wideKey, depth int) (solve.Verdict, int) {
	own, enemy := set{k[0], k[1]}, set{k[2], k[3]}
	return b.judge(own, enemy, b.turned(own), b.turned(enemy), depth)
}

// turned turns the board by half.
func (b *wide) turned(x set) set { return turned(x, b.n) }

// turned turns a board of n squares by half.
func turned(x set, n int) set {
	x = set{bits.Reverse64(x[1]), bits.Reverse64(x[0])}
	for n := uint(breakthrough.MaxSquares - n); n > 0; n -= min(n, 63) {
		x = x.Down(min(n, 63))
	}
	return x
}

func (b *wide) mirrored(x set) set {
	for c := range b.w / 2 {
		shift := uint(b.w - 1 - 2*c)
		left, right := x.And(b.column[c]), x.And(b.column[b.w-1-c])
		x = x.AndNot(left.Or(right)).Or(left.Up(shift)).Or(right.Down(shift))
	}
	return x
}

// ahead returns the squares straight ahead of pieces that move up, those beyond the board among them.
func (b *wide) ahead(x set) set { return x.Up(uint(b.w)) }

// attacked returns the squares diagonally ahead of pieces that move up.
func (b *wide) attacked(x set) set {
	return x.And(b.notFirst).Up(uint(b.w - 1)).Or(x.And(b.notLast).Up(uint(b.w + 1)))
}

// attackedDown returns the squares diagonally ahead of pieces that move down.
func (b *wide) attackedDown(x set) set {
	return x.And(b.notLast).Down(uint(b.w - 1)).Or(x.And(b.notFirst).Down(uint(b.w + 1)))
}

// highestRow returns the row of the highest piece of x, which has some.
func (b *wide) highestRow(x set) int {
	if x[1] != 0 {
		return (127 - bits.LeadingZeros64(x[1])) / b.w
	}
	return (63 - bits.LeadingZeros64(x[0])) / b.w
}

// lowestRow returns the row of the lowest piece of x, which has some.
func (b *wide) lowestRow(x set) int { return int(x.First()) / b.w }
