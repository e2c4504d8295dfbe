package quiet

import (
	"context"
	"math/rand/v2"
	"sync"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// sampler hands a selection of entries out while they are computed.
type sampler struct {
	*plan
	all  int
	call func(*breakthrough.Position, solve.Verdict)
	mu   sync.Mutex
	seen map[breakthrough.Position]struct{}
}

// defaultSamples is how many entries are handed out unless Options say otherwise.
const defaultSamples = 1000

// newSampler returns nil when nobody wants samples.
func (o *Options) newSampler(p *plan) *sampler {
	if o.Sample == nil {
		return nil
	}
	s := &sampler{plan: p, all: o.Samples, call: o.Sample, seen: map[breakthrough.Position]struct{}{}}
	if s.all <= 0 {
		s.all = defaultSamples
	}
	return s
}

// of returns how many entries of a slice are handed out: every layer has as many, three quarters of all samples together,
// spread over its slices.
func (s *sampler) of(number int) int {
	layer := 0
	for s.layers[layer+1] <= number {
		layer++
	}
	i, n := number-s.layers[layer], s.layers[layer+1]-s.layers[layer]
	quota := (s.all - s.all/4) / (len(s.layers) - 1)
	return quota*(i+1)/n - quota*i/n
}

// give hands an entry out, unless it was before.
func (s *sampler) give(p *breakthrough.Position, win bool) {
	v := solve.Loss
	if win {
		v = solve.Win
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.seen[*p]; !ok {
		s.seen[*p] = struct{}{}
		s.call(p, v)
	}
}

// entry is a random entry of a slice, at is where its word is; false when none was found that a game allows.
func (k *kernel[T]) entry(r *rand.Rand, g goals) (e place, at int, ok bool) {
	for range 100 {
		e = place{goals: g, toMove: breakthrough.Side(r.IntN(2))}
		lay, free := k.layW, k.mid
		if e.toMove == breakthrough.Black {
			lay, free = k.layB, k.mid&^k.unsafeB
		}
		e.set = r.Uint32() & (k.mid | k.full<<k.top) &^ lay.absent
		free &^= e.set
		e.middle, e.second = r.Uint32()&free, r.Uint32()&k.full
		black := count(e.middle) + count(e.second) + count(g.black)
		if !lay.stored(e.set) || e.set|g.white == 0 || black == 0 || black > 2*k.W {
			continue
		}
		order := e.middle
		if e.toMove == breakthrough.White {
			order, free = k.ordered(e.middle), k.ordered(free)
		}
		return e, lay.row(e.set) + int(e.second>>k.cols)<<count(free) + rank(order, free), true
	}
	return e, 0, false
}

// sample hands entries of the slice out that was computed. Some are looked at for each, because most positions are far
// from even: one is taken whose word has both wins and losses, if there is one.
func (w *worker[T]) sample(number int) {
	if w.sampler == nil {
		return
	}
	r := rand.New(rand.NewPCG(uint64(number), uint64(len(w.slices))))
	k := w.kernel
	for range w.sampler.of(number) {
		for try := range 16 {
			e, at, ok := k.entry(r, w.slices[number])
			if !ok {
				break
			}
			word := k.w
			if e.toMove == breakthrough.Black {
				word = k.b
			}
			x := word[at]
			if try == 15 || x != 0 && x != k.all {
				p := w.position(e)
				w.sampler.give(&p, x>>(e.second&(1<<k.cols-1))&1 != 0)
				break
			}
		}
	}
}

// position is the inverse of place.
func (b *board) position(e place) breakthrough.Position {
	p := breakthrough.Position{W: uint8(b.W), H: uint8(b.H), ToMove: e.toMove}
	put := func(side breakthrough.Side, row int, columns uint32) {
		for x := range b.W {
			if columns>>x&1 != 0 {
				p.Pieces[side].Add(breakthrough.Square(row*b.W + x))
			}
		}
	}
	put(breakthrough.White, 0, e.white)
	put(breakthrough.Black, b.H-1, e.black)
	put(breakthrough.Black, b.H-2, e.second)
	for y := 1; y <= b.H-3; y++ {
		shift := (b.H - 3 - y) * b.W
		put(breakthrough.White, y, e.set>>shift)
		put(breakthrough.Black, y, e.middle>>shift)
	}
	return p
}

// sampleGames hands positions out that come up soon after the start, in games of random moves that leave the goal rows
// alone.
func (t *Table) sampleGames(ctx context.Context, s *sampler) error {
	r := rand.New(rand.NewPCG(uint64(t.plan.W), uint64(t.plan.H)))
	for tries := 0; len(s.seen) < s.all && tries < 2*s.all; tries++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := breakthrough.Start(t.plan.W, t.plan.H, 2)
		if err != nil {
			return err
		}
		for range 2 + r.IntN(3*t.plan.W) {
			next, ok := t.randomMove(r, p)
			if !ok {
				break
			}
			p = next
		}
		v, err := t.Probe(&p)
		if err != nil {
			return err
		}
		s.give(&p, v == solve.Win)
	}
	return nil
}

// randomMove plays a move from another than the goal row to a quiet position; false when it finds none.
func (t *Table) randomMove(r *rand.Rand, p breakthrough.Position) (breakthrough.Position, bool) {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	goal := p.FarRow(p.ToMove.Other())
	for _, m := range moves {
		next := p
		if goal.Has(m.From) || next.Play(m) != nil || next.Over() {
			continue
		}
		ahead := next.Pieces[breakthrough.White].And(p.Row(t.plan.H - 2)).Or(next.Pieces[breakthrough.Black].And(p.Row(1)))
		if ahead.IsEmpty() {
			return next, true
		}
	}
	return p, false
}
