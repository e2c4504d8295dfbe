package depthvector

import (
	"context"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

func preset(t testing.TB, game, options string) patience.Rules {
	t.Helper()
	r, ok := patience.Preset(game)
	if !ok {
		t.Fatalf("no game %s", game)
	}
	r, err := r.WithOptions(strings.ReplaceAll(options, "-", ""))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// slow reports whether the long forms of the tests are wanted.
func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

func TestKnownVerdicts(t *testing.T) {
	data, err := os.ReadFile("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	s := New()
	handled := 0
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(row, "\t")
		r := preset(t, f[0], f[1])
		if !Handles(r) {
			continue
		}
		handled++
		deal, err := patience.ParseDeal(f[2] + " " + f[3])
		if err != nil {
			t.Fatal(err)
		}
		p, err := deal.Start(r)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Solve(context.Background(), &p, solve.Limits{})
		if got.Verdict.String() != f[4] {
			t.Errorf("%s: found %v", row, got.Verdict)
		}
		if got.Verdict == solve.Winnable {
			patiencetest.Replay(t, p, s.Line(nil))
		}
	}
	if handled < 300 {
		t.Errorf("only %d rows", handled)
	}
}

// Unwinnable ms deals from 1 on. fc-solve finds as many in Eight Off up to 100,000 and in Sea Towers.
func TestUnwinnableCounts(t *testing.T) {
	for _, c := range []struct {
		game, options   string
		short, many     uint64
		inShort, inMany int
	}{
		{"eightoff", "", 10_000, 1_000_000, 16, 1172},
		{"eightoff", "", 0, 100_000, 0, 130},
		{"eightoff", "", 0, 32_000, 0, 45},
		{"seatowers", "", 500, 2000, 52, 201},
		{"bakers", "empty=kings", 100, 1000, 0, 674},
	} {
		deals, want := c.short, c.inShort
		if slow() {
			deals, want = c.many, c.inMany
		}
		if want == 0 {
			continue
		}
		r := preset(t, c.game, c.options)
		s := New()
		lost := 0
		for n := uint64(1); n <= deals; n++ {
			p := patiencetest.MS(t, r, n)
			switch got := s.Solve(context.Background(), &p, solve.Limits{}); got.Verdict {
			case solve.Unwinnable:
				lost++
			case solve.Unknown:
				t.Fatalf("%s %s: deal %d is left open", c.game, c.options, n)
			}
		}
		if lost != want {
			t.Errorf("%s %s 1..%d: %d unwinnable, want %d", c.game, c.options, deals, lost, want)
		}
	}
}

func TestAgainstRawSearch(t *testing.T) {
	deals, most := 40, 1500
	if slow() {
		deals, most = 400, 20_000
	}
	s := New()
	rng := rand.New(rand.NewPCG(1, 2))
	compared, lost, open := 0, 0, 0
	for _, r := range smallRules() {
		for i := range deals {
			p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
			if i%2 == 1 {
				patiencetest.Wander(rng, &p, rng.IntN(31))
			}
			winnable, known := rawSolve(p, most)
			if !known {
				open++
				continue
			}
			compared++
			want := solve.Winnable
			if !winnable {
				want = solve.Unwinnable
				lost++
			}
			if got := s.Solve(context.Background(), &p, solve.Limits{}); got.Verdict != want {
				t.Fatalf("found %v, want %v: %s", got.Verdict, want, patiencetest.Describe(&p))
			}
			if winnable {
				patiencetest.Replay(t, p, s.Line(nil))
			}
		}
	}
	t.Logf("%d compared, %d of them unwinnable, %d left open by the raw search", compared, lost, open)
	if open > compared/20 || lost < compared/4 || lost > compared*3/4 {
		t.Error("the sample is too narrow")
	}
}

// What a solver did before must not show: not in the verdict, not in the nodes, not in the line.
func TestSolversAreReusable(t *testing.T) {
	r := preset(t, "eightoff", "ncells=6")
	used := New()
	for n := uint64(1); n <= 60; n++ {
		p := patiencetest.MS(t, r, n)
		fresh := New()
		for _, l := range []solve.Limits{{}, {Nodes: 40}, {Nodes: 900}, {Memory: 300_000}, {}} {
			want := fresh.Solve(context.Background(), &p, l)
			got := used.Solve(context.Background(), &p, l)
			if got != want {
				t.Fatalf("deal %d, limits %v: found %v, a new solver %v", n, l, got, want)
			}
			if got.Verdict == solve.Winnable && !slices.Equal(used.Line(nil), fresh.Line(nil)) {
				t.Fatalf("deal %d, limits %v: the lines differ", n, l)
			}
		}
	}
}

// With Unwinnable, Nodes is the number of normal forms that can be reached, whatever the order of the search.
func TestNodesOfProofs(t *testing.T) {
	s := New()
	rng := rand.New(rand.NewPCG(3, 4))
	var starts []patience.Position
	for _, r := range smallRules() {
		starts = append(starts, patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1)))
	}
	for n := uint64(1); n <= 1000; n++ {
		starts = append(starts, patiencetest.MS(t, preset(t, "eightoff", ""), n))
	}
	proofs, longest := 0, uint64(0)
	for i := range starts {
		p := &starts[i]
		got := s.Solve(context.Background(), p, solve.Limits{})
		if got.Verdict != solve.Unwinnable {
			continue
		}
		proofs++
		longest = max(longest, got.Nodes)
		if want := reachable(p); got.Nodes != uint64(want) {
			t.Fatalf("found %d nodes, want %d: %s", got.Nodes, want, patiencetest.Describe(p))
		}
	}
	if proofs < 50 || longest < 2*pollNodes {
		t.Errorf("only %d proofs of up to %d nodes", proofs, longest)
	}
}

// reachable counts the normal forms that can be reached from p, by key.
func reachable(p *patience.Position) int {
	var d deal
	var root node
	d.load(p, &root.state)
	if root.heads == 0 {
		return 0
	}
	seen := map[uint64]bool{root.key(): true}
	stack := []node{root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		d.rate(&n)
		for _, m := range n.moves[:n.count] {
			var child node
			d.after(&child.state, &n.state, uint8(m&127))
			if child.heads != 0 && !seen[child.key()] {
				seen[child.key()] = true
				stack = append(stack, child)
			}
		}
	}
	return len(seen)
}

func TestLimits(t *testing.T) {
	r := preset(t, "eightoff", "")
	p := patiencetest.MS(t, r, 465)
	s := New()
	all := s.Solve(context.Background(), &p, solve.Limits{})
	if all.Verdict != solve.Unwinnable || all.Nodes < 2000 {
		t.Fatalf("found %v, want a long proof", all)
	}
	for _, nodes := range []uint64{1, 2, 59, 60, 61, 255, 256, 257, all.Nodes - 1} {
		want := solve.Result{Limit: solve.Nodes, Nodes: nodes}
		if got := s.Solve(context.Background(), &p, solve.Limits{Nodes: nodes}); got != want {
			t.Errorf("found %v, want %v", got, want)
		}
	}
	if got := s.Solve(context.Background(), &p, solve.Limits{Nodes: all.Nodes}); got != all {
		t.Errorf("found %v with just enough nodes, want %v", got, all)
	}
	if got := s.Solve(context.Background(), &p, solve.Limits{Memory: 1}); got.Limit != solve.Memory || got.Nodes >= minNodes {
		t.Errorf("found %v, want the memory limit", got)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.Solve(done, &p, solve.Limits{}); got.Limit != solve.Interrupted {
		t.Errorf("found %v, want an interruption", got)
	}
}

func TestNodeBytes(t *testing.T) {
	if size := int(reflect.TypeFor[node]().Size()) + 8*slotsPerNode; size != nodeBytes {
		t.Errorf("a node takes %s bytes", strconv.Itoa(size))
	}
}

func TestHandles(t *testing.T) {
	for _, c := range []struct {
		game, options string
		want          bool
	}{
		{"eightoff", "", true}, {"seatowers", "ncells=0", true}, {"bakers", "empty=kings", true},
		{"freecell", "build=suit empty=kings", true}, {"bakers", "", false}, {"freecell", "", false},
		{"eightoff", "empty=none", false}, {"eightoff", "build=any", false},
	} {
		if got := Handles(preset(t, c.game, c.options)); got != c.want {
			t.Errorf("%s %s: found %v", c.game, c.options, got)
		}
	}
}
