package palindromes

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"foregone/positions/entropy"
	"foregone/solve"
)

var slow = os.Getenv("FOREGONE_SLOW") != ""

// caseOf returns the position of a row of known answers.
func caseOf(t testing.TB, row []string) entropy.Position {
	t.Helper()
	acts := strings.Replace(row[4], "chance", "draw", 1)
	p, err := entropy.Parse("entropy " + row[2] + " " + acts + " bag=" + row[3])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func cases(t testing.TB) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/entropy/exact.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\n"), "\t"))
	}
	return rows[1:]
}

func TestKnownAnswers(t *testing.T) {
	s := New()
	rows := cases(t)
	for _, row := range rows {
		if row[0] == "E084" && !slow { // seconds
			continue
		}
		p := caseOf(t, row)
		r := s.Solve(context.Background(), &p, solve.Limits{Memory: 16 << 20})
		if got := fmt.Sprintf("%d/%d", r.Low.Num, r.Low.Den); r.Verdict != solve.Value || r.Low != r.High || got != row[7] {
			t.Errorf("%v: %s, %v", row, got, r)
		}
		moves, all := s.AllBest(context.Background(), solve.Limits{})
		var best []string
		for _, m := range moves {
			text := p.MoveString(m)
			best = append(best, text[strings.Index(text, "@")+1:])
		}
		want := strings.Fields(strings.TrimPrefix(row[8], "-"))
		slices.Sort(want)
		if slices.Sort(best); !slices.Equal(best, want) || all.Verdict != solve.Value {
			t.Errorf("%v: best %v", row, best)
		}
		if len(moves) > 0 && !slices.Contains(moves, r.Best) {
			t.Errorf("%v: best %v is none of %v", row, r.Best, best)
		}
	}
	if len(rows) != 55 {
		t.Errorf("read %d positions", len(rows))
	}
}

// What is known when a limit stops a search is true, and more time narrows it.
func TestLimits(t *testing.T) {
	s := New()
	for _, row := range cases(t) {
		p := caseOf(t, row)
		if row[0] == "E084" {
			continue
		}
		want := s.Solve(context.Background(), &p, solve.Limits{Memory: 1 << 20})
		for nodes := uint64(1); nodes < want.Nodes; nodes *= 8 {
			r := s.Solve(context.Background(), &p, solve.Limits{Memory: 1 << 20, Nodes: nodes})
			if r.Verdict != solve.Unknown || r.Limit != solve.Nodes || r.Nodes != nodes || r.Low.rat().Cmp(want.Low.rat()) > 0 || r.High.rat().Cmp(want.High.rat()) < 0 {
				t.Errorf("%v: %+v, want %v", row, r, want.Low)
			}
			if p.Acts != entropy.Draw && p.Check(r.Best) != nil {
				t.Errorf("%v: best %v", row, r.Best)
			}
		}
		moves, all := s.AllBest(context.Background(), solve.Limits{Nodes: 1})
		if want.Nodes > 20 && p.Acts != entropy.Draw && (all.Limit != solve.Nodes || all.Verdict != solve.Unknown || len(moves) > len(p.Moves(nil))) {
			t.Errorf("%v: all best %v, %+v", row, moves, all)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := entropy.Start(7)
	if err != nil {
		t.Fatal(err)
	}
	if Fits(&p) {
		t.Errorf("%s fits", &p)
	}
	if p, err = entropy.Start(4); err != nil {
		t.Fatal(err)
	}
	if r := s.Solve(done, &p, solve.Limits{Memory: 1}); !Fits(&p) || r.Limit != solve.Interrupted || r.Verdict != solve.Unknown || r.Low != (Fraction{0, 1}) || r.High != (Fraction{128, 1}) {
		t.Errorf("%+v", r)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	s := New()
	p := caseOf(t, cases(t)[40])
	run := func() { s.Solve(context.Background(), &p, solve.Limits{Memory: 1 << 20}) }
	run()
	if n := testing.AllocsPerRun(5, run); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

// Two jobs find the same as one, where the search is long enough for both.
func TestJobs(t *testing.T) {
	count := 1
	if slow {
		count = 10
	}
	one, two := New(), New()
	two.Jobs = 2
	shared := 0
	for _, n := range []int{4, 5, 7} {
		rng := rand.New(rand.NewPCG(uint64(n), 10))
		for range count {
			for _, p := range []entropy.Position{endgame(rng, n, 5, entropy.Order), endgame(rng, n, 6, entropy.Chaos), endgame(rng, n, 4, entropy.Draw)} {
				want := one.Solve(context.Background(), &p, solve.Limits{})
				got := two.Solve(context.Background(), &p, solve.Limits{})
				if got.Nodes != want.Nodes {
					shared++
				}
				if got.Nodes != want.Nodes && want.Nodes < 50000 {
					t.Errorf("%s: %d nodes, with one job %d", &p, got.Nodes, want.Nodes)
				}
				if got.Nodes = want.Nodes; got != want {
					t.Errorf("%s: %+v, with one job %+v", &p, got, want)
				}
				wantBest, _ := one.AllBest(context.Background(), solve.Limits{})
				if best, _ := two.AllBest(context.Background(), solve.Limits{}); !slices.Equal(best, wantBest) {
					t.Errorf("%s: best %v, with one job %v", &p, best, wantBest)
				}
				if !slow {
					continue
				}
				wantValues, _ := one.Values(context.Background(), solve.Limits{})
				if values, _ := two.Values(context.Background(), solve.Limits{}); !slices.Equal(values, wantValues) {
					t.Errorf("%s: values %v, with one job %v", &p, values, wantValues)
				}
			}
		}
	}
	if shared == 0 {
		t.Error("no search was shared")
	}
	p := endgame(rand.New(rand.NewPCG(1, 2)), 5, 6, entropy.Chaos)
	l := solve.Limits{Nodes: 100000}
	if a, b := one.Solve(context.Background(), &p, l), two.Solve(context.Background(), &p, l); a != b || a.Limit != solve.Nodes {
		t.Errorf("%+v, with two jobs %+v", a, b)
	}
}

// What two jobs know when they are stopped is true, and they stop in time.
func TestJobsAreStopped(t *testing.T) {
	s := New()
	s.Jobs = 2
	for _, row := range cases(t) {
		if row[0] != "E084" {
			continue
		}
		p := caseOf(t, row)
		want, ok := new(big.Rat).SetString(row[7])
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		r := s.Solve(ctx, &p, solve.Limits{})
		if r.Verdict == solve.Value && r.Low.rat().Cmp(want) == 0 {
			t.Skip("solved in 300 ms")
		}
		if !ok || r.Verdict != solve.Unknown || r.Limit != solve.Timeout || r.Low.rat().Cmp(want) > 0 || r.High.rat().Cmp(want) < 0 {
			t.Errorf("%s: %+v, want %s", &p, r, want)
		}
	}
}
