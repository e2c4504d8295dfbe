package phalanx

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/races"
)

// What is proven of moves is true, all are decided without limits, and estimates are the same again.
func TestRankedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	e, again, s := New(), New(), races.New()
	decided := 0
	for i := range 60 {
		size := [][2]int{{3, 5}, {4, 5}, {9, 8}}[i%3]
		start, err := breakthrough.Start(size[0], size[1], 2)
		if err != nil {
			t.Fatal(err)
		}
		p := start
		for range 2 + rng.IntN(12) {
			moves := p.Moves(nil)
			if next := after(p, moves[rng.IntN(len(moves))]); !next.Over() {
				p = next
			}
		}
		moves := p.Moves(nil)
		l := solve.Limits{Nodes: 5000}
		if size[0] == 3 {
			l = solve.Limits{}
		}
		ranked, r := e.Rank(t.Context(), &p, moves, l)
		if second, _ := again.Rank(t.Context(), &p, moves, l); !reflect.DeepEqual(ranked, second) {
			t.Errorf("%s: %v and %v", &p, ranked, second)
		}
		if len(ranked) != len(moves) || l.Nodes > 0 && r.Nodes > l.Nodes {
			t.Fatalf("%s: %d moves, %d nodes", &p, len(ranked), r.Nodes)
		}
		for k, m := range ranked {
			if m.Move != moves[k] || math.Abs(m.Estimate) > 1 || (m.Verdict == solve.Unknown) == (math.Abs(m.Estimate) == 1) {
				t.Errorf("%s: %+v", &p, m)
			}
			if m.Verdict == solve.Unknown {
				if l.Nodes == 0 {
					t.Errorf("%s: %+v is open", &p, m)
				}
				continue
			}
			next := after(p, m.Move)
			if v := s.Solve(t.Context(), &next, solve.Limits{Nodes: 1_000_000}).Verdict; v != solve.Unknown {
				if decided++; v == m.Verdict {
					t.Errorf("%s: %+v, but then it is a %v", &p, m, v)
				}
			}
		}
	}
	if decided < 100 {
		t.Errorf("only %d moves are decided", decided)
	}
}

func after(p breakthrough.Position, m breakthrough.Move) breakthrough.Position {
	if err := p.Play(m); err != nil {
		panic(err)
	}
	return p
}
