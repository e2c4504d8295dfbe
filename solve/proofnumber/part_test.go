package proofnumber

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"foregone/solve"
)

// Two solvers that search a position in parts, with thresholds and bounds of all sizes, and tell each other what they find
// come to its verdict, and all that they tell is true.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	told, proven := 0, 0
	for range 300 {
		g := newGraph(rng, 20+rng.IntN(150))
		solvers := [2]*Searcher[key]{NewSearcher(g, 1<<16), NewSearcher(g, 1<<16)}
		root := key{}
		if _, v := g.Expand(root, 0, nil); v != solve.Unknown {
			continue
		}
		for turn := 0; ; turn++ {
			s, other := solvers[turn%2], solvers[1-turn%2]
			part := Part{Infinite, Infinite, uint32(1 + rng.IntN(4))}
			if rng.IntN(2) == 0 {
				part.Proof, part.Disproof = uint32(1+rng.IntN(50)), uint32(1+rng.IntN(50))
			}
			limits := solve.Limits{Nodes: uint64(1 + turn/10 + rng.IntN(20))}
			n, r := s.Search(t.Context(), root, part, limits)
			if r.Nodes > limits.Nodes || r.Verdict != verdict(n.Proof, n.Disproof) {
				t.Fatalf("found %+v, %+v within %+v", n, r, limits)
			}
			if r.Limit == solve.NoLimit && n.Proof < part.Proof && n.Disproof < part.Disproof {
				t.Fatalf("stopped at %+v before %+v", n, part)
			}
			for _, f := range s.Found() {
				told++
				if v := verdict(f.Proof, f.Disproof); v != solve.Unknown {
					proven++
					if v != g.within(int(f.Key[0]), 0) {
						t.Fatalf("position %d: found %v", f.Key[0], v)
					}
				}
				if f.Work < part.Notable {
					t.Fatalf("found %+v with %+v", f, part)
				}
				var read Numbers[key]
				if rest, ok := read.Read(f.Append(nil)); !ok || len(rest) > 0 || read != f {
					t.Fatalf("wrote %+v, read %+v", f, read)
				}
				other.Learn(read, rng.IntN(2) == 0)
			}
			if r.Verdict != solve.Unknown {
				if r.Verdict != g.within(0, 0) {
					t.Fatalf("found %v", r.Verdict)
				}
				break
			}
			if turn > 100_000 {
				t.Fatal("no end")
			}
		}
	}
	if told < 1000 || proven < 300 {
		t.Errorf("only %d told, %d proven", told, proven)
	}
}

// A search that is stopped keeps the numbers that it has come to: it does not begin anew.
func TestPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	whole, parts := uint64(0), uint64(0)
	for range 50 {
		g := newGraph(rng, 400)
		s := New(g)
		s.Reset(1 << 20)
		whole += s.Prove(t.Context(), key{}, 0, solve.Limits{}).Nodes
		parted := NewSearcher(g, 1<<20)
		for {
			_, r := parted.Search(t.Context(), key{}, Part{Infinite, Infinite, 0}, solve.Limits{Nodes: 40})
			if parts += r.Nodes; r.Verdict != solve.Unknown {
				break
			}
		}
	}
	if parts > 3*whole {
		t.Errorf("%d nodes in parts, %d without", parts, whole)
	}
}

// What is known is not searched, and nothing is with a context that has ended.
func TestPartsAtOnce(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(7, 7)), 300)
	s := NewSearcher(g, 1<<16)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, r := s.Search(ctx, key{}, Part{Infinite, Infinite, 1}, solve.Limits{}); r.Limit != solve.Interrupted || r.Nodes != 0 || n.Proof != 1 || n.Disproof != 1 {
		t.Errorf("found %+v, %+v", n, r)
	}
	want := g.within(0, 0)
	n := Numbers[key]{Work: 7}
	n.Proof, n.Disproof = numbers(want)
	s.Learn(n, false)
	s.Learn(Numbers[key]{Proof: 5, Disproof: 5, Work: 100}, true)
	if found, r := s.Search(t.Context(), key{}, Part{Infinite, Infinite, 1}, solve.Limits{}); r.Verdict != want || r.Nodes != 0 || found != n {
		t.Errorf("found %+v, %+v, expected %+v", found, r, n)
	}
}

// Probe is asked for the position itself.
func TestPartsProbe(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(8, 8)), 300)
	s := NewSearcher(g, 1<<16)
	s.Ask(func(k key) solve.Verdict { return g.within(int(k[0]), 0) })
	for range 2 {
		n, r := s.Search(t.Context(), key{}, Part{Infinite, Infinite, 1}, solve.Limits{})
		if r.Verdict != g.within(0, 0) || r.Nodes != 0 || n.Work != 1 {
			t.Errorf("found %+v, %+v", n, r)
		}
		s.Ask(nil)
	}
}

func TestReadRefusesOthers(t *testing.T) {
	n := Numbers[key]{key{1 << 60, 3}, 70_000, 5, 1 << 31}
	text := n.Append(nil)
	for i := range text {
		if rest, ok := new(Numbers[key]).Read(text[:i]); ok {
			t.Errorf("read %d of %d bytes, %d are left", i, len(text), len(rest))
		}
	}
	n = Numbers[key]{Proof: 3, Disproof: Infinite, Work: 1}
	if _, ok := new(Numbers[key]).Read(n.Append(nil)); ok {
		t.Errorf("%+v was read", n)
	}
}

// Searchers with one table come to the verdict at the same time, and what they find is true for one with another table.
func TestJoin(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	proven := 0
	for range 450 {
		g := newGraph(rng, 20+rng.IntN(300))
		if _, v := g.Expand(key{}, 0, nil); v != solve.Unknown {
			continue
		}
		want := g.within(0, 0)
		first := NewSearcher(g, 1<<12<<rng.IntN(8))
		first.Ask(func(k key) solve.Verdict { return solve.Unknown })
		told := make([][]Numbers[key], 3)
		var wait sync.WaitGroup
		for i := range told {
			s, seed := first.Join(), rng.Uint64()
			wait.Go(func() {
				rng := rand.New(rand.NewPCG(seed, 1))
				for turn := 0; turn < 100_000; turn++ {
					limits := solve.Limits{Nodes: uint64(1 + turn/10 + rng.IntN(20))}
					_, r := s.Search(t.Context(), key{}, Part{Infinite, Infinite, 1}, limits)
					told[i] = append(told[i], s.Found()...)
					if r.Nodes > limits.Nodes {
						t.Errorf("%d nodes, at most %d were to be", r.Nodes, limits.Nodes)
					}
					if r.Verdict != solve.Unknown {
						if r.Verdict != want {
							t.Errorf("found %v, expected %v", r.Verdict, want)
						}
						return
					}
				}
				t.Error("no end")
			})
		}
		wait.Wait()
		other := NewSearcher(g, 1<<20)
		for _, all := range told {
			var text []byte
			for _, n := range all {
				if v := verdict(n.Proof, n.Disproof); v != solve.Unknown {
					proven++
					if v != g.within(int(n.Key[0]), 0) {
						t.Fatalf("position %d: found %v", n.Key[0], v)
					}
				}
				text = n.Append(text)
			}
			if !other.Hear(text) || len(text) > 0 && other.Hear(text[:len(text)-1]) {
				t.Fatal("what was told is refused, or a part of it is not")
			}
		}
		for _, all := range told {
			for _, n := range all {
				if v := verdict(n.Proof, n.Disproof); v != solve.Unknown && other.Numbers(n.Key).Proof != n.Proof {
					t.Fatalf("told %+v, learned %+v", n, other.Numbers(n.Key))
				}
			}
		}
	}
	if proven < 1000 {
		t.Errorf("only %d proven", proven)
	}
}
