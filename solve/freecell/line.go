package freecell

import (
	"foregone/positions"
	"foregone/positions/patience"
)

// Line appends to buf the moves that win the position last found Winnable, and returns it.
func (s *Solver) Line(buf []patience.Move) []patience.Move {
	s.path = s.path[:0]
	for i := s.goal.parent; i != none; i = s.states.at(i).parent {
		s.path = append(s.path, i)
	}
	l := line{at: s.start, moves: buf}
	for k := len(s.path) - 1; k >= 0; k-- {
		l.bringHome(s.all &^ s.states.at(s.path[k]).away())
		if k > 0 {
			l.play(s.states.at(s.path[k-1]).last)
		} else {
			l.play(s.goal.last)
		}
	}
	l.bringHome(s.all)
	return l.moves
}

// line is a line under way: the position that its moves have led to.
type line struct {
	at    patience.Position
	moves []patience.Move
}

func (l *line) add(from, to patience.Place, n int) {
	m := patience.Move{From: from, To: to, N: uint8(n)}
	if err := l.at.Play(m); err != nil {
		panic("freecell: " + err.Error())
	}
	l.moves = append(l.moves, m)
}

// bringHome makes foundation moves until all the given cards are home.
func (l *line) bringHome(cards uint64) {
	for again := true; again; {
		again = false
		for suit := range positions.Suit(positions.NumSuits) {
			rank := int(l.at.Home[suit]) + 1
			card := positions.NewCard(rank, suit)
			if rank > int(l.at.Rules.Ranks) || cards>>card&1 == 0 {
				continue
			}
			if from, n := l.find(card); n == 1 {
				l.add(from, patience.Home, 1)
				again = true
			}
		}
	}
}

// find returns where a card is, and how many cards move with it: itself and those on it.
func (l *line) find(card positions.Card) (from patience.Place, n int) {
	for i := range l.at.NumColumns() {
		cards := l.at.Columns[i].All()
		for k, c := range cards {
			if c == card {
				return patience.Place(i), len(cards) - k
			}
		}
	}
	for i, c := range l.at.Cells[:l.at.NumCells()] {
		if c == card {
			return patience.Cell(i), 1
		}
	}
	panic("freecell: a card is missing")
}

func (l *line) play(m made) {
	from, n := l.find(positions.Card(m.card))
	switch m.to {
	case home:
		l.add(from, patience.Home, 1)
	case inCell:
		l.add(from, l.emptyCell(), 1)
	case atBase:
		empty := l.emptyColumns()
		l.run(from, empty[0], n, empty[1:])
	default:
		to, _ := l.find(positions.Card(m.card&^3 + m.to))
		l.run(from, to, n, l.emptyColumns())
	}
}

func (l *line) emptyCell() patience.Place {
	for i, c := range l.at.Cells[:l.at.NumCells()] {
		if c == positions.NoCard {
			return patience.Cell(i)
		}
	}
	panic("freecell: no cell is empty")
}

func (l *line) emptyColumns() []patience.Place {
	var empty []patience.Place
	for i := range l.at.NumColumns() {
		if l.at.Columns[i].Len == 0 {
			empty = append(empty, patience.Place(i))
		}
	}
	return empty
}

// run moves n cards, by way of empty columns when there are not enough free cells.
func (l *line) run(from, to patience.Place, n int, empty []patience.Place) {
	cells := l.at.FreeCells() + 1
	if n <= cells {
		l.add(from, to, n)
		return
	}
	by, empty := empty[0], empty[1:]
	rest := min(n-1, cells<<len(empty))
	l.run(from, by, n-rest, empty)
	l.run(from, to, rest, empty)
	l.run(by, to, n-rest, empty)
}
