package alphabeta

// Order of moves: the table's move, what the game puts above quiet moves, killers, quiet moves by their history.
const (
	firstOrder  = 1 << 30
	killerOrder = 1 << 20
	maxHistory  = 1 << 14
)

// order adds what the search learned to the moves of a ply.
func (s *Search[P, K]) order(ply int, moves []Move, first MoveID) {
	killers := s.frames[ply].killers
	history := &s.history[ply&1]
	for i := range moves {
		m := &moves[i]
		switch {
		case m.ID == first:
			m.Order = firstOrder
		case !m.Quiet:
		case m.ID == killers[0]:
			m.Order = killerOrder + 1
		case m.ID == killers[1]:
			m.Order = killerOrder
		default:
			m.Order += history[m.ID]
		}
	}
}

// pick puts a move of the highest order first.
func pick(moves []Move) {
	best := 0
	for i := 1; i < len(moves); i++ {
		if moves[i].Order > moves[best].Order {
			best = i
		}
	}
	moves[0], moves[best] = moves[best], moves[0]
}

// learn remembers that the last of the moves tried gave a cutoff and those before it did not (J. Schaeffer, The History
// Heuristic, ICCA Journal 6(3), 1983; with the malus and the decay that chess programs use).
func (s *Search[P, K]) learn(ply, depth int, tried []Move) {
	last := tried[len(tried)-1]
	if !last.Quiet {
		return
	}
	if k := &s.frames[ply].killers; k[0] != last.ID {
		k[0], k[1] = last.ID, k[0]
	}
	bonus := int32(min(depth*depth, 400))
	for i, m := range tried {
		if m.Quiet {
			b := bonus
			if i < len(tried)-1 {
				b = -b
			}
			h := &s.history[ply&1][m.ID]
			*h += b*16 - *h*bonus*16/maxHistory
		}
	}
}
