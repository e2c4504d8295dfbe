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
	"sync"
	"sync/atomic"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/tablefile"
)

// Options say how a table is built. Zero fields: one job a processor, no bound of memory, the start position only.
type Options struct {
	Jobs     int
	Memory   int64  // bytes; what does not fit is spilled
	Path     string // the file of a complete table
	Complete bool   // the whole table is kept, without Path in memory
	Spill    string // the folder for what does not fit into memory; "": the system's for such files
	// Anew, unless nil, is told why the file of an earlier build cannot be gone on with, before it is begun anew.
	Anew     func(reason error)
	Progress *atomic.Uint64 // where the words done are counted, of Estimate.Words; nil when nobody watches
	// Sample, unless nil, is called with about Samples entries, fewer on small boards, to be proven by other means: three
	// quarters are of all layers and come while these are computed, the others are from soon after the start and come at
	// the end. One goroutine calls at a time. The selection does not depend on the number of jobs, its order does; of what
	// an earlier run computed there is none.
	Sample  func(*breakthrough.Position, solve.Verdict)
	Samples int // 0: 1,000

	room func(dir string) int64 // on the disk; nil: as the system says
}

// Build builds the table of a board. With a path it is complete and stays on disk; a build that was stopped, or
// killed, is resumed where it was: its slices are in a file of that name and ".part", and what else has that name is
// replaced. Without a path the table knows the positions that can come up within two plies of a start position, or all
// when it is to be complete. Memory or disk that there is not enough of is an error before anything is computed. The
// context's error is returned within a fraction of a second of its end.
func Build(ctx context.Context, size Size, o Options) (*Table, error) {
	if err := size.Valid(); err != nil {
		return nil, err
	}
	return newPlan(size).table(ctx, o)
}

func (p *plan) table(ctx context.Context, o Options) (*Table, error) {
	o.defaults()
	e := p.estimate()
	if err := o.fitMemory(e); err != nil {
		return nil, err
	}
	if err := o.fitDisk(e); err != nil {
		return nil, err
	}
	s, err := o.open(ctx, p, e)
	if err != nil {
		return nil, err
	}
	samples := o.newSampler(p)
	if err := p.build(ctx, s, &o, samples); err != nil {
		return nil, errors.Join(err, s.abandon())
	}
	t := &Table{plan: p, source: s}
	if o.Path != "" {
		if t, err = s.finish(o.Path); err != nil {
			return nil, err
		}
	}
	if samples != nil {
		if err := t.sampleGames(ctx, samples); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return t, nil
}

// finish gives the file of a table its name.
func (s *store) finish(path string) (*Table, error) {
	if err := s.file.Finish(); err != nil {
		return nil, err
	}
	if err := os.Rename(tablefile.Unfinished(path), path); err != nil {
		return nil, err
	}
	return Open(path)
}

// open makes the store, with the slices that an earlier run has finished.
func (o *Options) open(ctx context.Context, p *plan, e Estimate) (*store, error) {
	done := 0
	var file *tablefile.Writer
	if o.Path != "" {
		if _, err := os.Stat(o.Path); err == nil {
			return nil, fmt.Errorf("%s: there is a table already", o.Path)
		}
		var err error
		if file, err = tablefile.Resume(ctx, tablefile.Unfinished(o.Path), p.header(), o.Anew); err != nil {
			return nil, err
		}
		done = file.Records()
	}
	keep := p.layers[max(0, 2*p.W-2)]
	s := newStore(p, done, keep)
	s.file, s.next, s.ordered = file, done, file != nil
	s.all, s.dir = o.Complete && o.Path == "", o.Spill
	if o.Memory > 0 {
		s.most = o.forSlices(e)
	}
	if o.spills(e) {
		return s, s.openSpill()
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

// build computes the slices that the store does not have. A job takes the next slice of the plan and waits for those that
// it reads, which other jobs have taken before.
func (p *plan) build(ctx context.Context, s *store, o *Options, samples *sampler) error {
	switch p.cols {
	case 2, 3:
		return build[uint8](ctx, p, s, o, samples)
	case 4:
		return build[uint16](ctx, p, s, o, samples)
	case 5:
		return build[uint32](ctx, p, s, o, samples)
	}
	return build[uint64](ctx, p, s, o, samples)
}

func build[T word](ctx context.Context, p *plan, s *store, o *Options, samples *sampler) error {
	for _, g := range p.slices[:s.next] {
		o.Progress.Add(uint64(p.words(g)))
	}
	workers := make([]*worker[T], o.Jobs)
	arena := p.arena()
	for i := range workers {
		workers[i] = newWorker[T](p, s, arena, o.Progress, samples)
	}
	var next atomic.Int64
	next.Store(int64(s.next))
	var wait sync.WaitGroup
	for _, w := range workers {
		wait.Go(func() {
			for slice := int(next.Add(1)) - 1; slice < len(p.slices); slice = int(next.Add(1)) - 1 {
				if err := w.slice(ctx, slice); err != nil {
					s.fail(err)
					return
				}
			}
		})
	}
	wait.Wait()
	return s.failure()
}

// InMemory builds the complete table of a board in memory.
func InMemory(ctx context.Context, size Size, jobs int) (*Table, error) {
	return Build(ctx, size, Options{Complete: true, Jobs: jobs})
}
