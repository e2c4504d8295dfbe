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

// scattered returns a position of up to most pieces a side, that is not over, anywhere they may stand.
func scattered(rng *rand.Rand, w, h, most int) breakthrough.Position {
	for {
		p := breakthrough.Position{W: uint8(w), H: uint8(h), ToMove: breakthrough.Side(rng.IntN(2))}
		for side := range p.Pieces {
			for range 1 + rng.IntN(most) {
				sq := breakthrough.Square(rng.IntN(w * h))
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
	{w: 2, h: 3, most: 3, count: 200}, {w: 2, h: 8, most: 4, count: 200}, {w: 3, h: 5, most: 4, count: 300},
	{w: 4, h: 4, most: 5, count: 300}, {w: 4, h: 5, most: 4, count: 300}, {w: 5, h: 5, most: 3, count: 200},
	{w: 3, h: 7, most: 3, count: 200}, {w: 6, h: 4, most: 4, count: 300}, {w: 8, h: 6, most: 2, count: 100},
	{w: 8, h: 8, most: 2, count: 30}, {w: 13, h: 5, most: 2, count: 100}, {w: 2, h: 16, most: 2, count: 100},
	{w: 16, h: 8, most: 1, count: 100}, {w: 16, h: 5, most: 2, count: 50}, {w: 9, h: 8, most: 2, count: 30},
	{w: 4, h: 4, plies: 3, count: 100}, {w: 3, h: 5, plies: 4, count: 100}, {w: 2, h: 6, plies: 2, count: 100},
}

func (s *sample) position(rng *rand.Rand) breakthrough.Position {
	if s.plies > 0 {
		return played(rng, s.w, s.h, s.plies+rng.IntN(s.plies))
	}
	return scattered(rng, s.w, s.h, s.most)
}

// TestVerdictsAreProofs compares every verdict with the oracle's, with few nodes and many, with tables of a few entries
// and the usual ones; and that there is one when nothing limits the search.
func TestVerdictsAreProofs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	e := New()
	decided, all := 0, 0
	for _, s := range samples {
		o := oracle{}
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
			all++
			if a.Verdict != solve.Unknown {
				decided++
			}
			checkAnswer(t, o, &p, l, &a)
		}
	}
	t.Logf("%d of %d positions decided", decided, all)
	if decided < all/2 {
		t.Errorf("%d of %d positions decided, expected half of them", decided, all)
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

// TestKnown compares what the lemmas say with the oracle.
func TestKnown(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	known, all := 0, 0
	for _, s := range samples {
		if s.w*s.h > 64 {
			continue
		}
		o := oracle{}
		g := newNarrow(s.w, s.h, &fitted)
		for range s.count * 10 {
			p := s.position(rng)
			q := g.state(&p)
			all++
			n := g.Known(&q)
			if n == 0 {
				continue
			}
			known++
			if want := o.plies(p); (n > 0) != (want > 0) || alphabeta.Plies(n) < max(want, -want)-1 {
				t.Fatalf("%v: known %d, plies %d, but the oracle says %d", &p, n, alphabeta.Plies(n), want)
			}
		}
	}
	t.Logf("%d of %d positions known", known, all)
	if known < all/4 {
		t.Errorf("%d of %d positions known, expected a quarter", known, all)
	}
}
