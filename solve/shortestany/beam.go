package shortestany

import (
	"context"

	"foregone/positions/patience"
	"foregone/solve"
)

// Efforts is how many efforts Near knows.
const Efforts = 3

// widths are how many positions of a level are expanded. Mean moves of the FreeCell deals 1 to 20: 84.2 and 80.6 by the first two.
var widths = [Efforts]int{30, 100, 400}

// Near looks for a short line of p in fewer than below moves, 0 being no bound, which comes near the shortest the more the higher
// the effort is, 1 to Efforts. It is a beam search: of the positions that so many moves lead to, the best few are expanded. Result
// is Winnable, and Low the moves of the line, or Unknown.
func (s *Solver) Near(ctx context.Context, p *patience.Position, below, effort int, l solve.Limits) Result {
	root := s.begin(p, below)
	s.stopped, s.levels = false, true
	s.board.load(&s.game, &root)
	s.add(root, 0, move{}, 0, 0)
	nodes := uint64(0)
	for f := 0; f <= s.most; f++ {
		worst, won := s.worst(f, widths[effort-1])
		if won != 0 {
			s.goal = won
			return Result{solve.Result{Verdict: solve.Winnable, Nodes: nodes}, f}
		}
		for k := 0; k < len(s.open[f]); k++ {
			i := s.open[f][k]
			if n := &s.nodes[i]; int(n.spent) != f || int(n.rest) > worst || n.closed {
				continue
			}
			if l.Nodes != 0 && nodes >= l.Nodes {
				return Result{solve.Result{Limit: solve.Nodes, Nodes: nodes}, 0}
			}
			if nodes%pollEvery == 0 {
				if limit := l.Poll(ctx, nodes); limit != solve.NoLimit {
					return Result{solve.Result{Limit: limit, Nodes: nodes}, 0}
				}
			}
			nodes++
			s.nodes[i].closed = true
			s.expand(i)
		}
	}
	return Result{solve.Result{Nodes: nodes}, 0}
}

// worst returns the greatest bound of the positions of a level of which at least width are as good, and one that is won, 0 for none.
func (s *Solver) worst(level, width int) (bound int, won int32) {
	var count [never + 1]int
	for _, i := range s.open[level] {
		n := &s.nodes[i]
		if int(n.spent) != level || n.closed {
			continue
		}
		if n.key.won(&s.game) {
			return 0, i
		}
		count[n.rest]++
	}
	for ; bound < never && width > count[bound]; bound++ {
		width -= count[bound]
	}
	return bound, 0
}
