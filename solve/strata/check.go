package strata

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"foregone/positions/crossings"
)

// ErrWrong is the error of a value that does not follow from those of the positions after it.
var ErrWrong = errors.New("a value does not follow from those after it")

// CheckOptions say which values are compared. Zero fields: all, by one job.
type CheckOptions struct {
	Samples  uint64 // about so many, chosen at random, the same ones every time: of every slice its share, and one at least
	Jobs     int
	Progress *atomic.Uint64 // where the values compared are counted; nil when nobody watches
}

// CheckValues compares values, with their distances, with those of the positions after each move by the rules. All
// together they prove a table. It returns how many were compared. A wrong value is an ErrWrong, which names a position.
func (t *Table) CheckValues(ctx context.Context, o CheckOptions) (uint64, error) {
	parts := make(chan part)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var compared atomic.Uint64
	if o.Progress == nil {
		o.Progress = &compared
	}
	start := o.Progress.Load()
	var wait sync.WaitGroup
	for range max(1, o.Jobs) {
		wait.Go(func() {
			if err := t.check(ctx, parts, o.Progress); err != nil {
				cancel(err)
			}
		})
	}
	t.parts(ctx, o.Samples, parts)
	close(parts)
	wait.Wait()
	return o.Progress.Load() - start, context.Cause(ctx)
}

// part is some of the entries of a slice: n of those from a number to another, all or at random.
type part struct {
	slice    *slice
	from, to uint64
	n        uint64
}

// partLen is how many entries of a slice a job compares at a time, when it is all of them.
const partLen = 1 << 16

// parts sends what is to be compared.
func (t *Table) parts(ctx context.Context, samples uint64, to chan<- part) {
	for _, s := range t.plan.slices {
		size := uint64(partLen)
		if samples > 0 {
			size = s.len
		}
		for from := uint64(0); from < s.len; from += size {
			p := part{slice: s, from: from, to: min(from+size, s.len)}
			p.n = p.to - p.from
			if samples > 0 {
				p.n = min(p.n, 1+uint64(float64(samples)*float64(p.n)/float64(t.plan.total)))
			}
			select {
			case to <- p:
			case <-ctx.Done():
				return
			}
		}
	}
}

// check compares the values of parts.
func (t *Table) check(ctx context.Context, parts <-chan part, compared *atomic.Uint64) error {
	b, err := t.probe(checkBlocks)
	if err != nil {
		return err
	}
	c := checker{probe: b}
	for p := range parts {
		r := rand.New(rand.NewPCG(uint64(p.slice.number), t.plan.total))
		c.cursor.start(t.plan.numbering, p.slice)
		step := (p.to - p.from) / p.n
		for j := range p.n {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := c.check(p.slice, p.from+j*step+r.Uint64N(step)); err != nil {
				return err
			}
			compared.Add(1)
		}
	}
	return nil
}

// checkBlocks is how many unpacked blocks a check keeps.
const checkBlocks = 1024

type checker struct {
	probe  *probe
	cursor cursor
	moves  []crossings.Move
}

// check compares an entry.
func (c *checker) check(s *slice, i uint64) error {
	at, _ := c.cursor.seek(i)
	p := c.probe.t.plan.position(at)
	v, err := c.probe.entry(s, i)
	if err != nil {
		return err
	}
	want, err := c.follows(&p)
	if err == nil && v != want {
		err = fmt.Errorf("%s: found %v in %d, expected %v in %d: %w", p.String(), v.Verdict(), v.Distance(), want.Verdict(), want.Distance(), ErrWrong)
	}
	return err
}

// follows returns what a position is worth by the values of those after it.
func (c *checker) follows(p *crossings.Position) (Value, error) {
	c.moves = p.Moves(c.moves[:0])
	if len(c.moves) == 0 {
		if p.MustCross() {
			return lost, nil
		}
		return Draw, nil
	}
	best := Draw
	for i, m := range c.moves {
		next := *p
		next.Make(m)
		v, ok, err := c.probe.value(&next)
		switch {
		case err != nil:
			return Draw, err
		case !ok:
			return Draw, fmt.Errorf("%s is not in the table: %w", next.String(), ErrWrong)
		}
		if v = v.Before(); i == 0 || v.Better(best) {
			best = v
		}
	}
	return best, nil
}
