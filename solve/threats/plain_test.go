package threats

import (
	"context"
	"math/rand/v2"
	"testing"

	"foregone/positions/crossings"
	"foregone/solve"
)

// plainly decides positions within a number of plies by looking at every move.
type plainly map[plainKey]bool

type plainKey struct {
	p     crossings.Position
	plies int
}

// ends reports whether the side to move wins, for an odd number, or loses, for an even one, within so many plies.
func (o plainly) ends(p crossings.Position, plies int) bool {
	if p.Over() {
		return p.MustCross() && plies%2 == 0
	}
	if plies == 0 {
		return false
	}
	k := plainKey{p, plies}
	yes, ok := o[k]
	if !ok {
		yes = plies%2 == 0
		for _, m := range p.Moves(nil) {
			next := p
			next.Make(m)
			if o.ends(next, plies-1) != yes {
				yes = !yes
				break
			}
		}
		o[k] = yes
	}
	return yes
}

// distance returns the plies to the end, -1 when it is not within so many.
func (o plainly) distance(p *crossings.Position, most int) int {
	for plies := range most + 1 {
		if o.ends(*p, plies) {
			return plies
		}
	}
	return -1
}

// near returns a position of up to most stones a side on each side's upper half, as it sees the board.
func near(rng *rand.Rand, w, h, most int, steps crossings.Steps) crossings.Position {
	for {
		p := crossings.Position{W: uint8(w), H: uint8(h), Steps: steps, ToMove: crossings.Side(rng.IntN(2))}
		for s := range p.Stones {
			for range 1 + rng.IntN(most) {
				sq := crossings.Square(h/2*w + rng.IntN((h-h/2)*w))
				if s == int(crossings.Black) {
					sq = crossings.Square(w*h-1) - sq
				}
				p.Stones[s].Add(sq)
			}
		}
		if p.Validate() == nil && p.Stones[0].And(p.Stones[1]).IsEmpty() && !p.Over() {
			return p
		}
	}
}

// TestPlainSearch compares what is decided within few plies with a plain search, on boards of many sizes, small and large.
func TestPlainSearch(t *testing.T) {
	samples := []struct{ w, h, most, plies, count int }{
		{8, 8, 3, 4, 40}, {8, 8, 8, 3, 40}, {6, 6, 4, 4, 40}, {5, 5, 5, 5, 40}, {4, 6, 4, 5, 60}, {3, 12, 3, 5, 40}, {9, 7, 3, 4, 30},
		{9, 8, 3, 3, 20}, {12, 12, 2, 3, 15}, {8, 9, 6, 3, 15}, {12, 6, 4, 3, 10},
	}
	rng := rand.New(rand.NewPCG(5, 6))
	e := New()
	found := map[int]int{}
	for _, s := range samples {
		if slow() {
			s.count *= 20
		}
		for i := range s.count {
			p := near(rng, s.w, s.h, s.most, crossings.Steps(i%4/3))
			want := plainly{}.distance(&p, s.plies)
			a := e.Solve(context.Background(), &p, solve.Limits{Nodes: 50000, Memory: 4 << 20})
			found[want]++
			switch {
			case want >= 0 && (a.Verdict != verdictOf(want) || a.Plies != want || !a.Optimal || len(a.Line) != want):
				t.Errorf("%v: %+v, plainly %v in %d", &p, a, verdictOf(want), want)
			case want < 0 && a.Verdict != solve.Unknown && a.Plies <= s.plies, a.Verdict == solve.Draw:
				t.Errorf("%v: %+v, plainly nothing within %d plies", &p, a, s.plies)
			case want < 0 && a.Verdict == solve.Unknown && a.Refuted < s.plies:
				t.Errorf("%v: %+v, expected at least %d plies refuted", &p, a, s.plies)
			}
		}
	}
	t.Logf("found, by distance: %v", found)
	for plies := 1; plies <= 4; plies++ {
		if found[plies] < 5 {
			t.Errorf("%d decided in %d plies, expected at least 5", found[plies], plies)
		}
	}
}
