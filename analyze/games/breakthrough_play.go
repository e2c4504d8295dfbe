package games

import (
	"context"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/quiet"
)

// play chooses a move: one that a complete table says wins, else the playing engine's. A proof is not tried first: an
// eighth of the time given to that won no more games (90 of 200 at 50 ms a move on 8x8).
func (e *breakthroughEngine) play(ctx context.Context, p *breakthrough.Position, l solve.Limits) Answer {
	if m, ok := e.tableWin(p); ok {
		return Answer{Result: solve.Result{Verdict: solve.Win}, Best: []string{p.MoveString(m)}}
	}
	j := e.player.Solve(ctx, p, l)
	a := Answer{Result: solve.Result{Verdict: j.Verdict, Limit: j.Limit, Nodes: j.Nodes}, Best: []string{p.MoveString(j.Best)}}
	if j.Verdict == solve.Unknown {
		a.Estimate = &j.Estimate
	}
	return a
}

// tableWin returns a move that wins by the table of the board, if there is one.
func (e *breakthroughEngine) tableWin(p *breakthrough.Position) (breakthrough.Move, bool) {
	if e.findTable(quiet.Size{W: int(p.W), H: int(p.H)}); e.proofs.Probe == nil {
		return breakthrough.Move{}, false
	}
	for _, m := range p.Moves(nil) {
		next := *p
		if err := next.Play(m); err != nil {
			panic(err) // Moves gives legal moves only
		}
		if winner, over := next.Winner(); over && winner == p.ToMove || !over && e.probe(&next) == solve.Loss {
			return m, true
		}
	}
	return breakthrough.Move{}, false
}

// Judge implements it by the playing engine, which searches all of the moves to the same depth.
func (e *breakthroughEngine) Judge(ctx context.Context, pos Position, moves []string, l solve.Limits) ([]MoveValue, solve.Result, error) {
	p := &pos.(*breakthroughPosition).p
	all, err := parsed(p, moves)
	if err != nil {
		return nil, solve.Result{}, err
	}
	l.Memory /= judgeShare
	ranked, r := e.player.Rank(ctx, p, all, l)
	values := make([]MoveValue, len(ranked))
	for i, m := range ranked {
		values[i] = MoveValue{Move: moves[i], Verdict: m.Verdict, Exact: m.Verdict != solve.Unknown, Distance: -1}
		if m.Verdict == solve.Unknown {
			values[i].Estimate = &m.Estimate
		}
	}
	return values, r, nil
}
