package expected

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"foregone/positions/entropy"
	"foregone/solve"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// mover chooses a move of Chaos or of Order in a position that is not over.
type mover func(p *entropy.Position) entropy.Move

// own is the player with so many nodes, or so much time.
func own(nodes uint64, d time.Duration) mover {
	player := New()
	return func(p *entropy.Position) entropy.Move {
		ctx := context.Background()
		if d > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, d)
			defer cancel()
		}
		return player.Solve(ctx, p, solve.Limits{Nodes: nodes}, 1).Best
	}
}

// reference is the reference player on a board of n x n cells.
func reference(n int, one, both float64) mover {
	start, err := entropy.Start(n)
	if err != nil {
		panic(err)
	}
	return NewReference(&start, one, both).Move
}

// played returns the scores of games on the standard bag of n x n cells, whose draws depend on the seed alone.
func played(t *testing.T, n, games int, seed uint64, order, chaos mover) sample {
	t.Helper()
	var s sample
	for game := range games {
		p, err := entropy.Start(n)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, uint64(game)))
		b := newBoard(&p)
		for !p.Over() {
			var m entropy.Move
			switch p.Acts {
			case entropy.Draw:
				m = entropy.Move{Acts: entropy.Draw, Chip: entropy.Colour(b.drawn(rng))}
			case entropy.Chaos:
				m = chaos(&p)
			default:
				m = order(&p)
			}
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		s.add(p.Score())
	}
	return s
}

// TestStrength plays a few games with little work, or with FOREGONE_SLOW 30 games at 100 ms a move. On the same draws the
// reference players make 87 of each other on 7x7 and 48 on 5x5.
func TestStrength(t *testing.T) {
	for _, match := range []struct {
		name        string
		n           int
		side        entropy.Turn
		nodes       uint64
		few, aim    float64 // the least for Order, the most for Chaos
		short, long int     // games
	}{
		{"Order on 7x7", 7, entropy.Order, 1500, 90, 95, 8, 30},
		{"Chaos on 7x7", 7, entropy.Chaos, 6000, 80, 80, 5, 30},
		{"Order on 5x5", 5, entropy.Order, 1500, 49, 51, 20, 30},
	} {
		games, bound, player := match.short, match.few, own(match.nodes, 0)
		if slow() {
			games, bound, player = match.long, match.aim, own(0, 100*time.Millisecond)
		}
		order, chaos := player, reference(match.n, 1, 2)
		if match.side == entropy.Chaos {
			order, chaos = chaos, order
		}
		s := played(t, match.n, games, 3, order, chaos)
		mean, half := s.mean()
		t.Logf("%s: %.1f ± %.1f in %d games", match.name, mean, half, games)
		if (mean < bound) == (match.side == entropy.Order) {
			t.Errorf("%s: %.1f, expected %.0f or better", match.name, mean, bound)
		}
	}
}

// TestReference compares games of the reference players with each other with what was measured by another program: 91 on 7x7
// when Chaos takes pairs of empty cells to match like others, and 51 on 5x5.
func TestReference(t *testing.T) {
	for _, match := range []struct {
		n, games  int
		low, high float64
	}{{7, 12, 86, 98}, {5, 60, 48, 53}} {
		s := played(t, match.n, match.games, 1, reference(match.n, 1, 2), reference(match.n, 1, 1))
		mean, half := s.mean()
		t.Logf("%dx%[1]d: %.1f ± %.1f", match.n, mean, half)
		if mean < match.low || mean > match.high {
			t.Errorf("%dx%[1]d: %.1f, expected %.0f to %.0f", match.n, mean, match.low, match.high)
		}
	}
}
