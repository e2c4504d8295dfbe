package breakthrough

import (
	"fmt"
	"math/bits"

	"foregone/positions"
)

// IllegalError says why a move cannot be made.
type IllegalError = positions.IllegalError

// Check returns an *IllegalError when m is not legal in p, or when it says that it captures and does not, or the
// other way round.
func (p *Position) Check(m Move) error {
	if reason := p.fault(m); reason != "" {
		return &IllegalError{Text: p.MoveString(m), Reason: reason}
	}
	return nil
}

func (p *Position) fault(m Move) string {
	if size := p.W * p.H; uint8(m.From) >= size || uint8(m.To) >= size {
		return "there is no such square"
	}
	if winner, over := p.Winner(); over {
		return fmt.Sprintf("the game is over, %s has won", winner.word())
	}
	side := p.ToMove
	name := p.SquareName
	switch {
	case p.Pieces[side.Other()].Has(m.From):
		return fmt.Sprintf("%s is %s's, and %s is to move", name(m.From), side.Other().word(), side.word())
	case !p.Pieces[side].Has(m.From):
		return fmt.Sprintf("%s is empty", name(m.From))
	}
	w := int(p.W)
	rows := int(m.To)/w - int(m.From)/w
	if side == Black {
		rows = -rows
	}
	files := int(m.To)%w - int(m.From)%w
	switch {
	case rows != 1 || files < -1 || files > 1:
		return fmt.Sprintf("%s is not one step ahead of %s, straight or diagonally", name(m.To), name(m.From))
	case p.Pieces[side].Has(m.To):
		return fmt.Sprintf("%s has a piece of %s's own", name(m.To), side.word())
	case p.Pieces[side.Other()].Has(m.To) && files == 0:
		return fmt.Sprintf("%s is taken, and captures are diagonal only", name(m.To))
	case p.Pieces[side.Other()].Has(m.To) && !m.Capture:
		return fmt.Sprintf("it captures, which is written %s", p.MoveString(Move{m.From, m.To, true}))
	case !p.Pieces[side.Other()].Has(m.To) && m.Capture:
		return fmt.Sprintf("there is nothing to capture on %s", name(m.To))
	}
	return ""
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
	p.Pieces[p.ToMove].Remove(m.From)
	p.Pieces[p.ToMove].Add(m.To)
	p.ToMove = p.ToMove.Other()
	p.Pieces[p.ToMove].Remove(m.To)
}

// Moves appends the legal moves to buf and returns it, ordered by from-square, then by to-square. A finished game
// has none.
func (p *Position) Moves(buf []Move) []Move {
	if p.Over() {
		return buf
	}
	return p.steps(buf)
}

// steps appends the moves of a game that goes on.
func (p *Position) steps(buf []Move) []Move {
	left, ahead, right := p.ways()
	enemy := p.Pieces[p.ToMove.Other()]
	up := Square(p.W)
	if p.ToMove == Black {
		up = -up
	}
	for i := range left {
		for any := left[i] | ahead[i] | right[i]; any != 0; any &= any - 1 {
			from, bit := Square(i<<6|bits.TrailingZeros64(any)), any&-any
			to := from + up
			if left[i]&bit != 0 {
				buf = append(buf, Move{from, to - 1, enemy.Has(to - 1)})
			}
			if ahead[i]&bit != 0 {
				buf = append(buf, Move{from, to, false})
			}
			if right[i]&bit != 0 {
				buf = append(buf, Move{from, to + 1, enemy.Has(to + 1)})
			}
		}
	}
	return buf
}

// ways returns, while the game goes on, the pieces of the side to move that may step to the left, straight ahead, to
// the right.
func (p *Position) ways() (left, ahead, right Set) {
	w, own := uint(p.W), p.Pieces[p.ToMove]
	taken := own.Or(p.Pieces[p.ToMove.Other()])
	left, right = own.And(edges[w].left), own.And(edges[w].right)
	if p.ToMove == White {
		return left.AndNot(own.Down(w - 1)), own.AndNot(taken.Down(w)), right.AndNot(own.Down(w + 1))
	}
	return left.AndNot(own.Up(w + 1)), own.AndNot(taken.Up(w)), right.AndNot(own.Up(w - 1))
}

// NumMoves returns the number of legal moves, without listing them.
func (p *Position) NumMoves() int {
	if p.Over() {
		return 0
	}
	return p.numSteps()
}

// numSteps counts the moves of a game that goes on.
func (p *Position) numSteps() int {
	left, ahead, right := p.ways()
	return left.Len() + ahead.Len() + right.Len()
}

// maxMoves is a bound of the moves in a position: no square is reached by more than three, and every move leaves one
// of the mover's pieces for a square without one.
const maxMoves = 3 * MaxSquares / 2

// Perft returns the number of leaves of the tree of moves at the given depth, 0 or more. A finished game above that
// depth adds none.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.Over() {
		return 0
	}
	return perft(*p, depth, make([]Move, 0, maxMoves*min(depth, MaxSquares)))
}

// perft counts the leaves below a game that goes on.
func perft(p Position, depth int, buf []Move) uint64 {
	if depth == 1 {
		return uint64(p.numSteps())
	}
	start := len(buf)
	buf = p.steps(buf)
	far := p.FarRow(p.ToMove)
	var leaves uint64
	for _, m := range buf[start:] {
		if far.Has(m.To) {
			continue
		}
		next := p
		next.play(m)
		if m.Capture && next.Pieces[next.ToMove].IsEmpty() {
			continue
		}
		leaves += perft(next, depth-1, buf)
	}
	return leaves
}
