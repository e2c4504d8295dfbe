package games

import (
	"context"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/joblevel"
	"foregone/solve/quiet"
	"foregone/solve/races"
)

// jobSlice is the nodes between news of a job: some 25 ms.
const jobSlice = 10_000

// jobs implements shared.
func (e *breakthroughPosition) jobs() (name string, rules joblevel.Rules) {
	return races.PositionName(&e.p), races.NewWorker(&e.p, 1).Steps
}

// Job implements JobEngine. A complete table of the board is asked if it is there; none is built.
func (e *breakthroughEngine) Job(ctx context.Context, j Job, l solve.Limits, news func(JobAnswer) [][]byte) (JobAnswer, solve.Limit, error) {
	w, err := e.workerFor(&j, l)
	if err != nil {
		return JobAnswer{}, solve.NoLimit, err
	}
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

// workerFor returns the worker for the board of a job, a new one when the last was on another board.
func (e *breakthroughEngine) workerFor(j *Job, l solve.Limits) (*races.Worker, error) {
	if len(j.Levels) == 0 {
		return nil, races.ErrNoPosition
	}
	p, err := breakthrough.Parse(j.Levels[0].Position)
	if err != nil {
		return nil, err
	}
	size := quiet.Size{W: int(p.W), H: int(p.H)}
	if e.worker == nil || e.workerSize != size {
		e.worker, e.workerSize = races.NewWorker(&p, l.Memory), size
	}
	e.findTable(size)
	e.worker.Probe = e.look
	return e.worker, nil
}

// Conclude implements JobEngine.
func (e *breakthroughEngine) Conclude(ctx context.Context, pos Position, facts []JobNumbers, l solve.Limits, w Want) (Answer, error) {
	p := pos.(*breakthroughPosition).p
	e.worker = nil // for its memory
	if err := e.proofs.Learn(&p, facts, l); err != nil {
		return Answer{}, err
	}
	w.From = pos
	return e.Solve(ctx, pos, l, w)
}
