package games

import (
	"cmp"
	"context"

	"foregone/solve"
)

// Puzzle is a solution with what else would do at each move of the side that solves it.
type Puzzle struct {
	Steps []PuzzleStep
	Only  int         // steps at which one of several moves alone keeps the value
	Limit solve.Limit // what left steps open
}

// PuzzleStep is a move of the side that solves.
type PuzzleStep struct {
	Ply    int // of the solution, from 1
	Move   string
	Moves  int // legal ones
	Only   bool
	Open   bool        // of some other move it is not known
	Others []MoveValue // that keep the value as well
}

// Walk follows the line of an analysed position, of which there is none when nothing is won, and analyses every position in
// which the side that was to move first acts again. The limits are for all of that together, the analysis included.
func Walk(ctx context.Context, engine Engine, p Position, l solve.Limits, w Want, a *Analysis) (*Puzzle, error) {
	z := new(Puzzle)
	if a.Verdict != solve.Win && a.Verdict != solve.Winnable {
		return z, nil
	}
	turns := 1
	if p.Sides() {
		turns = 2
	}
	at := *a
	for ply, move := range a.Line {
		if ply%turns == 0 {
			if ply > 0 {
				var err error
				if at, err = next(ctx, engine, p, l, w, a.Spent); err != nil {
					return z, err
				}
				a.Nodes, a.Spent = a.Nodes+at.Spent, a.Spent+at.Spent
			}
			z.add(ply, p, move, w, &at)
		}
		var err error
		if p, err = p.Play(move); err != nil {
			return z, err
		}
	}
	return z, nil
}

// next analyses a position of the solution with what is left after so many nodes. With nothing left all its moves are open.
func next(ctx context.Context, engine Engine, p Position, l solve.Limits, w Want, spent uint64) (Analysis, error) {
	limit := solve.Stopped(ctx)
	if limit == solve.NoLimit && l.Nodes > 0 && spent >= l.Nodes {
		limit = solve.Nodes
	}
	if limit == solve.NoLimit {
		return Analyze(ctx, engine, p, l.After(spent), w)
	}
	open := Analysis{Answer: Answer{Result: solve.Result{Limit: limit}}}
	for _, s := range moves(p) {
		open.Moves = append(open.Moves, MoveValue{Move: s.Move, Distance: -1})
	}
	return open, nil
}

// add takes up a step from the analysis of the position where the move is made.
func (z *Puzzle) add(ply int, p Position, move string, w Want, a *Analysis) {
	legal := moves(p)
	made := legal[same(p, legal, move)].Move
	optimal := w.Optimal && a.Optimal && p.Sides()
	s := PuzzleStep{Ply: ply + 1, Move: move, Moves: len(a.Moves)}
	for _, m := range a.Moves {
		switch {
		case m.Move == made:
		case !m.Exact, optimal && m.Verdict == a.Verdict && !m.Optimal:
			s.Open = true
			z.Limit = cmp.Or(a.Limit, z.Limit)
		case m.Best:
			s.Others = append(s.Others, m)
		}
	}
	s.Only = !s.Open && len(s.Others) == 0
	if s.Only && s.Moves > 1 {
		z.Only++
	}
	z.Steps = append(z.Steps, s)
}
