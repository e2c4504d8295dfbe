package games

import (
	"context"
	"fmt"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/shortest"
)

// optimal finds a short solution, and then one that is proven to have the fewest single-card moves. Where a limit comes first
// the answer is the short solution, with bounds of the fewest moves.
func (e *patienceEngine) optimal(ctx context.Context, pos Position, l solve.Limits, w Want) (Answer, error) {
	p := &pos.(*patiencePosition).p
	if !shortest.Handles(p.Rules) {
		return Answer{}, ErrNotOptimal
	}
	allBest := w.AllBest
	w.Optimal, w.AllBest, w.Line, w.Short = false, false, true, true
	a, err := e.Solve(ctx, pos, l, w)
	if err != nil || a.Verdict != solve.Winnable || len(a.Line) == 0 {
		return a, err
	}
	if e.best == nil {
		e.best = new(shortest.Solver)
	}
	r := e.best.Solve(ctx, p, a.Distance, shortest.Cards, l.After(a.Nodes))
	a.Nodes += r.Nodes
	switch r.Verdict {
	case solve.Winnable:
		a.Distance = 0
		if err := a.replay(*p, e.tidy.Shorten(p, e.best.Line(e.line[:0]))); err != nil {
			return Answer{}, err
		}
		if a.Distance != r.Low {
			return Answer{}, fmt.Errorf("the solution found has %d single-card moves, not %d", a.Distance, r.Low)
		}
		a.Optimal = true
	case solve.Unwinnable:
		a.Optimal = true
	default:
		a.Limit, a.Low, a.High = r.Limit, Fraction{int64(r.Low), 1}, Fraction{int64(a.Distance), 1}
	}
	a.Best = a.Line[:1]
	if allBest && a.Optimal {
		err := a.allBest(p, func(next *patience.Position, m patience.Move) (solve.Result, error) {
			return e.best.Solve(ctx, next, a.Distance-singles(m)+1, shortest.Cards, l.After(a.Nodes)).Result, nil
		})
		return a, err
	}
	return a, nil
}
