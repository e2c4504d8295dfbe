package strata

import (
	"bytes"
	"context"
	"sync/atomic"
)

// builder solves the groups of a plan, one after the other.
type builder struct {
	*plan
	crew
	to     sink
	done   *atomic.Uint64
	g      group
	lanes  []uint64 // for the largest group
	values []byte   // for the slices that the moves of one lead to, then for packed blocks
	used   atomic.Int64
	parts  [][]byte // packed blocks
}

func newBuilder(p *plan, to sink, jobs int, done *atomic.Uint64) (*builder, error) {
	need := p.need()
	b := &builder{plan: p, to: to, done: done, lanes: make([]uint64, need.words), values: make([]byte, need.values)}
	for range jobs {
		w, err := newWorker(p, &b.g, done)
		if err != nil {
			return nil, err
		}
		b.workers = append(b.workers, w)
	}
	return b, nil
}

// build solves the groups of which not all slices, numbered from 0, are written yet.
func (b *builder) build(ctx context.Context, written int) error {
	for _, slices := range b.groups {
		if last := slices[len(slices)-1]; last.number < written {
			b.done.Add(2 * total(slices))
			continue
		}
		if err := b.solve(ctx, slices); err != nil {
			return err
		}
		for i, s := range slices {
			if s.number >= written {
				if err := b.write(ctx, s, b.g.bases[i]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func total(slices []*slice) (n uint64) {
	for _, s := range slices {
		n += s.len
	}
	return n
}

// solve values the slices of a group.
func (b *builder) solve(ctx context.Context, slices []*slice) error {
	b.g.set(slices, b.lanes, len(b.workers))
	start := b.done.Load()
	for _, w := range b.workers {
		w.high = Draw
	}
	for i, s := range slices {
		if err := b.expand(ctx, s, b.g.bases[i]); err != nil {
			return err
		}
	}
	if !slices[0].key.pending() {
		if err := b.levels(ctx); err != nil {
			return err
		}
	}
	b.done.Store(start + 2*total(slices))
	return nil
}

// expand looks at the moves of all positions of a slice.
func (b *builder) expand(ctx context.Context, s *slice, base uint64) error {
	arena := b.values
	var loaded [3]finished
	takes, crosses := b.leads(s.key)
	for i, to := range []*slice{crosses[0], crosses[1], takes} {
		if to == nil {
			continue
		}
		loaded[i].slice = to
		var err error
		if loaded[i].values, arena, err = b.load(ctx, b.to, to, arena); err != nil {
			return err
		}
	}
	for _, w := range b.workers {
		x := &w.expander
		x.crosses, x.takes, x.pending = [2]finished{loaded[0], loaded[1]}, loaded[2], s.key.pending()
	}
	return b.each(ctx, s.chunks(), func(w *worker, chunk int) error { return w.expand(s, base, chunk) })
}

// levels goes through the values from the lowest on: what is due is told to the positions before.
func (b *builder) levels(ctx context.Context) error {
	slices, bases := b.g.slices, b.g.bases
	for v := lost + 1; v <= b.high(); v++ {
		if v > MaxDistance+1 {
			return ErrDistance
		}
		for i, s := range slices {
			other := len(slices) - 1 - i
			to, toBase, base := slices[other], bases[other], bases[i]
			err := b.each(ctx, s.chunks(), func(w *worker, chunk int) error {
				return w.level(v, s, base, to, toBase, chunk)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// high returns the highest value in a lane.
func (b *builder) high() (v Value) {
	for _, w := range b.workers {
		v = max(v, w.high)
	}
	return v
}

// write packs a slice and appends it to what is finished.
func (b *builder) write(ctx context.Context, s *slice, base uint64) error {
	n := s.blocks()
	for len(b.parts) <= n {
		b.parts = append(b.parts, nil)
	}
	parts := b.parts[:n+1]
	for _, w := range b.workers {
		w.counts = counts{}
	}
	b.used.Store(0)
	err := b.each(ctx, n, func(w *worker, block int) error {
		parts[block] = b.keep(w.pack(s, base, block))
		return nil
	})
	if err != nil {
		return err
	}
	c := b.summary(s, base)
	parts[n] = c.encode(nil)
	ends := make([]int, len(parts))
	end := 0
	for i, part := range parts {
		end += len(part)
		ends[i] = end
	}
	_, err = b.to.Append(parts, ends)
	return err
}

// keep copies a packed block to where there is room.
func (b *builder) keep(packed []byte) []byte {
	n := int64(len(packed))
	end := b.used.Add(n)
	if end > int64(len(b.values)) {
		return bytes.Clone(packed)
	}
	return append(b.values[end-n:end-n:end], packed...)
}
