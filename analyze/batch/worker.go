package batch

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"foregone/analyze/games"
	"foregone/solve"
	"foregone/solve/store"
)

// Bounds are where a worker stops with a chunk, to hand in what it has. One input is always answered.
type Bounds struct {
	Time  time.Duration
	Bytes int // of the outcome
}

// Worker answers chunks, one after another, with engines that it keeps. Not for concurrent use.
type Worker struct {
	resources games.Resources
	memory    int64 // the most for a search
	cached    *answerer
	plain     *answerer
	cache     *store.Store
	packer    packer
	text      bytes.Buffer
}

// NewWorker returns a worker with a cache on disk, or nil.
func NewWorker(r games.Resources, memory int64, cache *store.Store) *Worker {
	return &Worker{resources: r, memory: memory, cache: cache}
}

// Answer answers the inputs of a chunk until the bounds are reached or ctx ends. What was cut by the latter is not in the
// outcome, which is good until the next call.
func (w *Worker) Answer(ctx context.Context, c *Chunk, b Bounds) (*Outcome, error) {
	render, err := c.Format.Renderer()
	if err != nil {
		return nil, err
	}
	a := w.answerer(ctx, c)
	w.packer.reset()
	start := time.Now()
	c.inputs(func(in Input) bool {
		d := a.answer(&Task{Input: in})
		if ctx.Err() != nil && (d.Answer.Limit == solve.Interrupted || d.Answer.Limit == solve.Timeout) {
			return false
		}
		w.text.Reset()
		if err = render(&w.text, &d); err == nil {
			err = w.packer.add(w.text.Bytes(), d.Tell())
		}
		most := w.packer.bytes() + 2*w.text.Len() // with another such
		return err == nil && ctx.Err() == nil && time.Since(start) < b.Time && most < b.Bytes
	})
	if err != nil {
		return nil, err
	}
	o, err := w.packer.outcome(time.Since(start))
	if err == nil && o.Done == 1 && o.size() > b.Bytes {
		return &Outcome{Why: fmt.Sprintf("the record has %d bytes, and the server takes at most %d", o.size(), b.Bytes)}, nil
	}
	return o, err
}

// answerer is that for a chunk, with the engines that others before had.
func (w *Worker) answerer(ctx context.Context, c *Chunk) *answerer {
	kept, cache := &w.cached, w.cache
	if c.NoCache {
		kept, cache = &w.plain, nil
	}
	config := &Config{
		Timeout: c.Timeout, Limits: solve.Limits{Nodes: c.Nodes, Memory: min(c.Memory, w.memory)},
		Want: c.Want, Hints: c.Hints, Resources: w.resources, Cache: cache,
	}
	a := newAnswerer(ctx, config)
	if *kept != nil {
		a.engines = (*kept).engines
	}
	*kept = a
	return a
}
