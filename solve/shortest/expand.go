package shortest

import "math/bits"

// move is a move between states. What hangs on a card that leaves its place goes to cells before, card by card, unless
// it comes along as a run.
type move struct {
	lift   uint8 // a king whose column goes to cells first, to make room for another one; or none
	card   uint8
	column bool // where it goes, else to a cell
	run    bool // with all that hangs on it
}

const none = 63 // no card's bit

// expand adds the states that one move leads to, but for these, which are not needed for a shortest line:
//
// A card leaves a column for a cell only to bring the whole column on which it hangs away, and right before that:
// until then nothing needs the card that it hangs on, and its cell is of use.
//
// A card goes from a cell to a column (late parking) only right before its cell is needed, or the card to be built on
// it: if it went to its foundation first, or had to make way again, the move would be one too many. As the cells that a
// move needs are only known when it comes, this is done as soon as any move needs more than there are.
//
// A king is lifted from a column only for another king to take it, and when there is no empty one.
func (s *Solver) expand(i int32) {
	n := s.nodes[i]
	v := &s.graph.vertices[n.vertex]
	inCells := v.loose &^ v.founded &^ n.hung
	free := s.deal.cells - bits.OnesCount64(inCells)
	spare := s.deal.columns - bits.OnesCount64(v.heads|n.hung&kings)
	need := s.dig(&n, v, i, free, spare)
	if spare == 0 {
		need = max(need, s.swap(&n, v, i, free))
	}
	fits := inCells & ((v.heads | n.hung) << 1) &^ kings
	if spare > 0 {
		fits |= inCells & kings
	}
	for ; fits != 0; fits &= fits - 1 {
		y := bits.TrailingZeros64(fits)
		if free >= need && v.heads>>((y+1+run(inCells, y))&63)&1 == 0 {
			continue
		}
		s.add(state{n.hung | 1<<y, n.vertex}, i, move{lift: none, card: uint8(y), column: true}, int(n.spent)+1)
	}
}

// dig adds what the removal of each head leads to, and returns the most free cells that one of them needs.
func (s *Solver) dig(n *node, v *vertex, i int32, free, spare int) (need int) {
	for h := v.heads; h != 0; h &= h - 1 {
		z := bits.TrailingZeros64(h)
		r := run(n.hung, z)
		need = max(need, r+1)
		if r > free {
			continue
		}
		m, bare := move{lift: none, card: uint8(z)}, n.hung&^runOf(z, r)
		if z%lane == 0 && spare > 0 || z%lane != 0 && (v.heads|n.hung)>>(z-1)&1 != 0 {
			m.column = true
			s.take(n, v, i, z, m, bare|1<<z, r+1)
			if s.steps && r > 0 {
				m.run = true
				s.take(n, v, i, z, m, n.hung|1<<z, 1)
			}
		}
		if r < free {
			s.take(n, v, i, z, move{lift: none, card: uint8(z)}, bare, r+1)
		}
	}
	return need
}

// take adds what follows when the head z has left its place, at a cost, for the cards then hung.
func (s *Solver) take(n *node, v *vertex, i int32, z int, m move, hung uint64, cost int) {
	to := s.graph.edges[int(v.edges)+bits.OnesCount64(v.heads&(1<<z-1))].to
	if to == noEdge {
		return
	}
	t := &s.graph.vertices[to]
	bare := t.loose &^ v.loose &^ (1 << z)
	s.add(state{(hung | bare) &^ t.founded, to}, i, m, int(n.spent)+cost)
}

// swap adds what follows when a king's column goes to cells and another king takes its place, from a cell or from
// the open end of a column, and returns the most free cells that one of these moves needs.
func (s *Solver) swap(n *node, v *vertex, i int32, free int) (need int) {
	inCells := v.loose &^ v.founded &^ n.hung
	for on := n.hung & kings; on != 0; on &= on - 1 {
		k := bits.TrailingZeros64(on)
		lifted := 1 + run(n.hung, k)
		bare := n.hung &^ (1<<k | runOf(k, lifted-1))
		for others := kings & (inCells | v.heads); others != 0; others &= others - 1 {
			z := bits.TrailingZeros64(others)
			m := move{lift: uint8(k), card: uint8(z), column: true}
			r := run(n.hung, z)
			need = max(need, lifted+r)
			switch {
			case lifted+r > free:
			case inCells>>z&1 != 0:
				s.add(state{bare | 1<<z, n.vertex}, i, m, int(n.spent)+lifted+1)
			default:
				s.take(n, v, i, z, m, bare&^runOf(z, r)|1<<z, lifted+r+1)
				if s.steps && r > 0 {
					m.run = true
					s.take(n, v, i, z, m, bare|1<<z, lifted+1)
				}
			}
		}
	}
	return need
}
