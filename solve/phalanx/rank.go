package phalanx

import (
	"context"
	"math"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/alphabeta"
)

// Ranked is a move with what was found of it, for the side that makes it.
type Ranked struct {
	Move     breakthrough.Move
	Verdict  solve.Verdict // Win or Loss when proven, else Unknown
	Estimate float64       // -1 to 1; ±1 only when proven
}

// Rank searches the positions after some moves of p, legal ones, all to the same depth, until they are proven or a limit is met.
func (e *Engine) Rank(ctx context.Context, p *breakthrough.Position, moves []breakthrough.Move, l solve.Limits) ([]Ranked, solve.Result) {
	ranked := make([]Ranked, len(moves))
	var next []breakthrough.Position
	var open []int
	for i, m := range moves {
		q := *p
		if err := q.Play(m); err != nil {
			panic(err) // the moves are legal
		}
		if ranked[i].Move = m; q.Over() {
			ranked[i].take(alphabeta.Loss(0))
			continue
		}
		next, open = append(next, q), append(open, i)
	}
	scores, r := e.rank(ctx, p, next, l)
	for k, i := range open {
		ranked[i].take(scores[k])
	}
	return ranked, solve.Result{Limit: r.Limit, Nodes: r.Nodes}
}

// take sets what follows from the score of the position after the move.
func (r *Ranked) take(score int) {
	v, estimate := judged(-score)
	r.Verdict, r.Estimate = v, estimate
}

// judged returns what a score says.
func judged(score int) (solve.Verdict, float64) {
	switch {
	case score > alphabeta.Max:
		return solve.Win, 1
	case score < -alphabeta.Max:
		return solve.Loss, -1
	}
	return solve.Unknown, max(-0.999, min(math.Tanh(float64(score)/(2*scale)), 0.999))
}

// rank searches positions on the board of p.
func (e *Engine) rank(ctx context.Context, p *breakthrough.Position, next []breakthrough.Position, l solve.Limits) ([]int, alphabeta.Result) {
	e.few.Text, e.many.Text = nil, nil
	if e.board(p) {
		return e.few.Rank(ctx, e.narrow, states(next, e.narrow.state), l)
	}
	return e.many.Rank(ctx, e.wide, states(next, e.wide.state), l)
}

func states[S any](positions []breakthrough.Position, of func(*breakthrough.Position) S) []S {
	all := make([]S, len(positions))
	for i := range positions {
		all[i] = of(&positions[i])
	}
	return all
}
