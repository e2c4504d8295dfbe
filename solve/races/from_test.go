package races

import (
	"math/rand/v2"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Positions after the moves of one are decided as by solvers that know nothing, for fewer positions expanded.
func TestFromRemembers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	s := New()
	var shared, alone uint64
	for i := range 30 {
		size := [][2]int{{3, 5}, {4, 4}, {3, 6}}[i%3]
		root, err := breakthrough.Start(size[0], size[1], 2)
		if err != nil {
			t.Fatal(err)
		}
		for range rng.IntN(10) {
			moves := root.Moves(nil)
			if next := after(&root, moves[rng.IntN(len(moves))]); !next.Over() {
				root = next
			}
		}
		s.From = nil
		shared += s.Solve(t.Context(), &root, solve.Limits{}).Nodes
		alone += New().Solve(t.Context(), &root, solve.Limits{}).Nodes
		s.From = &root
		for _, m := range root.Moves(nil) {
			next := after(&root, m)
			got, want := s.Solve(t.Context(), &next, solve.Limits{}), New().Solve(t.Context(), &next, solve.Limits{})
			if got.Verdict != want.Verdict {
				t.Fatalf("%s: found %v, want %v", &next, got.Verdict, want.Verdict)
			}
			line, whole := s.Line(t.Context(), solve.Limits{})
			if end := playOut(next, line); !whole || !end.Over() {
				t.Fatalf("%s: the line %v ends at %s", &next, line, &end)
			}
			shared, alone = shared+got.Nodes, alone+want.Nodes
			if i%5 == 0 {
				got, want := s.Shortest(t.Context(), &next, solve.Limits{}), New().Shortest(t.Context(), &next, solve.Limits{})
				if got.Verdict != want.Verdict || got.Plies != want.Plies {
					t.Fatalf("%s: found %+v, want %+v", &next, got, want)
				}
			}
		}
	}
	if 2*shared > alone {
		t.Errorf("%d positions were expanded, %d by solvers that know nothing", shared, alone)
	}
	t.Log(shared, alone)
}

func playOut(p breakthrough.Position, line []breakthrough.Move) breakthrough.Position {
	for _, m := range line {
		p = after(&p, m)
	}
	return p
}
