package games

import (
	"context"
	"fmt"

	"foregone/positions/crossings"
	"foregone/solve"
	"foregone/solve/threats"
)

// search proves what is won or lost in few plies, and else judges. It claims no draws.
func (e *crossingsEngine) search(ctx context.Context, c *crossingsPosition, l solve.Limits, w Want) (Answer, error) {
	found := e.wins.Solve(ctx, &c.p, l)
	a := Answer{Result: found.Result, Best: c.names([]crossings.Move{found.Best})}
	if a.Verdict == solve.Unknown {
		a.Estimate = &found.Estimate
		return a, nil
	}
	if a.Optimal = found.Optimal; a.Optimal {
		a.Distance = found.Plies
	}
	if w.Line || w.Keep > 0 && a.Nodes >= w.Keep {
		if err := addLine(&a, c, found.Line); err != nil {
			return a, err
		}
	}
	if w.AllBest {
		a.Optimal = a.Optimal && w.Optimal
		e.addAllBest(ctx, c, l, w, found, &a)
	}
	return a, nil
}

// addLine adds a line that goes to the end of the game, where whom the verdict says must have won.
func addLine(a *Answer, c *crossingsPosition, moves []crossings.Move) error {
	line := make([]string, 0, len(moves))
	p := c.p
	for i, m := range moves {
		line = append(line, p.MoveString(m))
		if err := p.Play(m); err != nil {
			return fmt.Errorf("the line found is faulty at ply %d: %w", i+1, err)
		}
	}
	if !p.Over() {
		return nil // the verdict stands without
	}
	plies, ok := replay(c, line, a.Verdict)
	switch {
	case !ok:
		return fmt.Errorf("the line found is won by the wrong side")
	case a.Optimal && plies != a.Distance:
		return fmt.Errorf("the line found has %d plies, and the distance is %d", plies, a.Distance)
	}
	a.Line, a.Distance = line, plies
	return nil
}

// A move that is not found best at once gets some more nodes than the position got.
const (
	moreNodes  = 2 // times those of the position
	leastNodes = 20_000
)

// addAllBest puts all moves that keep the verdict, with --optimal and a known distance the distance too, in the place of the
// one that was found. When a limit stops that, those are left out of which it is not known.
func (e *crossingsEngine) addAllBest(ctx context.Context, c *crossingsPosition, l solve.Limits, w Want, found threats.Answer, a *Answer) {
	a.Best = nil
	if w.Optimal && found.Optimal {
		best, r := e.wins.AllBest(ctx, &c.p, found.Plies, l.After(a.Nodes))
		a.Nodes += r.Nodes
		if r.Limit != solve.NoLimit {
			a.Best, a.Limit = c.names([]crossings.Move{found.Best}), r.Limit
			return
		}
		a.Best = c.names(best)
		return
	}
	for _, m := range c.p.Moves(nil) {
		keeps := m == found.Best || found.Verdict == solve.Loss
		if !keeps {
			next := c.p
			next.Make(m)
			part := l
			if part.Nodes = max(leastNodes, moreNodes*found.Nodes); l.Nodes > 0 {
				part.Nodes = min(part.Nodes, l.Nodes-min(a.Nodes, l.Nodes))
			}
			if part.Nodes == 0 {
				a.Limit = solve.Nodes
				continue
			}
			after := e.wins.Solve(ctx, &next, part)
			a.Nodes += after.Nodes
			keeps = after.Verdict == found.Verdict.Opposite()
			if after.Verdict == solve.Unknown {
				a.Limit = after.Limit
			}
		}
		if keeps {
			a.Best = append(a.Best, c.p.MoveString(m))
		}
	}
}
