package games

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// rows returns the rows of a table of known answers, split at tabs, without the header.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/breakthrough/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		all = append(all, strings.Split(line, "\t"))
	}
	return all
}

func answer(t *testing.T, e Engine, p Position, w Want) Answer {
	t.Helper()
	a, err := e.Solve(context.Background(), p, solve.Limits{Memory: 1 << 30}, w)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return a
}

// TestBreakthroughPositions compares value, distance and the set of winning moves with those of other programs.
func TestBreakthroughPositions(t *testing.T) {
	e := newBreakthroughEngine(Resources{})
	for _, r := range rows(t, "positions.tsv") {
		p, err := breakthroughFamily.Parse(breakthrough.Name + " " + r[3] + " " + r[2])
		if err != nil {
			t.Fatal(err)
		}
		plies, err := strconv.Atoi(r[5])
		if err != nil {
			t.Fatal(err)
		}
		a := answer(t, e, p, Want{Optimal: true, Line: true})
		if a.Verdict.String() != r[4] || !a.Optimal || a.Distance != plies || len(a.Line) != plies {
			t.Errorf("%v: %v in %d plies, want %s in %d", p, a.Verdict, a.Distance, r[4], plies)
		}
		want := strings.FieldsFunc(r[6], func(c rune) bool { return c == ' ' || c == ',' || c == '-' })
		if a.Verdict == solve.Loss {
			continue
		}
		got := answer(t, e, p, Want{AllBest: true}).Best
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%v: winning moves %v, want %v", p, got, want)
		}
	}
}

// TestBreakthroughStarts compares the values of start positions, and their distances up to 20 squares.
func TestBreakthroughStarts(t *testing.T) {
	e := newBreakthroughEngine(Resources{})
	for _, file := range []struct {
		name  string
		homes int
	}{{"start_values.tsv", 2}, {"one_row_start_values.tsv", 1}} {
		for _, r := range rows(t, file.name) {
			d, err := breakthrough.ParseDeal(fmt.Sprintf("%sx%s rows=%d", r[0], r[1], file.homes))
			if err != nil {
				t.Fatal(err)
			}
			start, err := d.Start()
			if err != nil {
				t.Fatal(err)
			}
			small := d.W*d.H <= 20
			if !small && testing.Short() {
				continue
			}
			a := answer(t, e, &breakthroughPosition{start}, Want{Optimal: small})
			want := solve.Win
			if r[2] == "second" {
				want = solve.Loss
			}
			if a.Verdict != want {
				t.Errorf("%v: %v, want %v", d, a.Verdict, want)
			}
			if plies := strconv.Itoa(a.Distance); small && plies != r[3] {
				t.Errorf("%v: %s plies, want %s", d, plies, r[3])
			}
		}
	}
}

// No answer takes more nodes than it may, whatever is asked beside the verdict.
func TestBreakthroughNodes(t *testing.T) {
	e := newBreakthroughEngine(Resources{})
	for _, board := range []string{"bb/bb/ww/ww w", "bbb/bbb/www/www w", "bbbb/bbbb/4/4/wwww/wwww w", "bbbbb/bbbbb/5/5/5/wwwww/wwwww w"} {
		p, err := Parse("breakthrough " + board)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []Want{{}, {Line: true}, {AllBest: true}, {Optimal: true, AllBest: true}} {
			for _, n := range []uint64{1, 2, 3, 7, 50, 300, 5000} {
				a, err := e.Solve(t.Context(), p, solve.Limits{Nodes: n, Memory: 1 << 26}, w)
				if err != nil || a.Nodes > n {
					t.Errorf("%s, %+v: %d nodes of %d, %v", board, w, a.Nodes, n, err)
				}
				if a.Verdict == solve.Unknown && (a.Limit != solve.Nodes || len(a.Best) != 1) {
					t.Errorf("%s, %+v, %d nodes: found %+v", board, w, n, a)
				}
			}
		}
	}
}
