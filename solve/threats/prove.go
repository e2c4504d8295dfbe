package threats

import "foregone/solve"

// facts are what is proven of a position, in plies; none of it depends on how the position came about. A win within n
// plies is one that the side to move forces whatever the other side does, so that no line of it comes back to a position.
type facts struct {
	won, notWon   uint8 // within so many plies, odd; 0: nothing is known
	lost, notLost uint8 // within so many plies, even; 0: nothing is known
	from, to      uint8 // the last move that proved something
}

func (e facts) worth() int { return int(max(e.won, e.notWon, e.lost, e.notLost)) }

// mostPlies bounds the distances that are looked for.
const mostPlies = 200

// prove reports whether the root is won, for an odd number, or lost, for an even one, within so many plies, when it is
// not within fewer. The root's move is kept: one that wins, or for a loss not proven yet one that holds out.
func (s *search[P]) prove(plies int) bool {
	if plies%2 == 1 {
		return s.wins(0, plies)
	}
	return s.loses(0, plies)
}

// wins reports whether the side to move at a ply wins within an odd number of plies. After a stop it means nothing.
func (s *search[P]) wins(ply, plies int) bool {
	f := s.frame(ply)
	if plies == 1 {
		return !s.expand() && s.winsNow(ply)
	}
	hash := s.rules.hash(&f.pos)
	e := s.facts.get(&f.pos, hash)
	switch {
	case e.won != 0 && int(e.won) <= plies:
		return true
	case int(e.notWon) >= plies, e.lost != 0:
		return false
	}
	if int(e.notWon) < plies-2 && s.wins(ply, plies-2) { // the moves come in a better order then
		return true
	}
	if s.expand() {
		return false
	}
	e = s.facts.get(&f.pos, hash)
	f.moves = s.rules.moves(&f.pos, every, f.moves[:0])
	s.rank(ply, f.moves, e.from, e.to)
	next := s.frame(ply + 1)
	for i := range f.moves {
		m := pick(f.moves[i:])
		s.rules.play(&f.pos, m, &next.pos)
		if s.loses(ply+1, plies-1) && s.stop == solve.NoLimit {
			s.learn(ply, plies, f.moves[:i+1])
			e.won, e.from, e.to = uint8(plies), m.from, m.to
			s.facts.put(&f.pos, hash, e)
			if ply == 0 {
				s.proving = m
			}
			return true
		}
		if s.stop != solve.NoLimit {
			return false
		}
	}
	e.notWon = uint8(plies)
	s.facts.put(&f.pos, hash, e)
	return false
}

// winsNow reports whether the side to move at a ply has a crossing that cannot be answered.
func (s *search[P]) winsNow(ply int) bool {
	f := s.frames[ply]
	if s.rules.pending(&f.pos) {
		return false
	}
	next := s.frame(ply + 1)
	next.moves = s.rules.moves(&f.pos, crossing, next.moves[:0])
	for _, m := range next.moves {
		s.rules.play(&f.pos, m, &next.pos)
		if s.rules.lost(&next.pos) {
			if ply == 0 {
				s.proving = m
			}
			return true
		}
	}
	return false
}

// loses reports whether the side to move at a ply loses within an even number of plies, whatever it plays. After a stop
// it means nothing.
func (s *search[P]) loses(ply, plies int) bool {
	f := s.frame(ply)
	if plies == 0 {
		return s.rules.lost(&f.pos)
	}
	hash := s.rules.hash(&f.pos)
	e := s.facts.get(&f.pos, hash)
	switch {
	case ply == 0:
	case e.lost != 0 && int(e.lost) <= plies:
		return true
	case int(e.notLost) >= plies, e.won != 0:
		return false
	}
	if ply > 0 && plies > 2 && int(e.notLost) < plies-2 && s.loses(ply, plies-2) {
		return true
	}
	if s.expand() {
		return false
	}
	e = s.facts.get(&f.pos, hash)
	for _, k := range [...]move{{from: e.from, to: e.to}, f.killers[0], f.killers[1]} { // most often one holds, and no other is looked at
		if m, ok := s.rules.find(&f.pos, k.from, k.to); ok {
			f.moves = append(f.moves[:0], m)
			if s.holds(ply, plies, 0, hash, &e) || s.stop != solve.NoLimit {
				return false
			}
		}
	}
	f.moves = s.rules.moves(&f.pos, every, f.moves[:0])
	if len(f.moves) == 0 {
		return s.rules.pending(&f.pos)
	}
	s.rank(ply, f.moves, e.from, e.to)
	for i := range f.moves {
		pick(f.moves[i:])
		if s.holds(ply, plies, i, hash, &e) || s.stop != solve.NoLimit {
			return false
		}
	}
	e.lost = uint8(plies)
	s.facts.put(&f.pos, hash, e)
	return true
}

// holds reports whether the i-th move of a ply does not lose within an even number of plies, and remembers it then. After
// a stop it means nothing.
func (s *search[P]) holds(ply, plies, i int, hash uint64, e *facts) bool {
	f, m := s.frames[ply], s.frames[ply].moves[i]
	s.rules.play(&f.pos, m, &s.frame(ply+1).pos)
	if s.wins(ply+1, plies-1) || s.stop != solve.NoLimit {
		return false
	}
	s.learn(ply, plies, f.moves[:i+1])
	e.notLost, e.from, e.to = uint8(plies), m.from, m.to
	s.facts.put(&f.pos, hash, *e)
	if ply == 0 {
		s.holding = m
	}
	return true
}
