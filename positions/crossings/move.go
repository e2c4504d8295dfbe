package crossings

import (
	"math/bits"

	"foregone/positions"
)

// Move shifts a group, the stones from its tail to the leading end of a line, along that line; the zero Move is a pass.
type Move struct {
	From, To Square // the tail, and where the leading stone lands
	Capture  bool   // of an enemy stone on To
}

// Pass is the move of a side that has no other.
var Pass = Move{}

// way is one of the eight directions.
type way struct{ files, rows int }

var ways = [...]way{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

// room returns how many squares there are from sq on before the edge, and from each to the next.
func (p *Position) room(sq Square, d way) (squares, step int) {
	w, h := int(p.W), int(p.H)
	column, row := int(sq)%w, int(sq)/w
	squares = max(w, h)
	switch d.files {
	case -1:
		squares = column
	case 1:
		squares = w - 1 - column
	}
	switch d.rows {
	case -1:
		squares = min(squares, row)
	case 1:
		squares = min(squares, h-1-row)
	}
	return squares, d.rows*w + d.files
}

// group is what stands in a line: size stones from the tail to the lead, which may land as far as reach squares ahead.
// A reach of 0 is no move. With capture the last square holds the enemy stone that is taken.
type group struct {
	size, reach int
	step        int // from a square of the line to the next
	lead        Square
	capture     bool
}

// group looks from a tail, an unlocked stone of side's, into a direction.
func (p *Position) group(side Side, free *Set, tail Square, d way) group {
	room, step := p.room(tail, d)
	at, ahead := int(tail), func(n int) Square { return Square(int(tail) + n*step) }
	g := group{size: 1, step: step}
	for g.size <= room && free.Has(ahead(g.size)) {
		g.size++
	}
	g.lead = Square(at + (g.size-1)*step)
	own, enemy := &p.Stones[side], &p.Stones[side.Other()]
	for n := g.size; n <= room && g.reach < g.size; n++ {
		sq := ahead(n)
		if own.Has(sq) {
			break
		}
		if !enemy.Has(sq) {
			g.reach++
			continue
		}
		run := 1
		for n+run <= room && enemy.Has(ahead(n+run)) {
			run++
		}
		if far := p.FarRow(side.Other()); run < g.size && !far.Has(sq) {
			g.reach++
			g.capture = true
		}
		break
	}
	return g
}

// shortest returns how many squares a group must move at the least.
func (p *Position) shortest(g *group) int {
	switch {
	case p.Steps == UpTo:
		return 1
	case g.capture:
		return g.reach
	}
	return g.size
}

// takes reports whether a move to g's n-th square captures.
func (g *group) takes(n int) bool { return g.capture && n == g.reach }

// Moves appends the legal moves to buf and returns it, ordered by from-square, then by to-square. A side that has none
// passes, a finished game has none at all.
func (p *Position) Moves(buf []Move) []Move {
	start, cross := len(buf), p.MustCross()
	buf = p.shifts(buf, p.ToMove, cross)
	if len(buf) == start && !cross && p.canMove(p.ToMove.Other(), false) {
		buf = append(buf, Pass)
	}
	return buf
}

// shifts appends the moves of a side, with cross only those that cross, a pass not among them.
func (p *Position) shifts(buf []Move, side Side, cross bool) []Move {
	far := p.FarRow(side)
	free := p.Stones[side].AndNot(far)
	for i, word := range free {
		for ; word != 0; word &= word - 1 {
			tail := Square(i<<6 | bits.TrailingZeros64(word))
			start := len(buf)
			for _, d := range ways {
				g := p.group(side, &free, tail, d)
				for n := p.shortest(&g); n <= g.reach; n++ {
					m := Move{tail, Square(int(g.lead) + n*g.step), g.takes(n)}
					if !cross || far.Has(m.To) {
						buf = append(buf, m)
						sift(buf[start:])
					}
				}
			}
		}
	}
	return buf
}

// sift moves the last of moves that are otherwise ordered by their to-squares to its place.
func sift(moves []Move) {
	for i := len(moves) - 1; i > 0 && moves[i].To < moves[i-1].To; i-- {
		moves[i], moves[i-1] = moves[i-1], moves[i]
	}
}

// canMove reports whether a side has a move, with cross one that crosses.
func (p *Position) canMove(side Side, cross bool) bool {
	far := p.FarRow(side)
	free := p.Stones[side].AndNot(far)
	for i, word := range free {
		for ; word != 0; word &= word - 1 {
			tail := Square(i<<6 | bits.TrailingZeros64(word))
			for _, d := range ways {
				g := p.group(side, &free, tail, d)
				for n := p.shortest(&g); n <= g.reach; n++ {
					if !cross || far.Has(Square(int(g.lead)+n*g.step)) {
						return true
					}
				}
			}
		}
	}
	return false
}

// NumMoves returns the number of legal moves.
func (p *Position) NumMoves() int {
	var buf [256]Move
	return len(p.Moves(buf[:0]))
}

// wayTo returns the direction from a square to another in line with it.
func (p *Position) wayTo(from, to Square) (d way, ok bool) {
	w := int(p.W)
	files, rows := int(to)%w-int(from)%w, int(to)/w-int(from)/w
	if from == to || files != 0 && rows != 0 && files != rows && files != -rows {
		return d, false
	}
	return way{sign(files), sign(rows)}, true
}

func sign(n int) int { return min(1, max(-1, n)) }

// Lead returns the leading stone of the group that a legal move shifts.
func (p *Position) Lead(m Move) Square {
	d, ok := p.wayTo(m.From, m.To)
	if !ok {
		return m.From
	}
	free := p.Stones[p.ToMove].AndNot(p.FarRow(p.ToMove))
	return p.group(p.ToMove, &free, m.From, d).lead
}

// Play makes m, or returns an *IllegalError and leaves p as it was.
func (p *Position) Play(m Move) error {
	if err := p.Check(m); err != nil {
		return err
	}
	p.Make(m)
	return nil
}

// Make makes a legal move without looking whether it is one.
func (p *Position) Make(m Move) {
	side := p.ToMove
	p.ToMove = side.Other()
	d, ok := p.wayTo(m.From, m.To)
	if !ok {
		return
	}
	step := d.rows*int(p.W) + d.files
	own := &p.Stones[side]
	free := own.AndNot(p.FarRow(side))
	lead := int(m.From)
	for free.Has(Square(lead+step)) && Square(lead+step) != m.To {
		lead += step
	}
	for from := int(m.From); lead != int(m.To); from += step {
		own.Remove(Square(from))
		lead += step
		own.Add(Square(lead))
	}
	p.Stones[side.Other()].Remove(m.To)
}

// Perft returns the number of leaves of the tree of moves at the given depth, 0 or more; a pass is a ply. A finished
// game above that depth adds none.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(*p, depth, make([]Move, 0, 256*min(depth, 64)))
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
		next.Make(m)
		leaves += perft(next, depth-1, buf)
	}
	return leaves
}

// IllegalError says why a move cannot be made.
type IllegalError = positions.IllegalError
