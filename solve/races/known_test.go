package races

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/quiet"
)

// rows returns the fields of a table of known answers.
func rows(t testing.TB, name string) [][]string {
	data, err := os.ReadFile("../../testdata/breakthrough/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var table [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		table = append(table, strings.Split(line, "\t"))
	}
	return table
}

// fewNodes bounds what the short form of the tests searches.
const fewNodes = 60_000

func bounded() solve.Limits {
	if os.Getenv("FOREGONE_SLOW") == "1" {
		return solve.Limits{}
	}
	return solve.Limits{Nodes: fewNodes}
}

func TestStartValues(t *testing.T) {
	s := New()
	checked := 0
	for i, f := range append(rows(t, "start_values.tsv"), rows(t, "one_row_start_values.tsv")...) {
		home := 2
		if i >= len(rows(t, "start_values.tsv")) {
			home = 1
		}
		w, _ := strconv.Atoi(f[0])
		h, _ := strconv.Atoi(f[1])
		plies, _ := strconv.Atoi(f[3])
		p, err := breakthrough.Start(w, h, home)
		if err != nil {
			t.Fatal(err)
		}
		d := s.Shortest(t.Context(), &p, bounded())
		if d.Limit == solve.Nodes && bounded().Nodes != 0 {
			continue
		}
		checked++
		want := solve.Win
		if f[2] == "second" {
			want = solve.Loss
		}
		if d.Verdict != want || d.Plies != plies {
			t.Errorf("%v: found %v, expected %v in %d", f, d, want, plies)
		}
		checkLine(t, s, p, solve.Limits{}, plies)
	}
	if checked < 15 {
		t.Errorf("only %d were checked", checked)
	}
}

func TestKnownPositions(t *testing.T) {
	s := New()
	checked := 0
	for _, f := range rows(t, "positions.tsv") {
		p, err := breakthrough.Parse("breakthrough " + f[3] + " " + f[2])
		if err != nil {
			t.Fatal(err)
		}
		plies, _ := strconv.Atoi(f[5])
		r := s.Solve(t.Context(), &p, bounded())
		if r.Limit == solve.Nodes && bounded().Nodes != 0 {
			continue
		}
		best, all := s.AllBest(t.Context(), bounded())
		d := s.Shortest(t.Context(), &p, bounded())
		if all.Limit == solve.Nodes || d.Limit == solve.Nodes {
			continue
		}
		checked++
		moves := []string{}
		for _, m := range best {
			moves = append(moves, p.MoveString(m))
		}
		if r.Verdict == solve.Loss {
			moves = []string{"-"}
		}
		want := strings.Split(f[6], ",")
		slices.Sort(moves)
		slices.Sort(want)
		if r.Verdict.String() != f[4] || d.Verdict != r.Verdict || d.Plies != plies || !slices.Equal(moves, want) {
			t.Errorf("%v: found %v, %v, %v", f, r, d, moves)
		}
		checkLine(t, s, p, solve.Limits{}, plies)
	}
	if checked < 90 {
		t.Errorf("only %d were checked", checked)
	}
}

// The verdict does not change when the table holds a few positions only.
func TestStartValueInLittleMemory(t *testing.T) {
	s := New()
	for size, want := range map[[2]int]solve.Verdict{{4, 4}: solve.Loss, {3, 5}: solve.Loss, {2, 6}: solve.Win, {2, 7}: solve.Loss} {
		p, _ := breakthrough.Start(size[0], size[1], 2)
		for _, memory := range []int64{1, 1 << 10, 1 << 14} {
			if r := s.Solve(t.Context(), &p, solve.Limits{Memory: memory}); r.Verdict != want {
				t.Errorf("%v in %d bytes: found %v, expected %v", size, memory, r, want)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	p, _ := breakthrough.Start(6, 6, 2)
	s := New()
	if r := s.Solve(t.Context(), &p, solve.Limits{Nodes: 1000}); r != (solve.Result{Limit: solve.Nodes, Nodes: 1000}) {
		t.Errorf("found %v", r)
	}
	if line, ok := s.Line(t.Context(), solve.Limits{}); line != nil || ok {
		t.Errorf("found the line %v without a verdict", line)
	}
	if best, r := s.AllBest(t.Context(), solve.Limits{}); best != nil || r.Verdict != solve.Unknown {
		t.Errorf("found the moves %v without a verdict", best)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if r := s.Solve(ctx, &p, solve.Limits{}); r.Verdict != solve.Unknown || r.Limit != solve.Timeout {
		t.Errorf("found %v", r)
	}
	p, _ = breakthrough.Start(3, 5, 2)
	d := s.Shortest(t.Context(), &p, solve.Limits{Nodes: 4000})
	if d.Verdict != solve.Loss || d.Limit != solve.Nodes || d.Nodes > 4000 || d.Plies < 4 || d.Plies > 18 {
		t.Errorf("found %v", d)
	}
}

func TestFinishedGames(t *testing.T) {
	s := New()
	for line, want := range map[string]solve.Verdict{
		"breakthrough w../3/b2/3 b": solve.Loss,
		"breakthrough w../3/b2/3 w": solve.Win,
		"breakthrough w../3/3/3 b":  solve.Loss,
		"breakthrough 3/w2/3/3 w":   solve.Win,
	} {
		p, err := breakthrough.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		d := s.Shortest(t.Context(), &p, solve.Limits{})
		moves, ok := s.Line(t.Context(), solve.Limits{})
		best, _ := s.AllBest(t.Context(), solve.Limits{})
		if d.Verdict != want || d.Plies != 0 || len(moves)+len(best) != 0 || !ok {
			t.Errorf("%s: found %v, %v, %v", line, d, moves, best)
		}
	}
}

// Probe is asked at the root, and its answers are used.
func TestProbe(t *testing.T) {
	s := New()
	p, _ := breakthrough.Start(4, 5, 2)
	var nodes, asked uint64
	nodes = s.Solve(t.Context(), &p, solve.Limits{}).Nodes
	known := New()
	s.Probe = func(q *breakthrough.Position) solve.Verdict {
		asked++
		if q.Pieces == p.Pieces {
			return solve.Unknown
		}
		return known.Solve(t.Context(), q, solve.Limits{}).Verdict
	}
	r := s.Solve(t.Context(), &p, solve.Limits{})
	if r.Verdict != solve.Loss || r.Nodes >= nodes || asked < 2 || asked > nodes/1000 {
		t.Errorf("found %v with %d questions, %d nodes without", r, asked, nodes)
	}
	s.Probe = func(q *breakthrough.Position) solve.Verdict {
		return known.Solve(t.Context(), q, solve.Limits{}).Verdict
	}
	if r := s.Solve(t.Context(), &p, solve.Limits{}); r != (solve.Result{Verdict: solve.Loss}) {
		t.Errorf("found %v", r)
	}
	checkLine(t, s, p, solve.Limits{Nodes: 1}, -1)
}

// With a table the distances are the same, and found by less work.
func TestShortestWithTable(t *testing.T) {
	s, told := New(), New()
	asked := 0
	without, with := uint64(0), uint64(0)
	for _, size := range [][2]int{{2, 4}, {3, 4}, {4, 4}, {2, 5}, {3, 5}, {5, 4}, {2, 6}, {2, 7}} {
		table, err := quiet.InMemory(t.Context(), quiet.Size{W: size[0], H: size[1]}, 1)
		if err != nil {
			t.Fatal(err)
		}
		told.Table = func(p *breakthrough.Position) solve.Verdict {
			asked++
			v, err := table.Probe(p)
			if err != nil {
				t.Error(err)
			}
			return v
		}
		p, _ := breakthrough.Start(size[0], size[1], 2)
		a, b := s.Shortest(t.Context(), &p, solve.Limits{}), told.Shortest(t.Context(), &p, solve.Limits{})
		if a.Verdict != b.Verdict || a.Plies != b.Plies {
			t.Errorf("%v: found %v, with the table %v", size, a, b)
		}
		checkLine(t, told, p, solve.Limits{}, a.Plies)
		without, with = without+a.Nodes, with+b.Nodes
	}
	if asked < 100 || with > without {
		t.Errorf("asked %d times: %d nodes, %d without", asked, with, without)
	}
}

// Two goroutines find the same as one.
func TestJobs(t *testing.T) {
	s := New()
	s.Jobs = 2
	for size, plies := range map[[2]int]int{{4, 5}: -22, {3, 6}: 23, {2, 7}: -20} {
		p, _ := breakthrough.Start(size[0], size[1], 2)
		if r := s.Solve(t.Context(), &p, solve.Limits{}); r.Verdict != verdictOf(int16(plies)) || r.Limit != solve.NoLimit {
			t.Errorf("%v: found %v", size, r)
		}
		checkLine(t, s, p, solve.Limits{}, -1)
		checkStrategy(t, s, p, 0)
	}
	p, _ := breakthrough.Start(3, 5, 2)
	if d := s.Shortest(t.Context(), &p, solve.Limits{}); d.Verdict != solve.Loss || d.Plies != 18 {
		t.Errorf("found %v", d)
	}
	first := s.Solve(t.Context(), &p, solve.Limits{Nodes: 1 << 20})
	if again := New().Solve(t.Context(), &p, solve.Limits{Nodes: 1 << 20}); first != again {
		t.Errorf("with a bound of nodes: found %v by two jobs, %v by one", first, again)
	}
}

// The same limits give the same result, whatever was solved before.
func TestSolveIsDeterministic(t *testing.T) {
	p, _ := breakthrough.Start(3, 5, 2)
	q, _ := breakthrough.Start(4, 4, 2)
	s := New()
	first := s.Shortest(t.Context(), &p, solve.Limits{})
	line, _ := s.Line(t.Context(), solve.Limits{})
	s.Solve(t.Context(), &q, solve.Limits{})
	again := s.Shortest(t.Context(), &p, solve.Limits{})
	lineAgain, _ := s.Line(t.Context(), solve.Limits{})
	if first != again || !slices.Equal(line, lineAgain) {
		t.Errorf("found %v %v, then %v %v", first, line, again, lineAgain)
	}
}
