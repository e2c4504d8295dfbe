package expected

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/palindromes"
)

// TestPlayersMakeLegalMoves asks for moves of positions of several sizes, with the standard bag and with others, and asks again for
// the same.
func TestPlayersMakeLegalMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	player, again := New(), New()
	player.Games, again.Games = 2, 2
	for i := range 160 {
		n := 4 + i/40
		p := position(rng, n, rng.IntN(n*n), entropy.Turn(rng.IntN(3)))
		if i%3 == 0 && n < entropy.MaxSize {
			p.Bag[1+rng.IntN(entropy.MaxColours)] += uint8(rng.IntN(20))
		}
		l := solve.Limits{Nodes: uint64(1 + rng.IntN(600))}
		a := player.Solve(context.Background(), &p, l, uint64(i))
		if b := again.Solve(context.Background(), &p, l, uint64(i)); !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: %+v and %+v", p.String(), a, b)
		}
		if p.Acts == entropy.Draw {
			continue
		}
		if err := p.Check(a.Best); err != nil {
			t.Fatalf("%s: %v", p.String(), err)
		}
		for _, c := range a.Moves {
			if err := p.Check(c.Move); err != nil {
				t.Fatalf("%s: %v", p.String(), err)
			}
		}
	}
}

// TestEndsAreExact compares what a player says of the last turns with the exact search.
func TestEndsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	player, exact := New(), palindromes.New()
	for range 100 {
		n := 3 + rng.IntN(3)
		p := position(rng, n, n*n-1-rng.IntN(3), entropy.Turn(rng.IntN(3)))
		a := player.Solve(context.Background(), &p, solve.Limits{}, 1)
		want := exact.Solve(context.Background(), &p, solve.Limits{})
		if a.Verdict != solve.Value || a.Mean != float64(want.Low.Num)/float64(want.Low.Den) || a.Half != 0 {
			t.Fatalf("%s: %v %v, expected %v", p.String(), a.Verdict, a.Mean, want.Low)
		}
	}
}

// TestMeanOfGames compares the mean of quick games from the same position, with two seeds.
func TestMeanOfGames(t *testing.T) {
	p, err := entropy.Start(5)
	if err != nil {
		t.Fatal(err)
	}
	player := New()
	player.Games = 200
	a := player.Solve(context.Background(), &p, solve.Limits{}, 1)
	b := player.Solve(context.Background(), &p, solve.Limits{}, 2)
	t.Logf("%.1f ± %.1f and %.1f ± %.1f", a.Mean, a.Half, b.Mean, b.Half)
	if a.Games != 200 || a.Verdict != solve.Unknown || math.Abs(a.Mean-b.Mean) > a.Half+b.Half || a.Half > 3 || a.Mean < 35 || a.Mean > 60 {
		t.Errorf("%+v and %+v", a, b)
	}
}

// TestFullBoards compares the values of full boards with the score by the rules.
func TestFullBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for n := entropy.MinSize; n <= entropy.MaxSize; n++ {
		v := newValues(n, matches{0.3, 0.4})
		for range 500 {
			p := entropy.Position{N: uint8(n)}
			colours := 1 + rng.IntN(entropy.MaxColours)
			for i := range n * n {
				p.Cells[i] = entropy.Colour(1 + rng.IntN(colours))
			}
			b := newBoard(&p)
			if sum := int(v.sum(&b)); sum != point*p.Score() {
				t.Fatalf("%s: %d, expected %d points", p.String(), sum, p.Score())
			}
		}
	}
}

// TestLimits stops a player by a context and by nodes.
func TestLimits(t *testing.T) {
	p := position(rand.New(rand.NewPCG(8, 0)), 7, 20, entropy.Order)
	player := New()
	a := player.Solve(context.Background(), &p, solve.Limits{Nodes: 5000}, 1)
	if a.Limit != solve.Nodes || a.Nodes > 5000 {
		t.Errorf("%v after %d nodes", a.Limit, a.Nodes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a = player.Solve(ctx, &p, solve.Limits{}, 1); a.Limit != solve.Interrupted || p.Check(a.Best) != nil {
		t.Errorf("%v, %v", a.Limit, a.Best)
	}
}
