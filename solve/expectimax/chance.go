package expectimax

import "foregone/solve"

// sums are those of the bounds of chance's children, and of what is expected of them, each times its weight.
type sums struct{ low, high, guess, weight int64 }

// phase is how the children of a position of chance are searched.
type phase uint8

const (
	probing  phase = iota // one move each, for upper bounds that add up to alpha
	aiming                // for lower bounds that add up to beta
	deciding              // for whatever settles the whole
)

// chance searches a position of chance, whose children are Min's. Where the children are expected to add up to no more than
// alpha or to at least beta, it first searches them in windows that would just do; what is expected is what alike
// children at the same ply were worth, beyond the first look's lower bound.
func (s *worker[P]) chance(ply int, alpha, beta int64) int64 {
	f := s.frames[ply]
	e, key, keep := s.known(&f.pos)
	if v, ok := settled(e.low, e.high, alpha, beta); ok {
		return v
	}
	before := s.nodes
	sum := s.look(ply)
	first, slack := deciding, int64(0)
	switch {
	case sum.guess <= alpha:
		first, slack = probing, (alpha-sum.guess)/sum.weight
	case sum.guess >= beta:
		first, slack = aiming, (sum.guess-beta)/sum.weight
	}
	for phase := first; phase <= deciding; phase++ {
		if phase == aiming && first == probing {
			continue
		}
		s.pass(ply, phase, slack, alpha, beta, &sum)
		if s.stop != solve.NoLimit {
			return s.resume(ply)
		}
	}
	s.learn(ply)
	e.low, e.high = max(e.low, sum.low), min(e.high, sum.high)
	if keep {
		s.team.put(key, e, s.nodes-before)
	}
	if sum.low >= beta {
		return sum.low
	}
	return sum.high // at most alpha, or equal to sum.low
}

// look sets the first bounds and guesses of the children of chance.
func (s *worker[P]) look(ply int) (sum sums) {
	f, next := s.frames[ply], s.frame(ply+1)
	f.moves = s.game.Moves(&f.pos, f.moves[:0])
	n := len(f.moves)
	f.low, f.high, f.guess, f.least = resized(f.low, n), resized(f.high, n), resized(f.guess, n), resized(f.least, n)
	for i, m := range f.moves {
		s.game.Play(&f.pos, m.ID, &next.pos)
		e, _, _ := s.known(&next.pos)
		f.least[i], _ = s.game.Bounds(&next.pos)
		f.low[i], f.high[i] = e.low, e.high
		f.guess[i] = min(max(f.least[i]+f.gain[m.ID%NumAlike], e.low), e.high)
		w := int64(m.Weight)
		sum.low += w * e.low
		sum.high += w * e.high
		sum.guess += w * f.guess[i]
		sum.weight += w
	}
	return sum
}

// pass searches the children of chance in a phase until they settle it, those that others are at after the rest.
func (s *worker[P]) pass(ply int, phase phase, slack, alpha, beta int64, sum *sums) {
	f := s.frames[ply]
	n := len(f.moves)
	f.later = f.later[:0]
	for k := 0; k < n+len(f.later); k++ {
		i := k
		if k >= n {
			i = f.later[k-n]
		}
		together := s.together(ply)
		if together {
			s.refresh(ply, sum)
		}
		if sum.low >= beta || sum.high <= alpha {
			return
		}
		if f.low[i] == f.high[i] {
			continue
		}
		s.game.Play(&f.pos, f.moves[i].ID, &s.frames[ply+1].pos)
		if together && k < n && s.busy(ply+1) {
			f.later = append(f.later, i)
			continue
		}
		s.child(ply, i, phase, slack, alpha, beta, sum)
		if s.stop != solve.NoLimit {
			return
		}
	}
}

// refresh narrows the bounds of the children of chance by what others have found.
func (s *worker[P]) refresh(ply int, sum *sums) {
	f, next := s.frames[ply], s.frames[ply+1]
	for i, m := range f.moves {
		if f.low[i] == f.high[i] {
			continue
		}
		s.game.Play(&f.pos, m.ID, &next.pos)
		e, _, _ := s.known(&next.pos)
		if e.low > f.low[i] {
			sum.low += int64(m.Weight) * (e.low - f.low[i])
			f.low[i] = e.low
		}
		if e.high < f.high[i] {
			sum.high -= int64(m.Weight) * (f.high[i] - e.high)
			f.high[i] = e.high
		}
	}
}

// child searches a child of chance, whose position is that of the next ply, and narrows its bounds.
func (s *worker[P]) child(ply, i int, phase phase, slack, alpha, beta int64, sum *sums) {
	f := s.frames[ply]
	w := int64(f.moves[i].Weight)
	// A child at most at a keeps the sum at alpha, one at least at b lifts it to beta, whatever the others are worth.
	a := floorDiv(alpha-(sum.high-w*f.high[i]), w)
	b := -floorDiv(-(beta - (sum.low - w*f.low[i])), w)
	switch phase {
	case probing:
		a, b = max(a, f.guess[i]+slack), f.high[i]
		if a >= b {
			return
		}
	case aiming:
		b = min(b, f.guess[i]-slack)
		if b <= f.low[i] {
			return
		}
		b = max(b, a+1)
	}
	v := s.visit(ply+1, a, b, phase == probing)
	if s.stop != solve.NoLimit {
		return
	}
	if v < b && v < f.high[i] {
		sum.high -= w * (f.high[i] - v)
		f.high[i] = v
	}
	if v > a && v > f.low[i] && phase != probing {
		sum.low += w * (v - f.low[i])
		f.low[i] = v
	}
}

// learn notes what the children were worth, for guesses at the same ply.
func (s *worker[P]) learn(ply int) {
	f := s.frames[ply]
	for i, m := range f.moves {
		if f.low[i] == f.high[i] {
			f.gain[m.ID%NumAlike] = f.low[i] - f.least[i]
		}
	}
}

// floorDiv returns the quotient rounded down; w > 0.
func floorDiv(a, w int64) int64 {
	q := a / w
	if a%w < 0 {
		q--
	}
	return q
}
