package jobs

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/fxamacker/cbor/v2"

	"foregone/analyze/games"
	"foregone/solve"
)

const (
	nobody = 30 * time.Second       // without a coordinator, after which a seat is given back
	pause  = 100 * time.Millisecond // when there is no job at the moment
)

// TakePart does jobs of a proof under a name like no other, until the proof is over or ctx ends. It counts the nodes of
// each job that is done.
func TakePart(ctx context.Context, t Talk, name string, e games.JobEngine, l solve.Limits, count func(nodes uint64)) error {
	w := &worker{t: t, name: name, e: e, l: l}
	stop, err := t.Hear(toWorkers, w.hear)
	if err != nil {
		return err
	}
	defer stop()
	q := question{Worker: name}
	for {
		r, err := w.ask(ctx, &q)
		if err != nil || r.Over || q.Leaves {
			return err
		}
		q = question{Worker: name}
		if r.Job == nil {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(pause):
			}
			continue
		}
		a, over, err := w.do(ctx, r.Job, r.Every)
		if err != nil || over {
			return err
		}
		count(a.Nodes)
		q.ID, q.Done = r.Job.ID, a
		q.Leaves = ctx.Err() != nil
	}
}

type worker struct {
	t    Talk
	name string
	e    games.JobEngine
	l    solve.Limits

	mu     sync.Mutex
	heard  [][]byte
	over   bool
	cancel context.CancelFunc // of the job that is running
}

// ask asks the coordinator. When ctx has ended it is for a last time.
func (w *worker) ask(ctx context.Context, q *question) (*reply, error) {
	if ctx.Err() != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		ctx = last
	}
	text, err := cbor.Marshal(q)
	if err != nil {
		return nil, err
	}
	answer, err := w.t.Ask(ctx, text, nobody)
	if err != nil {
		return nil, err
	}
	r := new(reply)
	return r, decoding.Unmarshal(answer, r)
}

// do does a job, and tells every so often what has come of it.
func (w *worker) do(ctx context.Context, j *games.Job, every time.Duration) (a games.JobAnswer, over bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.mu.Lock()
	w.cancel = cancel
	w.mu.Unlock()
	var found []games.JobNumbers
	var shared [][]byte
	told := time.Now()
	a, _, err = w.e.Job(ctx, *j, w.l, func(a games.JobAnswer) [][]byte {
		found = append(found, a.Found...)
		if len(a.Shared) > 0 {
			shared = append(shared, bytes.Clone(a.Shared))
		}
		if time.Since(told) >= every {
			told = time.Now()
			a.Found, a.Shared = found, nil
			tell(w.t, toCoordinator, &report{ID: j.ID, Answer: a})
			tell(w.t, toWorkers, &share{Found: shared})
			found, shared = nil, nil
		}
		return w.take()
	})
	if err != nil {
		return a, false, err
	}
	if len(a.Shared) > 0 {
		shared = append(shared, a.Shared)
	}
	tell(w.t, toWorkers, &share{Found: shared})
	a.Found, a.Shared = append(found, a.Found...), nil
	w.mu.Lock()
	defer w.mu.Unlock()
	return a, w.over, nil
}

func tell(t Talk, kind string, news any) {
	if text, err := cbor.Marshal(news); err == nil {
		t.Tell(kind, text)
	}
}

// mostHeard bounds what is kept of the others' news between two looks at it.
const mostHeard = 1 << 16

func (w *worker) hear(text []byte) {
	var n share
	if decoding.Unmarshal(text, &n) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if n.Over {
		w.over = true
		if w.cancel != nil {
			w.cancel()
		}
		return
	}
	if len(w.heard) < mostHeard {
		w.heard = append(w.heard, n.Found...)
	}
}

// take returns what was heard, once.
func (w *worker) take() [][]byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := w.heard
	w.heard = nil
	return heard
}
