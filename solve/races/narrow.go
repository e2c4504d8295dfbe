package races

import (
	"math/bits"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// narrowKey is a position on at most 64 squares as the side to move sees it, moving up: its pieces, then those of the
// other side.
type narrowKey = [2]uint64

// narrow is a board of at most 64 squares.
type narrow struct {
	w, h, n  int
	board    uint64 // all squares
	row      [breakthrough.MaxHeight]uint64
	notFirst uint64 // all but the first column
	notLast  uint64
	rowOf    [64]uint8
	mirrorOf [64]uint8
	swaps    []columnSwap
	runners  [64]runner
}

// columnSwap changes a column for its mirror image.
type columnSwap struct {
	column uint64
	shift  uint8
}

func newNarrow(w, h int) *narrow {
	b := &narrow{w: w, h: h, n: w * h, board: 1<<(w*h) - 1}
	for sq := range b.n {
		r, c := sq/w, sq%w
		b.rowOf[sq] = uint8(r)
		b.mirrorOf[sq] = uint8(sq - c + w - 1 - c)
		b.row[r] |= 1 << sq
		if c > 0 {
			b.notFirst |= 1 << sq
		}
		if c < w-1 {
			b.notLast |= 1 << sq
		}
	}
	for c := range w / 2 {
		s := columnSwap{shift: uint8(w - 1 - 2*c)}
		for r := range h {
			s.column |= 1 << (r*w + c)
		}
		b.swaps = append(b.swaps, s)
	}
	b.fillRunners()
	return b
}

// key returns the key of a position that is not over.
func (b *narrow) key(p *breakthrough.Position) narrowKey {
	own, enemy := p.Pieces[p.ToMove][0], p.Pieces[p.ToMove.Other()][0]
	if p.ToMove == breakthrough.Black {
		own, enemy = b.turned(own), b.turned(enemy)
	}
	return b.canonical(own, enemy, b.mirrored(own), b.mirrored(enemy))
}

// canonical returns the lesser key of a position and its mirror image.
func (b *narrow) canonical(own, enemy, ownMirrored, enemyMirrored uint64) narrowKey {
	if ownMirrored < own || ownMirrored == own && enemyMirrored < enemy {
		own, enemy = ownMirrored, enemyMirrored
	}
	return narrowKey{own, enemy}
}

// position returns a position of a key, with White to move.
func (b *narrow) position(k narrowKey) breakthrough.Position {
	return breakthrough.Position{W: uint8(b.w), H: uint8(b.h), Pieces: [2]breakthrough.Set{{k[0]}, {k[1]}}}
}

// look returns what is known at once in a search to a depth, for the side to move.
func (b *narrow) look(k narrowKey, depth int) (solve.Verdict, int) {
	return b.judge(k[0], k[1], b.turned(k[0]), b.turned(k[1]), depth)
}

// turned turns the board by half.
func (b *narrow) turned(x uint64) uint64 { return bits.Reverse64(x) >> (64 - b.n) }

func (b *narrow) mirrored(x uint64) uint64 {
	for _, s := range b.swaps {
		d := (x ^ x>>s.shift) & s.column
		x ^= d | d<<s.shift
	}
	return x
}

// ahead returns the squares straight ahead of pieces that move up.
func (b *narrow) ahead(x uint64) uint64 { return x << b.w }

// attacked returns the squares diagonally ahead of pieces that move up.
func (b *narrow) attacked(x uint64) uint64 {
	return x&b.notFirst<<(b.w-1) | x&b.notLast<<(b.w+1)
}

// attackedDown returns the squares diagonally ahead of pieces that move down.
func (b *narrow) attackedDown(x uint64) uint64 {
	return x&b.notLast>>(b.w-1) | x&b.notFirst>>(b.w+1)
}

// highestRow returns the row of the highest piece of x, which has some.
func (b *narrow) highestRow(x uint64) int { return int(b.rowOf[63-bits.LeadingZeros64(x)]) }

// lowestRow returns the row of the lowest piece of x, which has some.
func (b *narrow) lowestRow(x uint64) int { return int(b.rowOf[bits.TrailingZeros64(x)]) }
