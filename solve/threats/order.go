package threats

import "foregone/positions/crossings"

// Order of moves: the table's move, what is forcing, killers, quiet moves by their history and what they look like.
const (
	firstOrder  = 1 << 20
	killerOrder = 1 << 16
	maxHistory  = 1 << 14
)

// history is how often moves were good, by tail and landing square.
type history [crossings.MaxSquares * crossings.MaxSquares]int32

func (h *history) of(m move) *int32 { return &h[int(m.from)*crossings.MaxSquares+int(m.to)] }

// rank adds what the search learned to the moves of a ply.
func (s *search[P]) rank(ply int, moves []move, from, to uint8) {
	f, h := s.frames[ply], &s.history[ply&1]
	for i := range moves {
		m := &moves[i]
		switch {
		case m.from == from && m.to == to:
			m.order = firstOrder
		case m.order >= forcing:
		case m.same(f.killers[0]):
			m.order = killerOrder + 1
		case m.same(f.killers[1]):
			m.order = killerOrder
		default:
			m.order += *h.of(*m)
		}
	}
}

// pick puts a move of the highest order first and returns it.
func pick(moves []move) move {
	best := 0
	for i := range moves {
		if moves[i].order > moves[best].order {
			best = i
		}
	}
	moves[0], moves[best] = moves[best], moves[0]
	return moves[0]
}

// learn remembers that the last of the moves tried, as many plies above the leaves, was good enough and those before it
// were not (J. Schaeffer, The History Heuristic, ICCA Journal 6(3), 1983; with the malus and the decay that chess
// programs use).
func (s *search[P]) learn(ply, depth int, tried []move) {
	last := tried[len(tried)-1]
	if k := &s.frames[ply].killers; !k[0].same(last) {
		k[0], k[1] = last, k[0]
	}
	bonus := int32(min(depth*depth, 400))
	for i, m := range tried {
		b := bonus
		if i < len(tried)-1 {
			b = -b
		}
		h := s.history[ply&1].of(m)
		*h += b*16 - *h*bonus*16/maxHistory
	}
}
