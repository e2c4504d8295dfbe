package games

import (
	"foregone/positions"
	"foregone/positions/patience"
)

// Facts implements Factual.
func (e *patiencePosition) Facts(a *Analysis) any {
	p := &e.p
	f := PatienceFacts{Next: []Buried{}, Cells: p.NumCells(), Reachable: a.Reached}
	for _, c := range p.Cells[:p.NumCells()] {
		if c == positions.NoCard {
			f.FreeCells++
		}
	}
	for i := range p.NumColumns() {
		if len(p.Columns[i].All()) == 0 {
			f.EmptyColumns++
		}
	}
	for suit, rank := range p.Home {
		if rank < p.Rules.Ranks {
			f.Next = append(f.Next, e.buried(positions.NewCard(int(rank)+1, positions.Suit(suit))))
		}
	}
	return f
}

// buried finds a card that is in play.
func (e *patiencePosition) buried(card positions.Card) Buried {
	b := Buried{Card: card.String(), Above: []string{}}
	for i, c := range e.p.Cells[:e.p.NumCells()] {
		if c == card {
			b.Place = patience.Cell(i).String()
		}
	}
	for i := range e.p.NumColumns() {
		for _, c := range e.p.Columns[i].All() {
			if b.Place == patience.Place(i).String() {
				b.Above = append(b.Above, c.String())
			}
			if c == card {
				b.Place = patience.Place(i).String()
			}
		}
	}
	return b
}
