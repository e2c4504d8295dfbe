package entropy

import (
	"cmp"
	"slices"
)

// Symmetry maps positions, and what is played in them, to others that differ only by the names of cells and colours. All
// colours are alike in the rules: whatever renames the chips on the board, in the bag and in hand keeps every value.
type Symmetry struct {
	n       uint8
	turn    uint8                  // bits: mirror the columns, mirror the rows, and before both swap rows and columns
	colours [MaxColours + 1]Colour // by the former colour
}

const (
	mirrorColumns = 1 << iota
	mirrorRows
	transpose
	turns // of the board
)

// Square returns the place of a cell.
func (s *Symmetry) Square(sq Square) Square {
	n := Square(s.n)
	row, column := sq/n, sq%n
	if s.turn&transpose != 0 {
		row, column = column, row
	}
	if s.turn&mirrorColumns != 0 {
		column = n - 1 - column
	}
	if s.turn&mirrorRows != 0 {
		row = n - 1 - row
	}
	return row*n + column
}

// Move returns what a move becomes.
func (s *Symmetry) Move(m Move) Move {
	m.Chip = s.colours[m.Chip]
	if m.Acts == Draw || m.IsPass() {
		return m
	}
	m.To = s.Square(m.To)
	if m.Acts == Order {
		m.From = s.Square(m.From)
	}
	return m
}

// Apply returns what a position becomes.
func (s *Symmetry) Apply(p *Position) Position {
	q := Position{N: p.N, Acts: p.Acts, Chip: s.colours[p.Chip]}
	for i, c := range p.Board() {
		q.Cells[s.Square(Square(i))] = s.colours[c]
	}
	for c, count := range p.Bag {
		q.Bag[s.colours[c]] = count
	}
	return q
}

// Inverse returns the symmetry that takes s back.
func (s *Symmetry) Inverse() Symmetry {
	r := Symmetry{n: s.n, turn: s.turn}
	if s.turn&transpose != 0 {
		r.turn = transpose | s.turn&mirrorColumns<<1 | s.turn&mirrorRows>>1
	}
	for from, to := range s.colours {
		r.colours[to] = Colour(from)
	}
	return r
}

// Canonical returns the least of the positions that are p but for a symmetry, by the cells from a1, and the symmetry that
// leads to it. Colours are named in the order in which they appear on the board, then in hand; those left in the bag alone
// by their number, most first.
func (p *Position) Canonical() (Position, Symmetry) {
	var best Position
	var by Symmetry
	for turn := range uint8(turns) {
		s := Symmetry{n: p.N, turn: turn}
		s.nameColours(p)
		if q := s.Apply(p); turn == 0 || q.compare(&best) < 0 {
			best, by = q, s
		}
	}
	return best, by
}

// nameColours sets the colours of s, whose turn is set, to the names of the canonical form.
func (s *Symmetry) nameColours(p *Position) {
	next := Colour(1)
	name := func(c Colour) {
		if c != 0 && s.colours[c] == 0 {
			s.colours[c] = next
			next++
		}
	}
	back := Symmetry{n: p.N, turn: s.turn}
	back = back.Inverse()
	for i := range p.Board() {
		name(p.Cells[back.Square(Square(i))])
	}
	name(p.Chip)
	rest := [...]Colour{1, 2, 3, 4, 5, 6, 7}
	slices.SortStableFunc(rest[:], func(a, b Colour) int { return cmp.Compare(p.Bag[b], p.Bag[a]) })
	for _, c := range rest {
		name(c)
	}
}

func (p *Position) compare(q *Position) int {
	return cmp.Or(slices.Compare(p.Cells[:], q.Cells[:]), cmp.Compare(p.Chip, q.Chip), slices.Compare(p.Bag[:], q.Bag[:]))
}
