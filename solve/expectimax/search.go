package expectimax

import "foregone/solve"

// value returns the value of the position of a ply, as Known does. As a probe it looks at one move of Min's alone, which
// bounds the value from above.
func (s *worker[P]) value(ply int, alpha, beta int64, probe bool) int64 {
	f := s.frame(ply)
	f.alpha, f.beta = alpha, beta
	if s.expand(ply) {
		return 0
	}
	p := &f.pos
	if v, ok := s.game.Known(p, alpha, beta); ok {
		return v
	}
	if s.game.Turn(p) == Chance {
		return s.chance(ply, alpha, beta)
	}
	return s.decide(ply, alpha, beta, probe)
}

// known returns what is known of a position and its best move so far, with the key under which more is to be kept.
func (s *worker[P]) known(p *P) (e entry, key Key, keep bool) {
	key, keep = s.game.Key(p)
	if keep {
		if e = s.team.get(key); e.work > 0 {
			return e, key, keep
		}
	}
	e.low, e.high = s.game.Bounds(p)
	return e, key, keep
}

// settled returns the value that bounds give within a window.
func settled(low, high, alpha, beta int64) (int64, bool) {
	switch {
	case low >= beta, low == high:
		return low, true
	case high <= alpha:
		return high, true
	}
	return 0, false
}

// decide searches a position of Min's or Max's.
func (s *worker[P]) decide(ply int, alpha, beta int64, probe bool) int64 {
	f := s.frames[ply]
	e, key, keep := s.known(&f.pos)
	if v, ok := settled(e.low, e.high, alpha, beta); ok {
		return v
	}
	before := s.nodes
	f.moves = s.game.Moves(&f.pos, f.moves[:0])
	sortMoves(f.moves, e.move, e.work > 0)
	next := s.frame(ply + 1)
	maximise := s.game.Turn(&f.pos) == Max
	best, from, to := int64(Inf), alpha, beta
	if maximise {
		best = -Inf
	}
	for i, n := 0, len(f.moves); i < len(f.moves); i++ {
		s.game.Play(&f.pos, f.moves[i].ID, &next.pos)
		if i > 0 && s.together(ply) {
			if v, ok := s.found(ply); ok {
				return v
			}
			if i >= firstMoves && i < n && s.busy(ply+1) {
				f.moves = append(f.moves, f.moves[i])
				continue
			}
		}
		v := s.visit(ply+1, from, to, false)
		if s.stop != solve.NoLimit {
			return s.resume(ply)
		}
		if maximise && v > best {
			best, e.move = v, f.moves[i].ID
			from = max(from, best)
		} else if !maximise && v < best {
			best, e.move = v, f.moves[i].ID
			to = min(to, best)
		}
		if from >= to || probe {
			break
		}
	}
	// What a move reaches bounds the value on the mover's side, all of them together on the other; best is out of the
	// window there when some were left out.
	if best > alpha && !probe {
		e.low = max(e.low, best)
	}
	if best < beta {
		e.high = min(e.high, best)
	}
	if keep {
		s.team.put(key, e, s.nodes-before)
	}
	return best
}

// sortMoves puts moves into their order, the one that was best before first.
func sortMoves(moves []Move, best MoveID, known bool) {
	for i := range moves {
		m := moves[i]
		if known && m.ID == best {
			m.Order = 1<<31 - 1
		}
		j := i
		for ; j > 0 && moves[j-1].Order < m.Order; j-- {
			moves[j] = moves[j-1]
		}
		moves[j] = m
	}
}
