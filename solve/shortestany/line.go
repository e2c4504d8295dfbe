package shortestany

import (
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
)

// Line appends to buf the moves from the position last solved, which must have been Winnable, to the won one.
func (s *Solver) Line(buf []patience.Move) []patience.Move {
	var path []move
	for i := s.goal; s.nodes[i].parent != 0; i = s.nodes[i].parent {
		path = append(path, s.nodes[i].move)
	}
	slices.Reverse(path)
	p := s.start
	for _, m := range path {
		play := patience.Move{From: find(&p, card(m.card)), To: patience.Home, N: 1}
		switch m.to {
		case home:
		case cell:
			play.To = patience.Cell(slices.Index(p.Cells[:], positions.NoCard))
		case base:
			play.To = column(&p, positions.NoCard)
		default:
			play.To = column(&p, card(m.to))
		}
		buf = append(buf, play)
		if err := p.Play(play); err != nil {
			panic(err) // a fault of the search
		}
	}
	return buf
}

// find returns where an open card lies.
func find(p *patience.Position, c positions.Card) patience.Place {
	if i := slices.Index(p.Cells[:], c); i >= 0 {
		return patience.Cell(i)
	}
	return column(p, c)
}

// column returns the first column with this open card, or an empty one.
func column(p *patience.Position, top positions.Card) patience.Place {
	for c := range p.NumColumns() {
		if p.Columns[c].Top() == top {
			return patience.Place(c)
		}
	}
	return patience.Home
}
