package quiet

import (
	"context"
	"math/bits"
)

// flip turns a table with White to move into one with Black to move: of the slice with the rows reversed and the sides
// exchanged, and mirrored too if asked. The subsets of White's row 2, of which each has a row, and those of Black's
// second row, of which each has a bit, change places: blocks of 2^W x 2^W bits are transposed.
type flip[T word] struct {
	*board
	reverse []uint32 // by a row: itself, or its columns reversed
	turned  []uint32 // by a middle: the rows in reverse order, and their columns as reverse says
	from    []int    // by a subset of row 2: where the row of the present middle begins in the table read, or none
	start   []int    // by a subset of row 2: where its rows begin in the table written
	row     []int    // by a middle and the number of pieces on row 2: where its row begins from there, or none
	block   [64]T
}

const none = -1

func newFlip[T word](b *board, mirror bool) *flip[T] {
	f := &flip[T]{
		board:   b,
		reverse: make([]uint32, 1<<b.W),
		turned:  make([]uint32, b.mid+1),
		from:    make([]int, 1<<b.W),
		start:   make([]int, 1<<b.W),
		row:     make([]int, int(b.mid+1)*(b.W+1)),
	}
	for row := range f.reverse {
		f.reverse[row] = uint32(row)
		if mirror {
			f.reverse[row] = b.reverse(uint32(row))
		}
	}
	for m := range f.turned {
		for shift := 0; shift < b.top; shift += b.W {
			f.turned[m] |= f.reverse[uint32(m)>>shift&b.full] << (b.top - b.W - shift)
		}
	}
	return f
}

// table fills dst, with the layout to of a table with Black to move, from src, with the layout from of a table with
// White to move, whose rows number the squares of unsafe after all others.
func (f *flip[T]) table(ctx context.Context, dst []T, to *layout, src []T, from *layout, unsafe uint32) error {
	f.prepare(to)
	const part = 1 << 20
	for rest := dst; len(rest) > 0; rest = rest[min(part, len(rest)):] {
		// Nothing is written where White has more pieces afterwards than are stored.
		clear(rest[:min(part, len(rest))])
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for middle := range f.mid + 1 {
		if !from.stored(middle) {
			continue
		}
		for r := range f.from {
			f.from[r] = none
			if set := f.reverse[r]<<f.top | middle; from.stored(set) {
				f.from[r] = from.row(set)
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		f.middle(dst, to, src, middle, unsafe)
	}
	return nil
}

// prepare finds the rows of the table that is written.
func (f *flip[T]) prepare(to *layout) {
	for r := range f.start {
		f.start[r] = to.row(f.reverse[r] << f.top)
	}
	for middle := range f.mid + 1 {
		for pieces := range f.W + 1 {
			i := int(middle)*(f.W+1) + pieces
			f.row[i] = none
			if set := (uint32(1)<<pieces-1)<<f.top | middle; to.stored(set) {
				f.row[i] = to.row(set) - to.row(set&^f.mid)
			}
		}
	}
}

// middle transposes the blocks of one white middle, a black middle afterwards.
func (f *flip[T]) middle(dst []T, to *layout, src []T, middle, unsafe uint32) {
	ordered := f.order(f.mid&^middle, unsafe)
	black := f.turned[middle]
	size := 1 << count(ordered)
	k := 0
	for sub := uint32(0); ; sub = (sub - ordered) & ordered {
		white := f.turned[sub&f.mid|sub>>f.top<<f.third]
		place := rank(black, f.mid&^white&^to.threats)
		rows := f.row[int(white)*(f.W+1):][:f.W+1]
		f.transposeAt(dst, src, k, size, place, 1<<count(f.mid&^white&^to.threats), rows)
		k++
		if k == size {
			return
		}
	}
}

// transposeAt transposes the block at place k of the rows read, whose lanes have size words, into that at place to of
// the rows written.
func (f *flip[T]) transposeAt(dst, src []T, k, size, to, sizeTo int, rows []int) {
	width := 1 << f.cols
	for high := range f.lanes {
		for lane := range f.lanes {
			for i, from := range f.from[high*width:][:width] {
				f.block[i] = 0
				if from != none {
					f.block[i] = src[from+lane*size+k]
				}
			}
			transpose(f.block[:width])
			for i, start := range f.start[lane*width:][:width] {
				if row := rows[bits.OnesCount(uint(lane*width+i))]; row != none {
					dst[start+row+high*sizeTo+to] = f.block[i]
				}
			}
		}
	}
}

// rank returns the place of a set among the subsets of free.
func rank(set, free uint32) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n += at(free, set&-set)
	}
	return n
}

// transpose transposes a square of bits, row i being word i. (Warren, Hacker's Delight, section 7-3.)
func transpose[T word](x []T) {
	n := len(x)
	mask := T(1)<<(n/2) - 1
	for j := n / 2; j != 0; j >>= 1 {
		for k := 0; k < n; k = (k + j + 1) &^ j {
			t := (T(uint64(x[k])>>(j&63)) ^ x[k+j]) & mask
			x[k] ^= T(uint64(t) << (j & 63))
			x[k+j] ^= t
		}
		mask ^= T(uint64(mask) << (j >> 1 & 63))
	}
}
