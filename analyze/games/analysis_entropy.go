package games

import (
	"cmp"
	"context"
	"slices"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/expected"
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
	own, _ := l.Share(0, 2)
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
	if v.Verdict == solve.Unknown {
		v.deriveMean()
	}
}

// deriveMean gives a position for whose own games no limit left room the mean of those after its best move, or of those after
// all draws, whose intervals add up at most, as they play with the same chips.
func (v *valuation) deriveMean() {
	if v.p.(Scored).Weights() != nil {
		v.meanOfDraws()
		return
	}
	var best *MoveValue
	for i := range v.Moves {
		if m := &v.Moves[i]; m.Mean != nil && (best == nil || v.worst(m) > v.worst(best)) {
			best = m
		}
	}
	if best == nil {
		return
	}
	half := (best.Mean.High - best.Mean.Low) / 2
	v.Verdict, v.Mean = solve.Value, meanOf(expected.Answer{Mean: best.Mean.Value, Half: half, Games: best.Mean.Games}, v.Answer)
	v.Best, v.Ranked = []string{best.Move}, []Ranked{{best.Move, *best.Mean}}
}

// worst returns the end of an estimate's interval that the side to act fears, the more the better for it. Of many moves with
// few games each the one with the best mean is often one that was lucky.
func (v *valuation) worst(m *MoveValue) float64 {
	if v.p.(Scored).Maximises() {
		return m.Mean.Low
	}
	return -m.Mean.High
}

// meanOfDraws does it at the turn of chance.
func (v *valuation) meanOfDraws() {
	var r expected.Answer
	total := 0.
	for i, weight := range v.p.(Scored).Weights() {
		m := v.Moves[i].Mean
		if m == nil {
			return
		}
		r.Mean += float64(weight) * m.Value
		r.Half += float64(weight) * (m.High - m.Low) / 2
		r.Games = m.Games
		total += float64(weight)
	}
	r.Mean, r.Half = r.Mean/total, r.Half/total
	v.Verdict, v.Mean = solve.Value, meanOf(r, v.Answer)
}
