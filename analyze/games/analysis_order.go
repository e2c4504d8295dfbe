package games

import (
	"cmp"
	"slices"

	"foregone/solve"
)

// best returns the first of the best moves.
func (v *valuation) best() *MoveValue {
	best := &v.Moves[0]
	for i := range v.Moves {
		if v.compare(v.Moves[i], *best) < 0 {
			best = &v.Moves[i]
		}
	}
	return best
}

// compare orders moves from the best to the worst.
func (v *valuation) compare(a, b MoveValue) int {
	if c := cmp.Compare(rank(a.Verdict), rank(b.Verdict)); c != 0 {
		return c
	}
	switch a.Verdict {
	case solve.Win, solve.Winnable:
		return cmp.Compare(uint(a.Distance), uint(b.Distance)) // those that are not known, -1, last
	case solve.Loss:
		return cmp.Compare(b.Distance, a.Distance)
	case solve.Unknown:
		return cmp.Compare(estimate(b), estimate(a))
	case solve.Value:
		return v.comparePoints(a, b)
	}
	return 0
}

// comparePoints orders moves that are worth points: for the side that acts, none at the turn of chance. Of estimates those
// come first that the answer ranks.
func (v *valuation) comparePoints(a, b MoveValue) int {
	scored, ok := v.p.(Scored)
	if !ok || scored.Weights() != nil {
		return 0
	}
	c := cmp.Compare(v.ranked(a.Move), v.ranked(b.Move))
	x, y := points(a), points(b)
	if scored.Maximises() {
		x, y = y, x
	}
	return cmp.Or(c, cmp.Compare(x, y))
}

// ranked returns the place of a move in the answer's ranking, where it is behind all when it is not in it.
func (v *valuation) ranked(move string) int {
	if i := slices.IndexFunc(v.Ranked, func(r Ranked) bool { return r.Move == move }); i >= 0 {
		return i
	}
	return len(v.Ranked)
}

// points returns the points that a move is worth.
func points(m MoveValue) float64 {
	if m.Mean != nil {
		return m.Mean.Value
	}
	return m.Value.Float()
}

// rank returns the place of a verdict among those that the moves of a position can have.
func rank(v solve.Verdict) int {
	switch v {
	case solve.Win, solve.Winnable, solve.Value:
		return 0
	case solve.Draw:
		return 1
	case solve.Unknown:
		return 2
	}
	return 3
}

// estimate returns a move's estimate, less than any where there is none.
func estimate(m MoveValue) float64 {
	if m.Estimate == nil {
		return -2
	}
	return *m.Estimate
}

// finish marks the best moves and puts all in order.
func (v *valuation) finish(allBest bool) {
	for i := range v.Moves {
		m := &v.Moves[i]
		if v.Verdict == solve.Loss && m.Verdict == solve.Unknown {
			m.Verdict, m.Exact, m.Estimate = solve.Loss, true, nil
		}
		switch v.Verdict {
		case solve.Unwinnable:
		case solve.Unknown:
			if m.Best = slices.Contains(v.Best, m.Move); m.Best && m.Estimate == nil {
				m.Estimate = v.Estimate
			}
		case solve.Value:
			m.Best = v.hasValue(m)
		case solve.Win, solve.Loss, solve.Winnable:
			m.Best = m.Verdict == v.Verdict && (!v.byDistance() || m.Optimal && m.Distance == v.Distance)
		default:
			m.Best = m.Verdict == v.Verdict
		}
	}
	if allBest && v.Verdict != solve.Unknown {
		v.Best = nil
		for _, m := range v.Moves {
			if m.Best {
				v.Best = append(v.Best, m.Move)
			}
		}
	}
	slices.SortStableFunc(v.Moves, func(a, b MoveValue) int {
		if v.Verdict == solve.Unknown && a.Best != b.Best { // the advised one rests on the most work
			if a.Best {
				return -1
			}
			return 1
		}
		return v.compare(a, b)
	})
	v.Unique = v.Verdict != solve.Unknown && v.Mean == nil && v.isUnique()
}

// byDistance reports whether the best moves have to keep a distance.
func (v *valuation) byDistance() bool {
	return v.w.Optimal && v.Optimal && (v.Verdict == solve.Win || v.Verdict == solve.Loss || v.Verdict == solve.Winnable)
}

// hasValue reports whether a move reaches the value of the position, or is the one that is advised where that is an estimate.
func (v *valuation) hasValue(m *MoveValue) bool {
	switch {
	case v.p.(Scored).Weights() != nil:
		return false
	case v.Mean != nil:
		return len(v.Best) > 0 && v.Best[0] == m.Move
	}
	return m.Exact && m.Value == v.Low
}

// isUnique reports whether exactly one move is best, and none may be as good.
func (v *valuation) isUnique() bool {
	best := 0
	for _, m := range v.Moves {
		switch {
		case !m.Exact, v.byDistance() && m.Verdict == v.Verdict && !m.Optimal:
			return false
		case m.Best:
			best++
		}
	}
	return best == 1
}
