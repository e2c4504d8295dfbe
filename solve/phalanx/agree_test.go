package phalanx

import (
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve/alphabeta"
)

// TestBothBoardsAgree compares the games on one word and on two: what they say of positions, and what they play.
func TestBothBoardsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for w := 2; w <= 16; w++ {
		for h := 3; h <= 16 && w*h <= 64; h++ {
			a, b := newNarrow(w, h, &fitted), newWide(w, h, &fitted)
			for range 60 {
				p := scattered(rng, w, h, 1+rng.IntN(2*w))
				compare(t, a, b, &p)
				p = played(rng, w, h, rng.IntN(4*h))
				compare(t, a, b, &p)
			}
		}
	}
}

// TestGuess compares the evaluation on boards of two words with that piece by piece.
func TestGuess(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for w := 5; w <= 16; w++ {
		for h := 3; h <= 16; h++ {
			if w*h <= 64 || w*h > breakthrough.MaxSquares {
				continue
			}
			g := newWide(w, h, &fitted)
			for range 100 {
				p := scattered(rng, w, h, 1+rng.IntN(w*h))
				s := g.state(&p)
				if x, y := g.Guess(&s), g.plainGuess(&s, &fitted); x != y {
					t.Fatalf("%v: guess %d, expected %d", &p, x, y)
				}
			}
		}
	}
}

func compare(t *testing.T, a *narrow, b *wide, p *breakthrough.Position) {
	t.Helper()
	s, v := a.state(p), b.state(p)
	same := func(s state, v wideState) bool {
		return s.own == v.own[0] && s.other == v.other[0] && s.ownTurned == a.turned(s.own) && s.otherTurned == a.turned(s.other) &&
			v.ownTurned == b.turn(v.own) && v.otherTurned == b.turn(v.other)
	}
	if !same(s, v) {
		t.Fatalf("%v: %x and %x", p, s, v)
	}
	if x, y := a.Known(&s), b.Known(&v); y != 0 && (x == 0 || (x > 0) != (y > 0)) {
		t.Fatalf("%v: known %d and %d", p, x, y)
	}
	if x, y, z := a.Guess(&s), b.Guess(&v), b.plainGuess(&v, &fitted); x != z || y != z {
		t.Fatalf("%v: guess %d and %d, expected %d", p, x, y, z)
	}
	var s2 state
	var v2 wideState
	if x, y := a.Pass(&s, &s2), b.Pass(&v, &v2); x != y || x && !same(s2, v2) {
		t.Fatalf("%v: pass %v %x and %v %x", p, x, s2, y, v2)
	}
	for _, tactical := range []bool{false, true} {
		x, all := a.Moves(&s, tactical, nil)
		y, all2 := b.Moves(&v, tactical, nil)
		less := func(m, n alphabeta.Move) int { return int(m.ID) - int(n.ID) }
		slices.SortFunc(x, less)
		slices.SortFunc(y, less)
		if all != all2 || !slices.Equal(x, y) {
			t.Fatalf("%v: moves %v %v and %v %v", p, x, all, y, all2)
		}
		if !tactical {
			compareMoves(t, a, p, &s, x)
		}
		for _, m := range x {
			a.Play(&s, m.ID, &s2)
			b.Play(&v, m.ID, &v2)
			if !same(s2, v2) {
				t.Fatalf("%v: after %d %x and %x", p, m.ID, s2, v2)
			}
		}
	}
}

// compareMoves compares moves and what comes of them with the rules: a move may be missing where the other side then
// wins at once.
func compareMoves(t *testing.T, a *narrow, p *breakthrough.Position, s *state, moves []alphabeta.Move) {
	t.Helper()
	n := 0
	for _, m := range p.Moves(nil) {
		next := *p
		if err := next.Play(m); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(moves, func(x alphabeta.Move) bool { return move(p, x.ID) == m })
		if i < 0 {
			if next.Over() || !slices.ContainsFunc(next.Moves(nil), func(m breakthrough.Move) bool {
				last := next
				return last.Play(m) == nil && last.Over()
			}) {
				t.Fatalf("%v: no move %s", p, p.MoveString(m))
			}
			continue
		}
		n++
		var s2 state
		if a.Play(s, moves[i].ID, &s2); s2 != a.state(&next) {
			t.Fatalf("%v: %s leads to %x, expected %x", p, p.MoveString(m), s2, a.state(&next))
		}
	}
	if n != len(moves) {
		t.Fatalf("%v: %d moves of %d are legal", p, n, len(moves))
	}
}
