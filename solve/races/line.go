package races

import (
	"context"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Line returns moves from the position last decided to the end of the game: the winner makes moves that are proven to
// win, the loser those that resisted the search longest. After Shortest both keep to the distance. It searches again for
// what did not stay in memory, each time within l; false when that ended the line.
func (s *Solver) Line(ctx context.Context, l solve.Limits) ([]breakthrough.Move, bool) {
	var line []breakthrough.Move
	p, v, depth := s.start, s.verdict, s.depth
	if v == solve.Unknown {
		return nil, false
	}
	for !p.Over() {
		m, ok := s.keep(ctx, &p, v, depth, l)
		if !ok {
			return line, false
		}
		line = append(line, m)
		p, depth = after(&p, m), below(depth)
		v = opposite(v)
	}
	return line, true
}

// keep returns a move that keeps a verdict and, unless the depth is unlimited, the distance of that depth.
func (s *Solver) keep(ctx context.Context, p *breakthrough.Position, v solve.Verdict, depth int, l solve.Limits) (breakthrough.Move, bool) {
	switch {
	case v == solve.Win:
		return s.search.win(ctx, p, depth, l)
	case depth > 2:
		return s.search.win(ctx, p, depth-2, l) // not to lose two plies earlier
	default:
		return s.search.resist(p), true
	}
}

// AllBest returns all moves that keep the verdict of the position last decided, in the order of the rules, and after
// Shortest those that keep the distance, too. The limits are for each move by itself. Where one leaves a move open, which
// the result then says, or without a verdict, there are no moves.
func (s *Solver) AllBest(ctx context.Context, l solve.Limits) ([]breakthrough.Move, solve.Result) {
	all := solve.Result{Verdict: s.verdict}
	moves, depth := s.start.Moves(nil), s.depth
	switch {
	case s.verdict == solve.Unknown:
		return nil, all
	case s.verdict == solve.Loss && depth <= 2:
		return moves, all
	case s.verdict == solve.Loss:
		depth -= 2 // not to lose two plies earlier
	}
	best := moves[:0]
	for _, m := range moves {
		q := after(&s.start, m)
		if q.Over() {
			best = append(best, m)
			continue
		}
		if depth == 1 {
			continue
		}
		left, ok := remaining(l, all.Nodes)
		r := solve.Result{Limit: solve.Nodes}
		if ok {
			r = s.search.prove(ctx, &q, below(depth), left)
		}
		all.Nodes += r.Nodes
		switch r.Verdict {
		case solve.Unknown:
			all.Limit = r.Limit
			return nil, all
		case solve.Loss:
			best = append(best, m)
		}
	}
	return best, all
}

// opposite returns a verdict from the other side's view.
func opposite(v solve.Verdict) solve.Verdict {
	switch v {
	case solve.Win:
		return solve.Loss
	case solve.Loss:
		return solve.Win
	}
	return v
}
