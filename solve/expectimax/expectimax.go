// Package expectimax computes the exact value of a game of two players with chance: one minimises, one maximises, and
// what chance brings comes with whole weights. It knows positions as values, moves as numbers, and nothing of the rules.
//
// Values are integers. That of a position of chance is the sum of its children's, each times its weight; so it is the
// expected result times the product of the total weights of all draws to come, which must be the same along every line
// from the position on. Nothing is rounded.
//
// The search is depth first with a window (alpha, beta) of values in which it must be exact, and a bound suffices
// outside. At a position of chance the windows of the children follow from the bounds of the others, and before any child
// is searched each may be bounded from above by one of its moves: the Star1 and Star2 cut-offs of B. Ballard (The *-minimax
// search procedure for trees containing chance nodes, Artificial Intelligence 21(3), 1983), with windows kept through
// the positions of both players in between.
//
// Several goroutines search a position together: each searches all of it, with one table for all, and puts off what
// another is at, as in ABDADA of J.-C. Weill (The ABDADA distributed minimax search algorithm, ICCA Journal 19(1), 1996).
package expectimax

import (
	"context"
	"sync"

	"foregone/solve"
)

// Turn says who acts.
type Turn uint8

const (
	Chance Turn = iota // followed by Min
	Min
	Max
)

// Inf is beyond every value.
const Inf = 1 << 62

// Key is a position, exactly.
type Key [3]uint64

// MoveID is a move of a position, a number of the game's choice.
type MoveID uint16

// Move is a move with what the game thinks of it at first sight.
type Move struct {
	ID     MoveID
	Weight uint16 // of chance's moves
	Order  int32  // higher ones are searched first
}

// Game is what the search needs to know of a game. P is a position without pointers.
type Game[P any] interface {
	Turn(p *P) Turn
	// Known returns a value when that is as quick as a few moves of the search. The value is exact within (alpha, beta),
	// at most alpha an upper bound, at least beta a lower bound.
	Known(p *P, alpha, beta int64) (int64, bool)
	// Bounds returns proven bounds of the value, from a first look.
	Bounds(p *P) (low, high int64)
	// Moves appends the moves of a position that is not known.
	Moves(p *P, buf []Move) []Move
	// Play sets next to the position after a move.
	Play(p *P, m MoveID, next *P)
	// Key returns the position: equal keys are equal values among the positions that one root leads to. It is false for
	// one that is searched again as quickly as it is looked up.
	Key(p *P) (Key, bool)
}

// Result is what a search found; Value counts with NoLimit alone.
type Result struct {
	Limit solve.Limit
	Value int64
}

// NumAlike is how many moves of chance the search tells apart when it learns what to expect of them: IDs that are equal
// modulo NumAlike should mean alike moves.
const NumAlike = 8

// Search searches one position after another with the same memory. The zero Search is ready for use. Not for concurrent
// use.
type Search[P any] struct {
	Jobs    int            // goroutines that search a position together; below 2 one
	Shown   solve.Standing // what is told to whoever watches, beside Nodes and Memory, from now on
	first   worker[P]
	helpers []*worker[P]
	team    team
	running sync.WaitGroup // the helpers
	early   bool           // helpers come at once, in tests
}

// defaultMemory bounds the table when the limits do not.
const defaultMemory = 256 << 20

// Start prepares for the positions that one root leads to; Memory bounds the table and stops no search.
func (s *Search[P]) Start(ctx context.Context, game Game[P], l solve.Limits) {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	s.team.table.reset(l.Memory)
	s.first.search = s
	s.first.reset(game, &s.team)
	for len(s.helpers) < s.Jobs-1 {
		s.helpers = append(s.helpers, new(worker[P]))
	}
	for _, h := range s.helpers {
		h.reset(game, &s.team)
	}
	s.Continue(ctx, l)
}

// Continue gives the search new limits and keeps what it knows. With a bound of nodes there is one job, so that what is
// known at the end is the same every time.
func (s *Search[P]) Continue(ctx context.Context, l solve.Limits) {
	s.first.ctx, s.first.limits = ctx, l
	s.first.nodes, s.first.stop = 0, solve.NoLimit
	s.team.helped.Store(0)
}

// Nodes returns the positions looked at since Start or Continue, by all jobs.
func (s *Search[P]) Nodes() uint64 { return s.first.nodes + s.team.helped.Load() }

// Value returns the value of a position within (alpha, beta); at most alpha it is an upper bound, at least beta a lower
// bound. A value within is the same whatever the number of jobs.
func (s *Search[P]) Value(p P, alpha, beta int64) Result {
	s.first.frame(0).pos = p
	v := s.first.value(0, alpha, beta, false)
	s.disperse()
	return Result{Limit: s.first.stop, Value: v}
}
