package phalanx

import (
	"foregone/positions/breakthrough"
	"foregone/solve/alphabeta"
)

// plainGuess adds up the weights of the features, piece by piece.
func (g *wide) plainGuess(p *wideState, weights *[features]weight) int {
	full, few := 0, 0
	g.features(p, func(feature, count int) {
		full += count * int(weights[feature].full)
		few += count * int(weights[feature].few)
	})
	v := blend(full, few, p.own.Len()+p.other.Len(), g.w)
	return max(-alphabeta.Max, min(v, alphabeta.Max))
}

// features calls add with the index and the count of every feature of a position, those of the other side negative.
func (g *wide) features(p *wideState, add func(feature, count int)) {
	g.sideFeatures(p, 0, add)
	turned := p.turned()
	g.sideFeatures(&turned, 1, func(feature, count int) { add(feature, -count) })
	add(tempoAt, 1)
}

// sideFeatures calls add with the features of the own side; waits is 1 when it is not to move.
func (g *wide) sideFeatures(p *wideState, waits int, add func(feature, count int)) {
	for x := p.own; !x.IsEmpty(); x.Remove(x.First()) {
		f := g.piece(p, x.First())
		f.waits = waits
		f.near(add)
		f.far(add)
		if f.row >= firstRunner {
			add(runnerFeature(f.row, p.other.And(g.cone[x.First()]).Len()), 1)
		}
	}
	holes := g.row[1].AndNot(g.attacked(p.own.And(g.row[0])))
	add(holeAt, holes.Len())
}

// piece returns what the board says of an own piece.
func (g *wide) piece(p *wideState, sq breakthrough.Square) piece {
	row, column := g.at(sq)
	has := func(set *breakthrough.Set, rows, columns int) int {
		r, c := row+rows, column+columns
		if r >= 0 && r < g.h && c >= 0 && c < g.w && set.Has(breakthrough.Square(r*g.w+c)) {
			return 1
		}
		return 0
	}
	both := func(set *breakthrough.Set, rows, columns int) int {
		return has(set, rows, -columns) + has(set, rows, columns)
	}
	f := piece{
		row:        rowClass(row, g.h),
		column:     columnClass(column, g.w),
		protectors: both(&p.own, -1, 1),
		attackers:  both(&p.other, 1, 1),
		beside:     both(&p.own, 0, 1),
		behind:     has(&p.own, -1, 0),
		farBehind:  [3]int{has(&p.own, -2, 0), both(&p.own, -2, 1), both(&p.own, -2, 2)},
		farAhead:   [3]int{has(&p.other, 2, 0), both(&p.other, 2, 1), both(&p.other, 2, 2)},
	}
	for d := 1; row+d < g.h && has(&p.own, d, 0) == 0; d++ {
		if has(&p.other, d, 0) == 1 {
			f.facing = d
			break
		}
	}
	return f
}
