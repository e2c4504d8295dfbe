package threats

import (
	"context"
	"math"

	"foregone/solve"
)

// Scores are for the side to move. Those beyond mostGuess are proven: a win or loss within so many plies.
const won = 32000

func proven(score int) bool { return score > mostGuess || score < -mostGuess }

// within returns the plies that a proven score stands for.
func within(score int) int { return won - max(score, -score) }

// above returns the score of a position from the score of its best child.
func above(child int) int {
	switch {
	case child > mostGuess:
		return 1 - child
	case child < -mostGuess:
		return -1 - child
	}
	return -child
}

// bound says what the score of an entry is.
type bound uint8

const (
	none bound = iota
	lower
	upper
	exact
)

// guess is what was found of a position by a search to a depth.
type guess struct {
	score    int16
	depth    int8
	bound    bound
	from, to uint8 // the best move
}

func (e guess) worth() int {
	if proven(int(e.score)) {
		return int(e.depth) + 3
	}
	return int(e.depth)
}

// usable reports whether an entry makes a search of the given depth and window superfluous. What is proven holds at any
// depth.
func (e *guess) usable(depth, alpha, beta int) bool {
	score := int(e.score)
	switch {
	case e.bound == none:
		return false
	case proven(score):
		return true
	case int(e.depth) < depth:
		return false
	}
	return e.bound == exact || e.bound == lower && score >= beta || e.bound == upper && score <= alpha
}

// What is left out or judged at once, and at which depths.
const (
	marginDepth = 3   // up to this depth a guess so much above beta ends the search
	margin      = 120 // a ply
	passDepth   = 3   // from here on a pass is tried
	lateDepth   = 4   // up to this depth late quiet moves are left out
)

// frame is what the search keeps for a ply.
type frame[P any] struct {
	pos     P
	moves   []move
	killers [2]move
	line    []move
	passed  bool // the position came about by a pass for the sake of comparison
}

// search searches one position after another with the same memory, by two methods that take turns: proofs of near wins
// and losses, and judgement by principal variation search (A. Reinefeld, An Improvement to the Scout Tree Search
// Algorithm, ICCA Journal 6(4), 1983). What the latter proves is sound as well: a win rests on a move that is proven to
// win, a loss on all moves, no window reaches into the proven scores, and what leaves moves out gives guesses only.
type search[P comparable] struct {
	rules   rules[P]
	facts   table[P, facts]
	guesses table[P, guess]
	frames  []*frame[P]
	history [2]history // by the parity of the ply
	ctx     context.Context
	limits  solve.Limits
	nodes   uint64
	stop    solve.Limit
	proving move   // of the root: wins
	holding move   // of the root: does not lose within as many plies as were looked at
	line    []move // best play from the root as far as it was judged
	depth   int    // plies of the present judgement
	text    func(line []move) string
}

func (s *search[P]) frame(ply int) *frame[P] {
	for ply >= len(s.frames) {
		s.frames = append(s.frames, new(frame[P]))
	}
	return s.frames[ply]
}

// expand counts a position, and reports whether a limit forbids to look at it.
func (s *search[P]) expand() bool {
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

func (s *search[P]) poll() {
	s.stop = s.limits.Poll(s.ctx, s.nodes)
	if s.limits.Progress.Asked() {
		s.limits.Progress.Tell(solve.Standing{Depth: s.depth, Memory: s.facts.bytes() + s.guesses.bytes(), Line: s.text(s.line)})
	}
}

// judge returns the score of the root at a depth.
func (s *search[P]) judge(depth int) int {
	s.depth = depth
	return s.value(0, depth, -mostGuess-1, mostGuess+1)
}

// value returns a score of the position of a ply: at least beta when it is no lower, at most alpha when it is no higher,
// else the score at the given depth. After a stop it means nothing.
func (s *search[P]) value(ply, depth, alpha, beta int) int {
	f := s.frame(ply)
	f.line = f.line[:0]
	if depth <= 0 {
		return s.quiesce(ply, alpha, beta)
	}
	if s.expand() {
		return 0
	}
	hash := s.rules.hash(&f.pos)
	hit := s.guesses.get(&f.pos, hash)
	if ply > 0 {
		if hit.usable(depth, alpha, beta) && (beta-alpha == 1 || proven(int(hit.score))) {
			return int(hit.score)
		}
		if e := s.facts.get(&f.pos, hash); e.won != 0 {
			return won - int(e.won)
		} else if e.lost != 0 {
			return int(e.lost) - won
		}
	}
	pending := s.rules.pending(&f.pos)
	narrow := beta-alpha == 1 && !pending
	if narrow {
		if score, ok := s.shortcut(ply, depth, alpha, beta); ok {
			return score
		}
	}
	f.moves = s.rules.moves(&f.pos, every, f.moves[:0])
	if len(f.moves) == 0 {
		if pending {
			return -won
		}
		return 0
	}
	s.rank(ply, f.moves, hit.from, hit.to)
	best, bestMove, from := -won-1, move{}, alpha
	left := depth - 1
	if pending || len(f.moves) == 1 {
		left = depth
	}
	next := s.frame(ply + 1)
	for i := range f.moves {
		m := pick(f.moves[i:])
		if narrow && depth <= lateDepth && i >= 4+2*depth*depth && m.order < killerOrder && best >= -mostGuess {
			break
		}
		s.rules.play(&f.pos, m, &next.pos)
		score := s.child(ply, left, i, alpha, beta, m)
		if s.stop != solve.NoLimit {
			return 0
		}
		if score <= best {
			continue
		}
		best, bestMove = score, m
		if ply == 0 && (i == 0 || score > alpha) || score > alpha {
			f.line = append(append(f.line[:0], m), next.line...)
			if ply == 0 {
				s.line = append(s.line[:0], f.line...)
			}
		}
		if alpha = max(alpha, score); alpha >= beta {
			s.learn(ply, depth, f.moves[:i+1])
			break
		}
	}
	is := exact
	if best >= beta {
		is = lower
	} else if best <= from {
		is = upper
	}
	s.guesses.put(&f.pos, hash, guess{int16(best), int8(depth), is, bestMove.from, bestMove.to})
	return best
}

// shortcut judges a position without looking at its moves: by a guess far above beta, or by a pass, which is hardly ever
// the best move where it is not forced. What it returns is never proven.
func (s *search[P]) shortcut(ply, depth, alpha, beta int) (int, bool) {
	f := s.frames[ply]
	guess := s.rules.guess(&f.pos)
	switch {
	case guess < beta:
		return 0, false
	case depth <= marginDepth && guess-margin*depth >= beta:
		return guess, true
	case depth < passDepth || f.passed:
		return 0, false
	}
	next := s.frame(ply + 1)
	s.rules.play(&f.pos, move{}, &next.pos)
	next.passed = true
	score := -s.value(ply+1, depth-3, -beta, -alpha)
	next.passed = false
	return score, s.stop == solve.NoLimit && score >= beta && !proven(score)
}

// child returns the score of the i-th move, whose position is at the next ply.
func (s *search[P]) child(ply, left, i, alpha, beta int, m move) int {
	if i == 0 {
		return above(s.value(ply+1, left, -beta, -alpha))
	}
	less := 0
	if left >= 2 && i >= 3 && m.order < killerOrder {
		less = reduction(left, i)
	}
	score := above(s.value(ply+1, left-less, -alpha-1, -alpha))
	if less > 0 && score > alpha && s.stop == solve.NoLimit {
		score = above(s.value(ply+1, left, -alpha-1, -alpha))
	}
	if score > alpha && score < beta && s.stop == solve.NoLimit {
		score = above(s.value(ply+1, left, -beta, -alpha))
	}
	return score
}

// reduction returns the plies by which the i-th move is searched less deep.
func reduction(depth, i int) int {
	return int(reductions[min(depth, 63)][min(i, 63)])
}

var reductions = func() (r [64][64]int8) {
	for d := 1; d < 64; d++ {
		for i := 1; i < 64; i++ {
			r[d][i] = int8(0.6 + math.Log(float64(d))*math.Log(float64(i))/2.5)
		}
	}
	return r
}()

// quiesce looks for a win at once, and searches captures and forced crossings until the guess can be trusted.
func (s *search[P]) quiesce(ply, alpha, beta int) int {
	f := s.frame(ply)
	f.line = f.line[:0]
	if s.expand() {
		return 0
	}
	which, best := every, -won
	if !s.rules.pending(&f.pos) {
		if s.winsNow(ply) {
			return won - 1
		}
		which, best = capturing, s.rules.guess(&f.pos)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	f.moves = s.rules.moves(&f.pos, which, f.moves[:0])
	next := s.frame(ply + 1)
	for i := range f.moves {
		m := pick(f.moves[i:])
		s.rules.play(&f.pos, m, &next.pos)
		score := above(s.quiesce(ply+1, -beta, -alpha))
		if s.stop != solve.NoLimit {
			return 0
		}
		best = max(best, score)
		if alpha = max(alpha, score); alpha >= beta {
			break
		}
	}
	return best
}
