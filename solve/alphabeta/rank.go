package alphabeta

import (
	"context"

	"foregone/solve"
)

// Rank searches several positions of one game, none of which is over, each to a depth of 1, then each to 2 and so on, until all
// are proven or a limit is met. The scores, each for the side to move there, are those of the last depth to which all were
// searched, which is Result.Depth, or proven; at depth 0 they are guesses.
func (s *Search[P, K]) Rank(ctx context.Context, game Game[P, K], roots []P, l solve.Limits) ([]int, Result) {
	s.begin(ctx, game, l)
	scores := make([]int, len(roots))
	for i := range roots {
		if scores[i] = game.Known(&roots[i]); scores[i] == 0 {
			scores[i] = game.Guess(&roots[i])
		}
	}
	r := Result{}
	for open := true; open; {
		s.depth = r.Depth + 1
		found := make([]int, len(roots))
		open = false
		for i := range roots {
			if found[i] = scores[i]; Proven(found[i]) {
				continue
			}
			s.frame(0).pos = roots[i]
			found[i] = s.widen(scores[i], s.depth)
			if s.stop != solve.NoLimit {
				r.Limit, r.Nodes = s.stop, s.nodes
				return scores, r
			}
			open = open || !Proven(found[i])
		}
		copy(scores, found)
		r.Depth++
	}
	r.Nodes = s.nodes
	return scores, r
}
