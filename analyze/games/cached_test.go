package games

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/store"
)

func open(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.TempDir(), store.Options{Report: func(m string) { t.Error(m) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func dealt(t testing.TB, game, rules, text string) []Position {
	t.Helper()
	deals, err := patienceDeals(game, rules, text)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]Position, deals.Count())
	for i := range all {
		s, err := deals.At(uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		all[i] = s.Final
	}
	return all
}

// shuffled returns the same position with its columns and cells in another order.
func shuffled(p Position, r *rand.Rand) Position {
	next := &patiencePosition{p.(*patiencePosition).p}
	columns, cells := next.p.Columns[:next.p.NumColumns()], next.p.Cells[:next.p.NumCells()]
	r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return next
}

func wins(t *testing.T, p Position, line []string) {
	t.Helper()
	for _, m := range line {
		var err error
		if p, err = p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if !p.Won() {
		t.Error("the line does not win")
	}
}

// hard are games with enough deals that take more than keepNodes.
var hard = []struct{ game, rules, deals string }{
	{"eightoff", "", "ms 1..3000"},
	{"freecell", "", "ms 1..400"},
	{"freecell", "ncells=3", "ms 1..60"},
	{"bakers", "", "ms 1..150"},
	{"seatowers", "", "ms 1..300"},
}

// Answers from the store are those of the engine, for every position along each line and however its columns and cells
// are ordered, and their lines win.
func TestCachedAnswersAreTheEngines(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	cached, plain := NewCached(newPatienceEngine(Resources{}), s), newPatienceEngine(Resources{})
	r := rand.New(rand.NewPCG(5, 8))
	limits := solve.Limits{Nodes: 200_000}
	kept, along := 0, 0
	for _, h := range hard {
		for _, p := range dealt(t, h.game, h.rules, h.deals) {
			want, err := plain.Solve(ctx, p, limits, Want{Line: true})
			if err != nil {
				t.Fatal(err)
			}
			first, err := cached.Solve(ctx, p, limits, Want{})
			if err != nil {
				t.Fatal(err)
			}
			if first.Result != want.Result {
				t.Fatalf("%v: %v, want %v", p, first.Result, want.Result)
			}
			if want.Verdict == solve.Unknown || want.Nodes < keepNodes {
				continue
			}
			kept++
			if first.Cache == CacheHit {
				t.Errorf("%v: a hit before it was asked", p)
			}
			again, err := cached.Solve(ctx, shuffled(p, r), limits, Want{Line: true})
			if err != nil {
				t.Fatal(err)
			}
			if again.Cache != CacheHit || again.Result != want.Result {
				t.Fatalf("%v: %v %v, want a hit of %v", p, again.Cache, again.Result, want.Result)
			}
			for _, m := range want.Line {
				if p, err = p.Play(m); err != nil {
					t.Fatal(err)
				}
				if p.Won() {
					break
				}
				q := shuffled(p, r)
				a, err := cached.Solve(ctx, q, limits, Want{Line: true})
				if err != nil {
					t.Fatal(err)
				}
				if a.Cache != CacheHit || a.Verdict != want.Verdict {
					t.Fatalf("%v: %v %v, want a hit of %v", q, a.Cache, a.Verdict, want.Verdict)
				}
				wins(t, q, a.Line)
				along++
			}
		}
	}
	if kept < 100 || along < 5000 {
		t.Errorf("only %d deals and %d positions were kept", kept, along)
	}
}

// A fact of one set of rules is never an answer under another.
func TestFactsOfOtherRules(t *testing.T) {
	ctx := context.Background()
	e := NewCached(newPatienceEngine(Resources{}), open(t))
	for _, p := range dealt(t, "freecell", "", "ms 1..300") {
		if a, err := e.Solve(ctx, p, solve.Limits{}, Want{}); err != nil || a.Cache != CacheMiss {
			t.Fatal(a.Cache, err)
		}
	}
	for _, rules := range []string{"ncells=5", "empty=kings", "build=any"} {
		for _, p := range dealt(t, "freecell", rules, "ms 1..100") {
			a, err := e.Solve(ctx, p, solve.Limits{Nodes: 20_000}, Want{})
			if err != nil || a.Cache != CacheMiss {
				t.Fatalf("%v: %v %v", p, a.Cache, err)
			}
		}
	}
}

// All moves that keep the verdict come back from the store as they were found, by the names of the asked position.
func TestCachedAllBest(t *testing.T) {
	ctx := context.Background()
	cached, plain := NewCached(newPatienceEngine(Resources{}), open(t)), newPatienceEngine(Resources{})
	r := rand.New(rand.NewPCG(1, 2))
	hits := 0
	for _, p := range dealt(t, "freecell", "", "ms 1..150") {
		if _, err := cached.Solve(ctx, p, solve.Limits{}, Want{AllBest: true}); err != nil {
			t.Fatal(err)
		}
		q := shuffled(p, r)
		want, err := plain.Solve(ctx, q, solve.Limits{}, Want{AllBest: true})
		if err != nil {
			t.Fatal(err)
		}
		got, err := cached.Solve(ctx, q, solve.Limits{}, Want{AllBest: true})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Best, want.Best) {
			t.Errorf("%v: %v, want %v", q, got.Best, want.Best)
		}
		if got.Cache == CacheHit {
			hits++
			wins(t, q, got.Line)
		}
	}
	if hits < 20 {
		t.Errorf("only %d hits", hits)
	}
}

// Canonical names lead to the canonical form and back.
func TestCanonicalNames(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, p := range dealt(t, "eightoff", "", "ms 1..200") {
		for range 30 {
			next := p.Successors()
			if len(next) == 0 {
				break
			}
			p = next[r.IntN(len(next))].Position
			q := shuffled(p, r)
			if p.Canonical() != q.Canonical() {
				t.Fatalf("%v and %v differ", p, q)
			}
			for _, s := range p.Successors() {
				canonical, err := p.ToCanonical([]string{s.Move})
				if err != nil {
					t.Fatal(err)
				}
				moves, err := q.FromCanonical(canonical)
				if err != nil {
					t.Fatal(err)
				}
				after, err := q.Play(moves[0])
				if err != nil {
					t.Fatal(err)
				}
				if after.Canonical() != s.Position.Canonical() {
					t.Fatalf("%v after %s and %v after %s differ", p, s.Move, q, moves[0])
				}
			}
		}
	}
}

// What is settled has no foundation move left, and its moves lead there.
func TestSettled(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	settled := 0
	for _, p := range dealt(t, "seatowers", "", "ms 1..200") {
		for range 40 {
			next := p.Successors()
			if len(next) == 0 {
				break
			}
			p = next[r.IntN(len(next))].Position
			to, moves := p.Settled()
			if _, more := homeMove(&to.(*patiencePosition).p); more {
				t.Fatalf("%v is not settled", to)
			}
			q := p
			for _, m := range moves {
				var err error
				if q, err = q.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if q.String() != to.String() {
				t.Fatalf("%v: the moves lead to %v, want %v", p, q, to)
			}
			settled += len(moves)
		}
	}
	if settled < 100 {
		t.Errorf("only %d moves", settled)
	}
}

func BenchmarkFreshDeals(b *testing.B) {
	s := open(b)
	for name, e := range map[string]Engine{"plain": newPatienceEngine(Resources{}), "cached": NewCached(newPatienceEngine(Resources{}), s)} {
		b.Run(name, func(b *testing.B) {
			rules, _ := patience.Preset("eightoff")
			n := uint64(0)
			for b.Loop() {
				n++
				p, err := patience.Deal{Number: n}.Start(rules)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := e.Solve(context.Background(), &patiencePosition{p}, solve.Limits{}, Want{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
