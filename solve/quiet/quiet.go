// Package quiet builds complete win/loss tables of Breakthrough boards and answers from them.
//
// A position is quiet when no piece stands on the second-last row of its way. The side to move wins at once with such a
// piece, and one of the other side has to be captured at once, which leads to a quiet position again: the table holds
// the quiet positions only, and Probe looks two plies ahead for the others.
//
// A slice of the table is the positions with given pieces on the two goal rows, where pieces never come back: a move
// stays in its slice, or takes a piece off one of the goal rows. Slices are computed by layers of equally many pieces
// there, one of each class under mirroring and exchanging the sides; a layer is read by the next one only.
// Within a slice the words of 2^W bits stand for all subsets of Black's second row, and a row of words for all black
// middles between the second rows; a move of the side to move is a few logical operations on two such rows. Every
// move makes the white set smaller or the black one larger, so that one ascending pass is enough.
package quiet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"foregone/solve/tablefile"
)

// Options say how a table is built. Zero fields: one job a processor, no bound of memory, the start position only.
type Options struct {
	Jobs     int
	Memory   int64          // bytes; what does not fit is spilled
	Path     string         // the file of a complete table
	Complete bool           // the whole table is kept, without Path in memory
	Spill    string         // the folder for what does not fit into memory; "": the system's for such files
	Progress *atomic.Uint64 // where the words done are counted, of Estimate.Words; nil when nobody watches
}

// Build builds the table of a board. With a path it is complete and stays on disk; a build that was stopped, or
// killed, is resumed where it was. Without one the table knows the positions that can come up within two plies of a
// start position, or all when it is to be complete. The context's error is returned within a fraction of a second of
// its end.
func Build(ctx context.Context, size Size, o Options) (*Table, error) {
	if err := size.Valid(); err != nil {
		return nil, err
	}
	return newPlan(size).table(ctx, o)
}

func (p *plan) table(ctx context.Context, o Options) (*Table, error) {
	o.defaults()
	e := p.estimate()
	if err := o.fit(e); err != nil {
		return nil, err
	}
	s, err := o.open(p, e)
	if err != nil {
		return nil, err
	}
	if err := p.build(ctx, s, &o); err != nil {
		return nil, errors.Join(err, s.abandon())
	}
	if o.Path == "" {
		return &Table{plan: p, source: s}, nil
	}
	if err := s.file.Finish(); err != nil {
		return nil, err
	}
	if err := os.Rename(o.part(), o.Path); err != nil {
		return nil, err
	}
	return Open(o.Path)
}

func (o *Options) part() string { return o.Path + ".part" }

func (o *Options) defaults() {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = new(atomic.Uint64)
	}
}

// fit lowers the number of jobs to what the memory has room for.
func (o *Options) fit(e Estimate) error {
	if o.Memory <= 0 {
		return nil
	}
	if least := e.Worker + e.Fixed; o.Memory < least {
		return fmt.Errorf("a table of this board takes at least %d MiB of memory to build, %d are allowed", least>>20+1, o.Memory>>20)
	}
	for o.Jobs > 1 && e.Fixed+int64(o.Jobs)*e.Worker > o.Memory {
		o.Jobs--
	}
	return nil
}

// open makes the store, with the slices that an earlier run has finished.
func (o *Options) open(p *plan, e Estimate) (*store, error) {
	done := 0
	var file *tablefile.Writer
	if o.Path != "" {
		if _, err := os.Stat(o.Path); err == nil {
			return nil, fmt.Errorf("%s: there is a table already", o.Path)
		}
		var err error
		if file, err = tablefile.Resume(o.part(), p.header()); err != nil {
			return nil, err
		}
		done = file.Records()
	}
	keep := p.layers[max(0, 2*p.W-2)]
	s := newStore(p, done, keep)
	s.file, s.next, s.all, s.dir = file, done, o.Complete && o.Path == "", o.Spill
	if o.Memory > 0 {
		s.most = max(1, o.Memory-e.Fixed-int64(o.Jobs)*e.Worker)
	}
	return s, nil
}

// abandon closes the files of a build that has failed or was stopped; that of a table stays.
func (s *store) abandon() error {
	if s.file != nil && s.spilled == "" {
		return s.file.Close()
	}
	return s.Close()
}

// header is that of the file of a complete table.
func (p *plan) header() tablefile.Header {
	return tablefile.Header{Content: content(p.Size), Records: len(p.slices)}
}

const contentFormat = "breakthrough %dx%d, quiet positions, packing 1"

func content(s Size) string { return fmt.Sprintf(contentFormat, s.W, s.H) }

// build computes the slices that the store does not have, layer by layer.
func (p *plan) build(ctx context.Context, s *store, o *Options) error {
	switch p.cols {
	case 2, 3:
		return build[uint8](ctx, p, s, o)
	case 4:
		return build[uint16](ctx, p, s, o)
	case 5:
		return build[uint32](ctx, p, s, o)
	}
	return build[uint64](ctx, p, s, o)
}

func build[T word](ctx context.Context, p *plan, s *store, o *Options) error {
	for _, g := range p.slices[:s.next] {
		o.Progress.Add(uint64(p.words(g)))
	}
	workers := make([]*worker[T], o.Jobs)
	arena := p.arena()
	for i := range workers {
		workers[i] = newWorker[T](p, s, arena, o.Progress)
	}
	for n, first := range p.layers[:2*p.W+1] {
		var next atomic.Int64
		next.Store(int64(max(first, s.next)))
		end := int64(p.layers[n+1])
		errs := make([]error, o.Jobs)
		var wait sync.WaitGroup
		for i, w := range workers {
			wait.Go(func() {
				for errs[i] == nil {
					slice := next.Add(1) - 1
					if slice >= end {
						return
					}
					if errs[i] = w.slice(ctx, int(slice)); errs[i] != nil {
						next.Store(end)
					}
				}
			})
		}
		wait.Wait()
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// InMemory builds the complete table of a board in memory.
func InMemory(ctx context.Context, size Size) (*Table, error) {
	return Build(ctx, size, Options{Complete: true})
}
