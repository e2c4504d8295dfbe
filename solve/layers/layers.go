// Package layers solves Entropy on small boards from the empty board, layer by layer: the positions with k chips on the
// board, from the full boards down.
//
// What is left of the bag follows from the board, so that a position is a mask of occupied cells and the colours of its
// chips. Of masks that are alike by turning and mirroring the least is kept, and colours of which the bag has equally many
// are named in the order in which they appear. The values of a layer are an array by the number of the mask and the rank of
// the colours, and no position is stored. Those of draws follow from those of Order's turns in the layer above, and
// Order's from those of draws in the same layer: a table keeps the draws alone, and looks ahead from the other turns.
//
// Values are whole: the expected score times the number of ways to draw the chips to come.
package layers

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"foregone/positions/entropy"
)

// MaxSize is the size of the largest board: 4x4.
const MaxSize = 4

// Start says which rounds a table is of: those that begin on an empty board of N x N cells with this bag.
type Start struct {
	N   int
	Bag entropy.Bag
}

// String returns the start position in one-line notation.
func (s Start) String() string {
	p := s.position()
	return p.String()
}

func (s Start) position() entropy.Position { return entropy.Position{N: uint8(s.N), Bag: s.Bag} }

// Valid returns an error when there are no such tables.
func (s Start) Valid() error {
	if s.N < entropy.MinSize || s.N > MaxSize {
		return fmt.Errorf("found a board of %dx%d, expected %dx%[3]d to %dx%[4]d", s.N, s.N, entropy.MinSize, MaxSize)
	}
	p := s.position()
	return p.Validate()
}

// Estimate is what a table takes.
type Estimate struct {
	Positions uint64 // turns of a draw, one for each form of the board
	Widest    uint64 // those of the largest layer
	Memory    int64  // bytes to build it with a file; without one as many as the file's come on top
	File      int64  // bytes
}

// Estimate returns what the table of a start takes, without building it.
func (s Start) Estimate() (Estimate, error) {
	p, err := newPlan(s)
	if err != nil {
		return Estimate{}, err
	}
	var e Estimate
	for k := range p.cells + 1 {
		n := uint64(len(p.masks[k])) * uint64(p.ranks[k].size)
		bytes := int64(n) * int64(p.width(k, p.mostPoints()))
		e.Positions += n
		e.Widest = max(e.Widest, n)
		e.File += bytes
		e.Memory = max(e.Memory, 4*bytes+int64(p.ranks[k].size)*(12+8*int64(p.colours.number)))
	}
	return e, nil
}

// Options say how a table is built. Zero fields: one job a processor, in memory.
type Options struct {
	Jobs     int
	Path     string             // the file of the table; a build that was stopped, or killed, is resumed where it was
	Anew     func(reason error) // is told why what an earlier build has left is not gone on with; may be nil
	Progress *atomic.Uint64     // where the positions done are counted, of Estimate.Positions; nil when nobody watches
}

// Build computes the table of a start. The context's error is returned within about a second of its end.
func Build(ctx context.Context, s Start, o Options) (*Table, error) {
	p, err := newPlan(s)
	if err != nil {
		return nil, err
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Anew == nil {
		o.Anew = func(error) {}
	}
	if o.Progress == nil {
		o.Progress = new(atomic.Uint64)
	}
	b := &builder{plan: p, ctx: ctx, jobs: o.Jobs, done: o.Progress}
	b.setScores()
	if o.Path != "" {
		return b.onDisk(o.Path, o.Anew)
	}
	m := &memory{layers: make([]layer, p.cells+1)}
	if err := b.run(p.cells, b.full, m.keep); err != nil {
		return nil, err
	}
	return &Table{plan: p, source: m}, nil
}
