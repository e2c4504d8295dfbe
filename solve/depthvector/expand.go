package depthvector

import (
	"math/bits"

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

// expand appends the moves of a path from p to buf. The first step is the start's own: it only settles p. The
// moves are legal if the path is what the search says it is; they are not checked.
func expand(p *patience.Position, path []step, buf []patience.Move) []patience.Move {
	x := expansion{numColumns: p.NumColumns(), ranks: p.Rules.Ranks, moves: buf}
	x.load(p)
	for i := range path {
		x.step(&path[i])
		x.settle(&path[i])
	}
	return x.moves
}

// numCards is an upper bound of the numbers of cards.
const numCards = 64

// expansion is a board that is played on.
type expansion struct {
	columns    [patience.MaxColumns][patience.MaxDeck]positions.Card
	height     [patience.MaxColumns]int
	numColumns int
	free       uint16                             // cells, a bit each
	inCells    uint64                             // the cards in cells, a bit each
	place      [numCards]patience.Place           // where each card lies
	next       [positions.NumSuits]positions.Card // the one that goes home next, by suit
	ranks      uint8
	moves      []patience.Move
}

func (x *expansion) load(p *patience.Position) {
	for suit := range x.next {
		x.next[suit] = positions.NewCard(int(p.Home[suit])+1, positions.Suit(suit))
	}
	for i, card := range p.Cells[:p.NumCells()] {
		if card == positions.NoCard {
			x.free |= 1 << i
		} else {
			x.inCells |= 1 << card
			x.place[card%numCards] = patience.Cell(i)
		}
	}
	for c := range x.numColumns {
		for _, card := range p.Columns[c].All() {
			x.push(c, card)
		}
	}
}

func (x *expansion) push(column int, card positions.Card) {
	x.columns[column][x.height[column]] = card
	x.height[column]++
	x.place[card%numCards] = patience.Place(column)
}

// top returns the open card of a column, NoCard when it is empty.
func (x *expansion) top(column int) positions.Card {
	h := x.height[column]
	if h == 0 {
		return positions.NoCard
	}
	return x.columns[column][h-1]
}

// column returns the column in which card lies, if it lies in one.
func (x *expansion) column(card positions.Card) (int, bool) {
	place := x.place[card%numCards]
	return int(place), place < patience.FirstCell
}

// take takes one card from where it lies.
func (x *expansion) take(card positions.Card) patience.Place {
	from := x.place[card%numCards]
	if from < patience.FirstCell {
		x.height[from]--
	} else {
		x.free |= 1 << (from - patience.FirstCell)
		x.inCells &^= 1 << card
	}
	return from
}

func (x *expansion) toHome(card positions.Card) {
	x.moves = append(x.moves, patience.Move{From: x.take(card), To: patience.Home, N: 1})
	x.next[card.Suit()] += positions.NumSuits
}

// toColumn moves a card with all that lies on it.
func (x *expansion) toColumn(card positions.Card, column int) {
	from, ok := x.column(card)
	if !ok {
		x.moves = append(x.moves, patience.Move{From: x.take(card), To: patience.Place(column), N: 1})
		x.push(column, card)
		return
	}
	n := x.cardsFrom(from, card)
	x.moves = append(x.moves, patience.Move{From: patience.Place(from), To: patience.Place(column), N: uint8(n)})
	h := x.height[from]
	for _, c := range x.columns[from][h-n : h] {
		x.push(column, c)
	}
	x.height[from] = h - n
}

// toCells moves a card of a column and all that lies on it to cells.
func (x *expansion) toCells(card positions.Card) {
	column, _ := x.column(card)
	for range x.cardsFrom(column, card) {
		top := x.top(column)
		cell := bits.TrailingZeros16(x.free)
		x.moves = append(x.moves, patience.Move{From: x.take(top), To: patience.Cell(cell), N: 1})
		x.free &^= 1 << cell
		x.inCells |= 1 << top
		x.place[top%numCards] = patience.Cell(cell)
	}
}

// cardsFrom returns how many cards lie from card to the open end of its column.
func (x *expansion) cardsFrom(column int, card positions.Card) int {
	h := x.height[column]
	n := 1
	for x.columns[column][h-n] != card {
		n++
	}
	return n
}

// parentOf returns the column that card may go to.
func (x *expansion) parentOf(card positions.Card) (column int, ok bool) {
	if card.Rank() < int(x.ranks) {
		parent := card + positions.NumSuits
		column, ok = x.column(parent)
		return column, ok && x.top(column) == parent
	}
	for c := range x.numColumns {
		if x.height[c] == 0 {
			return c, true
		}
	}
	return 0, false
}

func (x *expansion) step(s *step) {
	if s.lift != positions.NoCard {
		x.toCells(s.lift)
	}
	switch {
	case s.dig != positions.NoCard:
		if to, ok := x.parentOf(s.dig); ok {
			x.toColumn(s.dig, to)
		} else {
			x.toCells(s.dig)
		}
	case s.place != positions.NoCard:
		to, _ := x.parentOf(s.place)
		x.toColumn(s.place, to)
	}
}

// settle makes all foundation moves, then places the owning kings and parks cards from cells on columns, the
// highest ranks first, since they make places for the others.
func (x *expansion) settle(s *step) {
	for x.found() {
	}
	for set := x.inCells; set != 0; {
		card := positions.Card(bits.Len64(set) - 1)
		set &^= 1 << card
		if card.Rank() == int(x.ranks) && !s.owns[card.Suit()] {
			continue
		}
		if to, ok := x.parentOf(card); ok {
			x.toColumn(card, to)
		}
	}
}

// found makes foundation moves, one round over the suits.
func (x *expansion) found() bool {
	before := len(x.moves)
	for suit := range x.next {
		for card := x.next[suit]; card.Rank() <= int(x.ranks); card = x.next[suit] {
			if column, ok := x.column(card); ok && x.top(column) != card {
				break
			}
			x.toHome(card)
		}
	}
	return len(x.moves) > before
}
