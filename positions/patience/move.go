package patience

import (
	"fmt"

	"foregone/positions"
)

// Place is where a card can lie: a column from 0, FirstCell and up, or Home.
type Place uint8

const (
	FirstCell Place = 16
	Home      Place = 32
)

// Cell returns the place of the i-th cell, from 0.
func Cell(i int) Place { return FirstCell + Place(i) }

func (l Place) isColumn() bool { return l < FirstCell }
func (l Place) isCell() bool   { return l >= FirstCell && l < Home }

// Move takes the top N cards of a column, in their order, to another column, or one card to or from a cell or
// to its foundation. N is at least 1.
type Move struct {
	From, To Place
	N        uint8
}

// IllegalError says why a move cannot be made.
type IllegalError struct {
	Move   Move
	Reason string
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("move %s is not legal: %s", e.Move, e.Reason)
}

// card returns the card that is lowest in the move, the one that lands on the destination.
func (p *Position) card(m Move) (positions.Card, string) {
	switch {
	case m.From.isColumn() && int(m.From) < p.NumColumns():
		col := &p.Columns[m.From]
		if int(m.N) > int(col.Len) || m.N == 0 {
			if col.Len == 0 {
				return positions.NoCard, "the column is empty"
			}
			return positions.NoCard, fmt.Sprintf("the column has %d cards", col.Len)
		}
		return col.Cards[col.Len-m.N], ""
	case m.From.isCell() && int(m.From-FirstCell) < p.NumCells():
		if m.N != 1 {
			return positions.NoCard, "a cell has one card"
		}
		if c := p.Cells[m.From-FirstCell]; c != positions.NoCard {
			return c, ""
		}
		return positions.NoCard, "the cell is empty"
	case m.From == Home:
		return positions.NoCard, "no card comes back from a foundation"
	}
	return positions.NoCard, "there is no such place"
}

// Check returns an *IllegalError when m is not legal in p. A run of N cards needs N-1 free cells.
func (p *Position) Check(m Move) error {
	if reason := p.fault(m); reason != "" {
		return &IllegalError{m, reason}
	}
	return nil
}

func (p *Position) fault(m Move) string {
	card, reason := p.card(m)
	if reason != "" {
		return reason
	}
	switch {
	case m.To == Home:
		if m.N != 1 {
			return "cards go home one at a time"
		}
		if !p.ready(card) {
			return fmt.Sprintf("%s is not the next card of its foundation", card)
		}
	case m.To.isCell() && int(m.To-FirstCell) < p.NumCells():
		if m.N != 1 {
			return "a cell takes one card"
		}
		if m.From.isCell() {
			return "a card does not move from cell to cell"
		}
		if p.Cells[m.To-FirstCell] != positions.NoCard {
			return "the cell is taken"
		}
	case m.To.isColumn() && int(m.To) < p.NumColumns():
		if m.From == m.To {
			return "it stays where it is"
		}
		if top := p.Columns[m.To].Top(); top == positions.NoCard {
			if !p.Rules.Fills(card) {
				return fmt.Sprintf("%s may not go to an empty column", card)
			}
		} else if !p.Rules.Stacks(card, top) {
			return fmt.Sprintf("%s does not go on %s", card, top)
		}
		if m.N > 1 {
			if run := p.RunLength(int(m.From)); int(m.N) > run {
				return fmt.Sprintf("the run has %d cards", run)
			}
			if free := p.FreeCells(); int(m.N)-1 > free {
				return fmt.Sprintf("a run of %d cards needs %d free cells, there are %d", m.N, m.N-1, free)
			}
		}
	default:
		return "there is no such place"
	}
	return ""
}

// RunLength returns how many cards at the open end of a column lie in sequence by the rules; 0 when it is empty.
func (p *Position) RunLength(column int) int {
	col := &p.Columns[column]
	if col.Len == 0 {
		return 0
	}
	n := 1
	for i := int(col.Len) - 1; i > 0 && p.Rules.Stacks(col.Cards[i], col.Cards[i-1]); i-- {
		n++
	}
	return n
}

// Play makes m, or returns an *IllegalError and leaves p as it was.
func (p *Position) Play(m Move) error {
	if err := p.Check(m); err != nil {
		return err
	}
	p.play(m)
	return nil
}

// play makes a legal move.
func (p *Position) play(m Move) {
	if m.N > 1 {
		from, to := &p.Columns[m.From], &p.Columns[m.To]
		for i := from.Len - m.N; i < from.Len; i++ {
			to.push(from.Cards[i])
			from.Cards[i] = positions.NoCard
		}
		from.Len -= m.N
		return
	}
	var card positions.Card
	if m.From.isColumn() {
		card = p.Columns[m.From].pop()
	} else {
		card = p.Cells[m.From-FirstCell]
		p.Cells[m.From-FirstCell] = positions.NoCard
	}
	switch {
	case m.To == Home:
		p.Home[card.Suit()]++
	case m.To.isCell():
		p.Cells[m.To-FirstCell] = card
	default:
		p.Columns[m.To].push(card)
	}
}

// Moves appends the legal single-card moves to buf and returns it: from each column, left to right, then from
// each cell; to its foundation first, then to the columns, then to a cell. Of several empty columns, and of
// several empty cells, only the leftmost is a destination.
func (p *Position) Moves(buf []Move) []Move {
	cell := -1
	for i, c := range p.Cells[:p.Rules.Cells] {
		if c == positions.NoCard {
			cell = i
			break
		}
	}
	for c := range p.NumColumns() {
		if top := p.Columns[c].Top(); top != positions.NoCard {
			buf = p.movesOf(buf, Place(c), top)
			if cell >= 0 {
				buf = append(buf, Move{Place(c), Cell(cell), 1})
			}
		}
	}
	for i, card := range p.Cells[:p.Rules.Cells] {
		if card != positions.NoCard {
			buf = p.movesOf(buf, Cell(i), card)
		}
	}
	return buf
}

// movesOf appends the moves of one open card to its foundation and to columns.
func (p *Position) movesOf(buf []Move, from Place, card positions.Card) []Move {
	if p.ready(card) {
		buf = append(buf, Move{from, Home, 1})
	}
	empty := false
	for c := range p.NumColumns() {
		if Place(c) == from {
			continue
		}
		if top := p.Columns[c].Top(); top != positions.NoCard {
			if p.Rules.Stacks(card, top) {
				buf = append(buf, Move{from, Place(c), 1})
			}
		} else if !empty && p.Rules.Fills(card) {
			empty = true
			buf = append(buf, Move{from, Place(c), 1})
		}
	}
	return buf
}

// Runs appends the legal moves of more than one card to buf and returns it. Of several empty columns only the
// leftmost is a destination.
func (p *Position) Runs(buf []Move) []Move {
	for from := range p.NumColumns() {
		most := min(p.RunLength(from), p.FreeCells()+1)
		empty := false
		for to := range p.NumColumns() {
			if p.Columns[to].Len == 0 {
				if empty {
					continue
				}
				empty = true
			}
			for n := 2; n <= most; n++ {
				if m := (Move{Place(from), Place(to), uint8(n)}); p.Check(m) == nil {
					buf = append(buf, m)
				}
			}
		}
	}
	return buf
}

// Perft returns the number of leaves of the tree of single-card moves at the given depth, 0 or more. A position
// without moves above that depth adds none.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, nil)
}

func (p *Position) perft(depth int, buf []Move) uint64 {
	start := len(buf)
	buf = p.Moves(buf)
	moves := buf[start:]
	if depth == 1 {
		return uint64(len(moves))
	}
	var leaves uint64
	for _, m := range moves {
		next := *p
		next.play(m)
		leaves += next.perft(depth-1, buf)
	}
	return leaves
}
