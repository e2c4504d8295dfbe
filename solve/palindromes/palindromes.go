// Package palindromes computes the exact value of a position of Entropy: the expected final score when Chaos minimises it,
// Order maximises it, and chips are drawn from the bag with equal chances.
package palindromes

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/expectimax"
)

// Fraction is a value in lowest terms; Den > 0.
type Fraction struct{ Num, Den int64 }

// Result is the outcome of a search. Its verdict is solve.Value, with Low and High both that value, or Unknown with the
// limit that stopped it and what was proven by then.
type Result struct {
	solve.Result
	Low, High Fraction
	Best      entropy.Move // one that reaches the value; none at a draw and on a full board
}

// Action is a move of Chaos' or Order's, or a draw, with its value.
type Action struct {
	Move  entropy.Move
	Value Fraction
}

// Solver answers one position after another with the same memory. Not for concurrent use.
type Solver struct {
	Jobs   int // goroutines that search one position together; below 2 one, as with a bound of nodes
	rules  rules
	search expectimax.Search[state]
	root   state
	value  int64 // of root, where it is proven
	moves  []expectimax.Move
	shown  *entropy.Position // root, while somebody watches
}

// New returns a Solver.
func New() *Solver { return &Solver{} }

// Fits reports whether the search can take a position: its value times the number of ways to draw the chips to come must
// stay within 62 bits, as it does up to 17 empty cells of a bag without leftovers. Far fewer can be searched in a lifetime
// on large boards.
func Fits(p *entropy.Position) bool {
	var r rules
	return r.set(p)
}

// Solve computes the value of a legal position that Fits. Memory bounds the table and stops no search.
func (s *Solver) Solve(ctx context.Context, p *entropy.Position, l solve.Limits) Result {
	s.rules.set(p)
	s.rules.prepare(p)
	s.search.Jobs = s.Jobs
	s.search.Start(ctx, &s.rules, l)
	s.search.Shown, s.shown = solve.Standing{}, nil
	if l.Progress != nil {
		s.shown = p
	}
	s.root = s.rules.newState(p)
	low, high := s.rules.Bounds(&s.root)
	r := Result{}
	switch {
	case p.Over():
		high = low
	case p.Acts == entropy.Draw:
		r.Limit, low, high = s.expect(low, high)
	default:
		var best expectimax.MoveID
		best, r.Limit, low, high = s.decide(low, high)
		r.Best = s.rules.move(&s.root, best)
	}
	r.Nodes = s.search.Nodes()
	if r.Limit == solve.NoLimit {
		r.Verdict = solve.Value
	}
	s.value = low
	r.Low, r.High = s.fraction(low), s.fraction(high)
	return r
}

// expect searches the draws of the root one by one. Each that is done narrows the bounds.
func (s *Solver) expect(low, high int64) (limit solve.Limit, _, _ int64) {
	s.moves = s.rules.Moves(&s.root, s.moves[:0])
	for i, m := range s.moves {
		var next state
		s.rules.Play(&s.root, m.ID, &next)
		s.show("draw", i)
		found := s.search.Value(next, -expectimax.Inf, expectimax.Inf)
		if found.Limit != solve.NoLimit {
			return found.Limit, low, high
		}
		first, last := s.rules.Bounds(&next)
		low += int64(m.Weight) * (found.Value - first)
		high -= int64(m.Weight) * (last - found.Value)
	}
	return solve.NoLimit, low, high
}

// decide searches the moves of the root one by one. What the best of them proves narrows the bounds also of a search that
// is stopped.
func (s *Solver) decide(low, high int64) (best expectimax.MoveID, limit solve.Limit, _, _ int64) {
	s.moves = s.rules.Moves(&s.root, s.moves[:0])
	slices.SortStableFunc(s.moves, func(a, b expectimax.Move) int { return cmp.Compare(b.Order, a.Order) })
	maximise := s.root.acts == entropy.Order
	alpha, beta := int64(-expectimax.Inf), int64(expectimax.Inf)
	best = s.moves[0].ID
	for i, m := range s.moves {
		var next state
		s.rules.Play(&s.root, m.ID, &next)
		s.show("move", i)
		found := s.search.Value(next, alpha, beta)
		switch {
		case found.Limit != solve.NoLimit:
			return best, found.Limit, low, high
		case maximise && found.Value > alpha:
			alpha, best = found.Value, m.ID
			low = max(low, alpha)
			s.showBest(best)
		case !maximise && found.Value < beta:
			beta, best = found.Value, m.ID
			high = min(high, beta)
			s.showBest(best)
		}
	}
	if maximise {
		return best, solve.NoLimit, alpha, alpha
	}
	return best, solve.NoLimit, beta, beta
}

// show tells whoever watches that the i-th of the root's moves is searched.
func (s *Solver) show(what string, i int) {
	if s.shown != nil {
		s.search.Shown.Stage = fmt.Sprintf("%s %d of %d", what, i+1, len(s.moves))
	}
}

func (s *Solver) showBest(m expectimax.MoveID) {
	if s.shown != nil {
		s.search.Shown.Line = s.shown.MoveString(s.rules.move(&s.root, m))
	}
}

// AllBest returns every move that reaches the value which Solve has just proven, in the order of the rules; none at a
// draw and on a full board. Nodes are those since then.
func (s *Solver) AllBest(ctx context.Context, l solve.Limits) ([]entropy.Move, solve.Result) {
	if s.root.acts == entropy.Draw {
		return nil, solve.Result{Verdict: solve.Value}
	}
	var best []entropy.Move
	r := s.each(ctx, l, func(m entropy.Move, child state) (limit solve.Limit) {
		alpha := s.value // Chaos' moves are worth at least so much
		if s.root.acts == entropy.Order {
			alpha--
		}
		found := s.search.Value(child, alpha, alpha+1)
		if found.Limit == solve.NoLimit && (found.Value <= alpha) == (s.root.acts == entropy.Chaos) {
			best = append(best, m)
		}
		return found.Limit
	})
	slices.SortFunc(best, compareMoves)
	return best, r
}

// Values returns every move of the position that was solved last with its value, best first, and draws in the order of the
// colours; when a limit stops it, those that were done. Nodes are those since then.
func (s *Solver) Values(ctx context.Context, l solve.Limits) ([]Action, solve.Result) {
	type valued struct {
		move        entropy.Move
		value, unit int64
	}
	var all []valued
	r := s.each(ctx, l, func(m entropy.Move, child state) solve.Limit {
		found := s.search.Value(child, -expectimax.Inf, expectimax.Inf)
		if found.Limit == solve.NoLimit {
			all = append(all, valued{m, found.Value, s.rules.unit(&child)})
		}
		return found.Limit
	})
	slices.SortFunc(all, func(a, b valued) int {
		better := 0
		switch s.root.acts {
		case entropy.Chaos:
			better = cmp.Compare(a.value, b.value)
		case entropy.Order:
			better = cmp.Compare(b.value, a.value)
		}
		return cmp.Or(better, compareMoves(a.move, b.move))
	})
	actions := make([]Action, len(all))
	for i, v := range all {
		actions[i] = Action{v.move, LowestTerms(v.value, v.unit)}
	}
	return actions, r
}

// each calls search for every move of the root's and the position after it, until a limit stops it.
func (s *Solver) each(ctx context.Context, l solve.Limits, search func(entropy.Move, state) solve.Limit) solve.Result {
	if s.root.empty == 0 {
		return solve.Result{Verdict: solve.Value}
	}
	s.search.Continue(ctx, l)
	s.moves = s.rules.Moves(&s.root, s.moves[:0])
	for _, m := range s.moves {
		var next state
		s.rules.Play(&s.root, m.ID, &next)
		if limit := search(s.rules.move(&s.root, m.ID), next); limit != solve.NoLimit {
			return solve.Result{Limit: limit, Nodes: s.search.Nodes()}
		}
	}
	return solve.Result{Verdict: solve.Value, Nodes: s.search.Nodes()}
}

// compareMoves orders moves as the rules do.
func compareMoves(a, b entropy.Move) int {
	return cmp.Or(cmp.Compare(a.Chip, b.Chip), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// fraction returns an expected score from a value of the root's.
func (s *Solver) fraction(value int64) Fraction { return LowestTerms(value, s.rules.unit(&s.root)) }

// LowestTerms returns num/den, den > 0, in lowest terms.
func LowestTerms(num, den int64) Fraction {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	return Fraction{num / a, den / a}
}

// set notes the size of a root and the chips to come, and reports whether the numbers of its search fit 62 bits.
func (r *rules) set(p *entropy.Position) bool {
	r.n = int(p.N)
	r.most = 0
	for length := 2; length <= r.n; length++ {
		r.most += int64(2 * r.n * length * (r.n - length + 1))
	}
	empty, chips := p.Empty(), p.Bag.Len()
	if p.Acts == entropy.Chaos {
		empty--
	}
	r.scale[0] = 1
	for k := 1; k <= empty; k++ {
		high, low := bits.Mul64(uint64(r.scale[k-1]), uint64(chips-empty+k))
		if high != 0 || low > expectimax.Inf/uint64(r.most+1) {
			return false
		}
		r.scale[k] = int64(low)
	}
	return true
}
