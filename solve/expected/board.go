package expected

import (
	"math/bits"

	"foregone/positions/entropy"
)

// board is a position as the search sees it. The chip that is drawn is neither on it nor in the bag.
type board struct {
	rows, columns             [8]uint32 // lines
	rowsFilled, columnsFilled [8]uint8  // their filled cells
	holes                     uint64    // the empty cells, row*8 + column
	bag                       [entropy.MaxColours + 1]uint8
	chips                     int32 // in the bag
}

func newBoard(p *entropy.Position) board {
	b := board{bag: p.Bag, chips: int32(p.Bag.Len())}
	n := int(p.N)
	for i, c := range p.Board() {
		at := i/n*8 + i%n
		b.holes |= 1 << at
		if c != 0 {
			b.put(at, uint32(c))
		}
	}
	return b
}

// put places a chip on an empty cell.
func (b *board) put(at int, chip uint32) {
	row, column := at>>3&7, at&7
	b.rows[row] |= chip << (3 * column)
	b.columns[column] |= chip << (3 * row)
	b.rowsFilled[row] |= 1 << column
	b.columnsFilled[column] |= 1 << row
	b.holes &^= 1 << (at & 63)
}

// slide moves a chip to an empty cell.
func (b *board) slide(from, to int) {
	row, column := from>>3&7, from&7
	chip := b.rows[row] >> (3 * column) & 7
	b.rows[row] &^= 7 << (3 * column)
	b.columns[column] &^= 7 << (3 * row)
	b.rowsFilled[row] &^= 1 << column
	b.columnsFilled[column] &^= 1 << row
	b.holes |= 1 << (from & 63)
	b.put(to, chip)
}

// after returns the board after a slide or, with a chip, a placement.
func (b *board) after(m move, chip uint32) board {
	next := *b
	switch {
	case chip != 0:
		next.put(int(m.to), chip)
	case m.from != m.to:
		next.slide(int(m.from), int(m.to))
	}
	return next
}

// draw takes a chip out of the bag.
func (b *board) draw(chip uint32) {
	b.bag[chip]--
	b.chips--
}

func (b *board) empty() int { return bits.OnesCount64(b.holes) }
