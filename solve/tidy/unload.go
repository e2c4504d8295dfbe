package tidy

// depth bounds how many cards that are laid on one another unload takes to cells instead.
const depth = 3

// unload takes the card to a cell that would next be laid on the card of action i, which leaves a cell, if action i
// can then be joined with the next one of its card.
func (s *Shortener) unload(i int) bool {
	card := s.actions[i].card
	if s.actions[i].from != inCell {
		return false
	}
	j := i + 1
	for j < len(s.actions) && (s.actions[j].touches&bit(card) == 0 || s.actions[j].tops(card)) {
		j++
	}
	if j == len(s.actions) || s.actions[j].to != card {
		return false
	}
	s.saved = append(s.saved[:0], s.actions[i:]...)
	if s.toCell(j, depth) {
		hold, _, next := s.reach(i)
		if next < len(s.actions) && s.actions[next].card == card && s.join(i, next, hold) {
			return true
		}
	}
	copy(s.actions[i:], s.saved)
	return false
}

// toCell makes action i, of a card from one column to another, take the card to a cell, from which its next
// action fetches it. Cards that would have been laid on it go to cells too.
func (s *Shortener) toCell(i, depth int) bool {
	as := s.actions
	m := &as[i]
	if depth == 0 || m.n > 1 || m.to == inCell || m.from == inCell || m.spare == 0 {
		return false
	}
	j := i + 1
	for ; j < len(as) && as[j].card != m.card; j++ {
		a := &as[j]
		switch {
		case a.touches&bit(m.card) == 0:
			if a.spare == 0 {
				return false
			}
		case a.tops(m.card):
		case a.to == m.card && s.toCell(j, depth-1):
			if a.spare == 0 {
				return false
			}
		default:
			return false
		}
	}
	if j == len(as) || as[j].n > 1 || as[j].to == inCell || as[j].spare == 0 {
		return false
	}
	for k := i + 1; k <= j; k++ {
		as[k].give(-1, m.card)
	}
	m.to = inCell
	m.spare--
	m.set(bit(m.card))
	as[j].from = inCell
	as[j].set(bit(m.card))
	return true
}
