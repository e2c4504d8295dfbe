package games

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/bases"
	"foregone/solve/depthvector"
	"foregone/solve/freecell"
)

// The engines for one kind of rules each and the general one share nothing but the rules. They agree on full decks,
// fresh and after random play.
func TestEnginesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	general, depths, based := freecell.New(), depthvector.New(), bases.New()
	verdicts := map[solve.Verdict]int{}
	for _, game := range []struct{ name, options string }{
		{"eightoff", "ncells=4"}, {"eightoff", "ncells=5"}, {"eightoff", "ncells=6"}, {"eightoff", ""}, {"seatowers", ""},
		{"seatowers", "ncells=3"}, {"bakers", "empty=kings"}, {"bakers", ""}, {"bakers", "ncells=2"}, {"eightoff", "empty=any ncells=4"},
	} {
		r, _ := patience.Preset(game.name)
		r, err := r.WithOptions(game.options)
		if err != nil {
			t.Fatal(err)
		}
		for n := uint64(1); n <= 400; n++ {
			p, err := patience.Deal{Style: patience.Random, Seed: 5, Number: n}.Start(r)
			if err != nil {
				t.Fatal(err)
			}
			var moves []patience.Move
			for range rng.IntN(12) {
				if moves = p.Moves(moves[:0]); len(moves) == 0 {
					break
				}
				if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			want := general.Solve(t.Context(), &p, solve.Limits{Nodes: 200_000}).Verdict
			if want == solve.Unknown {
				continue
			}
			verdicts[want]++
			var s patienceSolver = based
			if depthvector.Handles(r) {
				s = depths
			}
			if got := s.Solve(t.Context(), &p, solve.Limits{}).Verdict; got != want {
				t.Errorf("%v, but the general engine says %v: %s", got, want, &p)
			}
		}
	}
	if verdicts[solve.Winnable] < 1000 || verdicts[solve.Unwinnable] < 1000 {
		t.Errorf("only %v were compared", verdicts)
	}
	t.Log(verdicts)
}
