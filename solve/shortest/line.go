package shortest

import (
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
)

// Line appends to buf the moves from the position last solved, which must have been Winnable, to the won one. The
// moves are legal if the search is right; they are not checked.
func (s *Solver) Line(buf []patience.Move) []patience.Move {
	var path []move
	for i := s.goal; s.nodes[i].parent != 0; i = s.nodes[i].parent {
		path = append(path, s.nodes[i].move)
	}
	slices.Reverse(path)
	b := board{Position: s.start, moves: buf}
	b.found()
	for _, m := range path {
		if m.lift != none {
			b.unload(s.deal.card(m.lift), true)
		}
		card := s.deal.card(m.card)
		if !m.run {
			b.unload(card, false)
		}
		if m.column {
			b.toColumn(card)
		} else {
			b.toCell(card)
		}
		b.found()
	}
	return b.moves
}

// board is a position that moves are made on.
type board struct {
	patience.Position
	moves []patience.Move
}

func (b *board) play(from, to patience.Place, n int) {
	m := patience.Move{From: from, To: to, N: uint8(n)}
	b.moves = append(b.moves, m)
	if err := b.Position.Play(m); err != nil {
		panic(err) // a fault of the search
	}
}

// place returns where a card lies, and how many cards there are from it to the open end.
func (b *board) place(card positions.Card) (patience.Place, int) {
	if i := slices.Index(b.Cells[:], card); i >= 0 {
		return patience.Cell(i), 1
	}
	for c := range b.NumColumns() {
		cards := b.Columns[c].All()
		if i := slices.Index(cards, card); i >= 0 {
			return patience.Place(c), len(cards) - i
		}
	}
	return patience.Home, 0
}

// unload takes to cells what lies on a card, and the card itself, too, when it is asked for.
func (b *board) unload(card positions.Card, itself bool) {
	from, n := b.place(card)
	if from >= patience.FirstCell {
		return
	}
	if !itself {
		n--
	}
	for range n {
		b.cell(from)
	}
}

func (b *board) toCell(card positions.Card) {
	from, _ := b.place(card)
	b.cell(from)
}

func (b *board) cell(from patience.Place) {
	b.play(from, patience.Cell(slices.Index(b.Cells[:], positions.NoCard)), 1)
}

// toColumn moves a card, with what lies on it, to the card that it is built on, a king to an empty column.
func (b *board) toColumn(card positions.Card) {
	from, n := b.place(card)
	for c := range b.NumColumns() {
		if top := b.Columns[c].Top(); top == positions.NoCard && card.Rank() == int(b.Rules.Ranks) ||
			top != positions.NoCard && b.Rules.Stacks(card, top) {
			b.play(from, patience.Place(c), n)
			return
		}
	}
}

// found makes all foundation moves.
func (b *board) found() {
	for again := true; again; {
		again = false
		for suit, rank := range b.Home {
			card := positions.NewCard(int(rank)+1, positions.Suit(suit))
			if int(rank) == int(b.Rules.Ranks) {
				continue
			}
			if from, n := b.place(card); n == 1 {
				b.play(from, patience.Home, 1)
				again = true
			}
		}
	}
}
