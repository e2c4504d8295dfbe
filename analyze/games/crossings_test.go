package games

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/positions/crossings"
	"foregone/solve"
	"foregone/solve/strata"
)

// crossingsRows returns the rows of a table of known answers, split at tabs, without the header.
func crossingsRows(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/crossings/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		all = append(all, strings.Split(line, "\t"))
	}
	return all
}

func crossingsAt(t *testing.T, line string) Position {
	t.Helper()
	p, err := Parse(crossings.Name + " " + line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func crossingsStart(t *testing.T, rules, deal string) Position {
	t.Helper()
	d, err := crossingsDeals(crossings.Name, rules, deal)
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.At(0)
	if err != nil {
		t.Fatal(err)
	}
	return s.Start
}

// checkLine compares an answer with a value, and its line with the distance.
func checkLine(t *testing.T, p Position, a Answer, verdict string, distance int) {
	t.Helper()
	if a.Verdict.String() != verdict || !a.Optimal || a.Limit != solve.NoLimit {
		t.Errorf("%v: %v, %v, want %s", p, a.Verdict, a.Limit, verdict)
		return
	}
	if a.Verdict == solve.Draw {
		if len(a.Line) != 0 || a.Distance != 0 {
			t.Errorf("%v: a draw with the line %v", p, a.Line)
		}
		return
	}
	if plies, ok := replay(p, a.Line, a.Verdict); !ok || plies != distance || a.Distance != distance {
		t.Errorf("%v: the line %v for a distance of %d, want %d", p, a.Line, a.Distance, distance)
	}
}

// TestCrossingsKnown compares start values, and the value, distance and whole set of best moves of positions, with those of
// other programs.
func TestCrossingsKnown(t *testing.T) {
	e := newCrossingsEngine(Resources{Jobs: 2})
	for _, r := range crossingsRows(t, "start_values.tsv") {
		distance, err := strconv.Atoi(r[4])
		if err != nil {
			t.Fatal(err)
		}
		p := crossingsStart(t, "", fmt.Sprintf("%sx%s rows=%s", r[0], r[1], r[2]))
		checkLine(t, p, answer(t, e, p, Want{Line: true}), r[3], distance)
	}
	for _, r := range crossingsRows(t, "positions.tsv") {
		p := crossingsAt(t, r[2]+" "+r[3])
		distance, err := strconv.Atoi(r[6])
		if err != nil {
			t.Fatal(err)
		}
		a := answer(t, e, p, Want{Optimal: true, Line: true, AllBest: true})
		checkLine(t, p, a, r[5], distance)
		checkWide(t, e, p)
		want := strings.Fields(r[8])
		if strings.HasPrefix(want[0], "(") { // over
			if len(a.Best) > 0 || !p.Over() {
				t.Errorf("%v: best %v, want %v", p, a.Best, want)
			}
			continue
		}
		for i, text := range want {
			if want[i], err = p.ReadMove(text); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Sort(want); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Best, want) {
			t.Errorf("%v: best %v, want %v", p, a.Best, want)
		}
	}
}

// checkWide compares the moves that are best without --optimal, those that keep the verdict, with the verdicts after them.
func checkWide(t *testing.T, e Engine, p Position) {
	t.Helper()
	a := answer(t, e, p, Want{AllBest: true, Line: true})
	var want []string
	for _, s := range p.Successors() {
		if answer(t, e, s.Position, Want{}).Verdict.Opposite() == a.Verdict {
			want = append(want, s.Move)
		}
	}
	if !slices.Equal(a.Best, want) || a.Optimal != (a.Verdict == solve.Draw || p.Over()) {
		t.Errorf("%v: best %v, want %v", p, a.Best, want)
	}
	if one := answer(t, e, p, Want{}).Best; !p.Over() && (len(one) != 1 || !slices.Contains(want, one[0])) {
		t.Errorf("%v: best %v, want one of %v", p, one, want)
	}
}

// anyCrossings returns a legal position with stones anywhere.
func anyCrossings(rng *rand.Rand, size strata.Size) *crossingsPosition {
	for {
		p := crossings.Position{W: uint8(size.W), H: uint8(size.H), ToMove: crossings.Side(rng.IntN(2)), Steps: size.Steps}
		for i, n := range []int{rng.IntN(size.W*size.Rows + 1), rng.IntN(size.W*size.Rows + 1)} {
			for range n {
				if sq := crossings.Square(rng.IntN(size.W * size.H)); !p.Stones[1-i].Has(sq) {
					p.Stones[i].Add(sq)
				}
			}
		}
		if p.Validate() == nil {
			return &crossingsPosition{p}
		}
	}
}

// TestCrossingsTables: a table on disk, one in memory, and what the cache has kept give the same answers, also for mirror
// images.
func TestCrossingsTables(t *testing.T) {
	dir := t.TempDir()
	tables := NewTables(dir, func(message string) { t.Error(message) })
	for _, at := range []struct{ rules, board string }{{"", "3x4 rows=1"}, {"steps=exact", "4x3 rows=1"}, {"", "3x4"}} {
		plan, err := planCrossingsTable(crossings.Name, at.rules, at.board)
		if err != nil {
			t.Fatal(err)
		}
		o := TableOptions{Path: filepath.Join(dir, TableFile(plan.Name())), Samples: 2000, Again: new(Again)}
		built, err := plan.Build(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if o.Again.Followed < 1000 {
			t.Errorf("%s: %d entries were compared", plan.Name(), o.Again.Followed)
		}
		if err := built.Close(); err != nil {
			t.Fatal(err)
		}
		onDisk, inMemory := newCrossingsEngine(Resources{Tables: tables}), newCrossingsEngine(Resources{})
		cached := NewCached(newCrossingsEngine(Resources{}), open(t))
		rng := rand.New(rand.NewPCG(3, 4))
		hits := 0
		for range 300 {
			p := anyCrossings(rng, plan.(*crossingsPlan).size)
			w := Want{Line: true, AllBest: rng.IntN(2) == 0, Optimal: rng.IntN(2) == 0}
			a, b := answer(t, onDisk, p, w), answer(t, inMemory, p, w)
			if a.Verdict == solve.Unknown || a.Verdict != b.Verdict || !slices.Equal(a.Line, b.Line) || !slices.Equal(a.Best, b.Best) || a.Nodes != 0 {
				t.Fatalf("%v: %+v on disk, %+v in memory", p, a, b)
			}
			for _, at := range []*crossingsPosition{p, {p.p.Mirror()}, {p.p.Turned()}} {
				want := answer(t, onDisk, at, w)
				for range 2 {
					c := answer(t, cached, at, w)
					if c.Cache == CacheHit {
						hits++
					}
					if c.Verdict != want.Verdict || c.Distance != want.Distance || c.Optimal != want.Optimal && w.Optimal || w.AllBest && !slices.Equal(c.Best, want.Best) {
						t.Fatalf("%v: %+v with the cache, want %+v", at, c, want)
					}
					if _, ok := replay(at, c.Line, c.Verdict); !ok && c.Verdict != solve.Draw {
						t.Fatalf("%v: the line %v", at, c.Line)
					}
				}
			}
		}
		if hits < 500 {
			t.Errorf("%s: only %d answers from the cache", plan.Name(), hits)
		}
	}
}

// TestCrossingsOver: what is over is answered, lost or drawn, without any table.
func TestCrossingsOver(t *testing.T) {
	e := newCrossingsEngine(Resources{})
	for line, want := range map[string]solve.Verdict{
		"3/3/3/B2 r":  solve.Loss, // nothing to cross with
		"1R1/3/1B1 r": solve.Draw,
	} {
		p := crossingsAt(t, line)
		a := answer(t, e, p, Want{Line: true, AllBest: true, Optimal: true})
		if !p.Over() || a.Verdict != want || a.Best != nil || a.Line == nil || len(a.Line) > 0 {
			t.Errorf("%s: found %+v, want %v", line, a, want)
		}
	}
}

// TestCrossingsBounds: what no table can decide within the bounds is unknown, with a legal move.
func TestCrossingsBounds(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, at := range []struct {
		deal  string
		ctx   context.Context
		l     solve.Limits
		limit solve.Limit
	}{
		{"4x4 rows=1", t.Context(), solve.Limits{Nodes: 1000}, solve.Nodes},
		{"4x4 rows=1", t.Context(), solve.Limits{Memory: 1 << 20, Nodes: 1_000_000}, solve.Nodes},
		{"4x4 rows=1", canceled, solve.Limits{}, solve.Interrupted},
		{"8x8", t.Context(), solve.Limits{Nodes: 1000}, solve.Nodes},
	} {
		p := crossingsStart(t, "", at.deal)
		a, err := newCrossingsEngine(Resources{}).Solve(at.ctx, p, at.l, Want{Line: true})
		if err != nil || a.Verdict != solve.Unknown || a.Limit != at.limit || len(a.Best) != 1 {
			t.Fatalf("%s: found %+v, %v, want %v", at.deal, a, err, at.limit)
		}
		if _, err := p.Play(a.Best[0]); err != nil {
			t.Error(err)
		}
	}
}

// TestCrossingsWords: what a position leaves the side to move.
func TestCrossingsWords(t *testing.T) {
	for line, want := range map[string]string{
		"bbb/3/rrr r":   "",
		"1bR/1br/r1B r": "",
		"R2/3/b2/3 b":   "black must cross now, and can: a2-a1 a2-b1",
		"R2/3/3 b":      "black must cross now, and cannot",
		"1R1/3/1B1 r":   "neither side has a move",
		"1R1/2b/1B1 r":  "red has no move and passes",
	} {
		p := crossingsAt(t, line)
		if got := p.(Urgent).Forced(); got != want {
			t.Errorf("%s: found %q, want %q", line, got, want)
		}
		if strings.HasSuffix(want, "passes") {
			a := answer(t, newCrossingsEngine(Resources{}), p, Want{})
			if !slices.Equal(a.Best, []string{"pass"}) {
				t.Errorf("%s: best %v", line, a.Best)
			}
		}
	}
}

// TestCrossingsSearch compares what the search proves, with its line and best moves, with the tables.
func TestCrossingsSearch(t *testing.T) {
	e := newCrossingsEngine(Resources{}).(*crossingsEngine)
	rng := rand.New(rand.NewPCG(7, 8))
	proven := 0
	for range 150 {
		p := anyCrossings(rng, strata.Size{W: 3, H: 5, Rows: 1, Steps: crossings.Steps(rng.IntN(2))})
		if p.Over() {
			continue
		}
		w := Want{Line: true, AllBest: rng.IntN(2) == 0, Optimal: rng.IntN(2) == 0}
		want := answer(t, e, p, w)
		got, err := e.search(t.Context(), p, solve.Limits{Nodes: 5000, Memory: 1 << 20}, w)
		if err != nil {
			t.Fatal(err)
		}
		if got.Nodes > 5000 || len(got.Best) == 0 {
			t.Fatalf("%v: %+v", p, got)
		}
		if got.Verdict == solve.Unknown {
			if got.Estimate == nil || got.Limit == solve.NoLimit {
				t.Fatalf("%v: %+v", p, got)
			}
			continue
		}
		proven++
		if got.Verdict != want.Verdict || got.Optimal && got.Distance != want.Distance || !w.AllBest && got.Optimal && !slices.Contains(answer(t, e, p, Want{AllBest: true, Optimal: true}).Best, got.Best[0]) {
			t.Errorf("%v: %+v, want %+v", p, got, want)
		}
		if got.Line != nil {
			if _, ok := replay(p, got.Line, got.Verdict); !ok {
				t.Errorf("%v: the line %v", p, got.Line)
			}
		}
		if w.AllBest && got.Limit == solve.NoLimit && !slices.Equal(got.Best, want.Best) {
			t.Errorf("%v: best %v, want %v", p, got.Best, want.Best)
		}
	}
	if proven < 50 {
		t.Errorf("only %d were proven", proven)
	}
}
