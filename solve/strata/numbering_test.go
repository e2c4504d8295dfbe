package strata

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestPositionsAreNumberedWithoutGaps(t *testing.T) {
	for _, size := range []Size{{2, 3, 1, 0}, {3, 3, 1, 0}, {4, 3, 1, 0}, {2, 5, 2, 0}, {3, 4, 2, 0}, {2, 6, 1, 0}} {
		p, err := newPlan(size)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		for _, s := range p.slices {
			var up, random cursor
			up.start(p.numbering, s)
			random.start(p.numbering, s)
			for i := range s.len {
				at, isEven := up.seek(i)
				random.seek(r.Uint64N(s.len))
				if again, _ := random.seek(i); again != at {
					t.Fatalf("%v %v: number %d is %v after one less, else %v", size, s.key, i, at, again)
				}
				if p.keyOf(at) != s.key || at.own&at.other != 0 || bits.Len64(at.own|at.other) > size.W*size.H {
					t.Fatalf("%v %v: number %d is %v", size, s.key, i, at)
				}
				image := place{p.mirror(at.own), p.mirror(at.other)}
				if isEven != (image == at) {
					t.Fatalf("%v %v: %v and its mirror image %v", size, s.key, at, image)
				}
				for _, q := range []place{at, image} {
					q = p.flipped(q)
					if got := p.index(s, q.own, q.other); got != i {
						t.Fatalf("%v %v: number %d is %v, whose number is %d", size, s.key, i, q, got)
					}
				}
			}
		}
	}
}

// TestBeforeUndoesMoves compares moves that stay in a group, counted forwards, with those taken back.
func TestBeforeUndoesMoves(t *testing.T) {
	for _, size := range []Size{{2, 4, 2, 0}, {3, 3, 1, 0}, {4, 3, 1, 0}, {2, 4, 2, 1}, {3, 3, 1, 1}, {2, 5, 1, 1}} {
		p, err := newPlan(size)
		if err != nil {
			t.Fatal(err)
		}
		u := unmover{numbering: p.numbering, exact: size.Steps != 0}
		edges := 0
		for _, s := range p.slices {
			if s.key.pending() {
				continue
			}
			to := p.byKey[s.key.after(false, false)]
			if to == nil {
				continue
			}
			back := map[[2]uint64]int{}
			var c cursor
			c.start(p.numbering, s)
			for i := range s.len {
				at, isEven := c.seek(i)
				if q := p.position(at); q.Over() {
					continue
				}
				for _, j := range u.before(at, isEven, to, 0, nil) {
					back[[2]uint64{i, j}]++
				}
			}
			c.start(p.numbering, to)
			for j := range to.len {
				at, _ := c.seek(j)
				q := p.position(at)
				for _, m := range q.Moves(nil) {
					next := q
					next.Make(m)
					after, _ := p.place(&next)
					if p.keyOf(after) != s.key {
						continue
					}
					after = p.flipped(after)
					back[[2]uint64{p.index(s, after.own, after.other), j}]--
					edges++
				}
			}
			for edge, n := range back {
				if n != 0 {
					t.Fatalf("%v %v: %d moves too many from %d to %d", size, s.key, n, edge[1], edge[0])
				}
			}
		}
		t.Logf("%v: %d moves", size, edges)
	}
}
