package threats

import (
	"math/bits"

	"foregone/positions/crossings"
)

// What a position is worth to a side: its unlocked stones, where they stand, how they stand in line, and how many groups
// may cross or could if nothing stood in their way. A stone is 100.
const (
	stoneValue   = 100
	bestRow      = 70 // of a stone before the far row, above one in its first row
	upPair       = 6  // two stones next to each other, in a direction that leads up
	sidePair     = 3  // side by side
	reachValue   = 12 // a leading stone and direction whose group has as many stones as there are steps to the far row
	crossValue   = 30 // the same where nothing is in the way
	onlyCrossing = 120
	tempo        = 15
)

// scale is the difference that stands for an estimate of tanh(1).
const scale = 600

// mostGuess is the greatest amount of a guess.
const mostGuess = 20000

// rowValue returns what it is worth that a stone stands in a row, from 0.
func rowValue(row, h int) int { return bestRow * row * row / ((h - 2) * (h - 2)) }

// crossingsValue returns what it is worth that so many leading stones may cross.
func crossingsValue(n int) int {
	if n == 0 {
		return 0
	}
	return onlyCrossing + crossValue*min(n, 4)
}

func (g *narrow) guess(p *place) int {
	v := tempo + g.side(p.own, p.other) - g.side(g.turned(p.other), g.turned(p.own))
	return max(-mostGuess, min(v, mostGuess))
}

// side returns what the stones of own are worth, which move up.
func (g *narrow) side(own, other uint64) int {
	free, empty := own&^g.top, g.full&^(own|other)
	sum := stoneValue * bits.OnesCount64(free)
	for row, stones := 0, free; stones != 0; row++ {
		sum += g.rowValue[row] * bits.OnesCount64(stones&g.bottom)
		stones >>= g.w
	}
	sum += sidePair * bits.OnesCount64(free&g.ways[upward].before(free))
	canCross := 0
	for i := range g.ways[:upward] {
		w := &g.ways[i]
		followers := free & w.before(free)
		sum += upPair * bits.OnesCount64(followers)
		leads := free &^ followers
		ahead, hit, behind := w.before(empty), w.before(other&g.top), free
		for n := 1; ; n++ {
			longer := free & w.next(behind)
			hits := hit
			if n == 1 {
				hits &= longer
			}
			if near := leads & behind & w.goal[n]; near != 0 {
				sum += reachValue * bits.OnesCount64(near)
				canCross += bits.OnesCount64(near & (ahead | hits))
			}
			if leads&longer == 0 {
				break
			}
			ahead, hit, behind = w.before(empty&ahead), w.before(empty&hit), longer
		}
	}
	return sum + crossingsValue(canCross)
}

func (g *wide) guess(p *crossings.Position) int {
	v := tempo + g.side(p, p.ToMove) - g.side(p, p.ToMove.Other())
	return max(-mostGuess, min(v, mostGuess))
}

// side returns what the stones of a side are worth.
func (g *wide) side(p *crossings.Position, side crossings.Side) int {
	q := *p
	q.ToMove = side
	far := q.FarRow(side)
	free := q.Stones[side].AndNot(far)
	sum, canCross, rise := 0, 0, 1
	if side == crossings.Black {
		rise = -1
	}
	for sq := range crossings.Square(q.W * q.H) {
		if !free.Has(sq) {
			continue
		}
		row := g.row(&q, sq)
		sum += stoneValue + rowValue(row, g.h)
		if g.has(&q, &free, sq, 1, 0) {
			sum += sidePair
		}
		for files := -1; files <= 1; files++ {
			if g.has(&q, &free, sq, files, rise) {
				sum += upPair
				continue
			}
			reaches, crosses := g.reach(&q, &free, sq, files, rise, g.h-1-row)
			if reaches {
				sum += reachValue
			}
			if crosses {
				canCross++
			}
		}
	}
	return sum + crossingsValue(canCross)
}

// reach reports whether the group of a leading stone has as many stones as there are steps to the far row, all on the
// board, and whether it may cross.
func (g *wide) reach(p *crossings.Position, free *crossings.Set, lead crossings.Square, files, rise, steps int) (reaches, crosses bool) {
	w := int(p.W)
	column, step := int(lead)%w, rise*w+files
	if to := column + files*steps; to < 0 || to >= w {
		return false, false
	}
	size := 1
	for g.has(p, free, crossings.Square(int(lead)-(size-1)*step), -files, -rise) {
		size++
	}
	if size < steps {
		return false, false
	}
	for n := 1; n < steps; n++ {
		at := crossings.Square(int(lead) + n*step)
		if p.Stones[0].Has(at) || p.Stones[1].Has(at) {
			return true, false
		}
	}
	at := crossings.Square(int(lead) + steps*step)
	return true, !p.Stones[p.ToMove].Has(at) && (size > 1 || !p.Stones[p.ToMove.Other()].Has(at))
}

// has reports whether the square next to one, in a direction, is on the board and in a set.
func (g *wide) has(p *crossings.Position, set *crossings.Set, sq crossings.Square, files, rise int) bool {
	column, row := int(sq)%int(p.W)+files, int(sq)/int(p.W)+rise
	return column >= 0 && column < int(p.W) && row >= 0 && row < int(p.H) && set.Has(crossings.Square(row*int(p.W)+column))
}
