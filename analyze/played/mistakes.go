package played

import (
	"math"

	"foregone/analyze/games"
	"foregone/solve"
)

// game puts together what was found.
func (r *replay) game() Game {
	last := len(r.positions) - 1
	g := Game{Final: r.answers[last], Turning: -1}
	g.Final.Nodes, g.Final.Cache = r.nodes, r.cache
	if g.Final.Limit == solve.NoLimit {
		g.Final.Limit = r.limit
	}
	for i, move := range r.moves {
		p := Ply{Move: move, First: r.positions[0].ToMove(), Position: r.positions[i], Before: r.seen(i, i), After: r.seen(i, i+1)}
		if p.Mistake = Lost(p.Position, p.Before, p.After) > 0; p.Mistake {
			p.Best = r.answers[i]
		}
		g.Plies = append(g.Plies, p)
	}
	if _, scored := r.positions[0].(games.Scored); scored {
		g.Turning = g.costliest()
	} else {
		g.Turning = g.lastChance()
	}
	if last == 0 {
		g.Turning = -1
	}
	return g
}

// Lost returns what the side to act in a position lost by a move that led from one value to another: points, or where
// there are none 1 for a draw instead of a win or a loss instead of a draw, 2 for a loss instead of a win. What is not
// proven, or of estimates not clear beyond their intervals, is 0.
func Lost(p games.Position, before, after Value) float64 {
	scored, ok := p.(games.Scored)
	if !ok {
		if before.Verdict == solve.Unknown || after.Verdict == solve.Unknown {
			return 0
		}
		return float64(max(0, standing(before.Verdict)-standing(after.Verdict)))
	}
	if p.ToMove() == "draw" {
		return 0
	}
	sign := -1.
	if scored.Maximises() {
		sign = 1
	}
	switch {
	case before.Points.Den > 0 && after.Points.Den > 0:
		if before.Points == after.Points {
			return 0
		}
		return max(0, sign*(before.Points.Float()-after.Points.Float()))
	case before.Mean != nil && after.Mean != nil && apart(before.Mean, after.Mean, sign):
		return sign * (before.Mean.Value - after.Mean.Value)
	case before.Low.Den > 0 && after.Low.Den > 0:
		if sign > 0 {
			return max(0, before.Low.Float()-after.High.Float())
		}
		return max(0, after.Low.Float()-before.High.Float())
	}
	return 0
}

// standing orders proven verdicts.
func standing(v solve.Verdict) int {
	switch v {
	case solve.Win, solve.Winnable:
		return 2
	case solve.Draw:
		return 1
	}
	return 0
}

// apart reports whether an estimate is worse than the one before beyond the intervals of both.
func apart(before, after *games.Mean, sign float64) bool {
	return sign > 0 && after.High < before.Low || sign < 0 && after.Low > before.High
}

// lastChance returns the index of the last mistake of a side that did not win in the end, -1 when there is none.
func (g *Game) lastChance() int {
	for i := len(g.Plies) - 1; i >= 0; i-- {
		if g.Plies[i].Mistake {
			return i
		}
	}
	return -1
}

// costliest returns the index of the mistake that gave away the most points, -1 when there is none.
func (g *Game) costliest() int {
	worst, at := -math.MaxFloat64, -1
	for i, p := range g.Plies {
		if lost := Lost(p.Position, p.Before, p.After); p.Mistake && lost > worst {
			worst, at = lost, i
		}
	}
	return at
}
