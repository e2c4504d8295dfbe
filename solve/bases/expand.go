package bases

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// line plays the moves of a solution on a real position.
type line struct {
	patience.Position
	ranks int
	moves []patience.Move
}

// Line appends to buf the legal moves that win the position last given to Solve, after it returned Winnable:
// single cards, or runs, with every move to a foundation written.
func (s *Solver) Line(buf []patience.Move) []patience.Move {
	l := line{s.start, s.ranks, buf}
	l.settle()
	path := []int32{s.goal}
	for s.nodes[path[len(path)-1]].parent >= 0 {
		path = append(path, s.nodes[path[len(path)-1]].parent)
	}
	for i := len(path) - 1; i > 0; i-- {
		l.macro(s.between(path[i], path[i-1]))
		l.settle()
	}
	return l.moves
}

// step is a move of the search: a card with its run, taken to an empty column if founded, else onto its parent
// if that is open, else to cells.
type step struct {
	card    positions.Card
	founded bool
}

// between returns the move that leads from one node to the next.
func (s *Solver) between(from, to int32) step {
	a, b := &s.nodes[from].state, &s.nodes[to].state
	if a.depths == b.depths {
		founded := b.bases&^a.bases != 0
		return step{card(bits.TrailingZeros64(a.bases^b.bases), s.ranks), founded}
	}
	l := s.layout(a)
	m := s.moves(a, &l)
	for x := (m.shift | m.dig) & a.heads; x != 0; x &= x - 1 {
		z := bits.TrailingZeros64(x)
		if child := s.afterDig(a, z, m.dig); child == *b {
			return step{card(z, s.ranks), m.dig>>z&1 != 0}
		}
	}
	panic("bases: no move leads from a node to the next")
}

// play makes a move and writes it down.
func (l *line) play(from, to patience.Place, n int) {
	m := patience.Move{From: from, To: to, N: uint8(n)}
	if err := l.Position.Play(m); err != nil {
		panic("bases: solution breaks the rules: " + err.Error())
	}
	l.moves = append(l.moves, m)
}

// find returns the place of a card that is not home, and how many cards of its column lie from it upward.
func (l *line) find(c positions.Card) (patience.Place, int) {
	for i := range l.NumColumns() {
		col := &l.Columns[i]
		for j := int(col.Len) - 1; j >= 0; j-- {
			if col.Cards[j] == c {
				return patience.Place(i), int(col.Len) - j
			}
		}
	}
	for i, other := range l.Cells {
		if other == c {
			return patience.Cell(i), 1
		}
	}
	return patience.Home, 0
}

// column returns the first column whose open card is c, NoCard for an empty column.
func (l *line) column(c positions.Card) (patience.Place, bool) {
	for i := range l.NumColumns() {
		if l.Columns[i].Top() == c {
			return patience.Place(i), true
		}
	}
	return 0, false
}

// parent returns the column on which c can be laid.
func (l *line) parent(c positions.Card) (patience.Place, bool) {
	if c.Rank() == l.ranks {
		return 0, false
	}
	return l.column(positions.NewCard(c.Rank()+1, c.Suit()))
}

// macro makes a move of the search.
func (l *line) macro(m step) {
	from, n := l.find(m.card)
	if m.founded {
		to, _ := l.column(positions.NoCard)
		l.play(from, to, n)
		return
	}
	if to, ok := l.parent(m.card); ok {
		l.play(from, to, n)
		return
	}
	for i := 0; n > 0; i++ {
		if l.Cells[i] == positions.NoCard {
			l.play(from, patience.Cell(i), 1)
			n--
		}
	}
}

// settle brings home what can go home, and lays cards from cells on their parents.
func (l *line) settle() {
	for again := true; again; {
		again = false
		for i := range l.NumColumns() {
			again = l.home(patience.Place(i), l.Columns[i].Top()) || again
		}
		for i, c := range l.Cells[:l.NumCells()] {
			again = l.home(patience.Cell(i), c) || again
		}
	}
	for again := true; again; {
		again = false
		for i, c := range l.Cells[:l.NumCells()] {
			if c == positions.NoCard {
				continue
			}
			if to, ok := l.parent(c); ok {
				l.play(patience.Cell(i), to, 1)
				again = true
			}
		}
	}
}

// home brings c home from where it is open, if it is the next of its foundation.
func (l *line) home(from patience.Place, c positions.Card) bool {
	if c == positions.NoCard || c.Rank() != int(l.Home[c.Suit()])+1 {
		return false
	}
	l.play(from, patience.Home, 1)
	return true
}
