package races

import (
	"math/rand/v2"
	"os"
	"testing"

	"foregone/solve"
	"foregone/solve/quiet"
)

// agreeBoards are small enough for a complete table of each, with the most pieces that the plain search gets.
var agreeBoards = []struct{ w, h, pieces int }{
	{2, 4, 8}, {2, 5, 8}, {2, 6, 8}, {3, 4, 9}, {3, 5, 8}, {3, 6, 7}, {4, 4, 9}, {4, 5, 7}, {4, 6, 6}, {5, 4, 8}, {5, 5, 6},
}

// Proof-number search, the complete table and a plain search through all moves decide random positions alike. Where there
// are too many pieces for the last, the first two do.
func TestEnginesAgree(t *testing.T) {
	perBoard, most := 200, uint64(2_000)
	if os.Getenv("FOREGONE_SLOW") == "1" {
		perBoard, most = 10_000, 200_000
	}
	rng := rand.New(rand.NewPCG(10, 10))
	s := New()
	verdicts, undecided := map[solve.Verdict]int{}, 0
	for _, b := range agreeBoards {
		table, err := quiet.InMemory(t.Context(), quiet.Size{W: b.w, H: b.h}, 1)
		if err != nil {
			t.Fatal(err)
		}
		o := oracle{}
		for i := range perBoard {
			pieces, plain := b.pieces, i%2 == 0
			if !plain {
				pieces = 4 * b.w
			}
			p := scattered(rng, b.w, b.h, pieces)
			v, err := table.Probe(&p)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Solve(t.Context(), &p, solve.Limits{Nodes: most})
			if v == solve.Unknown || r.Verdict == solve.Unknown {
				undecided++
				continue
			}
			if r.Verdict != v {
				t.Errorf("%v: found %v, the table has %v", &p, r, v)
			}
			if !plain {
				continue
			}
			if len(o) > 1<<20 {
				clear(o)
			}
			if want := verdictOf(o.distance(p)); v != want {
				t.Errorf("%v: found %v, expected %v", &p, v, want)
			}
			verdicts[v]++
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%v by all three, %d undecided of %d", verdicts, undecided, perBoard*len(agreeBoards))
	if least := perBoard * len(agreeBoards) / 8; verdicts[solve.Win] < least || verdicts[solve.Loss] < least {
		t.Errorf("only %v were compared", verdicts)
	}
}
