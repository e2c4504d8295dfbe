package threats

import (
	"context"

	"foregone/solve"
)

// outcome is what a run found.
type outcome struct {
	verdict solve.Verdict
	limit   solve.Limit
	plies   int
	optimal bool
	score   int
	depth   int
	refuted int
}

const (
	firstPlies = 5   // proofs so far are tried before the judgement goes deep
	mostDepth  = 100 // of the judgement
)

// reset makes the search ready for a root. Nothing that was found before is used.
func (s *search[P]) reset(ctx context.Context, g rules[P], root P, l solve.Limits) {
	s.facts.reset(l.Memory / 2)
	s.guesses.reset(l.Memory / 2)
	s.rules, s.ctx, s.limits = g, ctx, l
	s.nodes, s.stop = 0, solve.NoLimit
	s.history = [2]history{}
	for _, f := range s.frames {
		f.killers = [2]move{}
	}
	f := s.frame(0)
	f.pos = root
	f.moves = g.moves(&root, every, f.moves[:0])
	s.line = append(s.line[:0], pick(f.moves))
	s.holding = s.line[0]
}

// run lets the two methods take turns, the proofs after the first few plies for a third of the nodes, until one proves the
// root. What the judgement proves is a bound: then proofs go on up to it, for as many nodes as there were.
func (s *search[P]) run() outcome {
	o := outcome{score: s.rules.guess(&s.frames[0].pos)}
	var proving, judging uint64 // nodes
	for o.refuted < mostPlies || o.depth < mostDepth {
		before := s.nodes
		if o.depth > 0 && (o.refuted < firstPlies || o.depth == mostDepth || 2*proving <= judging && o.refuted < mostPlies) {
			yes := s.prove(o.refuted + 1)
			if s.stop != solve.NoLimit {
				break
			}
			if o.refuted++; yes {
				s.decide(&o)
				return o
			}
			proving += s.nodes - before
			continue
		}
		score := s.judge(o.depth + 1)
		if s.stop != solve.NoLimit {
			break
		}
		o.score = score
		o.depth++
		if proven(score) {
			s.confirm(&o)
			return o
		}
		judging += s.nodes - before
	}
	if o.limit = s.stop; o.limit == solve.NoLimit {
		o.limit = solve.Depth
	}
	return o
}

// decide notes that the root is decided in exactly o.refuted plies, and the line.
func (s *search[P]) decide(o *outcome) {
	o.verdict = verdictOf(o.refuted)
	o.plies, o.optimal = o.refuted, true
	s.play(o.plies)
}

// verdictOf returns who wins when the game ends in so many plies.
func verdictOf(plies int) solve.Verdict {
	if plies%2 == 1 {
		return solve.Win
	}
	return solve.Loss
}

// confirm looks for a quicker end than the score proves.
func (s *search[P]) confirm(o *outcome) {
	o.plies = within(o.score)
	o.verdict = verdictOf(o.plies)
	if most := 2*s.nodes + 1000; s.limits.Nodes == 0 || most < s.limits.Nodes {
		s.limits.Nodes = most
	}
	for o.refuted < o.plies {
		yes := s.prove(o.refuted + 1)
		if s.stop != solve.NoLimit {
			return
		}
		if o.refuted++; yes {
			s.decide(o)
			return
		}
	}
}

// play sets the line to best play from the root, which is decided in so many plies.
func (s *search[P]) play(plies int) {
	s.line = s.line[:0]
	f := s.frame(0)
	for ; plies > 0; plies-- {
		m, ok := s.best(plies)
		if !ok {
			return
		}
		s.line = append(s.line, m)
		s.rules.play(&f.pos, m, &f.pos)
	}
}

// best returns a move of the root, which is decided in so many plies: one that wins, or one that is lost no sooner. ok is
// false after a stop.
func (s *search[P]) best(plies int) (best move, ok bool) {
	f := s.frame(0)
	if len(s.line) == 0 {
		switch {
		case plies%2 == 1:
			return s.proving, true
		case plies > 2:
			return s.holding, true
		}
	}
	e := s.facts.get(&f.pos, s.rules.hash(&f.pos))
	f.moves = s.rules.moves(&f.pos, every, f.moves[:0])
	s.rank(0, f.moves, e.from, e.to)
	for i := range f.moves {
		m := pick(f.moves[i:])
		good := s.keeps(m, plies)
		if s.stop != solve.NoLimit {
			return m, false
		}
		if good {
			return m, true
		}
	}
	return move{}, false
}

// keeps reports whether a move of the root, which is decided in so many plies, wins as soon or loses as late. After a stop
// it means nothing.
func (s *search[P]) keeps(m move, plies int) bool {
	s.rules.play(&s.frames[0].pos, m, &s.frame(1).pos)
	switch {
	case plies%2 == 1:
		return s.loses(1, plies-1)
	case plies == 2:
		return true
	}
	return !s.wins(1, plies-3)
}

// bestMoves returns the moves that keep the distance of the root, those that are known when a limit stops it.
func (s *search[P]) bestMoves(plies int) (best []move) {
	f := s.frame(0)
	f.moves = s.rules.moves(&f.pos, every, f.moves[:0])
	for _, m := range f.moves {
		good := s.keeps(m, plies)
		if s.stop != solve.NoLimit {
			break
		}
		if good {
			best = append(best, m)
		}
	}
	return best
}
