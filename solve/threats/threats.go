// Package threats analyses Crossings on boards that no table fits. It proves wins and losses in few plies, with the exact
// distance, and judges the rest by alpha-beta search.
//
// Play may go round in circles, so that most of what a search finds depends on the path to a position. A win within a
// number of plies does not: it is forced along lines that come to an end. Only such wins, and losses in which all moves
// lead to one, are proven. A draw would need all positions that can be reached, and is never claimed, but when neither
// side has a move.
package threats

import (
	"cmp"
	"context"
	"math"
	"slices"

	"foregone/positions/crossings"
	"foregone/solve"
)

// Answer is what the engine found of a position. Nodes counts the positions of both methods.
type Answer struct {
	solve.Result // Win or Loss for the side to move when proven, Draw when neither side has a move, else Unknown

	// Plies to the deciding crossing, with Win or Loss. They are the distance under best play, the winner's being the
	// shortest and the loser's the longest, when Optimal is set, else a bound from above.
	Plies   int
	Optimal bool
	Best    crossings.Move   // of a game that is not over
	Line    []crossings.Move // from Best on, as far as it is known
	// Estimate is the expected result for the side to move, -1 to 1; ±1 only when proven.
	Estimate float64
	// Depth is the plies of the last iteration of the judgement; Refuted the plies within which the position is neither
	// won nor lost, with Unknown.
	Depth, Refuted int
}

// Engine searches one position after another with the same memory. Not for concurrent use.
type Engine struct {
	few  search[place]
	many search[crossings.Position]
}

// New returns an engine; its tables are made when they are needed.
func New() *Engine { return &Engine{} }

// mostMemory bounds the tables whatever the limits are.
const mostMemory = 128 << 20

// Solve searches p, a legal position, until it is proven or a limit is met; without limits it goes on for long when p is
// drawn, and then gives up with Unknown. The same position and limits give the same answer, the time aside. Memory bounds
// the tables, which take at most 128 MiB, and stops no search.
func (e *Engine) Solve(ctx context.Context, p *crossings.Position, l solve.Limits) Answer {
	if p.Over() {
		if p.MustCross() {
			return Answer{Result: solve.Result{Verdict: solve.Loss}, Optimal: true, Estimate: -1}
		}
		return Answer{Result: solve.Result{Verdict: solve.Draw}}
	}
	if l.Memory <= 0 || l.Memory > mostMemory {
		l.Memory = mostMemory
	}
	if small(p) {
		g := newNarrow(int(p.W), int(p.H), p.Steps)
		e.few.reset(ctx, g, g.place(p), l)
		e.few.text = text(p)
		return answer(&e.few, p)
	}
	e.many.reset(ctx, &wide{h: int(p.H)}, *p, l)
	e.many.text = text(p)
	return answer(&e.many, p)
}

// small reports whether a board has up to 64 squares.
func small(p *crossings.Position) bool { return int(p.W)*int(p.H) <= 64 }

// AllBest returns the best moves of p, which is won or lost in exactly so many plies, more than 0, as an Optimal answer
// says: those that win soonest, or lose last, ordered by from-square, then by to-square. Every move is looked at, by
// proofs only; when a limit stops that, the moves are those that are known, and the Limit is set. There is no Verdict.
func (e *Engine) AllBest(ctx context.Context, p *crossings.Position, plies int, l solve.Limits) ([]crossings.Move, solve.Result) {
	if l.Memory <= 0 || l.Memory > mostMemory {
		l.Memory = mostMemory
	}
	if small(p) {
		g := newNarrow(int(p.W), int(p.H), p.Steps)
		e.few.reset(ctx, g, g.place(p), l)
		e.few.text = text(p)
		return allBest(&e.few, p, plies)
	}
	e.many.reset(ctx, &wide{h: int(p.H)}, *p, l)
	e.many.text = text(p)
	return allBest(&e.many, p, plies)
}

func allBest[P comparable](s *search[P], p *crossings.Position, plies int) ([]crossings.Move, solve.Result) {
	best := []crossings.Move{}
	for _, m := range s.bestMoves(plies) {
		best = append(best, line(p, []move{m})...)
	}
	slices.SortFunc(best, func(a, b crossings.Move) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return best, solve.Result{Limit: s.stop, Nodes: s.nodes}
}

// answer runs a search that is ready for p.
func answer[P comparable](s *search[P], p *crossings.Position) Answer {
	r := s.run()
	a := Answer{
		Result: solve.Result{Verdict: r.verdict, Limit: r.limit, Nodes: s.nodes},
		Plies:  r.plies, Optimal: r.optimal,
		Depth: r.depth, Refuted: r.refuted,
	}
	a.Line = line(p, s.line)
	a.Best = a.Line[0]
	switch r.verdict {
	case solve.Win:
		a.Estimate = 1
	case solve.Loss:
		a.Estimate = -1
	default:
		a.Estimate = max(-0.999, min(math.Tanh(float64(r.score)/scale), 0.999))
	}
	return a
}

// text returns a function that writes a line from p.
func text(p *crossings.Position) func([]move) string {
	return func(moves []move) string { return solve.LineOf(line(p, moves), p.MoveString) }
}

// line returns the moves of a search, which has them as the side to move sees the board on boards of up to 64 squares, as
// moves of p.
func line(p *crossings.Position, moves []move) []crossings.Move {
	all := make([]crossings.Move, 0, len(moves))
	q := *p
	for _, m := range moves {
		x := crossings.Move{From: crossings.Square(m.from), To: crossings.Square(m.to)}
		if x != crossings.Pass && q.ToMove == crossings.Black && small(p) {
			last := crossings.Square(q.W*q.H - 1)
			x.From, x.To = last-x.From, last-x.To
		}
		x.Capture = x != crossings.Pass && q.Stones[q.ToMove.Other()].Has(x.To)
		if q.Play(x) != nil {
			break
		}
		all = append(all, x)
	}
	return all
}
