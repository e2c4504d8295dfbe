package freecell

import (
	"context"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

func deal(t testing.TB, game, options string, number uint64) patience.Position {
	t.Helper()
	rules, ok := patience.Preset(game)
	if !ok {
		t.Fatalf("no game %s", game)
	}
	rules, err := rules.WithOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := patience.Deal{Number: number}.Start(rules)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// known is a row of testdata/patience/verdicts.tsv.
type known struct {
	game, options string
	number        uint64
	verdict       string
}

func knownVerdicts(t *testing.T) []known {
	data, err := os.ReadFile("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var rows []known
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(row, "\t")
		n, err := strconv.ParseUint(f[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, known{f[0], strings.TrimPrefix(f[1], "-"), n, f[4]})
	}
	return rows
}

func TestKnownVerdicts(t *testing.T) {
	rows := knownVerdicts(t)
	if len(rows) < 600 {
		t.Fatalf("only %d rows", len(rows))
	}
	s := New()
	for _, k := range rows {
		p := deal(t, k.game, k.options, k.number)
		r := s.Solve(context.Background(), &p, solve.Limits{})
		if r.Verdict.String() != k.verdict {
			t.Errorf("%s %s %d: %v, want %s", k.game, k.options, k.number, r, k.verdict)
		}
		if r.Verdict == solve.Winnable {
			patiencetest.Replay(t, p, s.Line(nil))
		}
	}
}

// The Microsoft deals up to a million that cannot be won at FreeCell, by Don Woods, Shlomi Fish and others.
var unwinnable = []uint64{11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948}

func TestUnwinnableFreeCell(t *testing.T) {
	s := New()
	for _, n := range unwinnable {
		p := deal(t, "freecell", "", n)
		if r := s.Solve(context.Background(), &p, solve.Limits{}); r.Verdict != solve.Unwinnable {
			t.Errorf("%d: %v", n, r)
		}
	}
}

func TestFirstThousandFreeCellDeals(t *testing.T) {
	s := New()
	for n := uint64(1); n <= 1000; n++ {
		p := deal(t, "freecell", "", n)
		if r := s.Solve(context.Background(), &p, solve.Limits{}); r.Verdict != solve.Winnable {
			t.Fatalf("%d: %v", n, r)
		}
		patiencetest.Replay(t, p, s.Line(nil))
	}
}

func TestLimits(t *testing.T) {
	s := New()
	p := deal(t, "freecell", "", 11982)
	for _, c := range []struct {
		limits solve.Limits
		want   solve.Limit
	}{
		{solve.Limits{Nodes: 1}, solve.Nodes},
		{solve.Limits{Nodes: 5000}, solve.Nodes},
		{solve.Limits{Memory: 1}, solve.Memory},
		{solve.Limits{Memory: 1 << 20}, solve.Memory},
	} {
		r := s.Solve(context.Background(), &p, c.limits)
		if r.Verdict != solve.Unknown || r.Limit != c.want {
			t.Errorf("%+v: %v, want %v", c.limits, r, c.want)
		}
		if c.limits.Nodes != 0 && r.Nodes != c.limits.Nodes {
			t.Errorf("%+v: %d nodes", c.limits, r.Nodes)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := s.Solve(ctx, &p, solve.Limits{}); r.Verdict != solve.Unknown || r.Limit != solve.Interrupted {
		t.Errorf("cancelled: %v", r)
	}
	// With empty columns of no use and all suits alike the search is far too large.
	big := deal(t, "freecell", "build=any empty=none ncells=1", 1)
	ctx, cancel = context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if r := s.Solve(ctx, &big, solve.Limits{}); r.Verdict == solve.Unknown && r.Limit != solve.Timeout {
		t.Errorf("timeout: %v", r)
	}
}

// The memory bound counts on these sizes.
func TestSizes(t *testing.T) {
	if n := reflect.TypeFor[state]().Size(); n != stateBytes {
		t.Errorf("a state has %d bytes, want %d", n, stateBytes)
	}
	if n := reflect.TypeFor[waiting]().Size(); n != waitingBytes {
		t.Errorf("a waiting move has %d bytes, want %d", n, waitingBytes)
	}
}

// States are told apart by their keys when their hashes agree.
func TestEqualHashes(t *testing.T) {
	s := New()
	s.states.reset()
	for i, st := range []state{{}, {p0: 16}, {p1: 16}, {p2: 16}, {p0: 16}} {
		if limit := s.reserve(context.Background(), defaultMemory); limit != solve.NoLimit {
			t.Fatal(limit)
		}
		if got, want := s.states.add(&st, 7), i < 4; got != want {
			t.Errorf("state %d: added %v, want %v", i, got, want)
		}
	}
}

// The same deal gives the same nodes and line from a new solver and from one that has solved others.
func TestDeterministic(t *testing.T) {
	used := New()
	big := deal(t, "freecell", "", 517776)
	used.Solve(context.Background(), &big, solve.Limits{})
	for n := uint64(1); n <= 200; n++ {
		p := deal(t, "freecell", "", n)
		fresh := New()
		a := fresh.Solve(context.Background(), &p, solve.Limits{})
		b := used.Solve(context.Background(), &p, solve.Limits{})
		if a != b {
			t.Fatalf("%d: %v, then %v", n, a, b)
		}
		x, y := fresh.Line(nil), used.Line(nil)
		if len(x) != len(y) {
			t.Fatalf("%d: lines of %d and %d moves", n, len(x), len(y))
		}
		for i := range x {
			if x[i] != y[i] {
				t.Fatalf("%d: move %d is %v, then %v", n, i, x[i], y[i])
			}
		}
	}
}

func BenchmarkFreeCell(b *testing.B) {
	var deals []patience.Position
	for n := uint64(1); n <= 200; n++ {
		deals = append(deals, deal(b, "freecell", "", n))
	}
	s := New()
	var nodes uint64
	for b.Loop() {
		for i := range deals {
			nodes += s.Solve(context.Background(), &deals[i], solve.Limits{}).Nodes
		}
	}
	solved := float64(b.N * len(deals))
	b.ReportMetric(solved/b.Elapsed().Seconds(), "deals/s")
	b.ReportMetric(float64(nodes)/solved, "nodes/deal")
}

func BenchmarkUnwinnable11982(b *testing.B) {
	p := deal(b, "freecell", "", 11982)
	s := New()
	var nodes uint64
	for b.Loop() {
		nodes += s.Solve(context.Background(), &p, solve.Limits{}).Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}
