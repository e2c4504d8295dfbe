package races

import (
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// What is told to have been proven on the way is right, and is of use to the next search.
func TestProven(t *testing.T) {
	s := New()
	if facts := s.Proven(0, 10); facts != nil {
		t.Errorf("nothing solved: found %v", facts)
	}
	verdicts := map[solve.Verdict]int{}
	for _, size := range [][2]int{{3, 4}, {2, 5}, {2, 6}, {2, 7}} {
		o := oracle{}
		p, _ := breakthrough.Start(size[0], size[1], 2)
		r := s.Solve(t.Context(), &p, solve.Limits{})
		facts := s.Proven(1, 1<<30)
		if len(facts) == 0 || facts[0] != (Fact{p.Canonical(), r.Verdict, r.Nodes}) {
			t.Errorf("%v: found %v first, expected the start, %v", size, facts[:min(1, len(facts))], r)
		}
		work := r.Nodes
		for _, f := range facts {
			if f.Verdict != verdictOf(o.distance(f.Position)) || f.Position != f.Position.Canonical() || f.Work > work {
				t.Errorf("found %v after work of %d", f, work)
			}
			work = f.Work
			verdicts[f.Verdict]++
		}
		if few := s.Proven(10, 3); len(few) > 3 || len(few) > 0 && few[len(few)-1].Work < 10 || few[0] != facts[0] {
			t.Errorf("%v: found %v", size, few)
		}
	}
	if verdicts[solve.Win] < 500 || verdicts[solve.Loss] < 300 {
		t.Errorf("only %v were compared", verdicts)
	}
}

// Probe with the facts of one search makes searches of the positions that follow shorter.
func TestProvenHelp(t *testing.T) {
	p, _ := breakthrough.Start(4, 5, 2)
	s := New()
	s.Solve(t.Context(), &p, solve.Limits{})
	known := map[breakthrough.Position]solve.Verdict{}
	for _, f := range s.Proven(1000, 1000) {
		known[f.Position] = f.Verdict
	}
	without, with := uint64(0), uint64(0)
	for _, m := range p.Moves(nil) {
		q := after(&p, m)
		s.Probe = nil
		a := s.Solve(t.Context(), &q, solve.Limits{})
		s.Probe = func(p *breakthrough.Position) solve.Verdict { return known[p.Canonical()] }
		b := s.Solve(t.Context(), &q, solve.Limits{})
		if a.Verdict != solve.Win || b.Verdict != solve.Win {
			t.Errorf("%v: found %v and %v", &q, a, b)
		}
		without, with = without+a.Nodes, with+b.Nodes
	}
	if len(known) < 10 || with*10 > without {
		t.Errorf("%d facts: %d nodes with them, %d without", len(known), with, without)
	}
}
