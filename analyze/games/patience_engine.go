package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/bases"
	"foregone/solve/depthvector"
	"foregone/solve/freecell"
	"foregone/solve/shortest"
	"foregone/solve/shortestany"
	"foregone/solve/snapshot"
	"foregone/solve/tidy"
)

// patienceSolver is what the three engines of the family have in common.
type patienceSolver interface {
	Solve(ctx context.Context, p *patience.Position, l solve.Limits) solve.Result
	Line(buf []patience.Move) []patience.Move
}

// resumable is what the one engine has whose searches can take long.
type resumable interface {
	Save(w io.Writer) error
	Resume(ctx context.Context, r io.Reader, p *patience.Position, l solve.Limits) (solve.Result, error)
}

// patienceEngine picks the engine by the rules. Engines are made when they are first needed.
type patienceEngine struct {
	depths  *depthvector.Solver
	bases   *bases.Solver
	any     *freecell.Solver
	best    *shortest.Solver
	bestAny *shortestany.Solver
	beam    depthvector.Beam
	tidy    tidy.Shortener
	line    []patience.Move
	last    patienceSolver // that searched last
	open    prover         // that a limit stopped after that, nil for none
}

// The width of the beam for short lines costs about a millisecond a deal of Eight Off.
func newPatienceEngine(Resources) Engine {
	return &patienceEngine{beam: depthvector.Beam{Width: 128, Moves: 8}}
}

func (e *patienceEngine) solver(r patience.Rules) patienceSolver {
	switch {
	case depthvector.Handles(r):
		if e.depths == nil {
			e.depths = depthvector.New()
		}
		return e.depths
	case bases.Handles(r):
		if e.bases == nil {
			e.bases = bases.New()
		}
		return e.bases
	default:
		if e.any == nil {
			e.any = freecell.New()
		}
		return e.any
	}
}

// Names of the engines with the version of their results.
const (
	depthvectorVersion = "depthvector/1"
	basesVersion       = "bases/1"
	freecellVersion    = "freecell/1"
)

// Version returns the name and version of the engine that answers p.
func (e *patienceEngine) Version(p Position) string {
	r := p.(*patiencePosition).p.Rules
	switch {
	case depthvector.Handles(r):
		return depthvectorVersion
	case bases.Handles(r):
		return basesVersion
	default:
		return freecellVersion
	}
}

func (e *patienceEngine) Solve(ctx context.Context, pos Position, l solve.Limits, w Want) (Answer, error) {
	p := &pos.(*patiencePosition).p
	if e.open = nil; w.Optimal || w.Effort > 0 {
		return e.shorten(ctx, nil, pos, l, w)
	}
	e.last = e.solver(p.Rules)
	if w.From != nil && e.last == patienceSolver(e.depths) {
		return e.answer(ctx, pos, e.depths.SolveFrom(ctx, &w.From.(*patiencePosition).p, p, l), l, w)
	}
	return e.answer(ctx, pos, e.last.Solve(ctx, p, l), l, w)
}

// Save writes what the last search knows, which a limit stopped.
func (e *patienceEngine) Save(w io.Writer) error {
	err := ErrNothingToSave
	if e.open != nil {
		err = e.open.Save(w)
	} else if s, ok := e.last.(resumable); ok {
		err = s.Save(w)
	}
	if errors.Is(err, snapshot.ErrNone) {
		return ErrNothingToSave
	}
	return err
}

// Resume goes on with a search that Save wrote.
func (e *patienceEngine) Resume(ctx context.Context, r io.Reader, pos Position, l solve.Limits, w Want) (Answer, error) {
	p := &pos.(*patiencePosition).p
	if e.open = nil; w.Optimal {
		return e.shorten(ctx, r, pos, l, w)
	}
	e.last = e.solver(p.Rules)
	s, ok := e.last.(resumable)
	if !ok {
		return Answer{}, ErrNothingToSave
	}
	result, err := s.Resume(ctx, r, p, l)
	if err != nil {
		return Answer{}, err
	}
	return e.answer(ctx, pos, result, l, w)
}

// answer adds to a result what is wanted beyond it.
func (e *patienceEngine) answer(ctx context.Context, pos Position, r solve.Result, l solve.Limits, w Want) (Answer, error) {
	a := Answer{Result: r}
	line := w.Line || w.AllBest || w.Keep != 0 && r.Nodes >= w.Keep
	if a.Verdict != solve.Winnable || !line {
		return a, nil
	}
	p, s := &pos.(*patiencePosition).p, e.last
	if w.Short && s == patienceSolver(e.depths) {
		e.line = e.beam.Line(e.depths, e.line[:0])
	} else {
		e.line = s.Line(e.line[:0])
	}
	e.tidy.Thorough = w.Short
	if err := a.replay(*p, e.tidy.Shorten(p, e.line)); err != nil {
		return Answer{}, err
	}
	if len(e.line) == 0 { // already won
		a.Optimal = true
		return a, nil
	}
	a.Best = []string{a.Line[0]}
	if w.AllBest {
		err := a.allBest(p, func(next *patience.Position, _ patience.Move) (solve.Result, error) {
			after, err := e.Solve(ctx, &patiencePosition{*next}, l, Want{})
			return after.Result, err
		})
		return a, err
	}
	return a, nil
}

// replay makes the moves of line by the plain rules, one by one, and keeps them in a. An error is a fault of
// the engine, which must never be printed as a solution.
func (a *Answer) replay(p patience.Position, line []patience.Move) error {
	a.Line = make([]string, len(line))
	for i, m := range line {
		a.Line[i] = m.String()
		if err := p.Play(m); err != nil {
			return fmt.Errorf("the solution found is faulty at step %d: %w", i+1, err)
		}
		a.Distance += singles(m)
	}
	if !p.Won() {
		return fmt.Errorf("the solution found does not end with every card on its foundation")
	}
	return nil
}

// allBest finds every move, runs included, after which a search finds a win, ordered by where it goes from and to: columns, then
// cells, then home. Where a limit leaves one of them open the set is not known, and the answer says which limit.
func (a *Answer) allBest(p *patience.Position, after func(next *patience.Position, m patience.Move) (solve.Result, error)) error {
	moves := p.Runs(p.Moves(nil))
	slices.SortFunc(moves, byPlaces)
	a.Best = nil
	for _, m := range moves {
		next := *p
		if err := next.Play(m); err != nil {
			return err
		}
		r, err := after(&next, m)
		if err != nil {
			return err
		}
		a.Nodes += r.Nodes
		switch r.Verdict {
		case solve.Winnable:
			a.Best = append(a.Best, m.String())
		case solve.Unknown:
			a.Limit = r.Limit
		}
	}
	return nil
}
