package tidy

// improve joins action i with the next one of its card, or else puts it off until something needs it. Unless
// asked it does not put off a move out of a cell.
func (s *Shortener) improve(i int, parked bool) {
	hold, later, next := s.reach(i)
	as := s.actions
	if next < len(as) && as[next].card == as[i].card {
		if s.join(i, next, hold) || s.keepOnRun(i, next, hold) {
			return
		}
	} else if s.unload(i) {
		return
	}
	if parked || as[i].from != inCell {
		s.putOff(i, later)
	}
}

// reach looks for what follows action i: next is the one that touches a card that it moves, hold the first
// before which these cards must have left where they are, at the latest next, and later the first one with which action i
// cannot change places. A run with the card on top is no obstacle: it is moved without it.
func (s *Shortener) reach(i int) (hold, later, next int) {
	as := s.actions
	m := &as[i]
	moved, from := m.moved(), bit(m.from)&places
	gain := cells(m.to) - cells(m.from)
	k := i + 1
	later = -1
	for bound := m.touches; k < len(as); k++ {
		a := &as[k]
		if a.touches&bound == 0 && a.spare+gain >= 0 {
			continue
		}
		if m.n == 1 && a.touches&from == 0 && a.tops(m.card) {
			continue
		}
		if later < 0 {
			later = k
		}
		if a.touches&(moved|from) != 0 || a.spare+gain < 0 {
			break
		}
		bound = moved | from
	}
	hold = k
	if later < 0 {
		later = k
	}
	for k < len(as) && as[k].touches&moved == 0 {
		k++
	}
	return hold, later, k
}

// join makes one action of i and j, the next one of the same card. Up to hold the card stays where it is, and
// then goes to where action j would take it.
func (s *Shortener) join(i, j, hold int) bool {
	as := s.actions
	m, d := as[i], as[j]
	if m.n != d.n {
		return false
	}
	before, after := cells(m.to)-cells(m.from), cells(m.to)-cells(d.to)
	if m.from == d.to {
		if hold < j {
			return false
		}
		s.shift(i, j, before, m.card)
		s.remove(j-1, 2)
		return true
	}
	wanted := (bit(d.to) | d.below()) & places
	for k := hold; k < j; k++ {
		if as[k].touches&wanted != 0 || as[k].spare+after < 0 {
			return false
		}
	}
	a := action{card: m.card, n: m.n, from: m.from, to: d.to}
	a.spare = as[hold].spare + as[hold].need() + before - a.need()
	if a.spare < 0 {
		return false
	}
	a.set(m.moved())
	s.shift(i, hold, before, m.card)
	as[hold-1] = a
	for k := hold; k < j; k++ {
		as[k].spare += after
	}
	s.remove(j, 1)
	return true
}

// keepOnRun lets a card lie that action i takes off another into a cell and action j lays back on it: in
// between, at hold, the other one moves, now with the card.
func (s *Shortener) keepOnRun(i, j, hold int) bool {
	as := s.actions
	m, d, run := as[i], as[j], &as[hold]
	if m.n > 1 || d.n > 1 || m.to != inCell || d.to != m.from || hold == j {
		return false
	}
	if run.to == home || run.to == inCell || run.card != m.from && !run.tops(m.from) {
		return false
	}
	for k := hold + 1; k < j; k++ {
		if as[k].touches&bit(m.from) != 0 {
			return false
		}
	}
	s.shift(i, j, 1, m.card)
	run = &as[hold-1]
	run.n++
	run.touches |= bit(m.card)
	run.spare--
	s.remove(j-1, 2)
	return true
}

// putOff moves action i to just before the given one.
func (s *Shortener) putOff(i, later int) {
	if later == i+1 {
		return
	}
	m, last := s.actions[i], s.actions[later-1]
	gain := cells(m.to) - cells(m.from)
	m.spare = last.spare + last.need() + cells(last.from) - cells(last.to) + gain - m.need()
	if m.spare < 0 {
		return
	}
	s.shift(i, later, gain, m.card)
	s.actions[later-1] = m
}

// shift takes action i, of the given card, out and moves those from i+1 to before j down, which have so many more
// cells free then. Place j-1 is left to be filled.
func (s *Shortener) shift(i, j int, gain int8, card uint8) {
	as := s.actions
	for k := i + 1; k < j; k++ {
		as[k].give(gain, card)
		as[k-1] = as[k]
	}
}

// remove takes n actions out, from i on.
func (s *Shortener) remove(i, n int) {
	s.actions = append(s.actions[:i], s.actions[i+n:]...)
}
