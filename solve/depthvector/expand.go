package depthvector

import (
	"fmt"

	"foregone/positions"
	"foregone/positions/patience"
)

// step is one move between normal forms. All foundation moves and the parking that follow it are left to the
// expansion, but which kings come to own a column is written, since the search chose among them.
type step struct {
	dig   positions.Card           // the head that is dug with the run on it; NoCard at the start and in a plain swap
	lift  positions.Card           // the king whose column goes to cells to make room for another king, else NoCard
	place positions.Card           // in a plain swap the king that leaves its cell for that column, else NoCard
	owns  [positions.NumSuits]bool // by suit: its king, if not on its foundation, owns a column after the step
}

// expand appends the moves of a path from p to buf. The first step is the start's own: it only settles p.
func expand(p *patience.Position, path []step, buf []patience.Move) []patience.Move {
	x := expansion{p: *p, moves: buf}
	for i := range path {
		x.step(&path[i])
		x.settle(&path[i])
	}
	return x.moves
}

// expansion is a board that is played on.
type expansion struct {
	p     patience.Position
	moves []patience.Move
}

// play makes a move, which is legal unless the search is wrong.
func (x *expansion) play(from, to patience.Place, n int) {
	m := patience.Move{From: from, To: to, N: uint8(n)}
	if err := x.p.Play(m); err != nil {
		panic(fmt.Sprintf("depthvector: %v", err))
	}
	x.moves = append(x.moves, m)
}

func (x *expansion) step(s *step) {
	if s.lift != positions.NoCard {
		x.toCells(x.columnOf(s.lift), s.lift)
	}
	switch {
	case s.dig != positions.NoCard:
		from := x.columnOf(s.dig)
		if to, ok := x.parentOf(s.dig); ok {
			x.play(patience.Place(from), to, x.cardsFrom(from, s.dig))
		} else {
			x.toCells(from, s.dig)
		}
	case s.place != positions.NoCard:
		to, _ := x.parentOf(s.place)
		x.play(x.cellOf(s.place), to, 1)
	}
}

// settle makes all foundation moves, then places the owning kings and parks cells on columns while it can.
func (x *expansion) settle(s *step) {
	for x.found() {
	}
	for x.park(s) {
	}
}

// found makes the foundation moves that are open, one round over the board.
func (x *expansion) found() bool {
	before := len(x.moves)
	for c := range x.p.NumColumns() {
		for x.ready(x.p.Columns[c].Top()) {
			x.play(patience.Place(c), patience.Home, 1)
		}
	}
	for i, card := range x.p.Cells {
		if x.ready(card) {
			x.play(patience.Cell(i), patience.Home, 1)
		}
	}
	return len(x.moves) > before
}

func (x *expansion) ready(card positions.Card) bool {
	return card != positions.NoCard && card.Rank() == int(x.p.Home[card.Suit()])+1
}

// park moves cards from cells to their places on columns, one round over the cells.
func (x *expansion) park(s *step) bool {
	before := len(x.moves)
	for i, card := range x.p.Cells {
		if card == positions.NoCard || x.p.Rules.Fills(card) && !s.owns[card.Suit()] {
			continue
		}
		if to, ok := x.parentOf(card); ok {
			x.play(patience.Cell(i), to, 1)
		}
	}
	return len(x.moves) > before
}

// parentOf returns the column that card may go to.
func (x *expansion) parentOf(card positions.Card) (patience.Place, bool) {
	for c := range x.p.NumColumns() {
		top := x.p.Columns[c].Top()
		if top == positions.NoCard && x.p.Rules.Fills(card) || top != positions.NoCard && x.p.Rules.Stacks(card, top) {
			return patience.Place(c), true
		}
	}
	return 0, false
}

// toCells moves the cards of a column from its open end to card.
func (x *expansion) toCells(column int, card positions.Card) {
	for range x.cardsFrom(column, card) {
		x.play(patience.Place(column), x.cellOf(positions.NoCard), 1)
	}
}

// cellOf returns the first cell that holds card.
func (x *expansion) cellOf(card positions.Card) patience.Place {
	for i, c := range x.p.Cells[:x.p.NumCells()] {
		if c == card {
			return patience.Cell(i)
		}
	}
	panic("depthvector: no cell holds " + card.String())
}

// columnOf returns the column of card.
func (x *expansion) columnOf(card positions.Card) int {
	for c := range x.p.NumColumns() {
		for _, other := range x.p.Columns[c].All() {
			if other == card {
				return c
			}
		}
	}
	panic("depthvector: no column holds " + card.String())
}

// cardsFrom returns how many cards lie from card to the open end of its column.
func (x *expansion) cardsFrom(column int, card positions.Card) int {
	all := x.p.Columns[column].All()
	n := 1
	for all[len(all)-n] != card {
		n++
	}
	return n
}
