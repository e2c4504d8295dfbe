package expected

import (
	"math"
	"math/rand/v2"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
)

// Every move and every draw gets games, the same as often as it is asked; a limit takes whole rounds of games away.
func TestAllMovesAreRanked(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	player, again := New(), New()
	player.Games = 3
	for i := range 24 {
		p := position(rng, 4+i%4, 1+rng.IntN(5), entropy.Turn(i%3))
		if p.Over() {
			continue
		}
		a := player.All(t.Context(), &p, 4, solve.Limits{}, uint64(i))
		legal := p.Moves(nil)
		if len(a.Moves) != len(legal) || a.Games != 4 || a.Limit != solve.NoLimit {
			t.Fatalf("%s: %d moves of %d, %d games, %v", &p, len(a.Moves), len(legal), a.Games, a.Limit)
		}
		seen := map[entropy.Move]bool{}
		for _, c := range a.Moves {
			if err := p.Check(c.Move); err != nil || seen[c.Move] || math.IsInf(c.Half, 0) || c.Mean < 0 {
				t.Errorf("%s: %+v, %v", &p, c, err)
			}
			seen[c.Move] = true
		}
		cut := again.All(t.Context(), &p, 4, solve.Limits{Nodes: a.Nodes - 1}, uint64(i))
		if cut.Games != 3 || cut.Limit != solve.Nodes || cut.Nodes > a.Nodes-1 {
			t.Errorf("%s: %d games, %v, %d nodes of %d", &p, cut.Games, cut.Limit, cut.Nodes, a.Nodes)
		}
	}
	if player.Games != 3 {
		t.Errorf("the player's own games are %d now", player.Games)
	}
}

// The values of lines by themselves are those of the tables.
func TestLinesAreThoseOfTheTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	player := New()
	for range 40 {
		p := position(rng, 5, rng.IntN(20), entropy.Order)
		player.prepare(&p)
		rows, columns := Lines(&p)
		sum := 0.0
		for i := range rows {
			sum += rows[i] + columns[i]
		}
		if want := float64(valueOf(player.search.values, &p)) / point; math.Abs(sum-want) > 10*0.501/point {
			t.Errorf("%s: %f, want %f", &p, sum, want)
		}
	}
}
