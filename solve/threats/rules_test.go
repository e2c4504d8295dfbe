package threats

import (
	"cmp"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"foregone/positions/crossings"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// scattered returns a legal position with stones anywhere, the share of squares taken being random.
func scattered(rng *rand.Rand, w, h int, steps crossings.Steps) crossings.Position {
	for {
		p := crossings.Position{W: uint8(w), H: uint8(h), Steps: steps, ToMove: crossings.Side(rng.IntN(2))}
		share := 0.05 + 0.75*rng.Float64()
		for sq := range crossings.Square(w * h) {
			if rng.Float64() < share {
				p.Stones[rng.IntN(2)].Add(sq)
			}
		}
		if p.Validate() == nil {
			return p
		}
	}
}

// played returns a position after random moves from the start, not over but where the start is.
func played(rng *rand.Rand, w, h, rows, plies int) crossings.Position {
	p, err := crossings.Start(w, h, rows)
	if err != nil {
		panic(err)
	}
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		next := p
		next.Make(moves[rng.IntN(len(moves))])
		if next.Over() {
			break
		}
		p = next
	}
	return p
}

// plain returns moves of the search as those of p, in order.
func plain(p *crossings.Position, moves []move) (all []crossings.Move) {
	for _, m := range moves {
		all = append(all, line(p, []move{m})...)
	}
	slices.SortFunc(all, func(a, b crossings.Move) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return all
}

// checkFind finds all moves between squares of a board, at being p.
func checkFind(t *testing.T, g *narrow, p *crossings.Position, at *place, moves []move) {
	t.Helper()
	found := 0
	for from := range p.W * p.H {
		for to := range p.W * p.H {
			m, ok := g.find(at, from, to)
			if !ok {
				continue
			}
			if found++; !slices.Contains(moves, m) {
				t.Fatalf("%v: found %+v of %+v", p, m, moves)
			}
		}
	}
	for _, m := range moves {
		if m.from == m.to {
			found++
		}
	}
	if found != len(moves) {
		t.Fatalf("%v: found %d of %+v", p, found, moves)
	}
}

// TestBitboards compares the rules on bitboards with the plain ones: moves of every kind and those between two squares, the positions after them, what
// is pending and lost, and what positions are worth.
func TestBitboards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	count := 6000
	if slow() {
		count = 60000
	}
	var pending, lost, passes, captures, locked int
	for i := range count {
		w := crossings.MinWidth + rng.IntN(crossings.MaxWidth-crossings.MinWidth+1)
		h := crossings.MinHeight + rng.IntN(crossings.MaxHeight-crossings.MinHeight+1)
		if i%4 == 0 {
			w, h = 8, 8
		}
		if w*h > 64 {
			continue
		}
		p := scattered(rng, w, h, crossings.Steps(i%2))
		if i%5 == 0 && h >= 4 {
			p = played(rng, w, h, 2, rng.IntN(60))
		}
		g, u := newNarrow(w, h, p.Steps), &wide{h: h}
		at := g.place(&p)
		if g.pending(&at) != p.MustCross() || g.lost(&at) != (p.MustCross() && p.Over()) || u.lost(&p) != g.lost(&at) {
			t.Fatalf("%v: pending %v, lost %v", &p, g.pending(&at), g.lost(&at))
		}
		if got, want := g.guess(&at), u.guess(&p); got != want {
			t.Fatalf("%v: worth %d, plainly %d", &p, got, want)
		}
		moves := g.moves(&at, every, nil)
		if got, want := plain(&p, moves), p.Moves(nil); len(moves) != len(want) || !slices.Equal(got, want) {
			t.Fatalf("%v: moves\n%v, plainly\n%v", &p, got, want)
		}
		for _, which := range []kind{crossing, capturing} {
			got := plain(&p, g.moves(&at, which, nil))
			var chosen []crossings.Move
			far := p.FarRow(p.ToMove)
			for _, m := range p.Moves(nil) {
				if m != crossings.Pass && (which == capturing && m.Capture || which == crossing && far.Has(m.To)) {
					chosen = append(chosen, m)
				}
			}
			if !slices.Equal(got, chosen) {
				t.Fatalf("%v: moves of kind %d\n%v, expected\n%v", &p, which, got, chosen)
			}
		}
		checkFind(t, g, &p, &at, moves)
		for _, m := range moves {
			x := line(&p, []move{m})[0]
			q := p
			q.Make(x)
			var next place
			if g.play(&at, m, &next); next != g.place(&q) {
				t.Fatalf("%v: another position after %s", &p, p.MoveString(x))
			}
			if x.Capture {
				captures++
			}
			if x == crossings.Pass {
				passes++
			}
		}
		if p.MustCross() {
			pending++
		}
		if g.lost(&at) {
			lost++
		}
		if !p.Crossed(crossings.Black).IsEmpty() {
			locked++
		}
	}
	t.Logf("%d pending, %d lost, %d passes, %d captures, %d with crossed stones", pending, lost, passes, captures, locked)
	if pending < 100 || lost < 30 || passes < 10 || captures < 1000 || locked < 1000 {
		t.Error("expected more of each")
	}
}
