package deadends

import (
	"math/bits"

	"foregone/solve/cardset"
)

// lowest returns the number of the lowest card of a set that is not empty.
func lowest(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) & 63 }

// run returns how many loose cards follow card z downwards in its suit.
func run(loose uint64, z uint8) int { return cardset.Run(^loose, z) }

// spare returns the number of empty columns.
func (d *deal) spare(b *board) int {
	return d.columns - bits.OnesCount64(b.heads|b.owned)
}

// next appends to buf the states that the moves of a state in normal form lead to, which may be the same ones.
//
// A move digs a group, with the run that hangs on it, or swaps: a king that owns a column goes to a cell with its run, so
// that another one can have the column.
func (d *deal) next(s state, buf []state) []state {
	b := d.board(s)
	loose := b.loose &^ b.founded
	hung := cardset.Flood(loose, b.heads<<1&loose|b.owned)
	free := d.cells - bits.OnesCount64(loose&^hung)
	open := (b.heads | hung) << 1 // cards that can go on a column
	spare := d.spare(&b)
	if spare > 0 {
		open |= kings
	}
	for heads := b.heads; heads != 0; heads &= heads - 1 {
		z := lowest(heads)
		needs := run(loose, z)
		if open>>z&1 == 0 {
			needs++
		}
		if needs <= free {
			after := b
			d.dig(&after, int(d.columnOf[z]))
			buf = append(buf, d.settle(&after))
		}
	}
	if spare > 0 {
		return buf
	}
	return d.swaps(&b, free, buf)
}

// swaps appends the states after swaps.
func (d *deal) swaps(b *board, free int, buf []state) []state {
	loose := b.loose &^ b.founded
	waiting := (loose&^b.owned | b.heads) & kings
	for o := b.owned; o != 0; o &= o - 1 {
		from := lowest(o)
		left := free - 1 - run(loose, from)
		for w := waiting; w != 0 && left >= 0; w &= w - 1 {
			to := lowest(w)
			after := *b
			if b.heads>>to&1 != 0 {
				if left < run(loose, to) {
					continue
				}
				d.dig(&after, int(d.columnOf[to]))
			}
			after.owned ^= 1<<from | 1<<to
			buf = append(buf, d.settle(&after))
		}
	}
	return buf
}
