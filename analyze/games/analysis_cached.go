package games

import (
	"context"

	"foregone/solve"
	"foregone/solve/store"
)

// Analyze answers from the store, or has the engine beneath analyse p and keeps the exact values that this finds.
func (e *Cached) Analyze(ctx context.Context, p Position, l solve.Limits, w Want) (Analysis, error) {
	e.open = nil
	analyst, ok := e.engine.(Analyst)
	if !ok {
		return analyze(ctx, e, p, l, w)
	}
	class := e.classOf(p, false)
	if a, ok := e.lookUpValues(class, p, w); ok {
		return a, nil
	}
	a, err := analyst.Analyze(ctx, p, l, w)
	if err != nil {
		return a, err
	}
	a.Cache = CacheMiss
	if a.Verdict != solve.Value || a.Mean != nil || a.Limit != solve.NoLimit || a.Nodes < keepNodes {
		return a, nil
	}
	root := a.Answer
	if root.Best = nil; p.ToMove() != "draw" {
		for _, m := range a.Moves {
			if m.Best {
				root.Best = append(root.Best, m.Move)
			}
		}
	}
	if err := e.Keep(p, root, a.Nodes); err != nil {
		return a, err
	}
	return a, e.keepValues(class, p, &a)
}

// keepValues puts the values of the positions after all moves into the store, without the moves that reach them.
func (e *Cached) keepValues(class *store.Class, p Position, a *Analysis) error {
	for _, m := range a.Moves {
		next, err := p.Play(m.Move)
		if err != nil {
			return err
		}
		key := e.key(class, next)
		if _, _, had := e.get(key); !had && !next.Over() {
			f := fact{verdict: solve.Value, optimal: true, value: m.Value}
			e.store.Put(class, key, store.Fact{Cost: a.Nodes, Body: f.encode()})
		}
	}
	return nil
}

// lookUpValues answers from the store when that has the value of p and of the position after every move.
func (e *Cached) lookUpValues(class *store.Class, p Position, w Want) (Analysis, bool) {
	root, ok := e.lookUp(class, e.key(class, p), p, w)
	if !ok || root.Verdict != solve.Value {
		return Analysis{}, false
	}
	v := &valuation{Analysis: Analysis{Answer: root}, p: p, w: w}
	for _, s := range p.Successors() {
		m := MoveValue{Move: s.Move, Verdict: solve.Value, Exact: true, Distance: -1}
		if scored, ok := s.Position.(Scored); ok && s.Position.Over() {
			m.Value = Fraction{int64(scored.Score()), 1}
		} else if f, _, ok := e.get(e.key(class, s.Position)); ok && f.verdict == solve.Value {
			m.Value = f.value
		} else {
			return Analysis{}, false
		}
		v.Moves = append(v.Moves, m)
	}
	v.finish(w.AllBest)
	return v.Analysis, true
}
