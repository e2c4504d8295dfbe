package layers

import (
	"context"
	"sync"
	"sync/atomic"

	"foregone/positions/entropy"
)

// layer holds the values of k chips; one of the slices is set.
type layer struct {
	narrow []uint16
	middle []uint32
	wide   []uint64
}

// builder computes layer after layer.
type builder struct {
	*plan
	ctx  context.Context
	jobs int
	done *atomic.Uint64
	full layer  // the scores of the full boards
	most uint64 // of these
}

// setScores computes the scores of the full boards, which bound all values.
func (b *builder) setScores() {
	r := b.ranks[b.cells]
	r.list(&b.colours)
	b.full.narrow = make([]uint16, r.size)
	at := entropy.Position{N: uint8(b.N)}
	lines := make([]uint16, 1<<(3*b.N)) // points of a row by its chips
	for line := range lines {
		for i := range b.N {
			at.Cells[i] = entropy.Colour(min(line>>(3*i)&7+1, entropy.MaxColours))
		}
		lines[line] = uint16(at.RowPoints(0))
	}
	for i, chips := range r.patterns {
		score := uint16(0)
		for a := range b.N {
			row, column := 0, 0
			for c := range b.N {
				row |= int(chips>>(3*(a*b.N+c))&7) << (3 * c)
				column |= int(chips>>(3*(c*b.N+a))&7) << (3 * c)
			}
			score += lines[row] + lines[column]
		}
		b.full.narrow[i] = score
		b.most = max(b.most, uint64(score))
	}
}

// run computes the draws of all layers below k, whose own are given, and hands all of them to keep.
func (b *builder) run(k int, draws layer, keep func(k int, draws layer) error) error {
	b.ranks[k].list(&b.colours)
	for {
		if err := keep(k, draws); err != nil {
			return err
		}
		b.done.Add(uint64(len(b.masks[k])) * uint64(b.ranks[k].size))
		if k == 0 {
			return nil
		}
		orders, err := b.orders(k, draws)
		if err != nil {
			return err
		}
		b.ranks[k].unlist()
		k--
		b.ranks[k].list(&b.colours)
		if draws, err = b.draws(k, orders); err != nil {
			return err
		}
	}
}

// draws computes the values of the draws of a layer from those of Order's turns in the one above. Values grow wider from
// layer to layer.
func (b *builder) draws(k int, orders layer) (layer, error) {
	n := len(b.masks[k]) * b.ranks[k].size
	switch width := b.width(k, b.most); {
	case width == 2:
		out := make([]uint16, n)
		return layer{narrow: out}, draws(b, k, out, orders.narrow)
	case width == 4 && orders.narrow != nil:
		out := make([]uint32, n)
		return layer{middle: out}, draws(b, k, out, orders.narrow)
	case width == 4:
		out := make([]uint32, n)
		return layer{middle: out}, draws(b, k, out, orders.middle)
	case orders.narrow != nil:
		out := make([]uint64, n)
		return layer{wide: out}, draws(b, k, out, orders.narrow)
	case orders.middle != nil:
		out := make([]uint64, n)
		return layer{wide: out}, draws(b, k, out, orders.middle)
	}
	out := make([]uint64, n)
	return layer{wide: out}, draws(b, k, out, orders.wide)
}

// orders computes the values of Order's turns in a layer. On a full board there is nothing to slide.
func (b *builder) orders(k int, from layer) (layer, error) {
	switch {
	case k == b.cells:
		return from, nil
	case from.narrow != nil:
		out := make([]uint16, len(from.narrow))
		return layer{narrow: out}, orders(b, k, out, from.narrow)
	case from.middle != nil:
		out := make([]uint32, len(from.middle))
		return layer{middle: out}, orders(b, k, out, from.middle)
	}
	out := make([]uint64, len(from.wide))
	return layer{wide: out}, orders(b, k, out, from.wide)
}

func draws[S, T number](b *builder, k int, out []T, orders []S) error {
	weights, size := b.colours.weights(), b.ranks[k].size
	return b.each(k, func() func(i int, m mask) {
		w := worker[S, T]{plan: b.plan, ranks: b.ranks[k], beyond: b.plan.ranks[k+1], weights: weights, least: make([]S, size*b.colours.number)}
		return func(i int, m mask) { w.draw(m, out[i*size:(i+1)*size], orders) }
	})
}

func orders[T number](b *builder, k int, out, draws []T) error {
	size := b.ranks[k].size
	return b.each(k, func() func(i int, m mask) {
		w := worker[T, T]{plan: b.plan, ranks: b.ranks[k]}
		return func(i int, m mask) { w.order(m, out[i*size:(i+1)*size], draws) }
	})
}

// each calls the functions that begin returns, one a job, for all masks of a layer.
func (b *builder) each(k int, begin func() func(i int, m mask)) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(b.jobs, len(b.masks[k])) {
		wait.Go(func() {
			do := begin()
			for b.ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(b.masks[k]) {
					return
				}
				do(i, b.masks[k][i])
			}
		})
	}
	wait.Wait()
	return b.ctx.Err()
}
