package races

import (
	"strings"

	"foregone/positions/breakthrough"
	"foregone/solve/proofnumber"
)

// text writes a line of the search from a root, as far as it is one of the position that was given; "" when the root is
// another one.
func (s *boardProver[K]) text(root K, depth int, line []proofnumber.Child[K]) string {
	p := s.shown
	if s.key(&p) != root {
		return ""
	}
	var words []string
	for _, c := range line {
		moves, ok := s.movesTo(&p, c, depth)
		if !ok {
			break
		}
		for _, m := range moves {
			words = append(words, p.MoveString(m))
			p = after(&p, m)
			depth = below(depth)
		}
	}
	return strings.Join(words, " ")
}

// movesTo returns the move of a position at a depth that the search has as c, with the only answer when it has that, too.
func (s *boardProver[K]) movesTo(p *breakthrough.Position, c proofnumber.Child[K], depth int) ([]breakthrough.Move, bool) {
	for _, m := range p.Moves(nil) {
		q := after(p, m)
		if q.Over() {
			continue
		}
		r := s.result(&q, m, depth)
		switch {
		case r.key != c.Key || r.again != c.Again:
		case !r.again:
			return []breakthrough.Move{m}, true
		default:
			for _, a := range q.Moves(nil) {
				if a.To == m.To { // see result: the only answer takes what threatens
					return []breakthrough.Move{m, a}, true
				}
			}
		}
	}
	return nil, false
}
