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
package expectimax

import (
	"context"
	"slices"

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

// frame is what the search keeps for a ply.
type frame[P any] struct {
	pos   P
	moves []Move
	// of chance's children: bounds, the lower one at first look, what is expected
	low, high, least, guess []int64
	gain                    [NumAlike]int64 // what a child was worth beyond least, when it was last known
}

// Search searches one position after another with the same memory. The zero Search is ready for use. Not for concurrent
// use.
type Search[P any] struct {
	game   Game[P]
	table  table
	frames []*frame[P]
	ctx    context.Context
	limits solve.Limits
	nodes  uint64
	stop   solve.Limit
}

// defaultMemory bounds the table when the limits do not.
const defaultMemory = 256 << 20

// Start prepares for the positions that one root leads to; Memory bounds the table and stops no search.
func (s *Search[P]) Start(ctx context.Context, game Game[P], l solve.Limits) {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	s.table.reset(l.Memory)
	for _, f := range s.frames {
		f.gain = [NumAlike]int64{}
	}
	s.game = game
	s.Continue(ctx, l)
}

// Continue gives the search new limits and keeps what it knows.
func (s *Search[P]) Continue(ctx context.Context, l solve.Limits) {
	s.ctx, s.limits = ctx, l
	s.nodes, s.stop = 0, solve.NoLimit
}

// Nodes returns the positions looked at since Start or Continue.
func (s *Search[P]) Nodes() uint64 { return s.nodes }

// Value returns the value of a position within (alpha, beta); at most alpha it is an upper bound, at least beta a lower
// bound.
func (s *Search[P]) Value(p P, alpha, beta int64) Result {
	s.frame(0).pos = p
	v := s.search(0, alpha, beta, false)
	return Result{Limit: s.stop, Value: v}
}

// frame returns the frame of a ply.
func (s *Search[P]) frame(ply int) *frame[P] {
	for ply >= len(s.frames) {
		s.frames = append(s.frames, new(frame[P]))
	}
	return s.frames[ply]
}

// expand counts a position, and reports whether a limit forbids to look at it.
func (s *Search[P]) expand() bool {
	if s.limits.Nodes != 0 && s.nodes >= s.limits.Nodes {
		s.stop = solve.Nodes
	} else {
		if s.nodes&1023 == 0 {
			s.stop = s.limits.Poll(s.ctx, s.nodes)
		}
		s.nodes++
	}
	return s.stop != solve.NoLimit
}

// resized returns a slice of n entries in the same memory where it suffices.
func resized(s []int64, n int) []int64 { return slices.Grow(s[:0], n)[:n] }
