package shortest

import (
	"context"

	"foregone/positions/patience"
	"foregone/solve"
)

// Efforts is how many efforts Near knows.
const Efforts = 3

// widths are how many states of a level are expanded. Mean single-card moves of the Eight Off deals 1 to 60: 79.7, 77.7 and
// 76.3, of which 75.0 is the least; a term for the cells in use made the lines longer.
var widths = [Efforts]int{30, 100, 300}

// Near looks for a short line of p in fewer than below moves, 0 being no bound, which comes near the shortest the more the higher
// the effort is, 1 to Efforts. It is a beam search: of the states that so many moves lead to, the best few are expanded. Result is
// Winnable, and Low the moves of the line, or Unknown.
func (s *Solver) Near(ctx context.Context, p *patience.Position, below int, metric Metric, effort int, l solve.Limits) Result {
	root := s.load(p, metric)
	s.start, s.lazy, s.stopped = *p, true, false
	s.graph.restrict(ctx, &l)
	s.most = s.within(below)
	s.graph.most = s.most
	verdict, cost := s.beam(root, widths[effort-1])
	return Result{solve.Result{Verdict: verdict, Limit: s.graph.limit, Nodes: s.graph.work}, s.home() + cost}
}

// beam takes up the states by the moves that lead to them, of each number the ones with the least bounds of what is left: at
// least width, and all that are as good as the last of these.
func (s *Solver) beam(root position, width int) (solve.Verdict, int) {
	s.begin(root, 0)
	for f := 0; f <= s.most; f++ {
		level := s.open[f]
		var count [never + 1]int // of states by their bound
		for _, i := range level {
			n := &s.nodes[i]
			if n.closed || int(n.spent) != f {
				continue
			}
			if s.graph.vertices[n.vertex].heads == 0 {
				s.goal = i
				return solve.Winnable, f
			}
			count[n.bound]++
		}
		worst, left := 0, width
		for ; worst < never && left > count[worst]; worst++ {
			left -= count[worst]
		}
		for _, i := range level {
			n := &s.nodes[i]
			if n.closed || int(n.spent) != f || int(n.bound) > worst {
				continue
			}
			n.closed = true
			if !s.graph.spend() || !s.graph.forward(n.vertex) {
				return solve.Unknown, 0
			}
			s.expand(i)
		}
	}
	return solve.Unknown, 0
}
