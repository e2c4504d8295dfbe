package races

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/breakthrough"
)

// race is a runner against enemies that may pass, by the plain rules.
type race struct {
	runner  breakthrough.Square
	enemies breakthrough.Set
	toMove  bool // the runner
}

// getsHome tries all moves.
func getsHome(w, h int, r race, memo map[race]bool) bool {
	if int(r.runner) >= w*(h-1) {
		return true
	}
	if r.enemies.Has(r.runner) {
		return false
	}
	if home, ok := memo[r]; ok {
		return home
	}
	// steps calls f with the squares that a piece can go to, captures of its own side included.
	steps := func(from breakthrough.Square, rows int, f func(to breakthrough.Square, straight bool)) {
		row, column := int(from)/w+rows, int(from)%w
		if row < 0 || row >= h {
			return
		}
		for c := max(column-1, 0); c <= min(column+1, w-1); c++ {
			f(breakthrough.Square(row*w+c), c == column)
		}
	}
	home := !r.toMove
	if r.toMove {
		steps(r.runner, 1, func(to breakthrough.Square, straight bool) {
			if !straight || !r.enemies.Has(to) {
				next := race{to, r.enemies, false}
				next.enemies.Remove(to)
				home = home || getsHome(w, h, next, memo)
			}
		})
	} else {
		home = getsHome(w, h, race{r.runner, r.enemies, true}, memo)
		for x := r.enemies; !x.IsEmpty(); x.Remove(x.First()) {
			steps(x.First(), -1, func(to breakthrough.Square, straight bool) {
				if !r.enemies.Has(to) && (!straight || to != r.runner) {
					next := race{r.runner, r.enemies, true}
					next.enemies.Remove(x.First())
					next.enemies.Add(to)
					home = home && getsHome(w, h, next, memo)
				}
			})
		}
	}
	memo[r] = home
	return home
}

// What is known of runners is right, wherever the enemies stand, in the cone and beside it.
func TestRunnersAgreeWithPlainGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	known := map[bool]int{}
	for _, size := range [][2]int{{2, 5}, {3, 6}, {4, 5}, {5, 5}, {6, 6}, {8, 8}} {
		w, h := size[0], size[1]
		n, wide := newNarrow(w, h), newWide(w, h)
		memo := map[race]bool{}
		for range 300 {
			r := race{runner: breakthrough.Square(rng.IntN(w * (h - 1))), toMove: rng.IntN(2) == 0}
			for range rng.IntN(6) {
				if sq := breakthrough.Square(w + rng.IntN(w*(h-1))); sq != r.runner {
					r.enemies.Add(sq)
				}
			}
			got := n.unstoppable(&n.runners[r.runner], 1<<r.runner, r.enemies[0], r.toMove)
			want := getsHome(w, h, r, memo)
			if got && !want || got != want && n.runners[r.runner].wins != nil {
				t.Errorf("%dx%d: found %v, expected %v: %v", w, h, got, want, r)
			}
			steps := wide.run(one(r.runner), r.enemies, 1, h-1, r.toMove)
			if steps != 0 && (!want || steps != h-1-int(r.runner)/w) {
				t.Errorf("%dx%d: found %d steps, expected %v: %v", w, h, steps, want, r)
			}
			known[want]++
		}
	}
	if known[true] < 300 || known[false] < 300 {
		t.Errorf("only %v were compared", known)
	}
}
