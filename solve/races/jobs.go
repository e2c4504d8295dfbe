package races

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/joblevel"
	"foregone/solve/proofnumber"
)

// Worker does jobs of job-level searches on one board, and keeps what it found from one to the next. Positions are named
// by the line of their normal form with White to move (see PositionName). Not for concurrent use.
type Worker struct {
	// Probe, unless nil, is asked as that of Solver.
	Probe func(*breakthrough.Position) solve.Verdict

	board  breakthrough.Position // a position on it
	search jobBoard

	job    joblevel.Job
	levels []breakthrough.Position // of the job
	at     int                     // the present one
	done   bool
	answer joblevel.Answer // so far: Nodes, and Found of the levels
}

// jobBoard is a board with a table for jobs.
type jobBoard interface {
	join() jobBoard
	ask(probe func(*breakthrough.Position) solve.Verdict)
	part(ctx context.Context, p *breakthrough.Position, part proofnumber.Part, l solve.Limits) (joblevel.Numbers, solve.Result)
	numbers(p *breakthrough.Position) joblevel.Numbers
	// found returns what is new of positions of so much work and, if that is shared, all that is new for others.
	found(notable uint32, share bool) ([]joblevel.Numbers, []byte)
	hear(shared []byte) error
	steps(p *breakthrough.Position) ([]joblevel.Step, solve.Verdict)
	learn(p *breakthrough.Position, n *joblevel.Numbers, always bool)
}

// ErrNoPosition is what is said of a job without levels.
var ErrNoPosition = errors.New("found a job without a position, expected at least one")

// NewWorker returns a Worker for the board of p, with a table of so many bytes, 0 for the default.
func NewWorker(p *breakthrough.Position, memory int64) *Worker {
	if w, h := int(p.W), int(p.H); w*h <= 64 {
		return &Worker{board: *p, search: newSearching(newNarrow(w, h), p, memory)}
	} else {
		return &Worker{board: *p, search: newSearching(newWide(w, h), p, memory)}
	}
}

// Join returns another Worker with the table of w, which may be in use.
func (w *Worker) Join() *Worker {
	return &Worker{Probe: w.Probe, board: w.board, search: w.search.join()}
}

// PositionName names a position as jobs do, the same for all of equal value by symmetry.
func PositionName(p *breakthrough.Position) string {
	q := *p
	if p.ToMove == breakthrough.Black {
		n := int(p.W) * int(p.H)
		q.ToMove = breakthrough.White
		q.Pieces = [2]set{turned(p.Pieces[breakthrough.Black], n), turned(p.Pieces[breakthrough.White], n)}
	}
	q = q.Canonical()
	return string(q.AppendLine(nil))
}

// named reads the name of a position on the board of p.
func named(p *breakthrough.Position, name string) (breakthrough.Position, error) {
	q, err := breakthrough.Parse(name)
	switch {
	case err != nil:
		return q, err
	case q.W != p.W || q.H != p.H || q.ToMove != breakthrough.White || q.Over():
		return q, fmt.Errorf("found the position %q, expected one of %dx%d that goes on, with White to move", name, p.W, p.H)
	}
	return q, nil
}

// Steps are the joblevel.Rules of the board, with the numbers that the worker knows.
func (w *Worker) Steps(name string) ([]joblevel.Step, solve.Verdict) {
	p, err := named(&w.board, name)
	if err != nil {
		panic(err) // names come from PositionName and Steps
	}
	return w.search.steps(&p)
}

// Begin takes up a job, in place of the one before.
func (w *Worker) Begin(j joblevel.Job) error {
	if len(j.Levels) == 0 {
		return ErrNoPosition
	}
	levels := make([]breakthrough.Position, len(j.Levels))
	for i, l := range j.Levels {
		var err error
		if levels[i], err = named(&w.board, l.Position); err != nil {
			return err
		}
	}
	w.job, w.levels, w.at, w.done, w.answer = j, levels, -1, false, joblevel.Answer{}
	w.search.ask(w.Probe)
	return w.rise()
}

// rise goes to the next level of the job.
func (w *Worker) rise() error {
	w.at++
	return learn(&w.board, w.job.Levels[w.at].Steps, func(p *breakthrough.Position, n *joblevel.Numbers) {
		w.search.learn(p, n, true)
	})
}

// Step goes on with the job for so many nodes at most, and reports whether it is done. The limit is that of ctx.
func (w *Worker) Step(ctx context.Context, nodes uint64) (done bool, limit solve.Limit, err error) {
	end := min(w.answer.Nodes+nodes, w.job.Nodes)
	for w.answer.Nodes < end && !w.done {
		level := &w.job.Levels[w.at]
		part := proofnumber.Part{Proof: level.Proof, Disproof: level.Disproof, Notable: cmp.Or(w.job.Shared, w.job.Notable)}
		n, r := w.search.part(ctx, &w.levels[w.at], part, solve.Limits{Nodes: end - w.answer.Nodes})
		w.answer.Nodes += r.Nodes
		switch {
		case r.Verdict != solve.Unknown && w.at > 0:
			w.answer.Found = append(w.answer.Found, n)
		case r.Limit == solve.Nodes:
			continue
		case r.Limit != solve.NoLimit:
			return false, r.Limit, nil
		}
		if w.done = w.at+1 == len(w.levels); w.done {
			break
		}
		if err := w.rise(); err != nil {
			return false, solve.NoLimit, err
		}
	}
	w.done = w.done || w.answer.Nodes >= w.job.Nodes
	return w.done, solve.NoLimit, nil
}

// Answer returns what has come of the job so far; Steps, when it is done. Found and Shared have what was not in an answer
// before.
func (w *Worker) Answer() joblevel.Answer {
	a := w.answer
	leaf := &w.levels[0]
	if a.Leaf = w.search.numbers(leaf); a.Leaf.Verdict() == solve.Unknown && w.done {
		a.Steps, _ = w.search.steps(leaf)
	}
	found, shared := w.search.found(w.job.Notable, w.job.Shared > 0)
	a.Found = append(a.Found, found...)
	a.Shared = shared
	w.answer.Found = nil
	return a
}

// Hear takes the Shared of another worker's answer. With an error what came before it was taken.
func (w *Worker) Hear(shared []byte) error { return w.search.hear(shared) }

// learn hands on numbers of positions on the board of a position.
func learn(board *breakthrough.Position, found []joblevel.Numbers, take func(*breakthrough.Position, *joblevel.Numbers)) error {
	for i := range found {
		p, err := named(board, found[i].Position)
		if err != nil {
			return err
		}
		if !found[i].Sound() {
			return fmt.Errorf("found the numbers %d and %d of %s, expected those of a proof or of none", found[i].Proof, found[i].Disproof, found[i].Position)
		}
		take(&p, &found[i])
	}
	return nil
}

// Learn takes what was proven by other means on the way to the verdict of p, which is to be solved next, and to be its own
// From.
func (s *Solver) Learn(p *breakthrough.Position, found []joblevel.Numbers, l solve.Limits) error {
	from := *p
	s.From = &from
	s.begin(p, l)
	return learn(p, found, s.search.learn)
}
