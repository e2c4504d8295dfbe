package freecell

import (
	"math/rand/v2"
	"testing"
)

// What weigh reckons from the parent is the score of the state that the move leads to.
func TestWeighAgreesWithScore(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	w := weights{
		free:  [6]int32{1009, 917, 811, 719, 613, 503},
		empty: [4]int32{5003, 4001, 3001, 2003},
		away:  20011, over: 101, over2: 37, hung: 331, dealt: 50021, loose: 70001, depth: 1000003,
	}
	s := New()
	compared := 0
	for range 2000 {
		p := smallDeal(r)
		st := s.setUp(&p)
		s.settle(&st)
		for range 20 {
			if s.sorted(&st) {
				break
			}
			n := node{state: st}
			s.enter(&n, &w)
			moves := s.buf[:s.moves(&st, &s.buf)]
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				next := st
				s.play(&next, m)
				got, won := s.weigh(&n, m, &w)
				if want := s.sorted(&next); won != want {
					t.Fatalf("%v: won %v, want %v: %+v", m, won, want, p)
				}
				var o outlook
				s.look(&next, &w, &o)
				if want := s.score(&next, &o, &w); !won && got != want {
					t.Fatalf("%v: score %d, want %d: %+v", m, got, want, p)
				}
				compared++
			}
			s.play(&st, moves[r.IntN(len(moves))])
		}
	}
	if compared < 50000 {
		t.Errorf("only %d moves compared", compared)
	}
}
