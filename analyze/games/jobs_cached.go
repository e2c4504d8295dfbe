package games

import (
	"context"

	"foregone/solve"
)

// Conclude answers p, which a JobTree has proven, by an engine of its game, and keeps what was proven when that is a
// Cached. nodes is the work.
func Conclude(ctx context.Context, e Engine, p Position, t JobTree, nodes uint64, l solve.Limits, w Want) (Answer, error) {
	j, err := JobEngineOf(e)
	if err != nil {
		return Answer{}, err
	}
	a, err := j.Conclude(ctx, p, t.Proven(), l, w)
	if err != nil {
		return a, err
	}
	a.Nodes += nodes
	if c, ok := e.(*Cached); ok {
		a.Cache = CacheMiss
		if a.Verdict != solve.Unknown {
			a.Proven = t.Proofs()
			class := c.classOf(p, false)
			c.keepProven(class, &a)
			err = c.keep(class, p, a, a.Nodes, w)
		}
	}
	return a, err
}
