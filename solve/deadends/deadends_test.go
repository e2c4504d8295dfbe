package deadends

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/depthvector"
	"foregone/solve/patiencetest"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// smallRules are small games that many deals can be won and lost in: a twentieth or more of them have both kinds of positions.
func smallRules() []patience.Rules {
	var all []patience.Rules
	for _, g := range [...][3]uint8{ // ranks, columns, cells
		{3, 2, 1}, {3, 2, 2}, {3, 3, 1}, {3, 4, 0}, {3, 5, 0}, {4, 2, 2}, {4, 2, 3}, {4, 3, 1},
		{4, 5, 0}, {5, 2, 3}, {5, 2, 4}, {5, 3, 2}, {5, 4, 1}, {5, 5, 0}, {5, 6, 0}, {6, 5, 1},
	} {
		all = append(all, patience.Rules{Ranks: g[0], Columns: g[1], Cells: g[2]})
	}
	return all
}

// The settled forms of all boards that the rules allow to reach are the positions that are counted, and the moves that settle
// them never hurt: a board is won when its settled form is.
func TestCountAgreesWithTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	rules := smallRules()
	deals, most := 800, 2_000
	if slow() {
		deals, most = 20_000, 20_000
	}
	var c Counter
	mixed := 0
	for range deals {
		r := rules[rng.IntN(len(rules))]
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(5))
		g, known := explore(p, most)
		if !known {
			continue
		}
		want := countSettled(t, &g)
		if got := c.Count(t.Context(), &p, solve.Limits{}); got != want {
			t.Fatalf("found %+v, want %+v: %s", got, want, patiencetest.Describe(&p))
		}
		if want.Dead > 0 && want.Dead < want.All {
			mixed++
		}
	}
	if mixed < deals/10 {
		t.Errorf("only %d of %d deals have won and lost positions", mixed, deals)
	}
}

// countSettled counts the settled forms of boards and those of them that are lost.
func countSettled(t *testing.T, g *graph) (n Count) {
	t.Helper()
	won := map[string]bool{}
	for i := range g.boards {
		s := settled(g.boards[i])
		if s.Won() {
			if !g.won[i] {
				t.Fatalf("settles to the end, but is lost: %s", patiencetest.Describe(&g.boards[i]))
			}
			continue
		}
		key := patiencetest.Key(&s)
		same, seen := won[key]
		if seen && same != g.won[i] {
			t.Fatalf("won: %v, and another board that settles as it does: %v: %s", g.won[i], same, patiencetest.Describe(&g.boards[i]))
		}
		if !seen {
			won[key] = g.won[i]
			n.All++
			if !g.won[i] {
				n.Dead++
			}
		}
	}
	return n
}

func ms(t testing.TB, game, options string, n uint64) patience.Position {
	t.Helper()
	r, _ := patience.Preset(game)
	r, err := r.WithOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	return patiencetest.MS(t, r, n)
}

// Of whole decks there are as many positions as the engine for verdicts reaches, not all of which are dead ends when it wins.
func TestCountAgreesOnDeals(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	var c Counter
	s := depthvector.New()
	deals := uint64(12)
	if slow() {
		deals = 1_000
	}
	lost := 0
	for _, game := range [...][2]string{{"eightoff", ""}, {"eightoff", "ncells=5"}, {"seatowers", ""}, {"seatowers", "ncells=2"}} {
		for n := uint64(1); n <= deals; n++ {
			p := ms(t, game[0], game[1], n)
			if n%2 == 0 {
				patiencetest.Wander(rng, &p, rng.IntN(41))
			}
			got := c.Count(t.Context(), &p, solve.Limits{})
			all, _ := s.Reach(t.Context(), &p, solve.Limits{})
			verdict := s.Solve(t.Context(), &p, solve.Limits{}).Verdict
			if got.All != all || verdict == solve.Winnable && got.Dead == got.All && all > 0 || verdict == solve.Unwinnable && got.Dead != got.All {
				t.Fatalf("found %+v, want %d, %v: %v", got, all, verdict, &p)
			}
			if verdict == solve.Unwinnable {
				lost++
			}
		}
	}
	if lost < 5 {
		t.Errorf("only %d deals are lost", lost)
	}
}

func TestCountStopsAtLimits(t *testing.T) {
	p := ms(t, "eightoff", "", 1)
	var c Counter
	if got := c.Count(t.Context(), &p, solve.Limits{Nodes: 100}); got.Limit != solve.Nodes || got.All < 100 || got.Dead != 0 {
		t.Errorf("found %+v", got)
	}
	if got := c.Count(t.Context(), &p, solve.Limits{Memory: 1 << 16}); got.Limit != solve.Memory {
		t.Errorf("found %+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := c.Count(ctx, &p, solve.Limits{}); got.Limit != solve.Interrupted {
		t.Errorf("found %+v", got)
	}
	whole := c.Count(t.Context(), &p, solve.Limits{})
	if got := c.Count(t.Context(), &p, solve.Limits{Nodes: whole.All}); got != whole || whole.All != 36638 {
		t.Errorf("found %+v, want %+v", got, whole)
	}
}

func BenchmarkCount(b *testing.B) {
	var c Counter
	var all uint64
	for b.Loop() {
		all = 0
		for n := uint64(1); n <= 20; n++ {
			p := ms(b, "eightoff", "", n)
			all += c.Count(b.Context(), &p, solve.Limits{}).All
		}
	}
	b.ReportMetric(float64(all)/20, "positions/deal")
	b.ReportMetric(float64(all)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}
