// Package strata builds complete tables of small boards of Crossings, with win, loss and draw and the distance, and answers
// from them.
//
// The values come by retrograde analysis, backwards from the ends by levels of the distance (K. Thompson, "Retrograde
// analysis of certain endgames", ICCA Journal 9(3), 1986). A position is seen from the side to move, and stands for its
// mirror image. A slice of the table is the positions with as many stones and as many crossed ones of each side: captures
// and crossings lead to slices that are solved before, other moves to the slice with the sides exchanged, which is solved
// at the same time. So only those at work are in memory, with what their moves lead to.
package strata

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"foregone/solve/tablefile"
)

// Options say how a table is built. Zero fields: one job a processor, no bound of memory, a table in memory.
type Options struct {
	Jobs   int
	Memory int64  // bytes
	Path   string // the file of the table
	// Anew, unless nil, is told why the file of an earlier build cannot be gone on with, before it is begun anew.
	Anew     func(reason error)
	Progress *atomic.Uint64 // where the work done is counted, of Estimate.Units; nil when nobody watches

	room func(dir string) int64 // on the disk; nil: as the system says
}

// Build builds the table of a size. With a path it is on disk; a build that was stopped, or killed, is resumed where it
// was: its slices are in a file of that name and ".part". The bytes do not depend on the number of jobs. Memory or disk
// that there is not enough of is an error before anything is computed. The context's error is returned within a fraction
// of a second of its end.
func Build(ctx context.Context, size Size, o Options) (*Table, error) {
	p, err := newPlan(size)
	if err != nil {
		return nil, err
	}
	return p.table(ctx, o)
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
	if o.Path == "" {
		m := &memory{}
		if err := p.build(ctx, m, 0, &o); err != nil {
			return nil, err
		}
		return newTable(p, m), nil
	}
	if _, err := os.Stat(o.Path); err == nil {
		return nil, fmt.Errorf("%s: there is a table already", o.Path)
	}
	file, err := tablefile.Resume(ctx, tablefile.Unfinished(o.Path), p.header(), o.Anew)
	if err != nil {
		return nil, err
	}
	if err := p.build(ctx, file, file.Records(), &o); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := file.Finish(); err != nil {
		return nil, err
	}
	if err := os.Rename(tablefile.Unfinished(o.Path), o.Path); err != nil {
		return nil, err
	}
	return Open(o.Path)
}

func (p *plan) build(ctx context.Context, to sink, written int, o *Options) error {
	b, err := newBuilder(p, to, o.Jobs, o.Progress)
	if err != nil {
		return err
	}
	return b.build(ctx, written)
}

// header is that of the file of a table.
func (p *plan) header() tablefile.Header {
	return tablefile.Header{Content: content(p.Size), Records: len(p.slices)}
}

const (
	contentStart = "crossings "
	contentEnd   = ", packing 1"
)

func content(s Size) string { return contentStart + s.String() + contentEnd }
