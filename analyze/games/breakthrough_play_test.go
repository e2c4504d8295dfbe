package games

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"foregone/solve"
)

// TestPlayedMoves: of positions from random play a move is given within the bound, and where it comes with a verdict
// this is that of a proof, which the move keeps.
func TestPlayedMoves(t *testing.T) {
	player, prover := newBreakthroughEngine(Resources{}), newBreakthroughEngine(Resources{})
	verdicts := map[solve.Verdict]int{}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(3, seed))
		deals, err := breakthroughDeals("", "", [...]string{"3x6", "4x5"}[seed%2])
		if err != nil {
			t.Fatal(err)
		}
		s, err := deals.At(0)
		if err != nil {
			t.Fatal(err)
		}
		p := s.Start
		for range 4 + rng.IntN(12) {
			if next := p.Reachable(); len(next) > 0 {
				p = next[rng.IntN(len(next))]
			}
		}
		if p.Over() {
			continue
		}
		l := solve.Limits{Nodes: uint64(1 + rng.IntN(2000)), Memory: 1 << 20}
		a, err := player.Solve(t.Context(), p, l, Want{Play: true})
		if err != nil || len(a.Best) != 1 || a.Nodes > l.Nodes+1 || (a.Estimate != nil) != (a.Verdict == solve.Unknown) {
			t.Fatalf("%v, %+v: %+v, %v", p, l, a, err)
		}
		verdicts[a.Verdict]++
		after, err := p.Play(a.Best[0])
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict == solve.Unknown {
			continue
		}
		for q, want := range map[Position]solve.Verdict{p: a.Verdict, after: a.Verdict.Opposite()} {
			if proof, err := prover.Solve(t.Context(), q, solve.Limits{Memory: 1 << 28}, Want{}); err != nil || proof.Verdict != want {
				t.Errorf("%v is a %v (%v), but was played as a %v", q, proof.Verdict, err, want)
			}
		}
	}
	if verdicts[solve.Win] < 50 || verdicts[solve.Loss] < 15 || verdicts[solve.Unknown] < 20 {
		t.Errorf("only %v were compared", verdicts)
	}
	t.Log(verdicts)
}

func TestPlayWithoutTime(t *testing.T) {
	deals, err := breakthroughDeals("", "", "8x8")
	if err != nil {
		t.Fatal(err)
	}
	s, err := deals.At(0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Time{})
	defer cancel()
	a, err := newBreakthroughEngine(Resources{}).Solve(ctx, s.Start, solve.Limits{}, Want{Play: true})
	if err != nil || a.Limit != solve.Timeout || len(a.Best) != 1 {
		t.Errorf("found %+v, %v", a, err)
	}
}
