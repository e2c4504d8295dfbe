package alphabeta

import (
	"math"

	"foregone/solve"
)

// What is left out or searched less deep, and from which depth on. Measured in games of Breakthrough, 300 each at equal
// nodes: won without the late quiet moves' being left out 38 %, with more of them kept 43 %, without the null move 46 %.
const (
	marginDepth = 4  // up to this depth a guess so much above beta ends the search
	margin      = 90 // a ply
	nullDepth   = 3  // from here on a null move is tried
	lateDepth   = 5  // up to this depth late quiet moves are left out
	reduceDepth = 3  // from here on late quiet moves are searched less deep
	fewerDepth  = 4  // from here on a position without a move from the table is searched a ply less deep
)

// search returns a score of the position of a ply: at least beta when it is no lower, at most alpha when it is no
// higher, else the score at the given depth.
func (s *Search[P, K]) search(ply, depth, alpha, beta int, null bool) int {
	f := s.frame(ply)
	f.line = f.line[:0]
	if ply > 0 {
		if known := s.game.Known(&f.pos); known != 0 {
			return known
		}
	}
	if depth <= 0 {
		return s.quiesce(ply, alpha, beta)
	}
	if s.expand() {
		return 0
	}
	pv := beta-alpha > 1
	key := s.game.Key(&f.pos)
	hit := s.table.get(key)
	if score := int(hit.score); ply > 0 && usable(&hit, depth, alpha, beta) && (!pv || Proven(score)) {
		if hit.move != 0 {
			f.line = append(f.line, hit.move)
		}
		return score
	}
	f.guess = s.game.Guess(&f.pos)
	if !pv {
		if score, ok := s.shortcut(ply, depth, alpha, beta, null); ok {
			return score
		}
	}
	if hit.move == 0 && depth >= fewerDepth {
		depth--
	}
	f.moves, _ = s.game.Moves(&f.pos, false, f.moves[:0])
	moves := f.moves
	s.order(ply, moves, hit.move)
	best, bestMove, from := Loss(2), MoveID(0), alpha
	left := depth - 1
	if len(moves) == 1 {
		left = depth
	}
	next := s.frame(ply + 1)
	for i := range moves {
		pick(moves[i:])
		m := moves[i]
		if !pv && m.Quiet && best >= -Max && depth <= lateDepth && i >= 3+depth*depth {
			continue
		}
		s.game.Play(&f.pos, m.ID, &next.pos)
		score := s.child(ply, left, i, alpha, beta, m)
		if s.stop != solve.NoLimit {
			return 0
		}
		if score > best {
			best, bestMove = score, m.ID
			if score > alpha {
				alpha = score
				f.line = append(append(f.line[:0], m.ID), next.line...)
				if ply == 0 {
					s.line = append(s.line[:0], f.line...)
				}
				if score >= beta {
					s.learn(ply, depth, moves[:i+1])
					break
				}
			}
		}
	}
	is := exact
	if best >= beta {
		is = lower
	} else if best <= from {
		is = upper
	}
	if ply == 0 && bestMove != 0 && best < -Max {
		s.line = append(s.line[:0], bestMove)
	}
	s.table.put(key, best, depth, bestMove, is)
	return best
}

// usable reports whether an entry of the table makes a search of the given depth and window superfluous. What is
// proven holds at any depth.
func usable(e *entry, depth, alpha, beta int) bool {
	score, is := int(e.score), e.bound()
	if Proven(score) {
		return true
	}
	if int(e.depth) < depth {
		return false
	}
	return is == exact || is == lower && score >= beta || is == upper && score <= alpha
}

// child returns the score of the i-th move of a ply, which has been played, as seen before it.
func (s *Search[P, K]) child(ply, left, i, alpha, beta int, m Move) int {
	if i == 0 {
		return above(s.search(ply+1, left, -beta, -alpha, true))
	}
	r := 0
	if m.Quiet && left >= reduceDepth-1 && i >= 2 {
		r = reduction(left, i)
		if beta-alpha > 1 {
			r--
		}
		r = max(0, min(r, left-1))
	}
	score := above(s.search(ply+1, left-r, -alpha-1, -alpha, true))
	if r > 0 && score > alpha && s.stop == solve.NoLimit {
		score = above(s.search(ply+1, left, -alpha-1, -alpha, true))
	}
	if score > alpha && score < beta && s.stop == solve.NoLimit {
		score = above(s.search(ply+1, left, -beta, -alpha, true))
	}
	return score
}

// shortcut judges a position without looking at its moves: by a guess far above beta, or by a null move. What it
// returns is never proven.
func (s *Search[P, K]) shortcut(ply, depth, alpha, beta int, null bool) (int, bool) {
	f := s.frames[ply]
	if f.guess < beta {
		return 0, false
	}
	if depth <= marginDepth && f.guess-margin*depth >= beta {
		return f.guess, true
	}
	if !null || depth < nullDepth {
		return 0, false
	}
	next := s.frame(ply + 1)
	if !s.game.Pass(&f.pos, &next.pos) {
		return 0, false
	}
	score := -s.search(ply+1, depth-3-depth/4, -beta, -beta+1, false)
	return score, s.stop == solve.NoLimit && score >= beta && !Proven(score)
}

// quiesce searches tactical moves until the guess can be trusted.
func (s *Search[P, K]) quiesce(ply, alpha, beta int) int {
	f := s.frames[ply]
	if s.expand() {
		return 0
	}
	moves, all := s.game.Moves(&f.pos, true, f.moves[:0])
	f.moves = moves
	best := Loss(2)
	if !all {
		best = s.game.Guess(&f.pos)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	next := s.frame(ply + 1)
	for i := range moves {
		pick(moves[i:])
		s.game.Play(&f.pos, moves[i].ID, &next.pos)
		score := s.game.Known(&next.pos)
		if score == 0 {
			score = s.quiesce(ply+1, -beta, -alpha)
			if s.stop != solve.NoLimit {
				return 0
			}
		}
		if score = above(score); score > best {
			best = score
			if score > alpha {
				alpha = score
				if score >= beta {
					break
				}
			}
		}
	}
	return best
}

// reduction returns the plies by which the i-th move is searched less deep.
func reduction(depth, i int) int {
	return int(reductions[min(depth, 63)][min(i, 63)])
}

var reductions = func() (r [64][64]int8) {
	for d := 1; d < 64; d++ {
		for i := 1; i < 64; i++ {
			r[d][i] = int8(0.6 + math.Log(float64(d))*math.Log(float64(i))/2)
		}
	}
	return r
}()
