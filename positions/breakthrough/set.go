package breakthrough

import (
	"cmp"
	"math/bits"
)

// Square is the index of a square, below MaxSquares: row*W + column, a1 being 0.
type Square uint8

// Set is a set of squares: square i is bit i%64 of word i/64.
type Set [2]uint64

// Has reports whether s holds a square.
func (s Set) Has(sq Square) bool { return s[sq>>6&1]>>(sq&63)&1 != 0 }

// Add puts a square into s.
func (s *Set) Add(sq Square) { s[sq>>6&1] |= 1 << (sq & 63) }

// Remove takes a square out of s.
func (s *Set) Remove(sq Square) { s[sq>>6&1] &^= 1 << (sq & 63) }

// Len returns the number of squares in s.
func (s Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// IsEmpty reports whether s holds no square.
func (s Set) IsEmpty() bool { return s[0]|s[1] == 0 }

// First returns the lowest square of s; s is not empty.
func (s Set) First() Square {
	if s[0] != 0 {
		return Square(bits.TrailingZeros64(s[0]))
	}
	return Square(64 + bits.TrailingZeros64(s[1]))
}

// And returns the squares of both sets.
func (s Set) And(t Set) Set { return Set{s[0] & t[0], s[1] & t[1]} }

// Or returns the squares of either set.
func (s Set) Or(t Set) Set { return Set{s[0] | t[0], s[1] | t[1]} }

// AndNot returns the squares of s that t does not hold.
func (s Set) AndNot(t Set) Set { return Set{s[0] &^ t[0], s[1] &^ t[1]} }

// Up returns s with every square n higher, 1 <= n <= 63; what leaves the 128 squares is lost.
func (s Set) Up(n uint) Set { return Set{s[0] << (n & 63), s[1]<<(n&63) | s[0]>>((64-n)&63)} }

// Down returns s with every square n lower, 1 <= n <= 63; what falls below a1 is lost.
func (s Set) Down(n uint) Set { return Set{s[0]>>(n&63) | s[1]<<((64-n)&63), s[1] >> (n & 63)} }

// compare orders sets as 128-bit numbers.
func (s Set) compare(t Set) int { return cmp.Or(cmp.Compare(s[1], t[1]), cmp.Compare(s[0], t[0])) }

// rowSet returns the squares of a row, from 0, on a board of w columns.
func rowSet(w, row int) Set { return shifted(1<<w-1, w*row) }

// shifted returns the squares that are the bits of a row, the lowest being square at.
func shifted(row uint64, at int) Set {
	if at >= 64 {
		return Set{0, row << (at - 64)}
	}
	return Set{row << at, row >> (64 - at)}
}

// from returns the 64 squares from square at on.
func (s Set) from(at int) uint64 {
	if at >= 64 {
		return s[1] >> (at - 64)
	}
	return s[0]>>at | s[1]<<(64-at)
}

// mirror reverses every row of a board of w columns and h rows.
func (s Set) mirror(w, h int) Set {
	var m Set
	for at := 0; at < w*h; at += w {
		m = m.Or(shifted(bits.Reverse64(s.from(at))>>(64-w), at))
	}
	return m
}

// edges holds, by the width of the board, the squares of all rows that have a neighbour to the left, and those that
// have one to the right.
var edges = func() (e [MaxWidth + 1]struct{ left, right Set }) {
	for w := MinWidth; w <= MaxWidth; w++ {
		for sq := range MaxSquares {
			if sq%w != 0 {
				e[w].left.Add(Square(sq))
			}
			if sq%w != w-1 {
				e[w].right.Add(Square(sq))
			}
		}
	}
	return e
}()
