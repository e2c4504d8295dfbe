package games

import (
	"context"
	"errors"
	"fmt"
	"io"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/shortest"
	"foregone/solve/shortestany"
)

// MostEffort is the effort that ends with a proof, the same as Want.Optimal.
const MostEffort = shortest.Efforts + 1

// firstEffort is that by which the line is found that a proof begins with.
const firstEffort = 2

// What some games refuse.
var (
	ErrNoEffort = errors.New("--effort is for patience games")
	ErrNoSteps  = errors.New("--metric steps is for Eight Off, Sea Towers and every game of their kind")
	ErrNoMetric = errors.New("--metric is for patience games")
)

// Applies returns an error when what is wanted is for patience games, and p is of none.
func Applies(p Position, w Want) error {
	_, patience := p.(*patiencePosition)
	switch {
	case patience:
		return nil
	case w.Effort > 0:
		return ErrNoEffort
	case w.Steps:
		return ErrNoMetric
	}
	return nil
}

// shorten finds a short solution, and then a shorter one by as much work as is wanted: in the end one that is proven to have the
// fewest single-card moves, or steps. Where a limit comes first the answer is the short solution, with bounds of the fewest. With a
// snapshot, not nil, the search for the proof goes on from it.
func (e *patienceEngine) shorten(ctx context.Context, snapshot io.Reader, pos Position, l solve.Limits, w Want) (Answer, error) {
	p := &pos.(*patiencePosition).p
	handled := shortest.Handles(p.Rules)
	if w.Steps && !handled {
		return Answer{}, ErrNoSteps
	}
	quick := w
	quick.Optimal, quick.AllBest, quick.Effort, quick.Line, quick.Short = false, false, 0, true, true
	a, err := e.Solve(ctx, pos, l, quick)
	if err != nil || a.Verdict != solve.Winnable || len(a.Line) == 0 {
		return a, err
	}
	s := shortening{e: e, p: p, a: &a, limits: l}
	switch {
	case handled && e.best == nil:
		e.best = new(shortest.Solver)
	case !handled && e.bestAny == nil:
		e.bestAny = new(shortestany.Solver)
	}
	if s.prover = e.bestAny; handled {
		s.prover = e.best
	}
	if a.Steps = w.Steps; w.Steps {
		s.metric = shortest.Steps
	}
	switch {
	case !w.Optimal:
		err = s.near(ctx, w.Effort)
	case !handled || w.From == nil: // which saves the proof more than it takes
		err = s.near(ctx, firstEffort)
	}
	if w.Optimal && err == nil {
		err = s.prove(ctx, snapshot, w.From)
	}
	if err != nil {
		return a, err
	}
	a.Best = a.Line[:1]
	if w.AllBest {
		err = s.allBest(ctx)
	}
	if w.Optimal && !a.Optimal {
		e.open = s.prover
	}
	return a, err
}

// shortening is the work on a short solution of p, which a has.
type shortening struct {
	e      *patienceEngine
	p      *patience.Position
	a      *Answer
	prover prover
	metric shortest.Metric
	limits solve.Limits
}

// prover is what the engines for shortest lines have in common.
type prover interface {
	Line(buf []patience.Move) []patience.Move
	Save(w io.Writer) error
}

// length returns the moves of the solution by the metric.
func (s *shortening) length() int {
	if s.metric == shortest.Steps {
		return len(s.a.Line)
	}
	return s.a.Distance
}

// near takes a shorter solution when one is found.
func (s *shortening) near(ctx context.Context, effort int) error {
	l := s.limits.After(s.a.Nodes)
	var r solve.Result
	if s.prover == prover(s.e.bestAny) {
		r = s.e.bestAny.Near(ctx, s.p, s.length(), effort, l).Result
	} else {
		r = s.e.best.Near(ctx, s.p, s.length(), s.metric, effort, l).Result
	}
	s.a.Nodes += r.Nodes
	if r.Verdict != solve.Winnable {
		return nil
	}
	return s.take()
}

// prove finds a shortest solution, after a move from another position when from is not nil.
func (s *shortening) prove(ctx context.Context, snapshot io.Reader, from Position) error {
	r, err := s.search(ctx, snapshot, from)
	if err != nil {
		return err
	}
	a := s.a
	a.Nodes += r.Nodes
	switch r.Verdict {
	case solve.Winnable:
		if err := s.take(); err != nil {
			return err
		}
		if n := s.length(); n != r.Low {
			return fmt.Errorf("the solution found has %d moves, not %d", n, r.Low)
		}
		a.Optimal = true
	case solve.Unwinnable:
		a.Optimal = true
	default:
		a.Limit, a.Low, a.High = r.Limit, Fraction{int64(r.Low), 1}, Fraction{int64(s.length()), 1}
	}
	return nil
}

func (s *shortening) search(ctx context.Context, snapshot io.Reader, from Position) (shortest.Result, error) {
	l := s.limits.After(s.a.Nodes)
	if s.prover == prover(s.e.bestAny) {
		return s.searchAny(ctx, snapshot, l)
	}
	best := s.e.best
	if snapshot != nil {
		return best.Resume(ctx, snapshot, s.p, s.length(), s.metric, l)
	}
	if from != nil {
		p := &from.(*patiencePosition).p
		for _, m := range p.Runs(p.Moves(nil)) {
			next := *p
			if next.Play(m) == nil && next == *s.p {
				return best.SolveAfter(ctx, p, m, s.length(), s.metric, l), nil
			}
		}
	}
	return best.Solve(ctx, s.p, s.length(), s.metric, l), nil
}

func (s *shortening) searchAny(ctx context.Context, snapshot io.Reader, l solve.Limits) (shortest.Result, error) {
	if snapshot != nil {
		r, err := s.e.bestAny.Resume(ctx, snapshot, s.p, s.length(), l)
		return shortest.Result(r), err
	}
	return shortest.Result(s.e.bestAny.Solve(ctx, s.p, s.length(), l)), nil
}

// take makes the line that was found last the answer's.
func (s *shortening) take() error {
	s.a.Distance = 0
	return s.a.replay(*s.p, s.e.tidy.Shorten(s.p, s.prover.Line(s.e.line[:0])))
}

// allBest finds every move that keeps the fewest moves where these are proven, else every one that keeps the position winnable.
func (s *shortening) allBest(ctx context.Context) error {
	e, a := s.e, s.a
	after := func(next *patience.Position, _ patience.Move) (solve.Result, error) {
		r, err := e.Solve(ctx, &patiencePosition{*next}, s.limits, Want{})
		return r.Result, err
	}
	if a.Optimal {
		most := s.length()
		after = func(next *patience.Position, m patience.Move) (solve.Result, error) {
			below := most
			if s.metric == shortest.Cards {
				below = max(most-singles(m)+1, 1)
			}
			l := s.limits.After(a.Nodes)
			if s.prover == prover(e.bestAny) {
				return e.bestAny.Solve(ctx, next, below, l).Result, nil
			}
			return e.best.SolveAfter(ctx, s.p, m, below, s.metric, l).Result, nil
		}
	}
	return a.allBest(s.p, after)
}
