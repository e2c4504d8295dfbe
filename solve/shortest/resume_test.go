package shortest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
	"foregone/solve/snapshot"
)

// inPieces searches p in calls that are stopped after so many nodes, each by a new Solver, until one is not.
func inPieces(t testing.TB, p *patience.Position, below int, metric Metric, nodes uint64) (s *Solver, r Result, stops int) {
	t.Helper()
	s = new(Solver)
	r = s.Solve(t.Context(), p, below, metric, solve.Limits{Nodes: nodes})
	low := 0
	for ; r.Limit != solve.NoLimit; stops++ {
		if r.Verdict != solve.Unknown || r.Limit != solve.Nodes || r.Low < low {
			t.Fatalf("found %v, and %d before: %s", r, low, patiencetest.Describe(p))
		}
		low = r.Low
		var saved bytes.Buffer
		if err := s.Save(&saved); err != nil {
			t.Fatal(err)
		}
		s = new(Solver)
		nodes += nodes/2 + 1 // the graph is found again before anything new is
		var err error
		if r, err = s.Resume(t.Context(), &saved, p, below, metric, solve.Limits{Nodes: nodes}); err != nil {
			t.Fatal(err)
		}
	}
	return s, r, stops
}

// TestResume compares searches in pieces with searches in one.
func TestResume(t *testing.T) {
	deals := 100
	if slow() {
		deals = 3000
	}
	whole := new(Solver)
	rng := rand.New(rand.NewPCG(7, 8))
	all := 0
	for i := range deals {
		r := patience.Rules{Columns: uint8(3 + rng.IntN(5)), Cells: uint8(1 + rng.IntN(5)), Ranks: uint8(4 + rng.IntN(4))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		nodes := 1 + rng.Uint64N(100)
		if i%50 == 0 {
			p, nodes = ms(t, "eightoff", uint64(i/50%150+1)), 1+rng.Uint64N(20_000)
		}
		metric, below := Metric(rng.IntN(2)), 0
		want := whole.Solve(t.Context(), &p, 0, metric, solve.Limits{})
		if want.Verdict == solve.Winnable && rng.IntN(2) == 0 {
			below = want.Low + rng.IntN(2)
			want = whole.Solve(t.Context(), &p, below, metric, solve.Limits{})
		}
		s, got, stops := inPieces(t, &p, below, metric, nodes)
		if got.Verdict != want.Verdict || got.Verdict == solve.Winnable && (got.Low != want.Low || replayed(t, s, p, metric) != want.Low) {
			t.Fatalf("found %v in %d pieces, expected %v: %s", got, stops+1, want, patiencetest.Describe(&p))
		}
		all += stops
	}
	if all < deals {
		t.Errorf("only %d stops", all)
	}
}

// TestSnapshots checks what is saved when, and that what is no snapshot of the search is refused.
func TestSnapshots(t *testing.T) {
	p, s := ms(t, "eightoff", 5), new(Solver)
	save := func() ([]byte, error) {
		var b bytes.Buffer
		err := s.Save(&b)
		return b.Bytes(), err
	}
	if _, err := save(); err != snapshot.ErrNone {
		t.Errorf("found %v, expected %v", err, snapshot.ErrNone)
	}
	whole := s.Solve(t.Context(), &p, 0, Cards, solve.Limits{})
	res := s.Solve(t.Context(), &p, 0, Cards, solve.Limits{Nodes: whole.Nodes - 100})
	if res.Limit != solve.Nodes || len(s.nodes) < 1000 {
		t.Fatalf("found %v with %d nodes", res, len(s.nodes))
	}
	saved, err := save()
	if err != nil {
		t.Fatal(err)
	}
	resume := func(b []byte, p *patience.Position, metric Metric, l solve.Limits) error {
		_, err := new(Solver).Resume(t.Context(), bytes.NewReader(b), p, 0, metric, l)
		return err
	}
	other := ms(t, "eightoff", 6)
	for _, b := range [][]byte{nil, saved[:len(saved)-1], append(bytes.Clone(saved), 0)} {
		if resume(b, &p, Cards, solve.Limits{}) == nil {
			t.Errorf("%d bytes of %d are taken", len(b), len(saved))
		}
	}
	if resume(saved, &other, Cards, solve.Limits{}) == nil || resume(saved, &p, Steps, solve.Limits{}) == nil {
		t.Error("a snapshot of another search is taken")
	}
	if err := resume(saved, &p, Cards, solve.Limits{Memory: 1 << 20}); !errors.Is(err, snapshot.ErrMemory) {
		t.Errorf("found %v, expected %v", err, snapshot.ErrMemory)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	for range 4 { // damage may go unnoticed here, for the store has checksums, but must not stop the program
		b := bytes.Clone(saved)
		b[len(b)-1-rng.IntN(len(s.nodes)*nodeSize)] ^= 1 << rng.IntN(8)
		_, _ = new(Solver).Resume(t.Context(), bytes.NewReader(b), &p, 0, Cards, solve.Limits{Nodes: whole.Nodes})
	}
	if res, err := new(Solver).Resume(t.Context(), bytes.NewReader(saved), &p, 0, Cards, solve.Limits{}); err != nil || res.Verdict != solve.Winnable || res.Low != 89 {
		t.Errorf("found %v (%v), expected 89 moves", res, err)
	}
	s.Solve(t.Context(), &p, 0, Cards, solve.Limits{Nodes: 5})
	if _, err := save(); err != nil {
		t.Errorf("found %v of a search that has not come to any node", err)
	}
	s.SolveAfter(t.Context(), &p, p.Moves(nil)[0], 0, Cards, solve.Limits{Nodes: 5})
	if _, err := save(); err != snapshot.ErrNone {
		t.Errorf("found %v after a move, expected %v", err, snapshot.ErrNone)
	}
}
