package races

import (
	"cmp"
	"slices"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Fact is what was proven of a position.
type Fact struct {
	Position breakthrough.Position // in normal form, White to move
	Verdict  solve.Verdict
	Work     uint64 // positions expanded for it
}

// Proven returns what is in memory of positions proven for the one last decided, itself among them, for each of which at
// least work positions were expanded: at most so many of the most work, which come first. As far as memory goes these
// have all positions that the search went through for long; Probe may answer from them in later searches.
func (s *Solver) Proven(work uint64, most int) []Fact {
	if s.search == nil {
		return nil
	}
	all := s.search.proven(work)
	slices.SortFunc(all, func(a, b Fact) int {
		return cmp.Or(cmp.Compare(b.Work, a.Work), comparePieces(&a.Position, &b.Position))
	})
	return all[:min(most, len(all))]
}

// comparePieces orders positions of a board.
func comparePieces(p, q *breakthrough.Position) int {
	return cmp.Or(slices.Compare(p.Pieces[0][:], q.Pieces[0][:]), slices.Compare(p.Pieces[1][:], q.Pieces[1][:]))
}

func (s *boardProver[K]) proven(work uint64) (all []Fact) {
	for k, f := range s.search.Proven() {
		if uint64(f.Work) >= work {
			p := s.position(k)
			all = append(all, Fact{p.Canonical(), f.Verdict, uint64(f.Work)})
		}
	}
	return all
}
