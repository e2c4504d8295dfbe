package threats

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/crossings"
	"foregone/solve"
	"foregone/solve/strata"
)

// tableOf returns the complete table of a size.
func tableOf(t *testing.T, size strata.Size) *strata.Table {
	t.Helper()
	table, err := strata.Build(context.Background(), size, strata.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func valueOf(t *testing.T, table *strata.Table, p *crossings.Position) strata.Value {
	t.Helper()
	v, ok, err := table.Probe(p)
	if err != nil || !ok {
		t.Fatalf("%v: not in the table, %v", p, err)
	}
	return v
}

// few returns a position with at most so many stones a side.
func few(rng *rand.Rand, size strata.Size) crossings.Position {
	for {
		p := crossings.Position{W: uint8(size.W), H: uint8(size.H), Steps: size.Steps, ToMove: crossings.Side(rng.IntN(2))}
		for s := range p.Stones {
			for range 1 + rng.IntN(size.Rows*size.W) {
				if sq := crossings.Square(rng.IntN(size.W * size.H)); !p.Stones[1-s].Has(sq) {
					p.Stones[s].Add(sq)
				}
			}
		}
		if p.Validate() == nil {
			return p
		}
	}
}

// TestTables compares the search with complete tables: every win and loss in few plies is found with its distance, what
// is proven beyond is true, and no draw is taken for anything else; with small tables of the search and usual ones.
func TestTables(t *testing.T) {
	sizes := []strata.Size{{W: 3, H: 3, Rows: 1}, {W: 3, H: 4, Rows: 1}, {W: 4, H: 3, Rows: 1}, {W: 3, H: 5, Rows: 1}, {W: 2, H: 6, Rows: 1},
		{W: 3, H: 4, Rows: 1, Steps: crossings.Exact}, {W: 4, H: 3, Rows: 1, Steps: crossings.Exact}, {W: 2, H: 5, Rows: 2}}
	each := 300
	if slow() {
		sizes = append(sizes, strata.Size{W: 4, H: 4, Rows: 1}, strata.Size{W: 3, H: 4, Rows: 2}, strata.Size{W: 3, H: 6, Rows: 1}, strata.Size{W: 4, H: 4, Rows: 1, Steps: crossings.Exact})
		each = 5000
	}
	rng := rand.New(rand.NewPCG(3, 4))
	e := New()
	var exact, bounds, unknown, far int
	for _, size := range sizes {
		table := tableOf(t, size)
		for range each {
			p := few(rng, size)
			v := valueOf(t, table, &p)
			l := solve.Limits{Nodes: [...]uint64{3, 100, 2000, 20000}[rng.IntN(4)], Memory: [...]int64{1, 10000, 1 << 20}[rng.IntN(3)]}
			if v.Distance() >= 0 && v.Distance() <= 7 && rng.IntN(2) == 0 {
				l = solve.Limits{Memory: 1 << 20}
			}
			a := e.Solve(context.Background(), &p, l)
			checkAnswer(t, e, table, &p, l, v, &a)
			switch {
			case a.Verdict == solve.Unknown:
				unknown++
			case !a.Optimal:
				bounds++
			case a.Plies > 7:
				far++
			default:
				exact++
			}
		}
	}
	t.Logf("%d decided in up to 7 plies, %d in more, %d by a bound, %d unknown", exact, far, bounds, unknown)
	if exact < 1000 || far < 20 || bounds < 20 || unknown < 300 {
		t.Error("expected more of each")
	}
}

func checkAnswer(t *testing.T, e *Engine, table *strata.Table, p *crossings.Position, l solve.Limits, v strata.Value, a *Answer) {
	t.Helper()
	if l.Nodes != 0 && a.Nodes > l.Nodes {
		t.Errorf("%v: %d nodes, expected at most %d", p, a.Nodes, l.Nodes)
	}
	switch {
	case p.Over():
		if a.Verdict != v.Verdict() || a.Plies != max(0, v.Distance()) || len(a.Line) > 0 {
			t.Errorf("%v is over: %+v, expected %v", p, a, v.Verdict())
		}
		return
	case a.Verdict == solve.Unknown:
		gaveUp := a.Limit == solve.Depth && a.Refuted == mostPlies && a.Depth == mostDepth
		if !gaveUp && (a.Limit != solve.Nodes || l.Nodes == 0) || a.Estimate <= -1 || a.Estimate >= 1 {
			t.Errorf("%v: %+v with limits %+v, the table says %v in %d", p, a, l, v.Verdict(), v.Distance())
		}
		if v != strata.Draw && v.Distance() <= a.Refuted {
			t.Errorf("%v: nothing within %d plies, the table says %v in %d", p, a.Refuted, v.Verdict(), v.Distance())
		}
	case a.Verdict != v.Verdict() || a.Limit != solve.NoLimit:
		t.Errorf("%v: %+v, the table says %v", p, a, v.Verdict())
	case a.Optimal && a.Plies != v.Distance() || a.Plies < v.Distance():
		t.Errorf("%v: %v in %d plies, optimal %v, the table says %d", p, a.Verdict, a.Plies, a.Optimal, v.Distance())
	}
	if len(a.Line) == 0 || a.Line[0] != a.Best {
		t.Fatalf("%v: line %v, best %v", p, a.Line, a.Best)
	}
	checkLine(t, table, p, v, a)
	if a.Optimal && v.Distance() <= 7 {
		checkAllBest(t, e, table, p, v)
	}
}

func checkAllBest(t *testing.T, e *Engine, table *strata.Table, p *crossings.Position, v strata.Value) {
	t.Helper()
	want := []crossings.Move{}
	for _, m := range p.Moves(nil) {
		q := *p
		q.Make(m)
		if w := valueOf(t, table, &q); w != strata.Draw && w.Before() == v {
			want = append(want, m)
		}
	}
	got, r := e.AllBest(context.Background(), p, v.Distance(), solve.Limits{Memory: 10000})
	if !slices.Equal(got, want) || r.Limit != solve.NoLimit {
		t.Errorf("%v: best moves %v, %+v, the table says %v", p, got, r, want)
	}
	if len(want) > 1 {
		got, r = e.AllBest(context.Background(), p, v.Distance(), solve.Limits{Memory: 10000, Nodes: r.Nodes / 2})
		for _, m := range got {
			if !slices.Contains(want, m) {
				t.Errorf("%v: best moves %v, %+v, the table says %v", p, got, r, want)
			}
		}
	}
}

// checkLine follows a line: with an exact distance each move is a best one, else the first of a win keeps within it.
func checkLine(t *testing.T, table *strata.Table, p *crossings.Position, v strata.Value, a *Answer) {
	t.Helper()
	q := *p
	for i, m := range a.Line {
		if err := q.Play(m); err != nil {
			t.Fatalf("%v: line %v: %v", p, a.Line, err)
		}
		if a.Optimal {
			if w := valueOf(t, table, &q); w.Distance() != v.Distance()-i-1 {
				t.Errorf("%v: %v in %d, but after %d moves of %v it is %v in %d", p, v.Verdict(), v.Distance(), i+1, a.Line, w.Verdict(), w.Distance())
				return
			}
		}
	}
	q = *p
	q.Make(a.Best)
	if w := valueOf(t, table, &q); a.Verdict == solve.Win && (!w.Loss() || w.Distance() >= a.Plies) {
		t.Errorf("%v: %s does not win in %d plies, the table says %v in %d", p, p.MoveString(a.Best), a.Plies, w.Verdict(), w.Distance())
	}
}
