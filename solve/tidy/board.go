package tidy

import (
	"math/bits"

	"foregone/positions"
	"foregone/positions/patience"
)

// board is the tableau as far as a line is read or written.
type board struct {
	columns [patience.MaxColumns][patience.MaxDeck]uint8
	height  [patience.MaxColumns]uint8
	cells   [patience.MaxCells]uint8
	place   [codes]patience.Place // of each card
	home    [positions.NumSuits]uint8
	empty   uint16 // cells, a bit each
}

func (b *board) load(p *patience.Position) {
	b.empty = 0
	b.home = p.Home
	for i, c := range p.Cells[:p.NumCells()] {
		b.cells[i] = uint8(c)
		if c == positions.NoCard {
			b.empty |= 1 << i
		} else {
			b.place[c%codes] = patience.Cell(i)
		}
	}
	for c := range p.NumColumns() {
		b.height[c] = 0
		for _, card := range p.Columns[c].All() {
			b.push(patience.Place(c), uint8(card))
		}
	}
}

func (b *board) push(column patience.Place, card uint8) {
	b.columns[column][b.height[column]] = card
	b.height[column]++
	b.place[card%codes] = column
}

// top returns what the n-th card from the open end of a column lies on, for 0 what the next one would.
func (b *board) top(column patience.Place, n uint8) uint8 {
	h := b.height[column]
	if n >= h {
		return base(int(column))
	}
	return b.columns[column][h-n-1]
}

// free returns the number of free cells.
func (b *board) free() int8 { return int8(bits.OnesCount16(b.empty)) }

// play makes a legal move of the given card with the run on it.
func (b *board) play(m patience.Move, card uint8) {
	if m.From < patience.FirstCell {
		b.height[m.From] -= m.N
	} else {
		b.empty |= 1 << (m.From - patience.FirstCell)
	}
	switch {
	case m.To == patience.Home:
		b.home[card%positions.NumSuits]++
		b.place[card%codes] = patience.Home
	case m.To < patience.FirstCell:
		b.push(m.To, card)
		for k := uint8(1); k < m.N; k++ {
			b.push(m.To, b.columns[m.From][b.height[m.From]+k])
		}
	default:
		b.empty &^= 1 << (m.To - patience.FirstCell)
		b.cells[m.To-patience.FirstCell] = card
		b.place[card%codes] = m.To
	}
}

// read turns a line of legal moves into actions. It fails when a move makes no sense.
func (s *Shortener) read(p *patience.Position, line []patience.Move) bool {
	b := &s.board
	b.load(p)
	s.actions = s.actions[:0]
	for _, m := range line {
		a := action{n: m.N, from: inCell, to: home}
		var moved uint64
		if m.From < patience.FirstCell {
			h := b.height[m.From]
			if m.N == 0 || m.N > h {
				return false
			}
			a.from = b.top(m.From, m.N)
			for _, card := range b.columns[m.From][h-m.N : h] {
				moved |= bit(card)
			}
			a.card = b.columns[m.From][h-m.N]
		} else {
			a.card = b.cells[m.From-patience.FirstCell]
			moved = bit(a.card)
		}
		if m.To < patience.FirstCell {
			a.to = b.top(m.To, 0)
		} else if m.To < patience.Home {
			a.to = inCell
		}
		a.set(moved)
		a.spare = b.free() - a.need()
		b.play(m, a.card)
		s.actions = append(s.actions, a)
	}
	return true
}

// write turns the actions into moves from p on. It fails when one of them is illegal, which would be a fault of
// this package.
func (s *Shortener) write(p *patience.Position) bool {
	b := &s.board
	b.load(p)
	s.moves = s.moves[:0]
	for i := range s.actions {
		a := &s.actions[i]
		m, ok := s.move(a)
		if !ok {
			return false
		}
		b.play(m, a.card)
		s.moves = append(s.moves, m)
	}
	return true
}

// move returns the move of an action and whether it is legal.
func (s *Shortener) move(a *action) (patience.Move, bool) {
	b := &s.board
	m := patience.Move{From: b.place[a.card%codes], N: a.n}
	switch {
	case m.From < patience.FirstCell:
		if !s.isRun(m.From, a) {
			return m, false
		}
	case m.From == patience.Home || a.n != 1:
		return m, false
	}
	card := positions.Card(a.card)
	switch a.to {
	case home:
		m.To = patience.Home
		return m, a.n == 1 && int(b.home[card.Suit()])+1 == card.Rank()
	case inCell:
		m.To = patience.Cell(bits.TrailingZeros16(b.empty))
		return m, a.n == 1 && b.empty != 0 && m.From < patience.FirstCell
	}
	if column, ok := columnOf(a.to); ok {
		m.To = patience.Place(column)
		return m, m.To != m.From && b.height[column] == 0 && s.rules.Fills(card)
	}
	m.To = b.place[a.to%codes]
	return m, m.To < patience.FirstCell && m.To != m.From && b.top(m.To, 0) == a.to && s.rules.Stacks(card, positions.Card(a.to))
}

// isRun reports whether the cards of an action lie in sequence at the open end of a column, and whether there are
// enough free cells to move them.
func (s *Shortener) isRun(column patience.Place, a *action) bool {
	b := &s.board
	h := b.height[column]
	if a.n == 0 || a.n > h || b.columns[column][h-a.n] != a.card || int8(a.n)-1 > b.free() {
		return false
	}
	run := b.columns[column][h-a.n : h]
	for i := 1; i < len(run); i++ {
		if !s.rules.Stacks(positions.Card(run[i]), positions.Card(run[i-1])) {
			return false
		}
	}
	return true
}
