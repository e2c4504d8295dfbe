package jobs

import (
	"bytes"
	"context"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/wire"
)

const (
	nobody = 30 * time.Second       // without a coordinator, after which a seat is given back
	pause  = 100 * time.Millisecond // when there is no job at the moment
)

// TakePart does jobs of a proof, which the talk is about, until that is over or ctx ends. It counts the nodes of each job
// that is done. Several goroutines may take part in one proof.
func (c *Crew) TakePart(ctx context.Context, proof string, t Talk, count func(nodes uint64)) error {
	s, err := c.join(proof, t)
	if err != nil {
		return err
	}
	defer c.leave(s)
	w := &worker{Crew: c, seat: s, t: t}
	q := question{Worker: c.Name}
	for {
		r, err := w.ask(ctx, &q)
		if err != nil || r.Over || q.Leaves {
			return err
		}
		q = question{Worker: c.Name}
		if r.Job == nil {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(pause):
			}
			continue
		}
		a, err := w.do(ctx, r.Job, r.Every)
		if err != nil || s.over.Err() != nil {
			return err
		}
		count(a.Nodes)
		q.ID, q.Done = r.Job.ID, a
		q.Leaves = ctx.Err() != nil
	}
}

// worker does one job at a time.
type worker struct {
	*Crew
	*seat
	t Talk
}

// ask asks the coordinator. When ctx has ended it is for a last time.
func (w *worker) ask(ctx context.Context, q *question) (*reply, error) {
	if ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		ctx = last
	}
	text, err := wire.Marshal(q)
	if err != nil {
		return nil, err
	}
	answer, err := w.t.Ask(ctx, text, nobody)
	if err != nil {
		return nil, err
	}
	r := new(reply)
	return r, wire.Unmarshal(answer, r)
}

// do does a job, and tells every so often what has come of it.
func (w *worker) do(ctx context.Context, j *games.Job, every time.Duration) (games.JobAnswer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.over, cancel)()
	var found []games.JobNumbers
	var shared [][]byte
	told := time.Now()
	a, _, err := w.Engine.Job(ctx, *j, w.Limits, func(a games.JobAnswer) [][]byte {
		found = append(found, a.Found...)
		if len(a.Shared) > 0 {
			shared = append(shared, bytes.Clone(a.Shared))
		}
		if time.Since(told) >= every {
			told = time.Now()
			a.Found, a.Shared = found, nil
			tell(w.t, toCoordinator, &report{ID: j.ID, Answer: a})
			tellShared(w.t, shared)
			found, shared = nil, nil
		}
		return w.take()
	})
	if err != nil {
		return a, err
	}
	if len(a.Shared) > 0 {
		shared = append(shared, a.Shared)
	}
	tellShared(w.t, shared)
	a.Found, a.Shared = append(found, a.Found...), nil
	return a, nil
}

func tellShared(t Talk, shared [][]byte) {
	if len(shared) > 0 {
		tell(t, toWorkers, &share{Found: shared})
	}
}

func tell(t Talk, kind string, news any) {
	if text, err := wire.Marshal(news); err == nil {
		t.Tell(kind, text)
	}
}
