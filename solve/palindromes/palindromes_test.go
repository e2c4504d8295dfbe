package palindromes

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

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
