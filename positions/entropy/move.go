package entropy

import (
	"fmt"

	"foregone/positions"
)

// IllegalError says why a move cannot be made.
type IllegalError = positions.IllegalError

// Check returns an *IllegalError when m is not legal in p.
func (p *Position) Check(m Move) error {
	if reason := p.fault(m); reason != "" {
		return &IllegalError{Text: p.MoveString(m), Reason: reason}
	}
	return nil
}

func (p *Position) fault(m Move) string {
	if size := Square(p.Size()); m.From >= size || m.To >= size {
		return "there is no such cell"
	}
	switch {
	case p.Over():
		return "the board is full"
	case m.Acts != p.Acts:
		return "it is " + p.turnWords()
	}
	switch p.Acts {
	case Draw:
		if m.Chip < 1 || m.Chip > MaxColours || p.Bag[m.Chip] == 0 {
			return fmt.Sprintf("the bag holds no %c", letterOf(m.Chip))
		}
	case Chaos:
		switch {
		case m.Chip != p.Chip:
			return fmt.Sprintf("the drawn chip is %c", p.Chip.Letter())
		case p.Cells[m.To] != 0:
			return p.SquareName(m.To) + " is taken"
		}
	default:
		return p.slideFault(m)
	}
	return ""
}

// turnWords completes "it is …".
func (p *Position) turnWords() string {
	switch p.Acts {
	case Draw:
		return "the turn of a draw"
	case Chaos:
		return fmt.Sprintf("Chaos' turn to place %c", p.Chip.Letter())
	}
	return "Order's turn to slide a chip or to pass"
}

func (p *Position) slideFault(m Move) string {
	if m.From == m.To {
		return ""
	}
	n := int(p.N)
	from, to := int(m.From), int(m.To)
	step := 1
	switch {
	case p.Cells[from] == 0:
		return p.SquareName(m.From) + " is empty"
	case p.Cells[to] != 0:
		return p.SquareName(m.To) + " is taken"
	case from%n == to%n:
		step = n
	case from/n != to/n:
		return fmt.Sprintf("%s and %s are in no common row or column", p.SquareName(m.From), p.SquareName(m.To))
	}
	if to < from {
		step = -step
	}
	for at := from + step; at != to; at += step {
		if p.Cells[at] != 0 {
			return p.SquareName(Square(at)) + " is in the way"
		}
	}
	return ""
}

func letterOf(c Colour) byte {
	if c > MaxColours {
		return '?'
	}
	return c.Letter()
}

// Play makes m, or returns an *IllegalError and leaves p as it was. Draw, Chaos and Order act in turn.
func (p *Position) Play(m Move) error {
	if err := p.Check(m); err != nil {
		return err
	}
	p.play(m)
	return nil
}

// Draw draws a chip of a colour, at the turn of a draw.
func (p *Position) Draw(c Colour) error { return p.Play(Move{Acts: Draw, Chip: c}) }

// play makes a legal move.
func (p *Position) play(m Move) {
	switch p.Acts {
	case Draw:
		p.Bag[m.Chip]--
		p.Chip, p.Acts = m.Chip, Chaos
	case Chaos:
		p.Cells[m.To] = m.Chip
		p.Chip, p.Acts = 0, Order
	default:
		if m.From != m.To {
			p.Cells[m.To], p.Cells[m.From] = p.Cells[m.From], 0
		}
		p.Acts = Draw
	}
}

// Moves appends the legal moves to buf and returns it: the colours left in the bag, once each; or the empty cells; or
// the pass and then the slides, ordered by from-square and to-square. A full board has none.
func (p *Position) Moves(buf []Move) []Move {
	if p.Over() {
		return buf
	}
	switch p.Acts {
	case Draw:
		for c := Colour(1); c <= MaxColours; c++ {
			if p.Bag[c] > 0 {
				buf = append(buf, Move{Acts: Draw, Chip: c})
			}
		}
	case Chaos:
		for i, c := range p.Board() {
			if c == 0 {
				buf = append(buf, Move{Acts: Chaos, Chip: p.Chip, To: Square(i)})
			}
		}
	default:
		buf = append(buf, Pass)
		for i, c := range p.Board() {
			if c != 0 {
				buf = p.slides(buf, i)
			}
		}
	}
	return buf
}

// slides appends the slides of the chip on a cell.
func (p *Position) slides(buf []Move, from int) []Move {
	n := int(p.N)
	row := from / n
	lowest, leftmost, rightmost := from, from, from
	for at := from - n; at >= 0 && p.Cells[at] == 0; at -= n {
		lowest = at
	}
	for at := from - 1; at >= row*n && p.Cells[at] == 0; at-- {
		leftmost = at
	}
	for at := from + 1; at < (row+1)*n && p.Cells[at] == 0; at++ {
		rightmost = at
	}
	add := func(to int) { buf = append(buf, Move{Acts: Order, From: Square(from), To: Square(to)}) }
	for to := lowest; to < from; to += n {
		add(to)
	}
	for to := leftmost; to <= rightmost; to++ {
		if to != from {
			add(to)
		}
	}
	for to := from + n; to < n*n && p.Cells[to] == 0; to += n {
		add(to)
	}
	return buf
}

// maxMoves is a bound of the moves in a position: an empty cell is reached from four sides at most.
const maxMoves = 4*MaxSquares + 1

// Perft returns the number of leaves of the tree of moves at the given depth, 0 or more. A draw is a ply with a child
// for each colour left; a full board above that depth adds no leaves.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(*p, depth, make([]Move, 0, maxMoves))
}

func perft(p Position, depth int, buf []Move) uint64 {
	start := len(buf)
	buf = p.Moves(buf)
	if depth == 1 {
		return uint64(len(buf) - start)
	}
	var leaves uint64
	for _, m := range buf[start:] {
		next := p
		next.play(m)
		leaves += perft(next, depth-1, buf)
	}
	return leaves
}
