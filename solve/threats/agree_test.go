package threats

import (
	"context"
	"math/rand/v2"
	"testing"

	"foregone/positions/crossings"
	"foregone/solve"
	"foregone/solve/strata"
)

// TestEveryPosition compares the search with complete tables on all positions of the boards up to 3x5, and on a million
// random ones of 4x4; the short form takes some of each.
func TestEveryPosition(t *testing.T) {
	a := agreement{t: t, e: New(), nodes: 100}
	for w := 2; w <= 4; w++ {
		for h := 3; h <= 5; h++ {
			for rows := 1; rows <= 2; rows++ {
				for _, steps := range []crossings.Steps{crossings.UpTo, crossings.Exact} {
					size := strata.Size{W: w, H: h, Rows: rows, Steps: steps}
					if w*h > 16 || size.Valid() != nil || !slow() && w*h*rows > 20 {
						continue
					}
					a.board(size)
				}
			}
		}
	}
	t.Logf("%d positions, %d decided, %d of them in more than 5 plies", a.positions, a.decided, a.far)
	if a.decided < a.positions/4 || a.far < a.positions/1000 {
		t.Error("expected more of each")
	}
}

// agreement compares positions of a table with what a search of few nodes says.
type agreement struct {
	t     *testing.T
	e     *Engine
	nodes uint64
	table *strata.Table
	rng   *rand.Rand

	positions, decided, far int
}

func (a *agreement) board(size strata.Size) {
	a.table = tableOf(a.t, size)
	a.rng = rand.New(rand.NewPCG(13, 14))
	before := a.positions
	switch {
	case size.W*size.H < 16:
		a.all(crossings.Position{W: uint8(size.W), H: uint8(size.H), Steps: size.Steps}, 0, size.Rows*size.W)
	case slow():
		for range 1_000_000 {
			p := few(a.rng, size)
			a.compare(&p)
		}
	default:
		for range 2000 {
			p := few(a.rng, size)
			a.compare(&p)
		}
	}
	a.t.Logf("%v: %d positions", size, a.positions-before)
}

// all compares the positions that put stones, at most so many a side, on the squares from at on. Of a position and its
// mirror image one will do; the short form takes one in fifty.
func (a *agreement) all(p crossings.Position, at, most int) {
	if p.Stones[0].Len() > most || p.Stones[1].Len() > most {
		return
	}
	if at < int(p.W)*int(p.H) {
		a.all(p, at+1, most)
		for s := range p.Stones {
			q := p
			q.Stones[s].Add(crossings.Square(at))
			a.all(q, at+1, most)
		}
		return
	}
	if p.Validate() != nil || !slow() && a.rng.IntN(50) != 0 {
		return
	}
	if _, isMirror := p.Canonical(); !isMirror {
		a.compare(&p)
	}
}

func (a *agreement) compare(p *crossings.Position) {
	v := valueOf(a.t, a.table, p)
	got := a.e.Solve(context.Background(), p, solve.Limits{Nodes: a.nodes, Memory: 10_000})
	a.positions++
	switch {
	case p.Over():
		if got.Verdict != v.Verdict() || got.Plies != max(0, v.Distance()) {
			a.t.Errorf("%v is over: %+v, the table says %v", p, got, v.Verdict())
		}
	case got.Verdict == solve.Unknown:
		if v != strata.Draw && v.Distance() <= got.Refuted {
			a.t.Errorf("%v: nothing within %d plies, the table says %v in %d", p, got.Refuted, v.Verdict(), v.Distance())
		}
	case got.Verdict != v.Verdict(), got.Optimal && got.Plies != v.Distance(), got.Plies < v.Distance():
		a.t.Errorf("%v: %+v, the table says %v in %d", p, got, v.Verdict(), v.Distance())
	default:
		a.decided++
		if v.Distance() > 5 {
			a.far++
		}
	}
}
