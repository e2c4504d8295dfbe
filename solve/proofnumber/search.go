package proofnumber

import (
	"math"

	"foregone/solve"
	"foregone/solve/transposition"
)

const (
	pollNodes = 1 << 10 // nodes between looks at the context
	plyMoves  = 64      // first capacity of a ply
)

// search expands below a position until its proof number or its disproof number reaches a threshold, and returns both;
// less when a limit stops it.
func (s *Solver[K]) search(k K, depth, ply int, proof, disproof uint32) (uint32, uint32) {
	if s.stopped(ply) {
		return 1, 1
	}
	first := s.nodes
	s.nodes++
	if ply == len(s.plies) {
		s.plies = append(s.plies, make([]Child[K], 0, plyMoves))
	}
	moves, v := s.domain.Expand(k, depth, s.plies[ply][:0])
	s.plies[ply] = moves
	e := s.table.Get(k)
	if v != solve.Unknown {
		return s.store(k, depth, e, v, totals{}, 1)
	}
	for i := range moves {
		moves[i].recall(s.table.Get(moves[i].Key), depth)
	}
	for {
		t := total(moves)
		if t.proof >= proof || t.disproof >= disproof || s.stop != solve.NoLimit {
			v, work := verdict(t.proof, t.disproof), s.nodes-first
			if v == solve.Unknown {
				if told := s.ask(k, depth, e.Work, work); told != solve.Unknown {
					return s.store(k, 0, e, told, t, work)
				}
			}
			return s.store(k, depth, e, v, t, work)
		}
		c := &moves[t.best]
		p, d := c.thresholds(&t, proof, disproof)
		before := s.nodes
		if c.Again {
			d, p = s.search(c.Key, c.depth(depth), ply+1, d, p)
		} else {
			p, d = s.search(c.Key, c.depth(depth), ply+1, p, d)
		}
		if s.nodes > before { // else it was stopped at once, and the move keeps its numbers
			c.Proof, c.Disproof = p, d
		}
	}
}

// ask returns the verdict without a depth, of Probe or Table when it is their turn, that settles a search to a depth.
// Before was the work that a position had cost, to which work was added.
func (s *Solver[K]) ask(k K, depth int, before uint32, work uint64) solve.Verdict {
	reaches := func(n uint64) bool { return uint64(before) < n && uint64(before)+work >= n }
	switch {
	case depth == 0 && s.Probe != nil && reaches(probeWork):
		return s.Probe(k)
	case depth != 0 && s.Table != nil && reaches(tableWork):
		v := s.Table(k)
		if _, failure := hunt(depth); v == failure {
			return v
		}
	}
	return solve.Unknown
}

// depth returns the depth that is left of one after a move.
func (c *Child[K]) depth(depth int) int {
	plies := 1
	if c.Again {
		plies = 2
	}
	return max(depth-plies, 0)
}

// stopped looks at a ply whether the search must end.
func (s *Solver[K]) stopped(ply int) bool {
	if s.nodes%pollNodes == 0 && s.stop == solve.NoLimit {
		s.stop = s.limits.Poll(s.ctx, s.nodes)
		if ply > 0 && s.limits.Progress.Asked() {
			s.tell(s.plies[:ply])
		}
	}
	if s.limits.Nodes != 0 && s.nodes >= s.limits.Nodes && s.stop == solve.NoLimit {
		s.stop = solve.Nodes
	}
	return s.stop != solve.NoLimit
}

// tell shows whoever watches how the search stands: the numbers of the root, and the best moves from there on.
func (s *Solver[K]) tell(path [][]Child[K]) {
	at := solve.Standing{Depth: s.depth, Memory: s.table.Bytes()}
	line := make([]Child[K], 0, len(path))
	for ply, moves := range path {
		t := total(moves)
		if ply == 0 {
			at.Proof, at.Disproof = t.proof, t.disproof
		}
		line = append(line, moves[t.best])
	}
	if s.Text != nil {
		at.Line = s.Text(s.root, s.depth, line)
	}
	s.limits.Progress.Tell(at)
}

// store updates the entry of a position with its verdict or, without one, its numbers, and returns these.
func (s *Solver[K]) store(k K, depth int, e transposition.Entry, v solve.Verdict, t totals, work uint64) (proof, disproof uint32) {
	update(&e, v, depth, t, work)
	s.table.Put(k, e)
	return e.Proof, e.Disproof
}

// update adds to an entry a verdict or, without one, sets its numbers.
func update(e *transposition.Entry, v solve.Verdict, depth int, t totals, work uint64) {
	e.Proof, e.Disproof = t.proof, t.disproof
	if v != solve.Unknown {
		e.Proof, e.Disproof = numbers(v)
		f := facts(e.Note)
		f.learn(v, depth)
		e.Note = uint32(f)
	}
	e.Work = uint32(min(uint64(e.Work)+work, math.MaxUint32))
}

// recall puts what the table knows of a move, from a position at a depth, in the place of its guess.
func (c *Child[K]) recall(e transposition.Entry, depth int) {
	if e.Work == 0 {
		return
	}
	f := facts(e.Note)
	if v := f.verdict(c.depth(depth)); v != solve.Unknown {
		e.Proof, e.Disproof = numbers(v)
	} else if e.Proof == 0 || e.Disproof == 0 {
		return
	}
	if c.Again {
		c.Proof, c.Disproof = e.Disproof, e.Proof
	} else {
		c.Proof, c.Disproof = e.Proof, e.Disproof
	}
}

// totals are the numbers of a position, from those of its moves.
type totals struct {
	proof, disproof uint32
	best            int    // the move of the least disproof number
	second          uint32 // the least disproof number of the others
}

// total adds up the moves of a position. One that loses for the other side is enough to win, all must win for it to
// lose. Sums stop below Infinite, so that only proofs reach it.
func total[K transposition.Key](moves []Child[K]) totals {
	t := totals{proof: Infinite, second: Infinite}
	sum := uint64(0)
	for i := range moves {
		c := &moves[i]
		switch {
		case c.Disproof < t.proof:
			t.best, t.second, t.proof = i, t.proof, c.Disproof
		case c.Disproof < t.second:
			t.second = c.Disproof
		}
		sum += uint64(c.Proof)
	}
	switch t.proof {
	case 0:
		t.disproof = Infinite
	case Infinite:
		t.disproof = 0
	default:
		t.disproof = uint32(min(sum, Infinite-1))
	}
	return t
}

// thresholds returns how far to search a move: until the position reaches a threshold, or until the move's disproof
// number has grown to 1+epsilon times that of the second best. Epsilon is 1. From 0.25 to 2 the positions expanded
// differ by less than a tenth, and the greatest of the numbers instead of their sum takes a fifth more.
func (c *Child[K]) thresholds(t *totals, proof, disproof uint32) (uint32, uint32) {
	p := uint32(Infinite)
	if disproof != Infinite {
		p = uint32(min(uint64(c.Proof)+uint64(disproof-t.disproof), Infinite-1))
	}
	return p, uint32(min(uint64(proof), 2*uint64(t.second)))
}
