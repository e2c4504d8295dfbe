package phalanx

import (
	"math/bits"

	"foregone/positions/breakthrough"
	"foregone/solve/alphabeta"
	"foregone/solve/races"
)

// wideState is a position as in state, with two words a set.
type wideState struct {
	own, other             breakthrough.Set
	ownTurned, otherTurned breakthrough.Set
}

// turned returns what the other side sees.
func (s *wideState) turned() wideState {
	return wideState{s.otherTurned, s.ownTurned, s.other, s.own}
}

// wide is the game on a board of any size, as narrow is on the smaller ones.
type wide struct {
	w, h              int
	row               [breakthrough.MaxHeight]breakthrough.Set
	notFirst, notLast breakthrough.Set                          // squares off the first and the last column
	cone              [breakthrough.MaxSquares]breakthrough.Set // all squares that a piece can come to
	ahead             [breakthrough.MaxSquares]breakthrough.Set // all squares straight ahead
	advanced          breakthrough.Set                          // pieces here are judged by the enemies in their cones
	spread            spread
	lemmas            races.WideLemmas
}

func newWide(w, h int, weights *[features]weight) *wide {
	g := &wide{w: w, h: h, lemmas: races.NewWideLemmas(w, h)}
	g.spread.set(weights, w, h)
	for sq := range breakthrough.Square(w * h) {
		r, c := g.at(sq)
		g.row[r].Add(sq)
		if c > 0 {
			g.notFirst.Add(sq)
		}
		if c < w-1 {
			g.notLast.Add(sq)
		}
		if rowClass(r, h) >= firstRunner {
			g.advanced.Add(sq)
		}
		for to := sq + breakthrough.Square(w); int(to) < w*h; to += breakthrough.Square(w) {
			g.ahead[sq].Add(to)
		}
	}
	for sq := breakthrough.Square(w * h); sq > 0; {
		sq--
		var ahead breakthrough.Set
		ahead.Add(sq)
		if ahead = g.attacked(ahead).Or(ahead.Up(uint(w))); int(sq) >= w*(h-1) {
			continue
		}
		g.cone[sq] = ahead
		for x := ahead; !x.IsEmpty(); x.Remove(x.First()) {
			g.cone[sq] = g.cone[sq].Or(g.cone[x.First()])
		}
	}
	return g
}

// at returns the row and the column of a square.
func (g *wide) at(sq breakthrough.Square) (row, column int) { return int(sq) / g.w, int(sq) % g.w }

// state returns a position as its side to move sees it.
func (g *wide) state(p *breakthrough.Position) wideState {
	white, black := p.Pieces[breakthrough.White], p.Pieces[breakthrough.Black]
	s := wideState{white, black, g.turn(white), g.turn(black)}
	if p.ToMove == breakthrough.Black {
		return s.turned()
	}
	return s
}

// turn turns the board by half a turn.
func (g *wide) turn(x breakthrough.Set) breakthrough.Set {
	x[0], x[1] = bits.Reverse64(x[1]), bits.Reverse64(x[0])
	n := uint(breakthrough.MaxSquares - g.w*g.h)
	if n >= 64 {
		x = breakthrough.Set{x[1], 0}
		n -= 64
	}
	if n > 0 {
		x = x.Down(n)
	}
	return x
}

// attacked returns the squares that pieces moving up attack.
func (g *wide) attacked(x breakthrough.Set) breakthrough.Set {
	return x.And(g.notFirst).Up(uint(g.w - 1)).Or(x.And(g.notLast).Up(uint(g.w + 1)))
}

// attackedDown returns the squares that pieces moving down attack.
func (g *wide) attackedDown(x breakthrough.Set) breakthrough.Set {
	return x.And(g.notLast).Down(uint(g.w - 1)).Or(x.And(g.notFirst).Down(uint(g.w + 1)))
}

// Key returns the pieces of both sides.
func (g *wide) Key(p *wideState) [4]uint64 {
	return [4]uint64{p.own[0], p.own[1], p.other[0], p.other[1]}
}

// Known decides a game that is over, or one look does, as narrow.Known.
func (g *wide) Known(p *wideState) int {
	if !p.other.And(g.row[0]).IsEmpty() || p.own.IsEmpty() {
		return alphabeta.Loss(0)
	}
	return score(g.lemmas.Look(p.own, p.other, p.ownTurned, p.otherTurned))
}

// Moves appends the moves of p, as narrow.Moves does.
func (g *wide) Moves(p *wideState, tactical bool, buf []alphabeta.Move) ([]alphabeta.Move, bool) {
	threats := p.other.And(g.row[1])
	forced := !threats.IsEmpty() && p.own.And(g.row[g.h-2]).IsEmpty()
	attacked := g.attackedDown(p.other)
	for x := p.own; !x.IsEmpty(); x.Remove(x.First()) {
		from := x.First()
		row, column := g.at(from)
		for way := range 3 {
			if column+way-1 < 0 || column+way-1 >= g.w || row == g.h-1 {
				continue
			}
			to := from + breakthrough.Square(g.w+way-1)
			capture := p.other.Has(to)
			switch {
			case p.own.Has(to), capture && way == 1, forced && !threats.Has(to), !forced && tactical && !capture:
				continue
			}
			buf = append(buf, alphabeta.Move{
				ID:    alphabeta.MoveID(from)<<2 | alphabeta.MoveID(way+1),
				Quiet: !capture,
				Order: order(row+1, g.h, capture, attacked.Has(to)),
			})
		}
	}
	return buf, forced || !tactical
}

// Play makes a move and turns the board.
func (g *wide) Play(p *wideState, m alphabeta.MoveID, next *wideState) {
	from := breakthrough.Square(m >> 2)
	to := from + breakthrough.Square(g.w) - 2 + breakthrough.Square(m&3)
	last := breakthrough.Square(g.w*g.h - 1)
	*next = p.turned()
	next.other.Remove(last - from)
	next.other.Add(last - to)
	next.own.Remove(last - to)
	next.otherTurned.Remove(from)
	next.otherTurned.Add(to)
	next.ownTurned.Remove(to)
}

// Pass turns the board, as narrow.Pass does.
func (g *wide) Pass(p *wideState, next *wideState) bool {
	if !p.other.And(g.row[1]).IsEmpty() {
		return false
	}
	*next = p.turned()
	return true
}

// Guess adds up the weights of the features of evaluate.go.
func (g *wide) Guess(p *wideState) int {
	turned := p.turned()
	full, few := parts(g.side(p, 0) + int64(g.spread.tempo))
	otherFull, otherFew := parts(g.side(&turned, 1))
	v := blend(full-otherFull, few-otherFew, p.own.Len()+p.other.Len(), g.w)
	return max(-alphabeta.Max, min(v, alphabeta.Max))
}

// side returns what the own pieces are worth, as narrow.side.
func (g *wide) side(p *wideState, waits int) int64 {
	t := &g.spread
	sum := int64(0)
	near := &t.near[waits&1]
	taken := p.own.Or(p.other)
	for i, x := range p.own {
		for ; x != 0; x &= x - 1 {
			sq := i<<6 | bits.TrailingZeros64(x)
			behind := window(p.own, sq-g.w-1) & 7
			beside := window(p.own, sq-1) & 5
			ahead := window(p.other, sq+g.w-1) & 7
			sum += int64(near[sq][behind|(beside|beside>>1)&3<<3|ahead<<5])
			sum += int64(t.farBehind[sq][window(p.own, sq-2*g.w-2)&31])
			sum += int64(t.farAhead[sq][window(p.other, sq+2*g.w-2)&31])
			if first := taken.And(g.ahead[sq]); !first.IsEmpty() && p.other.Has(first.First()) {
				sum += int64(t.facing[sq][min((int(first.First())-sq)/g.w, mostFacing)])
			}
			if g.advanced.Has(breakthrough.Square(sq)) {
				sum += int64(t.runner[sq][min(p.other.And(g.cone[sq]).Len(), mostInCone)])
			}
		}
	}
	holes := g.row[1].AndNot(g.attacked(p.own.And(g.row[0])))
	return sum + int64(t.hole)*int64(holes.Len())
}

// window returns squares from one on, which may lie below a1.
func window(x breakthrough.Set, from int) uint64 {
	switch {
	case from < 0:
		return x[0] << -from
	case from < 64:
		return x[0]>>from | x[1]<<(64-from)
	}
	return x[1] >> (from - 64)
}
