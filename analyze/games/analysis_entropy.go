package games

import (
	"cmp"
	"context"
	"slices"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/palindromes"
)

// allGames are played after each move that is not among the best, for an interval of about 2 points to either side on 7x7.
const allGames = 200

// Analyze values all moves by one exact search where there is one, else by games after each.
func (e *entropyEngine) Analyze(ctx context.Context, pos Position, l solve.Limits, w Want) (Analysis, error) {
	p := &pos.(*entropyPosition).p
	if _, ok := e.fromTable(pos); ok {
		return analyze(ctx, e, pos, l, w)
	}
	part, cancel := solve.Part(ctx, rootShare)
	own := l
	own.Nodes = half(l.Nodes)
	allBest := w.AllBest
	w.AllBest = false
	root, err := e.Solve(part, pos, own, w)
	cancel()
	if err != nil {
		return Analysis{}, err
	}
	v := newValuation(e, pos, l, w, root)
	if root.Verdict == solve.Value && root.Mean == nil {
		e.values(ctx, v)
	} else {
		e.estimateAll(ctx, p, v)
	}
	v.finish(allBest)
	return v.Analysis, nil
}

// values takes the exact value of every move from the search that has just found that of the position.
func (e *entropyEngine) values(ctx context.Context, v *valuation) {
	p := &v.p.(*entropyPosition).p
	found, r := e.exact.Values(ctx, v.limits.After(v.Spent))
	v.spend(r.Nodes)
	v.Limit = cmp.Or(r.Limit, v.Limit)
	for _, s := range v.p.Successors() {
		m := MoveValue{Move: s.Move, Distance: -1}
		i := slices.IndexFunc(found, func(a palindromes.Action) bool { return p.MoveString(a.Move) == s.Move })
		if i >= 0 {
			m.Verdict, m.Exact, m.Value = solve.Value, true, Fraction(found[i].Value)
		}
		v.Moves = append(v.Moves, m)
	}
}

// estimateAll gives the best moves that the player has found the means of the games after them, and the others those of
// games of their own.
func (e *entropyEngine) estimateAll(ctx context.Context, p *entropy.Position, v *valuation) {
	var means []Ranked
	if solve.Stopped(ctx) == solve.NoLimit {
		r := e.player.All(ctx, p, allGames, v.limits.After(v.Spent), v.w.Seed)
		v.spend(r.Nodes)
		v.Limit = cmp.Or(v.Limit, r.Limit)
		for _, m := range r.Moves {
			if r.Games > 1 {
				means = append(means, Ranked{p.MoveString(m.Move), Mean{m.Mean, m.Mean - m.Half, m.Mean + m.Half, r.Games}})
			}
		}
	}
	for _, s := range v.p.Successors() {
		m := MoveValue{Move: s.Move, Distance: -1}
		for _, r := range slices.Concat(v.Ranked, means) {
			if r.Move == s.Move {
				m.Verdict, m.Mean = solve.Value, &r.Mean
				break
			}
		}
		v.Moves = append(v.Moves, m)
	}
}
