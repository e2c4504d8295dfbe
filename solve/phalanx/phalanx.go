// Package phalanx plays Breakthrough on boards of every size: it proves what it can by alpha-beta, and judges the rest
// by material, advancement, runners, protection, phalanx and tempo, with weights fitted to games against itself.
package phalanx

import (
	"context"

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
	weights *[features]weight
	narrow  *narrow // of the last board of up to 64 squares
	wide    *wide   // of the last larger one
	few     alphabeta.Search[state, [2]uint64]
	many    alphabeta.Search[wideState, [4]uint64]
}

// New returns an engine; its tables are made when they are needed.
func New() *Engine { return &Engine{weights: &fitted} }

// Solve searches p, a legal position, until it is proven or a limit is met: deterministic with the same limits, the time
// aside. Memory bounds the table, which takes at most 128 MiB; it is no reason to stop.
func (e *Engine) Solve(ctx context.Context, p *breakthrough.Position, l solve.Limits) Answer {
	if winner, over := p.Winner(); over {
		if winner == p.ToMove {
			return Answer{Verdict: solve.Win, Estimate: 1}
		}
		return Answer{Verdict: solve.Loss, Estimate: -1}
	}
	r := e.search(ctx, p, l)
	a := Answer{Verdict: r.Verdict, Limit: r.Limit, Nodes: r.Nodes, Depth: r.Depth}
	if a.Line = line(p, r.Line); len(a.Line) == 0 {
		a.Line = p.Moves(nil)[:1]
	}
	a.Best = a.Line[0]
	_, a.Estimate = judged(r.Score)
	if r.Verdict != solve.Unknown {
		a.Plies = alphabeta.Plies(r.Score)
	}
	return a
}

// search searches a position of a game that is not over, on the board of its size.
func (e *Engine) search(ctx context.Context, p *breakthrough.Position, l solve.Limits) alphabeta.Result {
	text := func(ids []alphabeta.MoveID) string { return solve.LineOf(line(p, ids), p.MoveString) }
	e.few.Text, e.many.Text = text, text
	if e.board(p) {
		return e.few.Solve(ctx, e.narrow, e.narrow.state(p), l)
	}
	return e.many.Solve(ctx, e.wide, e.wide.state(p), l)
}

// board makes the board of p's size ready, and reports whether it is a narrow one.
func (e *Engine) board(p *breakthrough.Position) bool {
	w, h := int(p.W), int(p.H)
	if w*h <= 64 {
		if e.narrow == nil || e.narrow.w != w || e.narrow.h != h {
			e.narrow = newNarrow(w, h, e.weights)
		}
		return true
	}
	if e.wide == nil || e.wide.w != w || e.wide.h != h {
		e.wide = newWide(w, h, e.weights)
	}
	return false
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
