package bases

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

// replay plays the line of the last solution and fails the test unless it wins.
func replay(t *testing.T, s *Solver, p patience.Position) []patience.Move {
	t.Helper()
	line := s.Line(nil)
	patiencetest.Replay(t, p, line)
	return line
}

// slow reports whether the long tests are wanted.
func slow() bool { return os.Getenv("FOREGONE_SLOW") == "1" }

// hard are columns, cells and ranks that make mixed and not too easy games of small decks.
var hard = [...][3]uint8{{3, 3, 6}, {3, 4, 6}, {3, 4, 7}, {3, 5, 7}, {4, 2, 6}, {4, 2, 7}, {4, 3, 7}, {5, 1, 7}, {5, 2, 7}, {6, 1, 7}}

// smallRules returns rules for which the raw search is possible, every second time hard ones.
func smallRules(rng *rand.Rand) patience.Rules {
	r := patience.Rules{
		Game:    "bakers",
		Columns: uint8(1 + rng.IntN(6)),
		Cells:   uint8(rng.IntN(6)),
		Ranks:   uint8(4 + rng.IntN(4)),
		Build:   patience.BySuit,
		Empty:   patience.AnyCard,
	}
	if rng.IntN(2) == 0 {
		h := hard[rng.IntN(len(hard))]
		r.Columns, r.Cells, r.Ranks = h[0], h[1], h[2]
	}
	return r
}

// smallGame returns a fresh deal, one after random moves, or cards put anywhere, in turn.
func smallGame(t *testing.T, rng *rand.Rand, i int) patience.Position {
	r := smallRules(rng)
	if i%3 == 2 {
		return scattered(rng, r)
	}
	p, err := patience.Start(r, deck(rng, int(r.Ranks)))
	if err != nil {
		t.Fatal(err)
	}
	if i%3 == 1 {
		patiencetest.Wander(rng, &p, rng.IntN(40))
	}
	return p
}

func TestAgainstRawSearch(t *testing.T) {
	games, most := 40_000, 20_000
	if slow() {
		games, most = 1_000_000, 1_000_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := New()
	counts := map[solve.Verdict]int{}
	open := 0
	for i := range games {
		p := smallGame(t, rng, i)
		got := s.Solve(context.Background(), &p, solve.Limits{})
		counts[got.Verdict]++
		if got.Verdict == solve.Winnable {
			replay(t, s, p) // a proof by itself
			continue
		}
		moves, known := patiencetest.BreadthFirst(p, false, most)
		winnable := known && moves >= 0
		if !known {
			open++
		} else if winnable || got.Verdict != solve.Unwinnable {
			t.Fatalf("game %d: found %v, raw search: winnable %v: %+v", i, got, winnable, p)
		}
	}
	t.Logf("%v, %d left open by the raw search", counts, open)
	for _, v := range []solve.Verdict{solve.Winnable, solve.Unwinnable} {
		if counts[v] < games/10 {
			t.Errorf("found %d of %d %v, expected a better mix", counts[v], games, v)
		}
	}
	if open > games/100 {
		t.Errorf("found %d of %d open, expected few", open, games)
	}
}

// TestUnwinnableCounts counts the normal forms that can be reached card by card and in a map, and compares.
func TestUnwinnableCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := New()
	for i := range 3000 {
		p := smallGame(t, rng, i)
		got := s.Solve(context.Background(), &p, solve.Limits{})
		if got.Verdict != solve.Unwinnable {
			continue
		}
		var b board
		first := b.set(&p)
		seen := map[state]bool{first: true}
		for queue := []state{first}; len(queue) > 0; queue = queue[1:] {
			for _, child := range children(&b, queue[0]) {
				if !seen[child] {
					seen[child] = true
					queue = append(queue, child)
				}
			}
		}
		if got.Nodes != uint64(len(seen)) {
			t.Fatalf("game %d: found %d nodes, expected %d: %+v", i, got.Nodes, len(seen), p)
		}
	}
}

func TestFewCardsLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := New()
	for i := range 300 {
		r := patience.Rules{Game: "bakers", Columns: uint8(1 + rng.IntN(10)), Cells: uint8(rng.IntN(13)), Ranks: 13, Empty: patience.AnyCard}
		p := patience.Position{Rules: r}
		left := rng.IntN(14)
		for suit := range p.Home {
			p.Home[suit] = 13
		}
		for range left {
			p.Home[rng.IntN(4)]--
		}
		p = scatter(rng, p)
		got := s.Solve(context.Background(), &p, solve.Limits{})
		if got.Verdict == solve.Winnable {
			replay(t, s, p)
			continue
		}
		if moves, known := patiencetest.BreadthFirst(p, false, 100_000); known && (moves >= 0 || got.Verdict != solve.Unwinnable) {
			t.Fatalf("game %d: found %v, raw search: winnable %v: %+v", i, got, moves >= 0, p)
		}
	}
}

func TestOneColumn(t *testing.T) {
	r := patience.Rules{Game: "bakers", Columns: 1, Cells: 12, Ranks: 13, Empty: patience.AnyCard}
	rng := rand.New(rand.NewPCG(7, 8))
	s := New()
	for range 100 {
		p, err := patience.Start(r, deck(rng, 13))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Solve(context.Background(), &p, solve.Limits{}); got.Verdict != solve.Unwinnable {
			t.Fatalf("found %v, expected unwinnable", got)
		}
	}
}

func TestWonAlready(t *testing.T) {
	p := patience.Position{Rules: patience.Rules{Game: "bakers", Columns: 8, Cells: 4, Ranks: 13, Empty: patience.AnyCard}, Home: [4]uint8{13, 13, 13, 13}}
	s := New()
	got := s.Solve(context.Background(), &p, solve.Limits{})
	if want := (solve.Result{Verdict: solve.Winnable}); got != want {
		t.Errorf("found %v, expected %v", got, want)
	}
	if line := s.Line(nil); len(line) != 0 {
		t.Errorf("found %v, expected no moves", line)
	}
}

func bakers(t testing.TB, number uint64) patience.Position {
	t.Helper()
	r, _ := patience.Preset("bakers")
	p, err := patience.Deal{Number: number}.Start(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLimits uses deal 23, which is unwinnable in some ten thousand nodes.
func TestLimits(t *testing.T) {
	p := bakers(t, 23)
	s := New()
	all := s.Solve(context.Background(), &p, solve.Limits{})
	if all.Verdict != solve.Unwinnable {
		t.Fatalf("found %v, expected unwinnable", all)
	}
	for nodes := uint64(1); nodes < all.Nodes; nodes += 1 + all.Nodes/50 {
		got := s.Solve(context.Background(), &p, solve.Limits{Nodes: nodes})
		if want := (solve.Result{Limit: solve.Nodes, Nodes: nodes}); got != want {
			t.Errorf("limit of %d nodes: found %v", nodes, got)
		}
	}
	if got := s.Solve(context.Background(), &p, solve.Limits{Nodes: all.Nodes}); got != all {
		t.Errorf("limit of just enough nodes: found %v, expected %v", got, all)
	}
	for _, l := range []solve.Limits{{Memory: 1}, {Memory: 300_000}} {
		got := s.Solve(context.Background(), &p, l)
		if got.Verdict != solve.Unknown || got.Limit != solve.Memory {
			t.Errorf("%+v: found %v", l, got)
		}
		if again := New().Solve(context.Background(), &p, l); again != got {
			t.Errorf("%+v: found %v, by a new solver %v", l, got, again)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.Solve(ctx, &p, solve.Limits{}); got.Limit != solve.Interrupted {
		t.Errorf("cancelled: found %v", got)
	}
}

// TestSameAfterOthers checks that a used solver answers as a new one does.
func TestSameAfterOthers(t *testing.T) {
	used := New()
	for n := uint64(1); n <= 60; n++ {
		p := bakers(t, n)
		fresh := New()
		a, b := used.Solve(context.Background(), &p, solve.Limits{}), fresh.Solve(context.Background(), &p, solve.Limits{})
		if a != b {
			t.Fatalf("deal %d: found %v, by a new solver %v", n, a, b)
		}
		if a.Verdict == solve.Winnable && !slices.Equal(used.Line(nil), fresh.Line(nil)) {
			t.Fatalf("deal %d: the lines differ", n)
		}
	}
}

func TestBakers(t *testing.T) {
	last, want := uint64(300), 229
	if slow() {
		last, want = 1000, 766
	}
	s := New()
	won := 0
	for n := uint64(1); n <= last; n++ {
		p := bakers(t, n)
		switch got := s.Solve(context.Background(), &p, solve.Limits{}); got.Verdict {
		case solve.Winnable:
			replay(t, s, p)
			won++
		case solve.Unknown:
			t.Errorf("deal %d: %v", n, got)
		}
	}
	if won != want {
		t.Errorf("found %d winnable of %d, expected %d", won, last, want)
	}
}

// TestPartlyPlayed solves positions of the full deck whose verdict follows from that of their deal: all on a
// winning line are winnable, and all that can be reached from an unwinnable one are unwinnable.
func TestPartlyPlayed(t *testing.T) {
	last := uint64(30)
	if slow() {
		last = 1000
	}
	rng := rand.New(rand.NewPCG(9, 10))
	s := New()
	for n := uint64(1); n <= last; n++ {
		p := bakers(t, n)
		if s.Solve(context.Background(), &p, solve.Limits{}).Verdict == solve.Unwinnable {
			for range 20 {
				q := p
				patiencetest.Wander(rng, &q, rng.IntN(60))
				if got := s.Solve(context.Background(), &q, solve.Limits{}); got.Verdict != solve.Unwinnable {
					t.Fatalf("deal %d: found %v after some moves, expected unwinnable: %+v", n, got, q)
				}
			}
			continue
		}
		for _, m := range s.Line(nil) {
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
			if got := s.Solve(context.Background(), &p, solve.Limits{}); got.Verdict != solve.Winnable {
				t.Fatalf("deal %d: found %v on a winning line: %+v", n, got, p)
			}
			replay(t, s, p)
		}
	}
}

func TestVerdicts(t *testing.T) {
	file, err := os.Open("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := New()
	rows := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		f := strings.Split(lines.Text(), "\t")
		r, ok := patience.Preset(f[0])
		if !ok {
			continue // the header
		}
		if f[1] != "-" {
			if r, err = r.WithOptions(f[1]); err != nil {
				t.Fatal(err)
			}
		}
		if !Handles(r) {
			continue
		}
		rows++
		d, err := patience.ParseDeal(f[2] + " " + f[3])
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Start(r)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Solve(context.Background(), &p, solve.Limits{})
		if got.Verdict.String() != f[4] {
			t.Errorf("%s: found %v, expected %s", lines.Text(), got, f[4])
		}
		if got.Verdict == solve.Winnable {
			replay(t, s, p)
		}
	}
	if rows < 100 {
		t.Errorf("found %d rows of this engine, expected more", rows)
	}
}
