package races

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"

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
	search jobProver

	job    joblevel.Job
	levels []breakthrough.Position // of the job
	at     int                     // the present one
	answer joblevel.Answer         // so far: Nodes, and Found of the levels
}

// jobProver is a prover that does jobs.
type jobProver interface {
	prover
	part(ctx context.Context, p *breakthrough.Position, part proofnumber.Part, l solve.Limits) (joblevel.Numbers, solve.Result)
	numbers(p *breakthrough.Position) joblevel.Numbers
	// found returns what is new of positions of so much work, and all that is new for others.
	found(notable uint32) ([]joblevel.Numbers, []byte)
	hear(shared []byte) error
	steps(p *breakthrough.Position) ([]joblevel.Step, solve.Verdict)
	learn(p *breakthrough.Position, n *joblevel.Numbers, always bool)
}

// ErrNoPosition is what is said of a job without levels.
var ErrNoPosition = errors.New("found a job without a position, expected at least one")

// NewWorker returns a Worker for the board of p, with a table of so many bytes, 0 for the default.
func NewWorker(p *breakthrough.Position, memory int64) *Worker {
	w := &Worker{board: *p, search: newBoard(int(p.W), int(p.H)).(jobProver)}
	w.search.reset(&Solver{}, p, solve.Limits{Memory: memory})
	return w
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

// position reads a name of a position on the worker's board.
func (w *Worker) position(name string) (breakthrough.Position, error) {
	p, err := breakthrough.Parse(name)
	switch {
	case err != nil:
		return p, err
	case p.W != w.board.W || p.H != w.board.H || p.ToMove != breakthrough.White || p.Over():
		return p, fmt.Errorf("found the position %q, expected one of %dx%d that goes on, with White to move", name, w.board.W, w.board.H)
	}
	return p, nil
}

// Steps are the joblevel.Rules of the board, with the numbers that the worker knows.
func (w *Worker) Steps(name string) ([]joblevel.Step, solve.Verdict) {
	p, err := w.position(name)
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
		if levels[i], err = w.position(l.Position); err != nil {
			return err
		}
	}
	w.job, w.levels, w.at, w.answer = j, levels, -1, joblevel.Answer{}
	w.search.take(&Solver{Probe: w.Probe}, &levels[0], solve.Limits{})
	return w.rise()
}

// rise goes to the next level of the job.
func (w *Worker) rise() error {
	w.at++
	return w.learn(w.job.Levels[w.at].Steps, true)
}

// Step goes on with the job for so many nodes at most, and reports whether it is done. The limit is that of ctx.
func (w *Worker) Step(ctx context.Context, nodes uint64) (done bool, limit solve.Limit, err error) {
	end := min(w.answer.Nodes+nodes, w.job.Nodes)
	for w.answer.Nodes < end {
		level := &w.job.Levels[w.at]
		part := proofnumber.Part{Proof: level.Proof, Disproof: level.Disproof, Notable: w.job.Shared}
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
		if w.at+1 == len(w.levels) {
			return true, solve.NoLimit, nil
		}
		if err := w.rise(); err != nil {
			return false, solve.NoLimit, err
		}
	}
	return w.answer.Nodes >= w.job.Nodes, solve.NoLimit, nil
}

// Answer returns what has come of the job so far. Found and Shared have what was not in an answer before.
func (w *Worker) Answer() joblevel.Answer {
	a := w.answer
	leaf := &w.levels[0]
	if a.Leaf = w.search.numbers(leaf); a.Leaf.Verdict() == solve.Unknown {
		a.Steps, _ = w.search.steps(leaf)
	}
	found, shared := w.search.found(w.job.Notable)
	a.Found = append(a.Found, found...)
	a.Shared = shared
	w.answer.Found = nil
	return a
}

// Hear takes the Shared of another worker's answer. With an error what came before it was taken.
func (w *Worker) Hear(shared []byte) error { return w.search.hear(shared) }

func (w *Worker) learn(found []joblevel.Numbers, always bool) error {
	for i := range found {
		p, err := w.position(found[i].Position)
		if err != nil {
			return err
		}
		if !found[i].Sound() {
			return fmt.Errorf("found the numbers %d and %d of %s, expected those of a proof or of none", found[i].Proof, found[i].Disproof, found[i].Position)
		}
		w.search.learn(&p, &found[i], always)
	}
	return nil
}

func (s *boardProver[K]) part(ctx context.Context, p *breakthrough.Position, part proofnumber.Part, l solve.Limits) (joblevel.Numbers, solve.Result) {
	k := s.key(p)
	if v, _ := s.look(k, unlimited); v != solve.Unknown {
		return s.numbers(p), solve.Result{Verdict: v}
	}
	n, r := s.search.Search(ctx, k, part, l)
	return s.named(n), r
}

// named returns numbers under a position's name.
func (s *boardProver[K]) named(n proofnumber.Numbers[K]) joblevel.Numbers {
	p := s.position(n.Key)
	return joblevel.Numbers{Position: PositionName(&p), Proof: n.Proof, Disproof: n.Disproof, Work: uint64(n.Work)}
}

func (s *boardProver[K]) numbers(p *breakthrough.Position) joblevel.Numbers {
	k := s.key(p)
	n := s.search.Numbers(k)
	switch v, _ := s.look(k, unlimited); {
	case v == solve.Win:
		n.Proof, n.Disproof = 0, joblevel.Infinite
	case v == solve.Loss:
		n.Proof, n.Disproof = joblevel.Infinite, 0
	case n.Work == 0:
		n.Proof, n.Disproof = 1, 1
	}
	return s.named(n)
}

func (s *boardProver[K]) found(notable uint32) (found []joblevel.Numbers, shared []byte) {
	all := s.search.Found()
	if len(all) > 0 {
		shared = s.sharing()
	}
	for i := range all {
		if all[i].Work >= notable {
			found = append(found, s.named(all[i]))
		}
		shared = all[i].Append(shared)
	}
	return found, shared
}

// sharing begins what is shared, with the board.
func (s *boardProver[K]) sharing() []byte { return []byte{s.shown.W, s.shown.H} }

func (s *boardProver[K]) hear(shared []byte) error {
	if len(shared) == 0 {
		return nil
	}
	rest, ok := bytes.CutPrefix(shared, s.sharing())
	for ok && len(rest) > 0 {
		var n proofnumber.Numbers[K]
		if rest, ok = n.Read(rest); ok {
			s.search.Learn(n, false)
		}
	}
	if !ok {
		return fmt.Errorf("found %d bytes that are not what a worker on the board %dx%d shares", len(shared), s.shown.W, s.shown.H)
	}
	return nil
}

func (s *boardProver[K]) steps(p *breakthrough.Position) ([]joblevel.Step, solve.Verdict) {
	k := s.key(p)
	if v, _ := s.look(k, unlimited); v != solve.Unknown {
		return nil, v
	}
	moves, v := s.Expand(k, unlimited, nil)
	all := make([]joblevel.Step, len(moves))
	for i, c := range moves {
		n := s.search.Numbers(c.Key)
		if n.Work == 0 {
			n.Proof, n.Disproof = c.Proof, c.Disproof
			if c.Again {
				n.Proof, n.Disproof = n.Disproof, n.Proof
			}
		}
		all[i] = joblevel.Step{Numbers: s.named(n), Again: c.Again}
	}
	return all, v
}

func (s *boardProver[K]) learn(p *breakthrough.Position, n *joblevel.Numbers, always bool) {
	work := uint32(min(n.Work, math.MaxUint32))
	s.search.Learn(proofnumber.Numbers[K]{Key: s.key(p), Proof: n.Proof, Disproof: n.Disproof, Work: work}, always)
}

// Learn takes what was proven by other means on the way to the verdict of p, which is to be solved next, and to be its own
// From.
func (s *Solver) Learn(p *breakthrough.Position, found []joblevel.Numbers, l solve.Limits) error {
	from := *p
	s.From = &from
	s.begin(p, l)
	w := Worker{board: *p, search: s.search.(jobProver)}
	return w.learn(found, false)
}
