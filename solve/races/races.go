// Package races proves who wins a position of Breakthrough, and in how many plies, by proof-number search with static
// lemmas on races to the far row (A. Saffidine, N. Jouandeau and T. Cazenave, Solving Breakthrough with Race Patterns
// and Job-Level Proof Number Search, Advances in Computer Games 2011).
package races

import (
	"context"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Solver decides positions one after the other and keeps its memory between them. Not for concurrent use.
type Solver struct {
	// Probe, unless nil, is asked for the verdict of a position, Unknown when it has none. The position may be another
	// of the same value by symmetry, with the other side to move. It is asked at the root and for positions below
	// which 1,000 were expanded, never in a search to a depth.
	Probe func(*breakthrough.Position) solve.Verdict
	// Table, unless nil, is asked as Probe is by the searches to a depth of Shortest, but already when a few positions were
	// expanded: it is to answer in some microseconds, and to know nearly all positions.
	Table func(*breakthrough.Position) solve.Verdict
	// Jobs is the number of goroutines that search for one proof, where that is not bounded in nodes. With more than
	// one a verdict is the same, but nodes and moves differ from run to run.
	Jobs int
	// From, unless nil, is a position from which a move leads to each one that is solved. As long as it stays the same what
	// was found is not forgotten, nor what was found of itself just before.
	From *breakthrough.Position

	search  prover
	kept    breakthrough.Position // what is in memory was found for it, or for positions after its moves
	start   breakthrough.Position
	verdict solve.Verdict // of start
	depth   int           // plies that start takes, when Shortest found out; else unlimited
}

// New returns a Solver without tables; they grow as positions need them.
func New() *Solver { return new(Solver) }

// Solve returns the verdict of p, a valid position, for the side to move. Nodes counts the positions expanded, each
// as often as that was done.
func (s *Solver) Solve(ctx context.Context, p *breakthrough.Position, l solve.Limits) solve.Result {
	s.begin(p, l)
	r := solve.Result{Verdict: over(p)}
	if r.Verdict == solve.Unknown {
		r = s.search.prove(ctx, p, unlimited, l)
	}
	s.verdict = r.Verdict
	return r
}

// begin forgets the last position. The board's tables are kept while its size is the same.
func (s *Solver) begin(p *breakthrough.Position, l solve.Limits) {
	if s.search == nil || s.start.W != p.W || s.start.H != p.H {
		s.search = newBoard(int(p.W), int(p.H))
	}
	switch {
	case s.From == nil:
		s.search.reset(s, p, l)
		s.kept = *p
	case s.kept != *s.From:
		s.search.reset(s, p, l)
		s.kept = *s.From
	default:
		s.search.take(s, p, l)
	}
	s.start, s.verdict, s.depth = *p, solve.Unknown, unlimited
}

// over returns the verdict of a position that is over, else Unknown.
func over(p *breakthrough.Position) solve.Verdict {
	switch winner, over := p.Winner(); {
	case !over:
		return solve.Unknown
	case winner == p.ToMove:
		return solve.Win
	default:
		return solve.Loss
	}
}

// Distance is a verdict with the plies to the end of the game: the winner plays for the fastest win, the loser for the
// slowest. With a verdict and a Limit, it takes at least Plies.
type Distance struct {
	solve.Result
	Plies int
}

// Shortest returns the verdict of p and its distance, by searches for a win within 1, 2, 3 … plies.
func (s *Solver) Shortest(ctx context.Context, p *breakthrough.Position, l solve.Limits) Distance {
	d := Distance{Result: s.Solve(ctx, p, l)}
	if d.Verdict == solve.Unknown || over(p) != solve.Unknown {
		return d
	}
	d.Plies = 1
	if d.Verdict == solve.Loss {
		d.Plies = 2
	}
	for ; ; d.Plies += 2 {
		left, ok := remaining(l, d.Nodes)
		if !ok {
			d.Limit = solve.Nodes
			return d
		}
		r := s.search.prove(ctx, p, d.Plies, left)
		d.Nodes += r.Nodes
		switch r.Verdict {
		case d.Verdict:
			s.depth = d.Plies
			return d
		case solve.Unknown:
			d.Limit = r.Limit
			return d
		}
	}
}

// remaining returns the limits after some nodes, and whether any nodes are left.
func remaining(l solve.Limits, nodes uint64) (solve.Limits, bool) {
	l.Spent += nodes
	if l.Nodes == 0 {
		return l, true
	}
	l.Nodes -= min(nodes, l.Nodes)
	return l, l.Nodes > 0
}
