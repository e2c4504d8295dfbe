package depthvector

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

// afterMoves returns the positions after all moves of p, runs too.
func afterMoves(p *patience.Position) []patience.Position {
	var next []patience.Position
	for _, m := range p.Runs(p.Moves(nil)) {
		after := *p
		if err := after.Play(m); err != nil {
			panic(err)
		}
		next = append(next, after)
	}
	return next
}

// checkShared compares the verdicts after all moves of p, with what is shared, with those of searches by themselves, replays
// the lines and counts the states expanded: those after moves that come to a won position at once, and those that can be
// reached from p, no more than once.
func checkShared(t *testing.T, shared, alone *Solver, p *patience.Position, solved bool) (lost int) {
	t.Helper()
	var nodes uint64
	if solved {
		nodes = shared.Solve(t.Context(), p, solve.Limits{}).Nodes
	}
	var beam Beam
	if solved {
		beam = Beam{Width: 4, Moves: 2}
	}
	for _, next := range afterMoves(p) {
		got, want := shared.SolveFrom(t.Context(), p, &next, solve.Limits{}), alone.Solve(t.Context(), &next, solve.Limits{})
		nodes += got.Nodes
		if got.Verdict != want.Verdict {
			t.Fatalf("found %v, want %v: %s from %s", got.Verdict, want.Verdict, patiencetest.Describe(&next), patiencetest.Describe(p))
		}
		if got.Verdict == solve.Unwinnable {
			lost++
			continue
		}
		patiencetest.Replay(t, next, beam.Line(shared, nil))
	}
	if most := reachable(p) + 1; nodes > uint64(most) {
		t.Errorf("%d nodes, %d states can be reached: %s", nodes, most, patiencetest.Describe(p))
	}
	return lost
}

func TestSharedAgreesWithSearchesAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	shared, alone := New(), New()
	rules := smallRules()
	rounds, lost := 4_000, 0
	if slow() {
		rounds = 200_000
	}
	for i := range rounds {
		r := rules[rng.IntN(len(rules))]
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(9))
		lost += checkShared(t, shared, alone, &p, i%3 > 0)
	}
	if lost < rounds/10 {
		t.Errorf("only %d moves lose", lost)
	}
}

func TestSharedOnDeals(t *testing.T) {
	shared, alone := New(), New()
	rng := rand.New(rand.NewPCG(7, 2))
	deals, lost := uint64(12), 0
	if slow() {
		deals = 300
	}
	for _, r := range []patience.Rules{preset(t, "eightoff", ""), preset(t, "eightoff", "ncells=5"), preset(t, "seatowers", "")} {
		for n := uint64(1); n <= deals; n++ {
			p := patiencetest.MS(t, r, n)
			lost += checkShared(t, shared, alone, &p, n%2 == 0)
			patiencetest.Wander(rng, &p, rng.IntN(21))
			lost += checkShared(t, shared, alone, &p, n%2 == 0)
		}
	}
	if lost < 10 {
		t.Errorf("only %d moves lose", lost)
	}
}

// A search that a limit stops is gone on with by the next one.
func TestSharedStopsAtLimits(t *testing.T) {
	s := New()
	p := patiencetest.MS(t, preset(t, "eightoff", ""), 465)
	total, stops := uint64(0), 0
	next := afterMoves(&p)[0]
	for {
		r := s.SolveFrom(t.Context(), &p, &next, solve.Limits{Nodes: 100})
		total += r.Nodes
		if r.Verdict == solve.Unwinnable {
			break
		}
		if r.Verdict != solve.Unknown || r.Limit != solve.Nodes || r.Nodes > 100 {
			t.Fatalf("found %+v", r)
		}
		if stops++; stops > 1000 {
			t.Fatal("no end")
		}
	}
	if most := reachable(&p) + 1; stops < 10 || total > uint64(most) {
		t.Errorf("%d nodes in %d searches, %d states can be reached", total, stops, most)
	}
}

func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	s := New()
	rules := smallRules()
	for range 2_000 {
		r := rules[rng.IntN(len(rules))]
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(9))
		if got, limit := s.Reach(t.Context(), &p, solve.Limits{}); got != uint64(reachable(&p)) || limit != solve.NoLimit {
			t.Fatalf("found %d, %v, want %d: %s", got, limit, reachable(&p), patiencetest.Describe(&p))
		}
	}
	p := patiencetest.MS(t, preset(t, "eightoff", ""), 465)
	if got, limit := s.Reach(t.Context(), &p, solve.Limits{Nodes: 100}); got != 100 || limit != solve.Nodes {
		t.Errorf("found %d, %v", got, limit)
	}
}

// BenchmarkShared compares the states expanded for a deal and all of its moves with those that can be reached.
func BenchmarkShared(b *testing.B) {
	r := preset(b, "eightoff", "")
	s := New()
	var solved, moves, reached uint64
	for b.Loop() {
		solved, moves, reached = 0, 0, 0
		for n := uint64(1); n <= 50; n++ {
			p := patiencetest.MS(b, r, n)
			solved += s.Solve(b.Context(), &p, solve.Limits{}).Nodes
			for _, next := range afterMoves(&p) {
				moves += s.SolveFrom(b.Context(), &p, &next, solve.Limits{}).Nodes
			}
			all, _ := s.Reach(b.Context(), &p, solve.Limits{})
			reached += all
		}
	}
	b.ReportMetric(float64(solved)/50, "solved/deal")
	b.ReportMetric(float64(moves)/50, "moves/deal")
	b.ReportMetric(float64(reached)/50, "reachable/deal")
}
