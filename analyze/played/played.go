// Package played says what each move of a record did to the value of its game.
package played

import (
	"context"

	"foregone/analyze/games"
	"foregone/solve"
)

// Game is the record of a game with what was proven of it.
type Game struct {
	Final   games.Answer // of the position after the last move; Nodes are those of all positions
	Plies   []Ply
	Turning int // the index in Plies of the last mistake that the end of the record hangs on, or of points the costliest; -1: none
}

// Ply is a move of a record.
type Ply struct {
	Move     string
	First    string         // the side that made the first move of the record
	Position games.Position // before it
	Before   Value          // for the side that moves, as After is
	After    Value
	Mistake  bool         // After is worse than Before
	Best     games.Answer // with Mistake: of Position, with a move that would have kept Before
}

// Value is what a position is worth to one side.
type Value struct {
	Verdict  solve.Verdict
	Distance int            // plies to the end of the game, -1 where they are not known
	Points   games.Fraction // with solve.Value and without Mean: the expected points
	Mean     *games.Mean    // with solve.Value: an estimate of them
	Estimate *float64       // with solve.Unknown in a game of two sides: the expected result, -1 (lost) to 1 (won)
	Low      games.Fraction // proven bounds of them, where there are any
	High     games.Fraction
}

// Undecided returns the number of positions of the record, the one before its first move among them, that are unknown.
func (g *Game) Undecided() int {
	n := 0
	for i, p := range g.Plies {
		if i == 0 && p.Before.Verdict == solve.Unknown {
			n++
		}
		if p.After.Verdict == solve.Unknown {
			n++
		}
	}
	return n
}

// Analyze finds the value of every position of a record. The limits are for all of them together; what they leave open is
// unknown, and no mistake is claimed of it. w is what is wanted of the final position.
func Analyze(ctx context.Context, engine games.Engine, s games.Subject, l solve.Limits, w games.Want) (Game, error) {
	r := replay{moves: s.Moves, engine: engine, limits: l, want: w, facts: map[string]solve.Verdict{}}
	r.want.Known = func(canonical []byte) solve.Verdict { return r.facts[string(canonical)] }
	var err error
	if r.positions, err = games.Along(s.Start, s.Moves); err != nil {
		return Game{}, err
	}
	r.answers = make([]games.Answer, len(r.positions))
	r.solved = make([]bool, len(r.positions))
	find := r.backward
	if _, scored := s.Start.(games.Scored); !scored && !s.Start.Sides() {
		find = r.between
	}
	if err := find(ctx); err != nil {
		return Game{}, err
	}
	return r.game(), nil
}

// replay is a record whose positions are being answered.
type replay struct {
	engine    games.Engine
	limits    solve.Limits
	want      games.Want
	moves     []string
	positions []games.Position // before, between and after them
	answers   []games.Answer   // of positions, for the side that acts there
	solved    []bool
	nodes     uint64
	limit     solve.Limit
	cache     games.CacheUse
	facts     map[string]solve.Verdict // of positions, by their canonical form
}

// solve answers a position, unless it was already, by one of so many shares of what is left.
func (r *replay) solve(ctx context.Context, i, shares int) error {
	if r.solved[i] {
		return nil
	}
	r.solved[i] = true
	l, ok := r.limits.Share(r.nodes, shares)
	if !ok {
		r.stop(i, solve.Nodes)
		return nil
	}
	if limit := solve.Stopped(ctx); limit != solve.NoLimit && i < len(r.positions)-1 {
		r.stop(i, limit)
		return nil
	}
	part, cancel := solve.Part(ctx, 1/float64(shares))
	defer cancel()
	w := r.want
	if i < len(r.positions)-1 {
		w.AllBest = false
	}
	a, err := r.engine.Solve(part, r.positions[i], l, w)
	if err != nil {
		return err
	}
	if a.Cache != games.CacheHit { // which tells what it took at the time
		r.nodes += a.Nodes
	}
	if a.Limit != solve.NoLimit {
		r.limit = a.Limit
	}
	if a.Cache == games.CacheMiss || r.cache == games.CacheOff {
		r.cache = a.Cache
	}
	for _, p := range a.Proven {
		r.facts[string(p.Canonical)] = p.Verdict
	}
	if a.Verdict != solve.Unknown && a.Verdict != solve.Value {
		r.facts[r.positions[i].Canonical()] = a.Verdict
	}
	r.answers[i] = a
	return nil
}

// stop leaves a position open.
func (r *replay) stop(i int, limit solve.Limit) {
	r.limit = limit
	r.answers[i] = games.Answer{Result: solve.Result{Limit: limit}}
}

// between answers a game of one player. What can be won could be won before, what cannot be won will never be: so that
// it is enough to find where one becomes the other, from both ends.
func (r *replay) between(ctx context.Context) error {
	last := len(r.positions) - 1
	won, lost := -1, len(r.positions) // so far known to be winnable, and not
	order := []int{last, 0}
	for len(order) > 0 {
		i := order[0]
		order = order[1:]
		if won < i && i < lost {
			if err := r.solve(ctx, i, 2); err != nil {
				return err
			}
			switch r.answers[i].Verdict {
			case solve.Winnable:
				won = i
			case solve.Unwinnable:
				lost = i
			}
		}
		if next := r.middle(won, lost); len(order) == 0 && next > 0 {
			order = append(order, next)
		}
	}
	for i := range r.answers {
		if r.solved[i] {
			continue
		}
		switch {
		case i <= won:
			r.answers[i].Verdict = solve.Winnable
		case i >= lost:
			r.answers[i].Verdict = solve.Unwinnable
		}
	}
	return nil
}

// middle returns the position between two others that is nearest to the middle of those that were not tried, 0 when all
// were.
func (r *replay) middle(won, lost int) int {
	var open []int
	for i := max(won+1, 1); i < min(lost, len(r.positions)); i++ {
		if !r.solved[i] {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)/2]
}

// frontier is how many shares the time that is left has in a game of two sides: more would leave too little for the last
// positions that are not decided, where most is to be found out, and less is wasted on those before them.
const frontier = 5

// backward answers the positions from the last to the first. A move that wins shows that the position before it is won.
func (r *replay) backward(ctx context.Context) error {
	last := len(r.positions) - 1
	for i := last; i >= 0; i-- {
		if i < last && !r.want.Optimal && r.seen(i, i+1).Verdict == solve.Win {
			r.answers[i] = r.before(i)
			continue
		}
		shares := i + 1
		switch {
		case i == last:
			shares = 2
		case r.positions[i].Sides():
			shares = min(shares, frontier)
		}
		if err := r.solve(ctx, i, shares); err != nil {
			return err
		}
	}
	for i := 1; i <= last; i++ {
		if a := &r.answers[i]; a.Verdict == solve.Unknown && r.answers[i-1].Verdict == solve.Loss {
			*a = games.Answer{Result: solve.Result{Verdict: solve.Win}}
			if r.positions[i].ToMove() == r.positions[i-1].ToMove() {
				a.Verdict = solve.Loss
			}
		}
	}
	return nil
}

// before returns the answer of a position from which a move led to one that is won for the side that made it.
func (r *replay) before(i int) games.Answer {
	move := r.moves[i]
	after := r.answers[i+1]
	a := games.Answer{Result: solve.Result{Verdict: solve.Win}, Best: []string{move}}
	if after.Line != nil {
		a.Line = append([]string{move}, after.Line...)
		a.Distance = after.Distance + 1
	}
	return a
}

// seen returns the value of the position with index at for the side that acts in the one with index i.
func (r *replay) seen(i, at int) Value {
	a := &r.answers[at]
	v := Value{Verdict: a.Verdict, Distance: -1, Estimate: a.Estimate, Mean: a.Mean, Low: a.Low, High: a.High}
	if p := r.positions[at]; p.Sides() && p.ToMove() != r.positions[i].ToMove() {
		v.Verdict, v.Estimate = a.Opposite()
	}
	switch {
	case v.Verdict == solve.Value && a.Mean == nil:
		v.Points = a.Low
	case (v.Verdict == solve.Win || v.Verdict == solve.Loss) && (a.Line != nil || a.Optimal):
		v.Distance = a.Distance
	}
	return v
}
