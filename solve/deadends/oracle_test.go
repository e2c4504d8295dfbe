package deadends

import (
	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve/patiencetest"
)

// graph is what can be reached from a position on the rules alone: no move is left out. Boards that differ only in the
// order of columns or cells are one.
type graph struct {
	boards []patience.Position
	into   [][]int // by board, those that a move leads from
	won    []bool
}

// explore finds all boards that can be reached from p, and goes back from the won ones. It gives up, with known false, past so
// many boards.
func explore(p patience.Position, most int) (g graph, known bool) {
	number := map[string]int{patiencetest.Key(&p): 0}
	g = graph{boards: []patience.Position{p}, into: [][]int{nil}}
	for at := 0; at < len(g.boards); at++ {
		if len(g.boards) > most {
			return g, false
		}
		for _, m := range g.boards[at].Moves(nil) {
			next := g.boards[at]
			if err := next.Play(m); err != nil {
				panic(err)
			}
			key := patiencetest.Key(&next)
			to, seen := number[key]
			if !seen {
				to = len(g.boards)
				number[key] = to
				g.boards, g.into = append(g.boards, next), append(g.into, nil)
			}
			g.into[to] = append(g.into[to], at)
		}
	}
	g.won = make([]bool, len(g.boards))
	for at := range g.boards {
		if g.boards[at].Won() {
			g.win(at)
		}
	}
	return g, true
}

func (g *graph) win(at int) {
	if g.won[at] {
		return
	}
	g.won[at] = true
	for _, from := range g.into[at] {
		g.win(from)
	}
}

// settled makes the moves that never hurt: to foundations, from cells onto parents, and then the king with the most cards of
// its run in cells to an empty column, of equal ones the first by suit.
func settled(p patience.Position) patience.Position {
	for safeMove(&p) || placeKing(&p) {
	}
	return p
}

func safeMove(p *patience.Position) bool {
	for _, m := range p.Moves(nil) {
		ontoParent := m.From >= patience.FirstCell && m.To < patience.FirstCell && p.Columns[m.To].Len > 0
		if m.To == patience.Home || ontoParent {
			return p.Play(m) == nil
		}
	}
	return false
}

func placeKing(p *patience.Position) bool {
	var cell [64]int // by card, one more than its cell
	for i, c := range p.Cells[:p.NumCells()] {
		if c != positions.NoCard {
			cell[c] = i + 1
		}
	}
	best, length := -1, 0
	for suit := range positions.NumSuits {
		n := 0
		for rank := int(p.Rules.Ranks); rank > 0 && cell[positions.NewCard(rank, positions.Suit(suit))] > 0; rank-- {
			n++
		}
		if n > length {
			best, length = cell[positions.NewCard(int(p.Rules.Ranks), positions.Suit(suit))]-1, n
		}
	}
	if best < 0 {
		return false
	}
	for c := range p.NumColumns() {
		if p.Columns[c].Len == 0 {
			return p.Play(patience.Move{From: patience.Cell(best), To: patience.Place(c), N: 1}) == nil
		}
	}
	return false
}
