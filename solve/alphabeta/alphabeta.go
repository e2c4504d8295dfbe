// Package alphabeta searches a game of two players, without chance and without draws, by iterative deepening: it
// proves what it can and judges the rest. It knows positions as values, moves as numbers, and nothing of the rules.
//
// The search is principal variation search with a transposition table, aspiration windows, reductions of late moves
// and a quiescence search (A. Reinefeld, An Improvement to the Scout Tree Search Algorithm, ICCA Journal 6(4), 1983;
// T. Marsland, A Review of Game-Tree Pruning, ICCA Journal 9(1), 1986). What it guesses is kept apart from what it
// proves by the range of the scores:
//
//   - A score of at most Max in amount is a guess. Win(n) and Loss(n) lie beyond Max and are proven.
//   - No window reaches into the proven ranges: alpha is at least -Max-1, beta at most Max+1. So a returned score
//     above Max is a lower bound (some move is proven to win) and one below -Max an upper bound (all moves are proven
//     to lose), never the other way round.
//   - What leaves moves out or judges without looking at them, which is futility, late move pruning, the null move and
//     standing pat, returns guesses only. A reduced move returns what a shallower search found, and a proof does not
//     depend on the depth at which it was found.
//   - The table compares whole positions, so that no entry is taken for that of another position.
//
// A search without limits ends: a deep enough iteration sees the end of the game in every line, reductions grow slower
// than the depth, pruning is bound to low depths, and a null move that comes to a proof is no cutoff.
package alphabeta

import (
	"context"

	"foregone/solve"
)

// Scores are in units of the game's choice, for the side to move.
const (
	Max = 20000 // the greatest amount of a guess
	won = 32000
)

// Win returns the score of a position that is proven to be won in at most n plies, n >= 0.
func Win(n int) int { return won - min(n, won-Max-2) }

// Loss returns the score of a position that is proven to be lost, in at most n plies if the winner plays on.
func Loss(n int) int { return -Win(n) }

// Proven reports whether a score is more than a guess.
func Proven(score int) bool { return score > Max || score < -Max }

// Plies returns the bound on the plies that a proven score stands for.
func Plies(score int) int { return won - max(score, -score) }

// above returns the score of a position from the score of its best child.
func above(child int) int {
	switch {
	case child > Max:
		return -max(child-1, Max+2)
	case child < -Max:
		return -min(child+1, -Max-2)
	}
	return -child
}

// MoveID is a move of a position: 0 is none, any other number below NumMoves is the game's choice. Numbers that mean
// alike moves in different positions let the search learn an order.
type MoveID uint16

const NumMoves = 1 << 9

// Move is a move with what the game thinks of it at first sight.
type Move struct {
	ID    MoveID
	Quiet bool  // ordered by what was learned; late ones are searched less deep, or not at all near the leaves
	Order int32 // higher ones first; quiet moves stay within 1000 of 0
}

// Game is what the search needs to know of a game. P is a position without pointers, seen by the side to move.
type Game[P any, K Key] interface {
	// Key returns the position, exactly: equal keys are equal positions.
	Key(p *P) K
	// Known returns Win(n) or Loss(n) when the game is over or a theorem decides the position, else 0.
	Known(p *P) int
	// Guess returns what a position is worth, at most Max in amount.
	Guess(p *P) int
	// Moves appends moves of a position that is not over, and reports whether they are all: then every move left out is
	// proven to lose in 2 plies. They are all unless tactical asks for those alone that quiescence looks at.
	Moves(p *P, tactical bool, buf []Move) ([]Move, bool)
	// Play sets next to the position after a move.
	Play(p *P, m MoveID, next *P)
	// Pass sets next to the position after no move, and reports whether passing is no advantage there, as far as is known.
	Pass(p *P, next *P) bool
}

// Result is what a search found. Score is that of the last iteration: exact up to the table's and the reductions'
// errors when it is a guess.
type Result struct {
	Verdict solve.Verdict // Win, Loss or Unknown
	Limit   solve.Limit
	Nodes   uint64
	Score   int
	Depth   int      // plies of the last iteration
	Line    []MoveID // best play as far as the search kept it, empty when all moves were left out; owned by the Search
}

// frame is what the search keeps for a ply.
type frame[P any] struct {
	pos     P
	moves   []Move
	killers [2]MoveID
	guess   int
	line    []MoveID
}

// Search searches one position after another with the same memory. The zero Search is ready for use. Not for concurrent
// use.
type Search[P any, K Key] struct {
	// Text, unless nil, writes a line from the root for whoever watches.
	Text func(line []MoveID) string

	game    Game[P, K]
	table   table[K]
	frames  []*frame[P]
	history [2][NumMoves]int32 // by the parity of the ply
	ctx     context.Context
	limits  solve.Limits
	nodes   uint64
	stop    solve.Limit
	depth   int      // of the present iteration
	line    []MoveID // of the root
}

// mostMemory bounds the table whatever the limits are. Twice as much gained nothing at 5 s a position.
const mostMemory = 128 << 20

// window is the first half width of an aspiration window, in the game's units.
const window = 32

// Solve searches root, which is not over, until it is proven or a limit is met; Memory bounds the table, which takes at
// most 128 MiB, and stops no search. Nothing that an earlier search found is used, so that the same root and limits give the same result, the time
// aside.
func (s *Search[P, K]) Solve(ctx context.Context, game Game[P, K], root P, l solve.Limits) Result {
	s.begin(ctx, game, l)
	f := s.frame(0)
	f.pos = root
	r := Result{Score: s.game.Guess(&root)}
	s.line = append(s.line[:0], s.firstMove(&root)...)
	for !Proven(r.Score) {
		s.depth = r.Depth + 1
		score := s.widen(r.Score, s.depth)
		if s.stop != solve.NoLimit {
			break
		}
		r.Score = score
		r.Depth++
	}
	r.Line, r.Nodes = s.line, s.nodes
	switch {
	case r.Score > Max:
		r.Verdict = solve.Win
	case r.Score < -Max:
		r.Verdict = solve.Loss
	default:
		r.Limit = s.stop
	}
	return r
}

// begin forgets what was found and takes up a game and the limits.
func (s *Search[P, K]) begin(ctx context.Context, game Game[P, K], l solve.Limits) {
	if l.Memory <= 0 || l.Memory > mostMemory {
		l.Memory = mostMemory
	}
	s.table.reset(l.Memory)
	s.game, s.ctx, s.limits = game, ctx, l
	s.nodes, s.stop = 0, solve.NoLimit
	s.history = [2][NumMoves]int32{}
	for _, f := range s.frames {
		f.killers = [2]MoveID{}
	}
}

// firstMove returns a move for a root that no iteration comes to an end at, none when there are none but lost ones.
func (s *Search[P, K]) firstMove(root *P) []MoveID {
	f := s.frame(0)
	f.moves, _ = s.game.Moves(root, false, f.moves[:0])
	if len(f.moves) == 0 {
		return nil
	}
	pick(f.moves)
	return []MoveID{f.moves[0].ID}
}

// widen searches the root to a depth, in windows around a score that grow until they hold the result.
func (s *Search[P, K]) widen(around, depth int) int {
	alpha, beta := -Max-1, Max+1
	width := window
	if depth > 3 {
		alpha, beta = max(alpha, around-width), min(beta, around+width)
	}
	for {
		score := s.search(0, depth, alpha, beta, true)
		if s.stop != solve.NoLimit || Proven(score) || score > alpha && score < beta {
			return score
		}
		width *= 3
		if score <= alpha {
			alpha = max(-Max-1, score-width)
		} else {
			beta = min(Max+1, score+width)
		}
	}
}

// frame returns the frame of a ply.
func (s *Search[P, K]) frame(ply int) *frame[P] {
	for ply >= len(s.frames) {
		s.frames = append(s.frames, new(frame[P]))
	}
	return s.frames[ply]
}

// expand counts a position, and reports whether a limit forbids to look at it.
func (s *Search[P, K]) expand() bool {
	if s.limits.Nodes != 0 && s.nodes >= s.limits.Nodes {
		s.stop = solve.Nodes
	} else {
		if s.nodes&255 == 0 {
			s.poll()
		}
		s.nodes++
	}
	return s.stop != solve.NoLimit
}

func (s *Search[P, K]) poll() {
	s.stop = s.limits.Poll(s.ctx, s.nodes)
	if !s.limits.Progress.Asked() {
		return
	}
	at := solve.Standing{Depth: s.depth, Memory: s.table.bytes()}
	if s.Text != nil {
		at.Line = s.Text(s.line)
	}
	s.limits.Progress.Tell(at)
}
