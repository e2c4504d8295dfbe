package games

import (
	"context"
	"maps"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/joblevel"
	"foregone/solve/quiet"
	"foregone/solve/races"
)

// jobSlice is the nodes between news of a job: some 5 ms. With 10,000 two workers take a tenth more nodes on 5x5.
const jobSlice = 2_000

// jobs implements shared.
func (e *breakthroughPosition) jobs() (name string, rules joblevel.Rules) {
	return races.PositionName(&e.p), races.NewWorker(&e.p, 1).Steps
}

// Job implements JobEngine. A complete table of the board is asked if it is there; none is built.
func (e *breakthroughEngine) Job(ctx context.Context, j Job, l solve.Limits, news func(JobAnswer) [][]byte) (JobAnswer, solve.Limit, error) {
	w, leave, err := e.workerFor(&j, l)
	if err != nil {
		return JobAnswer{}, solve.NoLimit, err
	}
	defer leave()
	if err := w.Begin(j); err != nil {
		return JobAnswer{}, solve.NoLimit, err
	}
	for {
		done, limit, err := w.Step(ctx, jobSlice)
		if err != nil {
			return JobAnswer{}, solve.NoLimit, err
		}
		a := w.Answer()
		if done || limit != solve.NoLimit {
			return a, limit, nil
		}
		for _, shared := range news(a) {
			if err := w.Hear(shared); err != nil {
				return JobAnswer{}, solve.NoLimit, err
			}
		}
	}
}

// crew are the workers on a board. They search in one table.
type crew struct {
	first  *races.Worker
	idle   []*races.Worker
	busy   int
	table  *quiet.Table // complete, nil when there is none
	refuse func(error)  // is told that it is damaged
}

// workerFor returns a worker for the board of a job, and what is to be called when that is done.
func (e *breakthroughEngine) workerFor(j *Job, l solve.Limits) (w *races.Worker, leave func(), err error) {
	if len(j.Levels) == 0 {
		return nil, nil, races.ErrNoPosition
	}
	p, err := breakthrough.Parse(j.Levels[0].Position)
	if err != nil {
		return nil, nil, err
	}
	e.staffing.Lock()
	defer e.staffing.Unlock()
	c := e.crewFor(&p, l)
	if last := len(c.idle) - 1; last >= 0 {
		w, c.idle = c.idle[last], c.idle[:last]
	} else {
		w = c.first.Join()
	}
	c.busy++
	return w, func() {
		e.staffing.Lock()
		defer e.staffing.Unlock()
		c.idle = append(c.idle, w)
		c.busy--
	}, nil
}

// crewFor returns the crew of a board. Those of other boards are dismissed, unless they have something to do, when a new one
// needs their memory.
func (e *breakthroughEngine) crewFor(p *breakthrough.Position, l solve.Limits) *crew {
	size := quiet.Size{W: int(p.W), H: int(p.H)}
	if c := e.crews[size]; c != nil {
		return c
	}
	maps.DeleteFunc(e.crews, func(_ quiet.Size, c *crew) bool { return c.busy == 0 })
	c := &crew{first: races.NewWorker(p, l.Memory)}
	name := breakthroughTableName(size)
	if found, ok := e.tables.Find(name).(breakthroughTable); ok {
		c.table, c.refuse = found.Table, func(err error) { e.tables.Refuse(name, err) }
	}
	c.first.Probe = c.look
	if e.crews == nil {
		e.crews = map[quiet.Size]*crew{}
	}
	e.crews[size] = c
	return c
}

// look is the Probe of the workers. One is asked at a time.
func (c *crew) look(p *breakthrough.Position) solve.Verdict {
	if c.table == nil {
		return solve.Unknown
	}
	v, err := c.table.Probe(p)
	if err != nil {
		c.refuse(err)
		c.table = nil
		return solve.Unknown
	}
	return v
}

// Conclude implements JobEngine.
func (e *breakthroughEngine) Conclude(ctx context.Context, pos Position, facts []JobNumbers, l solve.Limits, w Want) (Answer, error) {
	p := pos.(*breakthroughPosition).p
	e.staffing.Lock()
	e.crews = nil // for their memory
	e.staffing.Unlock()
	if err := e.proofs.Learn(&p, facts, l); err != nil {
		return Answer{}, err
	}
	w.From = pos
	return e.Solve(ctx, pos, l, w)
}
