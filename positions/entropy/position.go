// Package entropy holds the rules and the notation of Entropy (Eric Solomon, 1977; also known as Hyle) on boards from
// 2x2 to 7x7 with any bag of chips of up to seven colours.
package entropy

import "fmt"

// Limits of the boards and the bags.
const (
	MinSize, MaxSize = 2, 7
	MaxSquares       = MaxSize * MaxSize
	MaxColours       = 7
	MaxCount         = 99 // chips of one colour in a bag
)

// Colour is a colour of chips, 1 to MaxColours; 0 is none.
type Colour uint8

// Letter returns A to G, '.' for none.
func (c Colour) Letter() byte { return ".ABCDEFG"[c] }

// Square is the index of a cell, row*N + column, a1 being 0.
type Square uint8

// Turn says who acts.
type Turn uint8

const (
	Draw  Turn = iota // chance: a chip is about to be drawn
	Chaos             // places the drawn chip
	Order             // slides a chip, or passes
)

// String returns "draw", "chaos" or "order".
func (t Turn) String() string { return [...]string{"draw", "chaos", "order"}[t] }

// Bag counts chips by colour; entry 0 is not used.
type Bag [MaxColours + 1]uint8

// Len returns the number of chips.
func (b *Bag) Len() int {
	n := 0
	for _, count := range b[1:] {
		n += int(count)
	}
	return n
}

// StandardBag returns the bag of a board of n x n cells: n chips of each of n colours.
func StandardBag(n int) Bag {
	var b Bag
	for c := 1; c <= n; c++ {
		b[c] = uint8(n)
	}
	return b
}

// Position is a board of N x N cells with who acts. A comparable value without pointers; cells beyond the board are
// empty.
type Position struct {
	N     uint8
	Acts  Turn
	Chip  Colour // drawn, while Chaos acts; else 0
	Bag   Bag    // what is left to draw, without Chip
	Cells [MaxSquares]Colour
}

// Move is what one of the three does: the draw of Chip, Chaos putting Chip on To, or Order sliding a chip from From to
// To. A pass of Order's has From and To 0.
type Move struct {
	Acts     Turn
	Chip     Colour
	From, To Square
}

// Pass is Order's move that changes nothing.
var Pass = Move{Acts: Order}

// IsPass reports whether m is Order's pass.
func (m Move) IsPass() bool { return m.Acts == Order && m.From == m.To }

// Size returns the number of cells.
func (p *Position) Size() int { return int(p.N) * int(p.N) }

// Board returns the cells of the board, row by row from a1.
func (p *Position) Board() []Colour { return p.Cells[:p.Size()] }

// Empty returns the number of empty cells.
func (p *Position) Empty() int {
	n := 0
	for _, c := range p.Board() {
		if c == 0 {
			n++
		}
	}
	return n
}

// Over reports whether the board is full, which ends the round.
func (p *Position) Over() bool { return p.Empty() == 0 }

// Chips returns all chips of a round: on the board, drawn and in the bag.
func (p *Position) Chips() Bag {
	all := p.Bag
	all[p.Chip]++
	for _, c := range p.Board() {
		all[c]++
	}
	all[0] = 0
	return all
}

// Validate returns an error when no round can stand like this: a board of no legal size, a chip drawn with nowhere to
// put it or out of turn, or fewer chips to come than empty cells.
func (p *Position) Validate() error {
	if p.N < MinSize || p.N > MaxSize {
		return sizeError(int(p.N), int(p.N))
	}
	for i, c := range p.Cells {
		if c > MaxColours || c != 0 && i >= p.Size() {
			return fmt.Errorf("found colour %d in cell %d, expected one of %d on %d cells", c, i, MaxColours, p.Size())
		}
	}
	for c, count := range p.Bag {
		if count > MaxCount || count > 0 && c == 0 {
			return fmt.Errorf("found %d chips of colour %d, expected at most %d of colours 1 to %d", count, c, MaxCount, MaxColours)
		}
	}
	switch {
	case p.Acts > Order:
		return fmt.Errorf("found turn %d, expected draw, Chaos or Order", p.Acts)
	case (p.Acts == Chaos) != (p.Chip != 0) || p.Chip > MaxColours:
		return fmt.Errorf("found drawn chip %d at a turn of %s, expected one for Chaos alone", p.Chip, p.Acts)
	}
	return p.checkChips()
}

// checkChips compares the chips to come with the empty cells.
func (p *Position) checkChips() error {
	empty, chips := p.Empty(), p.Bag.Len()
	if p.Acts == Chaos {
		if empty == 0 {
			return fmt.Errorf("found chip %c to place on a full board, expected an empty cell", p.Chip.Letter())
		}
		chips++
	}
	if chips < empty {
		return fmt.Errorf("found %d empty cells and %d chips to come, expected a chip for each cell", empty, chips)
	}
	return nil
}

// sizeError is the fault of a board that is not played here.
func sizeError(columns, rows int) error {
	return fmt.Errorf("found a board of %dx%d (columns x rows), expected a square one from %dx%d to %dx%d", columns, rows, MinSize, MinSize, MaxSize, MaxSize)
}
