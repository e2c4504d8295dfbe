// Package batch answers many positions in parallel and hands the records on in input order.
package batch

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"

	"foregone/analyze/games"
	"foregone/positions"
	"foregone/solve"
	"foregone/solve/store"
)

// Source gives the tasks in order, io.EOF at the end. It is called by one goroutine at a time.
type Source interface {
	Next() (Task, error)
}

// Done is an answered task.
type Done struct {
	ID      string
	Subject games.Subject
	Answer  games.Answer
	Elapsed time.Duration
	Input   *positions.Error // the input could not be read; nothing else is set but ID
	Err     error            // the engine failed
	Engine  string           // name and version of the engine
	Detail  any              // what Config.Answer found beyond the answer
	Notices []string         // to be told after the answer

	stopped *games.Cached // has a search that could be gone on with
}

// Config says how to run. Zero limits are none.
type Config struct {
	Jobs      int
	Hints     games.Hints
	Timeout   time.Duration // a position
	Limits    solve.Limits  // a position
	Want      games.Want
	Resources games.Resources
	Cache     *store.Store                        // nil: none
	After     func(d *Done, e games.Engine) error // unless nil, called in the worker with what has answered
	// Answer, unless nil, fills in Answer and Detail of a subject in the place of the engine's Solve, in the worker.
	Answer func(ctx context.Context, d *Done, e games.Engine) error
	Render func(buf *bytes.Buffer, d *Done) error // called in the worker
	Emit   func(rendered []byte, d *Done) error   // called in input order, one at a time
}

// window is how many finished tasks may wait for an unfinished one before them.
const window = 4096

// Run answers every task of src. It returns the first error of src, Render or Emit. When ctx ends, the tasks
// that are being answered are cut and emitted, and no further ones begun.
func Run(ctx context.Context, src Source, c Config) error {
	r := &run{ctx: ctx, src: src, c: c}
	r.room = sync.NewCond(&r.mu)
	r.slots = make([]slot, window)
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		r.stopped = true
		r.room.Broadcast()
		r.mu.Unlock()
	})
	defer stop()
	var workers sync.WaitGroup
	for range max(1, c.Jobs) {
		workers.Go(r.work)
	}
	workers.Wait()
	return r.err
}

type slot struct {
	ready bool
	text  bytes.Buffer
	done  Done
}

// run is the state that the workers share. A read that blocks holds reading alone, so that finished tasks go out.
type run struct {
	ctx context.Context
	src Source
	c   Config

	reading sync.Mutex
	mu      sync.Mutex
	room    *sync.Cond
	slots   []slot // a ring: task n stands at n % window
	taken   uint64 // tasks handed out
	emitted uint64
	stopped bool // no further task is begun
	err     error
}

func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.stopped = true
	r.room.Broadcast()
}

// take returns the next task and its number from 0.
func (r *run) take() (Task, uint64, bool) {
	r.reading.Lock()
	defer r.reading.Unlock()
	if !r.hasRoom() {
		return Task{}, 0, false
	}
	t, err := r.src.Next()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		if err != io.EOF {
			r.fail(err)
		}
		r.stopped = true
	}
	if r.stopped {
		return Task{}, 0, false
	}
	n := r.taken
	r.taken++
	return t, n, true
}

// hasRoom waits until another task may be begun. It is false when none is to be begun any more.
func (r *run) hasRoom() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.stopped && r.taken-r.emitted >= window {
		r.room.Wait()
	}
	return !r.stopped
}

// put hands in a finished task and emits all that are now in order.
func (r *run) put(n uint64, d Done, text *bytes.Buffer, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.fail(err)
	}
	s := &r.slots[n%window]
	s.ready, s.done = true, d
	s.text.Reset()
	s.text.Write(text.Bytes())
	for {
		s := &r.slots[r.emitted%window]
		if !s.ready {
			return
		}
		if r.err == nil {
			if err := r.c.Emit(s.text.Bytes(), &s.done); err != nil {
				r.fail(err)
			}
		}
		s.ready = false
		s.done = Done{}
		if r.taken-r.emitted >= window {
			r.room.Broadcast()
		}
		r.emitted++
	}
}

func (r *run) work() {
	a := newAnswerer(r.ctx, &r.c)
	var text bytes.Buffer
	for {
		t, n, ok := r.take()
		if !ok {
			return
		}
		d := a.answer(&t)
		text.Reset()
		err := r.c.Render(&text, &d)
		r.put(n, d, &text, err)
		if d.stopped != nil {
			a.save(d.stopped)
		}
	}
}
