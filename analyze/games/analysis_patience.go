package games

import (
	"context"
	"slices"

	"foregone/solve"
	"foregone/solve/depthvector"
)

// Whole is a Position some of whose moves stand for several: Successors has none of these.
type Whole interface {
	Position
	WholeSuccessors() []Successor // with them, in the contract's order
}

// moves returns all legal moves of a position, in the contract's order.
func moves(p Position) []Successor {
	if whole, ok := p.(Whole); ok {
		return whole.WholeSuccessors()
	}
	return p.Successors()
}

// WholeSuccessors has the moves of runs.
func (e *patiencePosition) WholeSuccessors() []Successor {
	moves := e.p.Runs(e.p.Moves(nil))
	slices.SortFunc(moves, byPlaces)
	next := make([]Successor, len(moves))
	for i, m := range moves {
		after := &patiencePosition{e.p}
		if err := after.p.Play(m); err != nil {
			panic(err) // Moves and Runs give legal moves only
		}
		next[i] = Successor{m.String(), after}
	}
	return next
}

// Reach counts for the games of the one engine whose positions are few.
func (e *patienceEngine) Reach(ctx context.Context, pos Position, l solve.Limits) (uint64, solve.Limit) {
	p := &pos.(*patiencePosition).p
	if !depthvector.Handles(p.Rules) {
		return 0, solve.NoLimit
	}
	e.last = e.solver(p.Rules)
	return e.depths.Reach(ctx, p, l)
}
