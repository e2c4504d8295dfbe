package games

import (
	"context"
	"errors"
	"io"

	"foregone/solve"
	"foregone/solve/joblevel"
)

// A proof that is shared among machines: one has the JobTree, the others have a JobEngine each. All but State can be
// encoded as JSON or by gob.
type (
	Job        = joblevel.Job
	JobAnswer  = joblevel.Answer
	JobNumbers = joblevel.Numbers // of a position, under its canonical form
	JobState   = joblevel.State
)

// JobEngine is an Engine that takes part in the proof of a position by several of its kind.
type JobEngine interface {
	Engine
	// Job does a job of a JobTree, and keeps what it finds for the next ones. Some hundred times a second it calls news
	// with what has come of the job so far, Found and Shared being what is new, and learns what news returns, which is what
	// others have shared. A limit is what ended the job before it was done. Any number of goroutines may call Job at the same
	// time: they keep what they find in one place, for which the memory of the first job is kept to.
	Job(ctx context.Context, j Job, l solve.Limits, news func(JobAnswer) [][]byte) (JobAnswer, solve.Limit, error)
	// Conclude answers p as Solve does, when a JobTree has proven it with these facts. Strategy may follow.
	Conclude(ctx context.Context, p Position, facts []JobNumbers, l solve.Limits, w Want) (Answer, error)
}

// ErrNoJobs is what is said of games in which one search is not shared.
var ErrNoJobs = errors.New("one search is shared among machines in breakthrough only")

// JobEngineOf returns an engine, or the one beneath a Cached, as a JobEngine.
func JobEngineOf(e Engine) (JobEngine, error) {
	if c, ok := e.(*Cached); ok {
		e = c.engine
	}
	if j, ok := e.(JobEngine); ok {
		return j, nil
	}
	return nil, ErrNoJobs
}

// shared is a Position whose proof can be shared.
type shared interface {
	Position
	jobs() (name string, rules joblevel.Rules)
}

// JobTree is what a proof that is shared has at its root. Not for concurrent use.
type JobTree struct{ *joblevel.Tree }

// NewJobTree returns the tree of a position that is not over.
func NewJobTree(p Position) (JobTree, error) {
	s, err := sharing(p)
	if err != nil {
		return JobTree{}, err
	}
	name, rules := s.jobs()
	return JobTree{joblevel.New(name, rules, joblevel.Options{})}, nil
}

// LoadJobTree returns the tree of p that was saved; an error is ErrNoJobs, joblevel.ErrDamaged or one of r.
func LoadJobTree(r io.Reader, p Position) (JobTree, error) {
	s, err := sharing(p)
	if err != nil {
		return JobTree{}, err
	}
	name, rules := s.jobs()
	t, err := joblevel.Load(r, name, rules, joblevel.Options{})
	return JobTree{t}, err
}

func sharing(p Position) (shared, error) {
	s, ok := p.(shared)
	switch {
	case !ok:
		return nil, ErrNoJobs
	case p.Over():
		return nil, errors.New("found a game that is over, expected a position with moves")
	}
	return s, nil
}

// Proofs returns what was proven on the way to a proof, for a store.
func (t JobTree) Proofs() []Proof {
	facts := t.Proven()
	all := make([]Proof, len(facts))
	for i := range facts {
		all[i] = Proof{[]byte(facts[i].Position), facts[i].Verdict(), facts[i].Work}
	}
	return all
}
