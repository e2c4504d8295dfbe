package shortest

import (
	"context"
	"math/bits"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/cardset"
)

// bound finds what a simpler game costs, in which a position is its depths and how many loose cards are in cells, but
// not which. Every move of the real game is one of the simpler game and costs the same there, so that the bound is
// admissible and consistent (an abstraction in the sense of Culberson and Schaeffer, Pattern Databases, 1998).
//
// What is known of the cells in use, low to high, is exact: low when every card lies on a column that can, with the
// longest of the waiting kings' runs in the empty columns. A card is dug when none hangs on it, which takes low plus
// the length of its run, and it comes on its parent only when that lies on a column, which with all that it hangs
// on then are not in cells. Which of the cards that go to the foundations come from cells is left open, too.
type bound struct {
	deal   *deal
	steps  bool
	most   int // costs above this do not matter
	slots  []vector
	used   int
	work   uint64 // vectors computed and states expanded
	limits *solve.Limits
	ctx    context.Context
	limit  solve.Limit // what stopped it; it is of no use then
}

// lanes is how many numbers of cells in use are told apart: greater ones count as the last.
const lanes = 12

// never stands for a cost above most, or for no way at all.
const never = 255

// costs are what a position costs beyond the moves to the foundations, by the cells in use.
type costs [lanes]uint8

type vector struct {
	key  uint32 // the heights and one
	cost costs
}

const vectorBytes = 16

// slot returns where the costs under a key are, or will be.
func (b *bound) slot(key uint32) int {
	mask := uint32(len(b.slots) - 1)
	i := uint32(uint64(key)*0x9e3779b97f4a7c15>>32) & mask // Fibonacci hashing
	for b.slots[i].key != key && b.slots[i].key != 0 {
		i = (i + 1) & mask
	}
	return int(i)
}

const (
	minSlots  = 1 << 12
	pollEvery = 1 << 10
)

// reset empties b for a deal.
func (b *bound) reset(ctx context.Context, d *deal, l *solve.Limits, steps bool, most int) {
	slots := b.slots
	if l.Memory != 0 && int64(len(slots))*vectorBytes > l.Memory/2 {
		slots = nil
	}
	*b = bound{deal: d, steps: steps, most: most, limits: l, ctx: ctx}
	if slots == nil {
		slots = make([]vector, minSlots)
	} else {
		clear(slots)
	}
	b.slots = slots
}

// grow makes room, and reports whether the limits allow it.
func (b *bound) grow() bool {
	old := b.slots
	if b.limits.Memory != 0 && int64(len(old))*vectorBytes*3 > b.limits.Memory {
		b.limit = solve.Memory
		return false
	}
	b.slots = make([]vector, 2*len(old))
	for i := range old {
		if old[i].key != 0 {
			b.slots[b.slot(old[i].key)] = old[i]
		}
	}
	return true
}

// of returns the costs at s.
func (b *bound) of(s *depths) costs {
	if s.heads == 0 {
		return costs{}
	}
	if v := &b.slots[b.slot(s.heights+1)]; v.key != 0 {
		return v.cost
	}
	return b.find(s)
}

// at is of for what was looked up already.
func (b *bound) at(t *dug) costs {
	if t.slot < len(b.slots) && b.slots[t.slot].key == t.heights+1 {
		return b.slots[t.slot].cost
	}
	return b.of(&t.depths)
}

// find computes the costs at s and keeps them.
func (b *bound) find(s *depths) costs {
	lp := s.loose &^ s.founded
	if bits.OnesCount64(lp&^b.deal.moved|b.deal.must) > b.most {
		return nothing
	}
	if !b.spend() {
		return nothing
	}
	cost := b.compute(s, lp)
	if 4*b.used >= 3*len(b.slots) && !b.grow() {
		return cost
	}
	b.slots[b.slot(s.heights+1)] = vector{s.heights + 1, cost}
	b.used++
	return cost
}

// spend counts a vector or a state, and reports whether the limits allow it.
func (b *bound) spend() bool {
	switch {
	case b.limit != solve.NoLimit:
	case b.limits.Nodes != 0 && b.work >= b.limits.Nodes:
		b.limit = solve.Nodes
	case b.work%pollEvery == 0:
		b.limit = b.limits.Poll(b.ctx, b.work)
	}
	if b.limit != solve.NoLimit {
		return false
	}
	b.work++
	return true
}

var nothing = func() (c costs) {
	for u := range c {
		c[u] = never
	}
	return c
}()

// dug is what follows when a head has left its place.
type dug struct {
	depths
	all  uint64 // the loose cards before and after, the foundation moves not made
	slot int    // where the costs there are, or will be
}

func (b *bound) compute(s *depths, lp uint64) costs {
	// All are looked up before one is needed, so that the memory is waited for once.
	var after [patience.MaxColumns]dug
	i := 0
	for h := s.heads; h != 0; h &= h - 1 {
		z := bits.TrailingZeros64(h)
		t := &after[i]
		t.depths = *s
		t.all = lp | 1<<z | b.deal.lift(&t.depths, z)
		t.all |= b.deal.found(&t.depths)
		t.slot = b.slot(t.heights + 1)
		i++
	}
	v := nothing
	spare := b.deal.columns - bits.OnesCount64(s.heads)
	hung := cardset.Flood(lp, s.heads<<1&lp)
	loose := bits.OnesCount64(lp)
	low, high := loose-bits.OnesCount64(hung), min(loose, b.deal.cells)
	if waiting := lp & kings; waiting != 0 && spare > 0 {
		low -= longest(lp, waiting, spare)
		hung |= cardset.Flood(lp, waiting)
	}
	i = 0
	for h := s.heads; h != 0; h &= h - 1 {
		z := bits.TrailingZeros64(h)
		t := &after[i]
		i++
		bare := low + run(lp, z)
		from := bare
		if b.steps {
			from = low
		}
		if from > high {
			continue
		}
		upTo := -1 // the most cells in use when z goes on a column
		switch {
		case z%lane == 0:
			if spare > 0 {
				upTo = high
			}
		case (s.heads|hung)>>(z-1)&1 != 0:
			upTo = loose - chain(lp, z-1)
		}
		t.lower(&v, b.at(t), z, from, min(upTo, high), bare, min(high, b.deal.cells-1))
	}
	// To take a card from a column to a cell, or back, is a move.
	high = min(high, lanes-1)
	for u := high - 1; u >= low; u-- {
		v[u] = min(v[u], max(v[u+1], v[u+1]+1))
	}
	for u := low + 1; u <= high; u++ {
		v[u] = min(v[u], max(v[u-1], v[u-1]+1))
	}
	return v
}

// lower lowers v to what is possible when z leaves its place, w being the costs then: on a column with from to upTo cells
// in use before, to a cell with bare to most.
func (t *dug) lower(v *costs, w costs, z, from, upTo, bare, most int) {
	loose := bits.OnesCount64(t.all)
	gone := bits.OnesCount64(t.all & t.founded)
	own := int(t.founded >> z & 1)
	for u := from; u <= upTo; u++ {
		v.min(u, w.after(u, gone, loose, 0))
	}
	for u := bare; u <= most; u++ {
		v.min(u, w.after(u+1, gone, loose, own))
	}
}

func (c *costs) min(u int, cost uint8) {
	u = min(u, lanes-1)
	c[u] = min(c[u], cost)
}

// longest returns how many cards the longest runs hold that begin with one of kings, a run for each of the spare columns.
func longest(set, kings uint64, spare int) int {
	sum := 0
	for ; spare > 0 && kings != 0; spare-- {
		best, length := uint64(0), 0
		for k := kings; k != 0; k &= k - 1 {
			z := bits.TrailingZeros64(k)
			if n := 1 + run(set, z); n > length {
				best, length = k&-k, n
			}
		}
		sum += length
		kings &^= best
	}
	return sum
}

// after returns one more than the least cost when, of loose cards, u of which are in cells, gone go to the
// foundations, at least own of them from cells.
func (c *costs) after(u, gone, loose, own int) uint8 {
	best := uint8(never - 1)
	for n := max(own, gone-(loose-u)); n <= min(gone, u); n++ {
		best = min(best, c[min(u-n, lanes-1)])
	}
	return best + 1
}
