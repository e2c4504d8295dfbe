package quiet

import (
	"fmt"
	"math/bits"
)

// Bounds of the boards that have a table.
const (
	MinWidth, MaxWidth   = 2, 8
	MinHeight, MaxHeight = 4, 10
	maxSetBits           = 24 // a white set's squares, W*(H-3): the row directory has 8 bytes for every 2^W sets
)

// Size is a board of W columns and H rows.
type Size struct{ W, H int }

func (s Size) String() string { return fmt.Sprintf("%dx%d", s.W, s.H) }

// Valid returns an error that says why a board has no table, nil when it has one.
func (s Size) Valid() error {
	if s.W < MinWidth || s.W > MaxWidth || s.H < MinHeight || s.H > MaxHeight || s.W*(s.H-3) > maxSetBits {
		return fmt.Errorf("no table of a %v board: width %d to %d, height %d to %d and width x (height-3) at most %d",
			s, MinWidth, MaxWidth, MinHeight, MaxHeight, maxSetBits)
	}
	return nil
}

// board is what the rows of all slices share.
//
// A *white set* is the white pieces on rows 2 to H-2: row H-2 in its lowest W bits, row 2 in its highest. A step
// forward makes its number smaller. The squares of rows 3 to H-2, the *middle*, are the bits below top; a black middle
// is a subset of them in the same numbering, so that a step of Black makes its number larger.
type board struct {
	Size
	full  uint32 // a row of W bits
	top   int    // where row 2 begins in a white set
	third int    // where row 3 begins; not below 0
	mid   uint32 // the middle
	left  uint32 // the squares of a white set that are not in column 0
	right uint32 // and not in column W-1

	cols     int  // columns of the second row whose subsets a word holds
	laneBits int  // and the others
	lanes    int  // words for all subsets: 2^laneBits
	hasRow3  bool // there is a middle (H > 4): winning threats are left out of the index

	unsafe []uint8 // by goal row: the columns from which a piece two rows before it wins, see unsafeColumns
}

// maxCols: a word has at most 64 bits.
const (
	maxCols  = 6
	maxLanes = 1 << (MaxWidth - maxCols)
)

func newBoard(s Size) *board { return newBoardOf(s, min(s.W, maxCols)) }

// newBoardOf makes a board whose words hold the subsets of fewer columns than they might.
func newBoardOf(s Size, cols int) *board {
	b := &board{Size: s, full: 1<<s.W - 1, top: s.W * (s.H - 4), hasRow3: s.H > 4}
	b.third = max(0, b.top-s.W)
	b.mid = 1<<b.top - 1
	for row := range s.H - 3 {
		b.left |= (b.full &^ 1) << (row * s.W)
		b.right |= (b.full >> 1) << (row * s.W)
	}
	b.cols, b.laneBits = cols, s.W-cols
	b.lanes = 1 << b.laneBits
	b.unsafe = make([]uint8, 1<<s.W)
	for g := range b.unsafe {
		b.unsafe[g] = uint8(b.unsafeColumns(uint32(g)))
	}
	return b
}

// guards returns the columns of the pieces on a goal row that can capture an enemy that has come to column x of the
// row before it.
func (b *board) guards(goal uint32, x int) uint32 { return goal & (1<<(x+1) | 1<<x>>1) & b.full }

// unsafeColumns returns the columns of the enemy's row H-2, seen from the side that owns the goal row, from which a
// diagonal step reaches a square that no piece on the goal row guards: the enemy to move has won.
func (b *board) unsafeColumns(goal uint32) uint32 {
	open := b.full &^ (goal<<1 | goal>>1)
	return (open<<1 | open>>1) & b.full
}

// whiteUnsafe returns the squares of a white set, on row H-2, from which White to move has won; black is Black's goal
// row. There are none on boards without a middle, where such positions are stored like all others.
func (b *board) whiteUnsafe(black uint32) uint32 {
	if !b.hasRow3 {
		return 0
	}
	return uint32(b.unsafe[black])
}

// blackUnsafe returns the squares of the middle, on row 3, from which Black to move has won.
func (b *board) blackUnsafe(white uint32) uint32 {
	if !b.hasRow3 {
		return 0
	}
	return uint32(b.unsafe[white]) << b.third
}

func count(s uint32) int { return bits.OnesCount32(s) }

// order moves the unsafe squares of row 3 one row up, so that squares stand in the order in which a row of the white
// table numbers them.
func (b *board) order(middle, unsafe uint32) uint32 { return middle&^unsafe | middle&unsafe<<b.W }
