package phalanx

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/alphabeta"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// oracle decides positions by looking at every line to its end. It keeps the plies to the end under best play, negative
// for a loss of the side to move, off by one so that a finished game is not 0.
type oracle map[breakthrough.Position]int

func (o oracle) plies(p breakthrough.Position) int {
	if winner, over := p.Winner(); over {
		if winner == p.ToMove {
			return 1
		}
		return -1
	}
	p = p.Canonical()
	if n := o[p]; n != 0 {
		return n
	}
	best := 0
	for _, m := range p.Moves(nil) {
		next := p
		if err := next.Play(m); err != nil {
			panic(err)
		}
		n := o.plies(next)
		if n < 0 {
			n = -n + 1
		} else {
			n = -n - 1
		}
		if best == 0 || better(n, best) {
			best = n
		}
	}
	o[p] = best
	return best
}

// better reports whether a player would rather have m than n: a short win, else a long loss.
func better(m, n int) bool {
	if (m > 0) != (n > 0) {
		return m > 0
	}
	return m < n
}

// scattered returns a position of up to most pieces a side, that is not over: anywhere they may stand, or on the lower
// half as their side sees it.
func scattered(rng *rand.Rand, w, h, most int) breakthrough.Position {
	for {
		p := breakthrough.Position{W: uint8(w), H: uint8(h), ToMove: breakthrough.Side(rng.IntN(2))}
		squares := w * h
		if rng.IntN(3) > 0 {
			squares = (h + 1) / 2 * w
		}
		for side := range p.Pieces {
			for range 1 + rng.IntN(most) {
				sq := breakthrough.Square(rng.IntN(squares))
				if side == int(breakthrough.Black) {
					sq = breakthrough.Square(w*h-1) - sq
				}
				if !p.Pieces[1-side].Has(sq) {
					p.Pieces[side].Add(sq)
				}
			}
		}
		if p.Validate() == nil && !p.Over() {
			return p
		}
	}
}

// played returns a position after random moves from the start, fewer when the game would be over.
func played(rng *rand.Rand, w, h, plies int) breakthrough.Position {
	p, err := breakthrough.Start(w, h, min(2, h/2))
	if err != nil {
		panic(err)
	}
	for range plies {
		moves := p.Moves(nil)
		next := p
		if err := next.Play(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
		if next.Over() {
			break
		}
		p = next
	}
	return p
}

// sample is a kind of positions that the oracle decides quickly.
type sample struct{ w, h, most, plies, count int }

var samples = []sample{
	{w: 2, h: 3, most: 3, count: 200}, {w: 2, h: 8, most: 3, count: 200}, {w: 3, h: 5, most: 5, count: 200},
	{w: 4, h: 4, most: 5, count: 300}, {w: 4, h: 5, most: 3, count: 300}, {w: 5, h: 5, most: 2, count: 300},
	{w: 3, h: 7, most: 2, count: 300}, {w: 6, h: 4, most: 3, count: 200}, {w: 8, h: 6, most: 2, count: 50},
	{w: 8, h: 8, most: 2, count: 5}, {w: 13, h: 5, most: 2, count: 50}, {w: 2, h: 16, most: 2, count: 50},
	{w: 16, h: 8, most: 1, count: 100}, {w: 16, h: 5, most: 2, count: 50}, {w: 9, h: 8, most: 2, count: 5},
	{w: 4, h: 4, plies: 10, count: 30}, {w: 3, h: 5, plies: 12, count: 40}, {w: 2, h: 6, plies: 3, count: 200},
}

func (s *sample) position(rng *rand.Rand) breakthrough.Position {
	if s.plies > 0 {
		return played(rng, s.w, s.h, s.plies+rng.IntN(s.plies))
	}
	return scattered(rng, s.w, s.h, s.most)
}

// TestVerdictsAreProofs compares every verdict with the oracle's, with few nodes and many, with tables of a few entries
// and the usual ones, and what one look tells; and sees that there is a verdict when nothing limits the search.
func TestVerdictsAreProofs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	e := New()
	known, decided, all := 0, 0, 0
	for _, s := range samples {
		o := oracle{}
		look := lookAt(s.w, s.h)
		if slow() {
			s.count *= 20
		}
		for range s.count {
			p := s.position(rng)
			l := solve.Limits{Nodes: [...]uint64{0, 0, 1, 5, 30, 200, 1000}[rng.IntN(7)], Memory: [...]int64{1, 1000, 1 << 20}[rng.IntN(3)]}
			if l.Nodes == 0 && l.Memory == 1 && s.w*s.h > 40 {
				l.Nodes = 5000
			}
			a := e.Solve(context.Background(), &p, l)
			checkAnswer(t, o, &p, l, &a)
			all++
			if a.Verdict != solve.Unknown {
				decided++
			}
			if n := look(&p); n != 0 {
				known++
				if want := o.plies(p); (n > 0) != (want > 0) || alphabeta.Plies(n) < max(want, -want)-1 {
					t.Errorf("%v: known %d, plies %d, but the oracle says %d", &p, n, alphabeta.Plies(n), want)
				}
			}
		}
	}
	t.Logf("%d of %d positions decided, %d at one look", decided, all, known)
	if decided < all/2 || known < all/4 {
		t.Errorf("%d of %d positions decided, %d at one look, expected a half and a quarter", decided, all, known)
	}
}

func checkAnswer(t *testing.T, o oracle, p *breakthrough.Position, l solve.Limits, a *Answer) {
	t.Helper()
	want := o.plies(*p)
	switch {
	case a.Verdict == solve.Unknown && l.Nodes == 0:
		t.Errorf("%v: unknown without a limit", p)
	case a.Verdict == solve.Unknown && a.Limit != solve.Nodes:
		t.Errorf("%v: unknown with limit %q, expected nodes", p, a.Limit)
	case a.Verdict == solve.Win && want < 0, a.Verdict == solve.Loss && want > 0:
		t.Errorf("%v: %v within %+v, but the oracle says %d", p, a.Verdict, l, want)
	case a.Verdict != solve.Unknown && (a.Plies < max(want, -want)-1 || a.Limit != solve.NoLimit):
		t.Errorf("%v: %v in %d plies, limit %q; the oracle says %d", p, a.Verdict, a.Plies, a.Limit, want)
	case a.Verdict == solve.Unknown && (a.Estimate <= -1 || a.Estimate >= 1):
		t.Errorf("%v: unknown with an estimate of %v", p, a.Estimate)
	}
	if l.Nodes != 0 && a.Nodes > l.Nodes {
		t.Errorf("%v: %d nodes, expected at most %d", p, a.Nodes, l.Nodes)
	}
	if len(a.Line) == 0 || a.Line[0] != a.Best {
		t.Fatalf("%v: line %v, best %v", p, a.Line, a.Best)
	}
	next := *p
	if err := next.Play(a.Best); err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	if n := o.plies(next); a.Verdict == solve.Win && (n > 0 || -n > a.Plies) {
		t.Errorf("%v: won by %s in %d plies, but then the oracle says %d", p, p.MoveString(a.Best), a.Plies, n)
	}
}

// lookAt returns what Known says of the positions of a board.
func lookAt(w, h int) func(p *breakthrough.Position) int {
	if w*h > 64 {
		g := newWide(w, h, &fitted)
		return func(p *breakthrough.Position) int {
			s := g.state(p)
			return g.Known(&s)
		}
	}
	g := newNarrow(w, h, &fitted)
	return func(p *breakthrough.Position) int {
		s := g.state(p)
		return g.Known(&s)
	}
}

// TestStarts: who wins the start positions of small boards, and in how many plies, by complete tables.
func TestStarts(t *testing.T) {
	e := New()
	for _, s := range []struct {
		w, h  int
		want  solve.Verdict
		plies int
	}{
		{2, 4, solve.Loss, 8}, {2, 5, solve.Loss, 10}, {2, 6, solve.Win, 15}, {2, 7, solve.Loss, 20}, {3, 4, solve.Loss, 12},
		{4, 4, solve.Loss, 14}, {5, 4, solve.Loss, 16}, {3, 5, solve.Loss, 18}, {3, 6, solve.Win, 23}, {4, 5, solve.Loss, 22},
	} {
		if s.w*s.h > 15 && !slow() {
			continue
		}
		p, err := breakthrough.Start(s.w, s.h, 2)
		if err != nil {
			t.Fatal(err)
		}
		a := e.Solve(context.Background(), &p, solve.Limits{})
		t.Logf("%dx%d: %v in %d plies, %d nodes", s.w, s.h, a.Verdict, a.Plies, a.Nodes)
		if a.Verdict != s.want || a.Plies < s.plies {
			t.Errorf("%dx%d: %v in %d plies, expected %v in %d", s.w, s.h, a.Verdict, a.Plies, s.want, s.plies)
		}
	}
}
