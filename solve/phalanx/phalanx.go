// Package phalanx plays Breakthrough on boards of every size: it proves what it can by alpha-beta, and judges the rest
// by material, advancement, runners, protection, phalanx and tempo, with weights fitted to games against itself.
package phalanx

import (
	"context"
	"math"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/alphabeta"
)

// Answer is what the engine found of a position.
type Answer struct {
	Verdict  solve.Verdict // Win or Loss for the side to move when proven, else Unknown
	Limit    solve.Limit   // what stopped the search, with Unknown
	Nodes    uint64
	Best     breakthrough.Move   // of a game that is not over
	Estimate float64             // expected result for the side to move, -1 to 1; ±1 only when proven
	Line     []breakthrough.Move // from Best on, as far as the search kept it
	Depth    int                 // plies of the last finished iteration
	Plies    int                 // with Win or Loss: the end comes within so many plies
}

// Engine searches one position after another with the same memory. Not for concurrent use.
type Engine struct {
	weights *[features]int16
	w, h    int
	solve   func(context.Context, *breakthrough.Position, solve.Limits) alphabeta.Result
}

// New returns an engine; its tables are made when they are needed.
func New() *Engine { return &Engine{weights: &fitted} }

// Solve searches p, a legal position, until it is proven or a limit is met: deterministic with the same limits, the time
// aside. Memory bounds the table, 128 MiB without; it is no reason to stop.
func (e *Engine) Solve(ctx context.Context, p *breakthrough.Position, l solve.Limits) Answer {
	if winner, over := p.Winner(); over {
		if winner == p.ToMove {
			return Answer{Verdict: solve.Win, Estimate: 1}
		}
		return Answer{Verdict: solve.Loss, Estimate: -1}
	}
	e.fit(int(p.W), int(p.H))
	r := e.solve(ctx, p, l)
	a := Answer{Verdict: r.Verdict, Limit: r.Limit, Nodes: r.Nodes, Depth: r.Depth}
	if a.Line = line(p, r.Line); len(a.Line) == 0 {
		a.Line = p.Moves(nil)[:1]
	}
	a.Best = a.Line[0]
	switch r.Verdict {
	case solve.Win:
		a.Estimate = 1
	case solve.Loss:
		a.Estimate = -1
	default:
		a.Estimate = math.Tanh(float64(r.Score) / (2 * scale))
	}
	if r.Verdict != solve.Unknown {
		a.Plies = alphabeta.Plies(r.Score)
	}
	return a
}

// fit makes the engine ready for a size of the board.
func (e *Engine) fit(w, h int) {
	if e.w == w && e.h == h {
		return
	}
	e.w, e.h = w, h
	if w*h <= 64 {
		g := newNarrow(w, h, e.weights)
		s := alphabeta.New[state, [2]uint64](g)
		e.solve = func(ctx context.Context, p *breakthrough.Position, l solve.Limits) alphabeta.Result {
			return s.Solve(ctx, g.state(p), l)
		}
		return
	}
	g := newWide(w, h, e.weights)
	s := alphabeta.New[wideState, [4]uint64](g)
	e.solve = func(ctx context.Context, p *breakthrough.Position, l solve.Limits) alphabeta.Result {
		return s.Solve(ctx, g.state(p), l)
	}
}

// line returns the moves of a search as moves of p.
func line(p *breakthrough.Position, ids []alphabeta.MoveID) []breakthrough.Move {
	moves := make([]breakthrough.Move, 0, len(ids))
	q := *p
	for _, id := range ids {
		m := move(&q, id)
		if q.Play(m) != nil {
			break
		}
		moves = append(moves, m)
	}
	return moves
}

// move returns a move as p has it: an id is four times the square it comes from, as the side to move sees the board, plus
// 1 for a step to the left, 2 straight ahead, 3 to the right.
func move(p *breakthrough.Position, id alphabeta.MoveID) breakthrough.Move {
	from := breakthrough.Square(id >> 2)
	to := from + breakthrough.Square(p.W) - 2 + breakthrough.Square(id&3)
	if p.ToMove == breakthrough.Black {
		last := breakthrough.Square(p.W*p.H - 1)
		from, to = last-from, last-to
	}
	return breakthrough.Move{From: from, To: to, Capture: p.Pieces[p.ToMove.Other()].Has(to)}
}
