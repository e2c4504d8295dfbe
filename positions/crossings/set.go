package crossings

import (
	"cmp"
	"math/bits"
)

// Square is the index of a square, below MaxSquares: row*W + column, a1 being 0.
type Square uint8

// Set is a set of squares: square i is bit i%64 of word i/64.
type Set [3]uint64

// Has reports whether s holds a square.
func (s *Set) Has(sq Square) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

// Add puts a square into s.
func (s *Set) Add(sq Square) { s[sq>>6] |= 1 << (sq & 63) }

// Remove takes a square out of s.
func (s *Set) Remove(sq Square) { s[sq>>6] &^= 1 << (sq & 63) }

// Len returns the number of squares in s.
func (s Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2])
}

// IsEmpty reports whether s holds no square.
func (s Set) IsEmpty() bool { return s[0]|s[1]|s[2] == 0 }

// And returns the squares of both sets.
func (s Set) And(t Set) Set { return Set{s[0] & t[0], s[1] & t[1], s[2] & t[2]} }

// Or returns the squares of either set.
func (s Set) Or(t Set) Set { return Set{s[0] | t[0], s[1] | t[1], s[2] | t[2]} }

// AndNot returns the squares of s that t does not hold.
func (s Set) AndNot(t Set) Set { return Set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]} }

// compare orders sets as 192-bit numbers.
func (s Set) compare(t Set) int {
	return cmp.Or(cmp.Compare(s[2], t[2]), cmp.Compare(s[1], t[1]), cmp.Compare(s[0], t[0]))
}

// rowSet returns the squares of a row, from 0, on a board of w columns.
func rowSet(w, row int) Set { return shifted(1<<w-1, w*row) }

// shifted returns the squares that are the bits of a row, the lowest being square at.
func shifted(row uint64, at int) Set {
	var s Set
	s[at>>6] = row << (at & 63)
	if at>>6 < len(s)-1 {
		s[at>>6+1] = row >> (64 - at&63)
	}
	return s
}

// from returns the squares from square at on, 64 of them where there are as many.
func (s *Set) from(at int) uint64 {
	row := s[at>>6] >> (at & 63)
	if at>>6 < len(s)-1 {
		row |= s[at>>6+1] << (64 - at&63)
	}
	return row
}

// mirror reverses every row of a board of w columns and h rows.
func (s Set) mirror(w, h int) Set {
	var m Set
	for at := 0; at < w*h; at += w {
		m = m.Or(shifted(bits.Reverse64(s.from(at))>>(64-w), at))
	}
	return m
}

// turned reverses the order of the rows.
func (s Set) turned(w, h int) Set {
	var t Set
	for row := range h {
		t = t.Or(shifted(s.from(w*row)&(1<<w-1), w*(h-1-row)))
	}
	return t
}
