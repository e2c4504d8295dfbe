package threats

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"foregone/positions/crossings"
	"foregone/solve"
)

func start(t testing.TB, w, h int) crossings.Position {
	t.Helper()
	p, err := crossings.Start(w, h, 2)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLimits(t *testing.T) {
	e := New()
	for _, p := range []crossings.Position{start(t, 8, 8), start(t, 9, 8), start(t, 12, 12)} {
		for _, nodes := range []uint64{1, 2, 50, 1000, 5000} {
			a := e.Solve(context.Background(), &p, solve.Limits{Nodes: nodes})
			if a.Verdict != solve.Unknown || a.Limit != solve.Nodes || a.Nodes != nodes || a.Line[0] != a.Best || p.Check(a.Best) != nil {
				t.Errorf("%v: %+v with %d nodes", &p, a, nodes)
			}
			if b := e.Solve(context.Background(), &p, solve.Limits{Nodes: nodes}); !reflect.DeepEqual(a, b) {
				t.Errorf("%v: %+v, and again %+v", &p, a, b)
			}
		}
		var progress solve.Progress
		progress.Look() // asks
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		if a := e.Solve(ctx, &p, solve.Limits{Progress: &progress}); a.Limit != solve.Timeout {
			t.Errorf("%v: %+v at the deadline", &p, a)
		}
		if at := progress.Look(); at.Nodes == 0 || at.Memory == 0 || at.Line == "" {
			t.Errorf("%v: watched: %+v", &p, at)
		}
		cancel()
		ctx, cancel = context.WithCancel(context.Background())
		cancel()
		if a := e.Solve(ctx, &p, solve.Limits{}); a.Limit != solve.Interrupted || a.Nodes > 1 || len(a.Line) == 0 {
			t.Errorf("%v: %+v when cancelled", &p, a)
		}
	}
}

// TestAtOnce: games that are over, and passes, which are plies.
func TestAtOnce(t *testing.T) {
	e := New()
	for _, x := range []struct {
		line    string
		verdict solve.Verdict
		plies   int
		best    []string
	}{
		{"R7/8/8/8/8/8/8/7B b", solve.Draw, 0, nil},
		{"R7/b7/8/8/8/8/8/8 b", solve.Loss, 0, nil},
		{"R2/2b/3/B2 r", solve.Loss, 4, []string{"pass", "c3-", "pass", "c2-"}},
		{"R9/9b/10/10/10/10/10/B9 r", solve.Loss, 12, []string{"pass", "j7-"}},
		{"8/r7/8/8/8/8/7b/8 r", solve.Unknown, 0, nil},
		{"8/r7/8/7b/8/8/8/8 r", solve.Win, 1, []string{"a7-"}},
	} {
		p, err := crossings.Parse(x.line)
		if err != nil {
			t.Errorf("%s: %v", x.line, err)
			continue
		}
		a := e.Solve(context.Background(), &p, solve.Limits{Nodes: 50000})
		if a.Verdict != x.verdict || a.Plies != x.plies || x.verdict != solve.Unknown && len(a.Line) != x.plies {
			t.Errorf("%v: %+v, expected %v in %d", &p, a, x.verdict, x.plies)
			continue
		}
		for i, want := range x.best {
			if got := p.MoveString(a.Line[i]); !strings.HasPrefix(got, want) {
				t.Errorf("%s: ply %d is %s, expected %s", x.line, i+1, got, want)
			}
			p.Make(a.Line[i])
		}
	}
}

// TestAllocations: what a search takes from the heap does not grow with its nodes.
func TestAllocations(t *testing.T) {
	p := start(t, 8, 8)
	e := New()
	e.Solve(context.Background(), &p, solve.Limits{Nodes: 50000})
	if n := testing.AllocsPerRun(3, func() { e.Solve(context.Background(), &p, solve.Limits{Nodes: 50000}) }); n > 20 {
		t.Errorf("%v allocations in 50000 nodes, expected at most 20", n)
	}
}
