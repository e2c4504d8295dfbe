package strata

import (
	"context"
	"sync"
	"sync/atomic"
)

// crew is the jobs of a build.
type crew struct {
	workers []*worker
}

// each calls f for the parts 0 to n-1 of a task, by all workers when there is enough to do, and returns the first error.
// It waits for the parts, not for the workers: on a busy machine one may come so late that nothing is left, and then
// touches nothing.
func (c *crew) each(ctx context.Context, n int, f func(w *worker, part int) error) error {
	if n == 0 {
		return nil
	}
	t := &task{ctx: ctx, n: int64(n), f: f, finished: make(chan struct{})}
	for _, w := range c.workers[1:max(1, min(len(c.workers), n))] {
		go t.work(w)
	}
	t.work(c.workers[0])
	<-t.finished
	return t.err
}

// task is what the workers share.
type task struct {
	ctx        context.Context
	n          int64
	f          func(w *worker, part int) error
	next, done atomic.Int64 // parts
	finished   chan struct{}
	fail       sync.Once
	failed     atomic.Bool
	err        error
}

// work does parts as long as there are any. After an error those that are left are passed over.
func (t *task) work(w *worker) {
	for part := t.next.Add(1) - 1; part < t.n; part = t.next.Add(1) - 1 {
		if !t.failed.Load() {
			err := t.ctx.Err()
			if err == nil {
				err = t.f(w, int(part))
			}
			if err != nil {
				t.fail.Do(func() { t.err = err })
				t.failed.Store(true)
			}
		}
		if t.done.Add(1) == t.n {
			close(t.finished)
		}
	}
}
