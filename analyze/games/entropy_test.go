package games

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
)

// played returns the position after so many random moves of a round.
func played(t *testing.T, rng *rand.Rand, deal string, moves int) Position {
	t.Helper()
	deals, err := entropyDeals(entropy.Name, "", deal)
	if err != nil {
		t.Fatal(err)
	}
	s, err := deals.At(0)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Final
	for range moves {
		next := p.Reachable()
		p = next[rng.IntN(len(next))]
	}
	return p
}

// turned returns a position that differs by a symmetry, and the symmetry.
func turned(p Position, rng *rand.Rand) (Position, func(move string) string) {
	a := p.(*entropyPosition).p
	n := int(a.N)
	names := []entropy.Colour{0}
	for _, i := range rng.Perm(entropy.MaxColours) {
		names = append(names, entropy.Colour(i+1))
	}
	swap, flip := rng.IntN(2) == 1, rng.IntN(2) == 1
	at := func(sq entropy.Square) entropy.Square {
		row, column := int(sq)/n, int(sq)%n
		if swap {
			row, column = column, row
		}
		if flip {
			row = n - 1 - row
		}
		return entropy.Square(row*n + column)
	}
	b := entropy.Position{N: a.N, Acts: a.Acts, Chip: names[a.Chip]}
	for i, c := range a.Board() {
		b.Cells[at(entropy.Square(i))] = names[c]
	}
	for c, count := range a.Bag {
		b.Bag[names[c]] = count
	}
	return &entropyPosition{b}, func(move string) string {
		m, err := a.ParseWritten(move)
		if err != nil {
			panic(err)
		}
		m.Chip = names[m.Chip]
		if !m.IsPass() {
			m.From, m.To = at(m.From), at(m.To)
			if m.Acts == entropy.Chaos {
				m.From = 0
			}
		}
		return b.MoveString(m)
	}
}

// What the cache holds of a position answers all that differ from it by a symmetry, with the moves as they are there.
func TestEntropyCacheKnowsSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	plain := newEntropyEngine(Resources{})
	cached := NewCached(newEntropyEngine(Resources{}), open(t))
	hits := 0
	for range 60 {
		p := played(t, rng, "3x3", 7+rng.IntN(6))
		q, renamed := turned(p, rng)
		if p.Canonical() != q.Canonical() {
			t.Fatalf("%v and %v have other canonical forms", p, q)
		}
		want := answer(t, plain, p, Want{AllBest: true, Line: true})
		answer(t, cached, p, Want{AllBest: true, Line: true})
		got := answer(t, cached, q, Want{AllBest: true, Line: true})
		var best []string
		for _, m := range want.Best {
			best = append(best, renamed(m))
		}
		slices.Sort(best)
		found := slices.Sorted(slices.Values(got.Best))
		if got.Verdict != solve.Value || got.Low != want.Low || got.High != want.Low || !slices.Equal(found, best) {
			t.Fatalf("%v: %v %v, want %v %v", q, got.Low, found, want.Low, best)
		}
		if got.Cache == CacheHit {
			hits++
		}
	}
	if hits < 15 {
		t.Errorf("only %d hits", hits)
	}
}

// One move is enough where not all are asked for, and it is kept as well.
func TestEntropyCacheKeepsAMove(t *testing.T) {
	p, err := entropyFamily.Parse("entropy 3/B2/B1A order bag=A2B1C3")
	if err != nil {
		t.Fatal(err)
	}
	cached := NewCached(newEntropyEngine(Resources{}), open(t))
	first := answer(t, cached, p, Want{Line: true})
	again := answer(t, cached, p, Want{Line: true})
	if first.Cache != CacheMiss || again.Cache != CacheHit || !slices.Equal(first.Best, []string{"a2-a3"}) || !slices.Equal(again.Best, first.Best) {
		t.Errorf("%+v, again %+v", first, again)
	}
	if want := (Fraction{73, 5}); first.Low != want || again.Low != want {
		t.Errorf("%v, again %v, want %v", first.Low, again.Low, want)
	}
	if all := answer(t, cached, p, Want{AllBest: true}); all.Cache != CacheMiss {
		t.Errorf("one move was taken for all of them: %+v", all)
	}
}

// A table answers as the search does, whatever the colours are called.
func TestEntropyTableAgreesWithSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	for deal, least := range map[string]int{"3x3": 12, "3x3 bag=A2B3C4": 12, "2x2": 0, "2x2 bag=B3E2": 0} {
		plan, err := planEntropyTable(entropy.Name, "", deal)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		table, err := plan.Build(t.Context(), TableOptions{Jobs: 1, Path: dir + "/" + TableFile(plan.Name())})
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
		tables := NewTables(dir, func(m string) { t.Error(m) })
		looks, searches := newEntropyEngine(Resources{Tables: tables}), newEntropyEngine(Resources{})
		for range 40 {
			p := played(t, rng, deal, least+rng.IntN(10))
			q, _ := turned(p, rng)
			for _, p := range []Position{p, q} {
				got, want := answer(t, looks, p, Want{AllBest: true}), answer(t, searches, p, Want{AllBest: true})
				if got.Nodes > 0 || got.Low != want.Low || !slices.Equal(got.Best, want.Best) {
					t.Fatalf("%v: %v %v (%d nodes), want %v %v", p, got.Low, got.Best, got.Nodes, want.Low, want.Best)
				}
			}
		}
		tables.Find(plan.Name()).Close()
	}
}

// A limit gives bounds that hold, and an estimate if there is time for one.
func TestEntropyLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	e := newEntropyEngine(Resources{})
	unknown, estimates := 0, 0
	for range 200 {
		p := played(t, rng, "3x3", 6+rng.IntN(8))
		want := answer(t, e, p, Want{})
		n := 1 + rng.Uint64N([]uint64{4, 40, 3*want.Nodes + 1}[rng.IntN(3)])
		a, err := e.Solve(context.Background(), p, solve.Limits{Nodes: n}, Want{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		exact := a.Verdict == solve.Value && a.Mean == nil
		switch {
		case a.Verdict == solve.Unknown:
			unknown++
		case !exact:
			estimates++
			beyond := a.Low.Den > 0 && (a.Mean.Value < a.Low.Float() || a.Mean.Value > a.High.Float())
			if a.Mean.Low > a.Mean.Value || a.Mean.High < a.Mean.Value || a.Mean.Games < 1 || beyond {
				t.Errorf("%v: found %+v", p, a.Mean)
			}
		}
		if a.Low.Float() > want.Low.Float() || a.High.Float() < want.Low.Float() || exact != (a.Limit == solve.NoLimit) || a.Nodes > n {
			t.Errorf("%v: %v to %v, %v, %v, %d nodes of %d, but it is %v", p, a.Low, a.High, a.Verdict, a.Limit, a.Nodes, n, want.Low)
		}
	}
	if unknown < 5 || estimates < 20 {
		t.Errorf("only %d searches were stopped without an estimate, %d with one", unknown, estimates)
	}
}

// Moves go to the canonical form and back.
func TestEntropyCanonicalMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for range 300 {
		p := played(t, rng, "4x4", rng.IntN(40))
		canonical, err := Parse(p.Canonical())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.Successors() {
			there, err := p.ToCanonical([]string{s.Move})
			if err != nil {
				t.Fatal(err)
			}
			after, err := canonical.Play(there[0])
			if err != nil {
				t.Fatalf("%v: %s is %s: %v", p, s.Move, there[0], err)
			}
			if back, err := p.FromCanonical(there); err != nil || back[0] != s.Move || after.Canonical() != s.Position.Canonical() {
				t.Fatalf("%v: %s came back as %s, %v", p, s.Move, back, err)
			}
		}
	}
}
