package bases

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// step is a move of the search: a card with its run, to an empty column when founded, else onto its parent if that
// is open, else to cells.
type step struct {
	card    positions.Card
	founded bool
}

// line plays steps on a real position. Cards that the normal form lays on their parents stay in their cells until
// their place is needed: by rule 2 that is as good, and many of them go home from there. So the position is a
// normal form but for some cards that could be parked, and after parking these every step can be played.
type line struct {
	patience.Position
	moves []patience.Move
}

// Line appends to buf the legal moves that win the position last given to Solve, after it returned Winnable:
// single cards, or runs, with every move to a foundation written.
func (s *Solver) Line(buf []patience.Move) []patience.Move {
	l := line{s.start, buf}
	l.home()
	for _, step := range s.steps() {
		for !l.try(step) {
			l.park()
		}
		l.home()
	}
	return l.moves
}

// steps returns the moves that lead to the goal.
func (s *Solver) steps() []step {
	var path []int32
	for i := s.goal; i >= 0; i = s.nodes[i].parent {
		path = append(path, i)
	}
	var steps []step
	for i := len(path) - 1; i > 0; i-- {
		steps = append(steps, s.between(&s.nodes[path[i]].state, &s.nodes[path[i-1]].state))
	}
	return steps
}

// between returns the move that leads from a to b.
func (s *Solver) between(a, b *state) step {
	if a.depths == b.depths {
		return step{card(bits.TrailingZeros64(a.bases^b.bases), s.ranks), b.bases&^a.bases != 0}
	}
	m := s.moves(a, s.layout(a))
	for x := (m.shift | m.dig) & a.heads; x != 0; x &= x - 1 {
		z := bits.TrailingZeros64(x)
		founded := x & -x & m.dig
		var child state
		if s.dig(&child, a, z, founded); child == *b {
			return step{card(z, s.ranks), founded != 0}
		}
	}
	panic("bases: no move leads from a position to the next")
}

// play makes a legal move and writes it down.
func (l *line) play(from, to patience.Place, n int) {
	m := patience.Move{From: from, To: to, N: uint8(n)}
	if err := l.Position.Play(m); err != nil {
		panic("bases: " + err.Error())
	}
	l.moves = append(l.moves, m)
}

// try plays a step, or reports that there are too few free cells as long as other cards wait to be parked.
func (l *line) try(s step) bool {
	from, n := l.find(s.card)
	free := l.FreeCells()
	to, ok := l.parent(s.card)
	if s.founded {
		to, ok = l.column(positions.NoCard)
	}
	switch {
	case ok && n-1 <= free:
		l.play(from, to, n)
	case !s.founded && n <= free:
		for i := 0; n > 0; i++ {
			if l.Cells[i] == positions.NoCard {
				l.play(from, patience.Cell(i), 1)
				n--
			}
		}
	default:
		return false
	}
	return true
}

// park lays one card from its cell on its parent: of those that can be, one that has furthest to go home.
func (l *line) park() {
	var from, to patience.Place
	most := 0
	for i, c := range l.Cells[:l.NumCells()] {
		if c == positions.NoCard {
			continue
		}
		if parent, ok := l.parent(c); ok && c.Rank()-int(l.Home[c.Suit()]) > most {
			from, to, most = patience.Cell(i), parent, c.Rank()-int(l.Home[c.Suit()])
		}
	}
	if most == 0 {
		panic("bases: a move of the search cannot be played")
	}
	l.play(from, to, 1)
}

// home brings all cards home that can go.
func (l *line) home() {
	for again := true; again; {
		again = false
		for i := range l.NumColumns() {
			again = l.bring(patience.Place(i), l.Columns[i].Top()) || again
		}
		for i, c := range l.Cells[:l.NumCells()] {
			again = l.bring(patience.Cell(i), c) || again
		}
	}
}

// bring brings c home from where it is open, if it is the next of its foundation.
func (l *line) bring(from patience.Place, c positions.Card) bool {
	if c == positions.NoCard || c.Rank() != int(l.Home[c.Suit()])+1 {
		return false
	}
	l.play(from, patience.Home, 1)
	return true
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

// parent returns the column on which c can be laid.
func (l *line) parent(c positions.Card) (patience.Place, bool) {
	if c.Rank() == int(l.Rules.Ranks) {
		return 0, false
	}
	return l.column(positions.NewCard(c.Rank()+1, c.Suit()))
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
