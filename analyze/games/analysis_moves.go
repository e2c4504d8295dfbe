package games

import (
	"context"
	"slices"
	"time"

	"foregone/solve"
)

// judgeMoment is what a Judge gets when no time is left.
const judgeMoment = 100 * time.Millisecond

// moves values all moves.
func (v *valuation) moves(ctx context.Context) error {
	v.next = moves(v.p)
	for _, s := range v.next {
		m := MoveValue{Move: s.Move, Distance: -1}
		if v.Verdict == solve.Unwinnable {
			m.Verdict, m.Exact = v.Verdict, true
		}
		v.Moves = append(v.Moves, m)
	}
	if v.Verdict == solve.Unwinnable {
		return nil
	}
	proving, l, judge := ctx, v.limits, v.judge()
	if judge != nil {
		share := 1. / judgeShare
		if v.Verdict == solve.Unknown {
			share = 1. / 2
		}
		var cancel context.CancelFunc
		proving, cancel = solve.Part(ctx, 1-share)
		defer cancel()
		if left := v.limits.Nodes; left > v.Spent {
			l.Nodes -= uint64(share * float64(left-v.Spent))
		}
	}
	open, err := v.proofs(proving, l)
	if err != nil {
		return err
	}
	switch {
	case judge != nil:
		err = v.compareOpen(ctx, judge)
	case v.p.Sides() && ctx.Err() != nil:
		err = v.glance(ctx)
	}
	if err != nil {
		return err
	}
	switch {
	case v.Limit != solve.NoLimit:
	case open != solve.NoLimit:
		v.Limit = open
	case v.open() && v.limits.Nodes > 0: // too few for a method that would have decided all
		v.Limit = solve.Nodes
	}
	return nil
}

// judge returns the engine as a Judge, nil when it is none.
func (v *valuation) judge() Judge {
	e := v.engine
	if cached, ok := e.(*Cached); ok {
		e = cached.engine
	}
	judge, _ := e.(Judge)
	return judge
}

// proofs values the moves one by one within limits that are for all of the analysis, those that a limit leaves open once more with what others have not needed. It returns
// the limit that left the last of them open.
func (v *valuation) proofs(ctx context.Context, l solve.Limits) (limit solve.Limit, _ error) {
	var open []int
	for i := range v.next {
		open = append(open, i)
	}
	for round := 2; round > 0 && len(open) > 0; round-- {
		limit = solve.NoLimit
		left := open[:0]
		for k, i := range open {
			met, err := v.prove(ctx, i, l, round*(len(open)-k))
			if err != nil {
				return met, err
			}
			if met != solve.NoLimit {
				left, limit = append(left, i), met
			}
		}
		open = left
	}
	return limit, nil
}

// prove values a move by one of so many shares of what is left, and returns the limit that kept it from being decided.
func (v *valuation) prove(ctx context.Context, i int, l solve.Limits, shares int) (solve.Limit, error) {
	l, ok := l.Share(v.Spent, shares)
	if !ok {
		return solve.Nodes, nil
	}
	if limit := solve.Stopped(ctx); limit != solve.NoLimit {
		return limit, nil
	}
	part, cancel := solve.Part(ctx, 1/float64(shares))
	defer cancel()
	after, err := v.engine.Solve(part, v.next[i].Position, l, v.w)
	if err != nil {
		return solve.NoLimit, err
	}
	if after.Cache != CacheHit {
		v.spend(after.Nodes)
	}
	if after.Cache == CacheMiss {
		v.Cache = CacheMiss
	}
	return after.Limit, v.Moves[i].take(v.p, after)
}

// compareOpen has the moves judged that are not decided.
func (v *valuation) compareOpen(ctx context.Context, judge Judge) error {
	var open []string
	for _, m := range v.Moves {
		if m.Verdict == solve.Unknown {
			open = append(open, m.Move)
		}
	}
	if len(open) == 0 || v.Verdict == solve.Loss {
		return nil
	}
	late := ctx.Err() != nil
	if late {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), judgeMoment)
		defer cancel()
	}
	judged, r, err := judge.Judge(ctx, v.p, open, v.limits.After(v.Spent))
	if err != nil {
		return err
	}
	v.spend(r.Nodes)
	for _, j := range judged {
		i := slices.IndexFunc(v.Moves, func(m MoveValue) bool { return m.Move == j.Move })
		v.Moves[i] = j
	}
	if best := v.best(); v.Verdict == solve.Unknown && best.Verdict == solve.Unknown && !late {
		v.Best, v.Estimate = []string{best.Move}, best.Estimate
	}
	return nil
}

// glanceNodes are enough for a first estimate of a move.
const glanceNodes = 500

// glance has those moves estimated of which nothing is known when the time is over.
func (v *valuation) glance(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), judgeMoment)
	defer cancel()
	for i := range v.Moves {
		m := &v.Moves[i]
		if m.Verdict != solve.Unknown || m.Estimate != nil || ctx.Err() != nil {
			continue
		}
		after, err := v.engine.Solve(ctx, v.next[i].Position, solve.Limits{Nodes: glanceNodes, Memory: v.limits.Memory}, v.w)
		if err != nil {
			return err
		}
		v.spend(after.Nodes)
		if err := m.take(v.p, after); err != nil {
			return err
		}
	}
	return nil
}
