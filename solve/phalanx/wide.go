package phalanx

import (
	"math/bits"

	"foregone/positions/breakthrough"
	"foregone/solve/alphabeta"
)

// wideState is a position seen by the side to move, which moves up.
type wideState struct{ own, other breakthrough.Set }

// wide is the game on a board of any size: the same as narrow, piece by piece.
type wide struct {
	w, h              int
	row               [breakthrough.MaxHeight]breakthrough.Set
	notFirst, notLast breakthrough.Set // squares off the first and the last column
	cone              [breakthrough.MaxSquares]breakthrough.Set
	weights           *[features]int16
}

func newWide(w, h int, weights *[features]int16) *wide {
	g := &wide{w: w, h: h, weights: weights}
	for sq := range breakthrough.Square(w * h) {
		r, c := g.at(sq)
		g.row[r].Add(sq)
		if c > 0 {
			g.notFirst.Add(sq)
		}
		if c < w-1 {
			g.notLast.Add(sq)
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
	s := wideState{p.Pieces[breakthrough.White], p.Pieces[breakthrough.Black]}
	if p.ToMove == breakthrough.Black {
		return g.turned(s)
	}
	return s
}

// turned returns what the other side sees.
func (g *wide) turned(s wideState) wideState { return wideState{g.turn(s.other), g.turn(s.own)} }

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

// Known decides by the same lemmas as narrow.Known.
func (g *wide) Known(p *wideState) int {
	own, other := p.own, p.other
	if !other.And(g.row[0]).IsEmpty() || own.IsEmpty() {
		return alphabeta.Loss(0)
	}
	attacked := g.attacked(own)
	if !own.And(g.row[g.h-2]).IsEmpty() || other.Len() == 1 && !other.And(attacked).IsEmpty() {
		return alphabeta.Win(1)
	}
	if threats := other.And(g.row[1]); !threats.IsEmpty() {
		if threats.Len() > 1 || threats.And(attacked).IsEmpty() {
			return alphabeta.Loss(2)
		}
		return 0
	}
	third := own.And(g.row[g.h-3])
	steps := g.attacked(third).Or(third.Up(uint(g.w)).AndNot(other)).And(g.row[g.h-2])
	if !steps.AndNot(g.attackedDown(other.And(g.row[g.h-1]))).IsEmpty() {
		return alphabeta.Win(3)
	}
	turned := g.turned(*p)
	mine, theirs := g.distance(own), g.distance(turned.own)
	if mine <= theirs {
		if d := g.runs(p, theirs, true); d > 0 {
			return alphabeta.Win(2*d - 1)
		}
	} else if d := g.runs(&turned, mine-1, false); d > 0 {
		return alphabeta.Loss(2 * d)
	}
	return 0
}

// distance returns the distance to the far row of the foremost of some pieces moving up.
func (g *wide) distance(x breakthrough.Set) int {
	d := 0
	for x.And(g.row[g.h-1-d]).IsEmpty() {
		d++
	}
	return d
}

// runs returns the distance to the far row of an own piece that the others cannot stop, at most the given distance; 0
// without. Runners are tried from the foremost on.
func (g *wide) runs(p *wideState, most int, toMove bool) int {
	for d := 1; d <= min(most, g.h-1); d++ {
		for x := p.own.And(g.row[g.h-1-d]); !x.IsEmpty(); x.Remove(x.First()) {
			sq := x.First()
			if !p.own.And(g.cone[sq]).IsEmpty() || p.other.And(g.cone[sq]).Len() > 1 {
				continue
			}
			var runner breakthrough.Set
			runner.Add(sq)
			if toMove || g.attacked(runner).And(p.other).IsEmpty() {
				return d
			}
		}
	}
	return 0
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
	s := *p
	s.own.Remove(from)
	s.own.Add(to)
	s.other.Remove(to)
	*next = g.turned(s)
}

// Pass turns the board, as narrow.Pass does.
func (g *wide) Pass(p *wideState, next *wideState) bool {
	if !p.other.And(g.row[1]).IsEmpty() {
		return false
	}
	*next = g.turned(*p)
	return true
}

// Guess adds up the weights of the features.
func (g *wide) Guess(p *wideState) int {
	v := 0
	g.features(p, func(feature, count int) { v += count * int(g.weights[feature]) })
	return max(-alphabeta.Max, min(v, alphabeta.Max))
}

// features calls add with the index and the count of every feature of a position, those of the other side negative.
func (g *wide) features(p *wideState, add func(feature, count int)) {
	g.side(p, 0, add)
	turned := g.turned(*p)
	g.side(&turned, 1, func(feature, count int) { add(feature, -count) })
	add(tempoAt, 1)
}

// side calls add with the features of the own side; waits is 1 when it is not to move.
func (g *wide) side(p *wideState, waits int, add func(feature, count int)) {
	for x := p.own; !x.IsEmpty(); x.Remove(x.First()) {
		sq := x.First()
		row, column := g.at(sq)
		has := func(set *breakthrough.Set, rows, columns int) int {
			r, c := row+rows, column+columns
			if r >= 0 && r < g.h && c >= 0 && c < g.w && set.Has(breakthrough.Square(r*g.w+c)) {
				return 1
			}
			return 0
		}
		f := piece{
			row:        rowClass(row, g.h),
			column:     columnClass(column, g.w),
			protectors: has(&p.own, -1, -1) + has(&p.own, -1, 1),
			attackers:  has(&p.other, 1, -1) + has(&p.other, 1, 1),
			beside:     has(&p.own, 0, -1) + has(&p.own, 0, 1),
			behind:     has(&p.own, -1, 0) == 1,
			block:      has(&p.other, 1, 0) == 1,
			waits:      waits,
		}
		f.each(add)
		if f.row >= firstCone {
			add(aheadFeature(f.row, p.other.And(g.cone[sq]).Len()), 1)
		}
	}
	holes := g.row[1].AndNot(g.attacked(p.own.And(g.row[0])))
	add(holeAt, holes.Len())
}
