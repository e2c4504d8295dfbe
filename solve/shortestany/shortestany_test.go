package shortestany

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
	"foregone/solve/shortest"
	"foregone/solve/snapshot"
)

// slow reports whether the long forms of the tests are wanted.
func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// replayed plays the line of the last solution by the rules and returns its length.
func replayed(t testing.TB, s *Solver, p patience.Position) (moves int) {
	t.Helper()
	line := s.Line(nil)
	patiencetest.Replay(t, p, line)
	return len(line)
}

// TestBreadthFirst compares small decks under all rules with breadth-first search on the rules alone, at the start and
// after some random moves.
func TestBreadthFirst(t *testing.T) {
	deals := 300
	if slow() {
		deals = 12_000
	}
	s := new(Solver)
	rng := rand.New(rand.NewPCG(1, 2))
	var won, lost, open int
	for range deals {
		r := patience.Rules{Columns: uint8(2 + rng.IntN(5)), Cells: uint8(rng.IntN(4)), Ranks: uint8(2 + rng.IntN(4)),
			Build: []patience.Build{patience.BySuit, patience.Alternate, patience.AnySuit}[rng.IntN(3)],
			Empty: []patience.Empty{patience.KingsOnly, patience.AnyCard, patience.NoCards}[rng.IntN(3)]}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		patiencetest.Wander(rng, &p, rng.IntN(21))
		want, known := patiencetest.BreadthFirst(p, false, 8000)
		if !known {
			open++
			continue
		}
		res := s.Solve(t.Context(), &p, 0, solve.Limits{})
		if want < 0 {
			lost++
			if res.Verdict != solve.Unwinnable && res.Limit != solve.Depth {
				t.Fatalf("found %v, expected no solution: %s", res, patiencetest.Describe(&p))
			}
			continue
		}
		won++
		if res.Verdict != solve.Winnable || res.Low != want || replayed(t, s, p) != want {
			t.Fatalf("found %v, expected %d moves: %s", res, want, patiencetest.Describe(&p))
		}
		if res := s.Solve(t.Context(), &p, want, solve.Limits{}); want > 0 && res.Verdict != solve.Unwinnable {
			t.Fatalf("found %v in fewer than %d moves: %s", res, want, patiencetest.Describe(&p))
		}
		if res := s.Solve(t.Context(), &p, want+1, solve.Limits{}); res.Verdict != solve.Winnable || res.Low != want {
			t.Fatalf("found %v in fewer than %d moves: %s", res, want+1, patiencetest.Describe(&p))
		}
	}
	t.Logf("%d won, %d lost, %d too large for breadth-first search", won, lost, open)
	if won < deals/4 || lost < deals/8 {
		t.Errorf("only %d won and %d lost deals were compared", won, lost)
	}
}

// TestBound checks along shortest lines that no bound is above what the rest of the line takes.
func TestBound(t *testing.T) {
	deals := 60
	if slow() {
		deals = 2000
	}
	s, best := new(Solver), new(shortest.Solver)
	rng := rand.New(rand.NewPCG(3, 4))
	checked := 0
	for range deals {
		r := patience.Rules{Columns: uint8(3 + rng.IntN(6)), Cells: uint8(2 + rng.IntN(7)), Ranks: uint8(5 + rng.IntN(4))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		if res := best.Solve(t.Context(), &p, 0, shortest.Cards, solve.Limits{Nodes: 300_000}); res.Verdict != solve.Winnable {
			continue
		}
		left := 0
		line := best.Line(nil)
		for _, m := range line {
			left += 2*int(m.N) - 1
		}
		for _, m := range line {
			k := s.game.load(&p)
			s.board.load(&s.game, &k)
			if bound := s.bound.of(&s.board); bound > left {
				t.Fatalf("found a bound of %d, but %d moves win: %s", bound, left, patiencetest.Describe(&p))
			}
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
			left -= 2*int(m.N) - 1
			checked++
		}
	}
	if checked < 10*deals {
		t.Errorf("only %d bounds were checked", checked)
	}
}

// TestNear checks that lines of every effort replay, have the moves that are said, and are never shorter than the shortest.
func TestNear(t *testing.T) {
	deals := 150
	if slow() {
		deals = 4000
	}
	s, best := new(Solver), new(Solver)
	rng := rand.New(rand.NewPCG(9, 10))
	won := 0
	for i := range deals {
		r := patience.Rules{Columns: uint8(3 + rng.IntN(4)), Cells: uint8(1 + rng.IntN(3)), Ranks: uint8(3 + rng.IntN(4)),
			Build: patience.Build(rng.IntN(3)), Empty: patience.Empty(rng.IntN(3))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		if i == 0 {
			p = ms(t, "bakers", 3)
		}
		want := best.Solve(t.Context(), &p, 0, solve.Limits{Nodes: 20_000})
		for effort := 1; effort <= Efforts; effort++ {
			got := s.Near(t.Context(), &p, 0, effort, solve.Limits{})
			if got.Verdict != solve.Winnable {
				continue
			}
			if n := replayed(t, s, p); want.Verdict == solve.Unwinnable || n != got.Low || n < want.Low {
				t.Fatalf("effort %d: a line of %d moves, found %d, expected %v of %d: %s", effort, n, got.Low, want.Verdict, want.Low, patiencetest.Describe(&p))
			}
			won++
			if got := s.Near(t.Context(), &p, want.Low, effort, solve.Limits{}); want.Low > 0 && got.Verdict != solve.Unknown {
				t.Fatalf("effort %d: found %v in fewer than %d moves: %s", effort, got, want.Low, patiencetest.Describe(&p))
			}
		}
	}
	if won < deals/2 {
		t.Errorf("only %d lines were checked", won)
	}
}

// TestResume compares searches in pieces, each by a new Solver, with searches in one.
func TestResume(t *testing.T) {
	deals := 60
	if slow() {
		deals = 1500
	}
	whole := new(Solver)
	rng := rand.New(rand.NewPCG(5, 6))
	stops := 0
	for i := range deals {
		r := patience.Rules{Columns: uint8(3 + rng.IntN(4)), Cells: uint8(1 + rng.IntN(3)), Ranks: uint8(4 + rng.IntN(3)),
			Build: patience.Build(rng.IntN(3)), Empty: patience.Empty(rng.IntN(3))}
		p := patiencetest.Deal(rng, r, rng.IntN(int(r.Cells)+1))
		nodes := 1 + rng.Uint64N(500)
		if i%50 == 0 {
			p, nodes = ms(t, "bakers", 3), 1000
		}
		want := whole.Solve(t.Context(), &p, 0, solve.Limits{Nodes: 20_000})
		if want.Limit != solve.NoLimit {
			continue
		}
		s := new(Solver)
		got := s.Solve(t.Context(), &p, 0, solve.Limits{Nodes: nodes})
		for got.Limit != solve.NoLimit {
			low := got.Low
			var saved bytes.Buffer
			if err := s.Save(&saved); err != nil {
				t.Fatal(err)
			}
			s = new(Solver)
			var err error
			if got, err = s.Resume(t.Context(), &saved, &p, 0, solve.Limits{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
			if got.Limit != solve.NoLimit && got.Low < low {
				t.Fatalf("found a bound of %d, and %d before: %s", got.Low, low, patiencetest.Describe(&p))
			}
			stops++
		}
		if got.Verdict != want.Verdict || got.Low != want.Low || got.Verdict == solve.Winnable && replayed(t, s, p) != want.Low {
			t.Fatalf("found %v in pieces, expected %v: %s", got, want, patiencetest.Describe(&p))
		}
	}
	if stops < deals/2 {
		t.Errorf("only %d stops", stops)
	}
}

// TestDamage checks that what is no snapshot of the search is refused, or does no harm.
func TestDamage(t *testing.T) {
	p, s := ms(t, "bakers", 3), new(Solver)
	if err := s.Save(new(bytes.Buffer)); err != snapshot.ErrNone {
		t.Errorf("found %v, expected %v", err, snapshot.ErrNone)
	}
	s.Solve(t.Context(), &p, 0, solve.Limits{Nodes: 500})
	var whole bytes.Buffer
	if err := s.Save(&whole); err != nil {
		t.Fatal(err)
	}
	other := ms(t, "bakers", 4)
	for _, b := range [][]byte{nil, whole.Bytes()[:whole.Len()-1], append(bytes.Clone(whole.Bytes()), 0)} {
		if _, err := s.Resume(t.Context(), bytes.NewReader(b), &p, 0, solve.Limits{}); err == nil {
			t.Errorf("%d bytes of %d are taken", len(b), whole.Len())
		}
	}
	if _, err := s.Resume(t.Context(), bytes.NewReader(whole.Bytes()), &other, 0, solve.Limits{}); err == nil {
		t.Error("a snapshot of another position is taken")
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		b := bytes.Clone(whole.Bytes())
		b[len(b)-1-rng.IntN((len(s.nodes)-1)*nodeSize)] ^= 1 << rng.IntN(8)
		_, _ = new(Solver).Resume(t.Context(), bytes.NewReader(b), &p, 0, solve.Limits{Nodes: 1000})
	}
}

func ms(t testing.TB, game string, number uint64) patience.Position {
	t.Helper()
	r, _ := patience.Preset(game)
	return patiencetest.MS(t, r, number)
}

func TestLimits(t *testing.T) {
	s := new(Solver)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := ms(t, "freecell", 1)
	for _, c := range []struct {
		ctx    context.Context
		limits solve.Limits
		want   solve.Limit
	}{
		{ctx, solve.Limits{}, solve.Interrupted},
		{t.Context(), solve.Limits{Nodes: 1000}, solve.Nodes},
		{t.Context(), solve.Limits{Memory: 1 << 20}, solve.Memory},
	} {
		res := s.Solve(c.ctx, &p, 0, c.limits)
		if res.Verdict != solve.Unknown || res.Limit != c.want || res.Low < 60 || res.Low > 110 || c.limits.Nodes != 0 && res.Nodes != c.limits.Nodes {
			t.Errorf("found %v with %+v, expected the limit %v", res, c.limits, c.want)
		}
	}
}

func BenchmarkFreeCell(b *testing.B) {
	s := new(Solver)
	for i := range b.N {
		p := ms(b, "freecell", uint64(i%20)+1)
		s.Solve(b.Context(), &p, 0, solve.Limits{Nodes: 20_000})
	}
	b.ReportMetric(20_000*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
}
