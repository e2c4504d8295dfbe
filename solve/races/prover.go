package races

import (
	"context"
	"math"
	"slices"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/joblevel"
	"foregone/solve/proofnumber"
	"foregone/solve/transposition"
)

// prover is a board with a search on it. Its positions are not over; its verdicts are for the side to move.
type prover interface {
	// reset forgets the last position, for a new one, and takes up what the solver has to ask.
	reset(s *Solver, p *breakthrough.Position, l solve.Limits)
	// take is reset without forgetting.
	take(s *Solver, p *breakthrough.Position, l solve.Limits)
	prove(ctx context.Context, p *breakthrough.Position, depth int, l solve.Limits) solve.Result
	// win returns a move that wins, of a position that is won in a search to a depth; false when a limit was met.
	win(ctx context.Context, p *breakthrough.Position, depth int, l solve.Limits) (breakthrough.Move, bool)
	// resist returns the move after which the most was searched, of a lost position.
	resist(p *breakthrough.Position) breakthrough.Move
	// learn takes what is known of a position by other means.
	learn(p *breakthrough.Position, n *joblevel.Numbers)
	// proven returns what is known of positions, in any order.
	proven(work uint64) []Fact
	// strategy is that of a position of a verdict.
	strategy(ctx context.Context, p *breakthrough.Position, v solve.Verdict, l solve.Limits, yield func(*breakthrough.Position, breakthrough.Move) error) (solve.Limit, error)
}

// board is Breakthrough for keys of one size.
type board[K transposition.Key] interface {
	proofnumber.Domain[K]
	key(p *breakthrough.Position) K
	position(k K) breakthrough.Position
	// look returns what is known at once: the verdict of a search to a depth, and plies that it takes.
	look(k K, depth int) (v solve.Verdict, plies int)
	// successors appends the steps from a position in which no move ends the game.
	successors(k K, buf []step[K]) []step[K]
}

type boardProver[K transposition.Key] struct {
	board[K]
	search *proofnumber.Solver[K]
	moves  []breakthrough.Move
	shown  breakthrough.Position // of the last reset
}

// newBoard returns the prover of a board.
func newBoard(w, h int) prover {
	if w*h <= 64 {
		return newProver(newNarrow(w, h))
	}
	return newProver(newWide(w, h))
}

func newProver[K transposition.Key](b board[K]) prover {
	s := &boardProver[K]{board: b, search: proofnumber.New[K](b)}
	s.search.Text = s.text
	return s
}

func (s *boardProver[K]) reset(by *Solver, p *breakthrough.Position, l solve.Limits) {
	s.take(by, p, l)
	s.search.Reset(l.Memory)
}

func (s *boardProver[K]) take(by *Solver, p *breakthrough.Position, l solve.Limits) {
	s.search.Probe, s.search.Table = asking(s.board, by.Probe), asking(s.board, by.Table)
	s.search.Jobs = by.Jobs
	if l.Nodes != 0 {
		s.search.Jobs = 1
	}
	s.shown = *p
}

func (s *boardProver[K]) learn(p *breakthrough.Position, n *joblevel.Numbers) {
	s.search.Learn(keyed(s.board, p, n))
}

// asking returns a function of keys for one of positions, nil for nil.
func asking[K transposition.Key](b board[K], f func(*breakthrough.Position) solve.Verdict) func(K) solve.Verdict {
	if f == nil {
		return nil
	}
	return func(k K) solve.Verdict {
		p := b.position(k)
		return f(&p)
	}
}

func (s *boardProver[K]) prove(ctx context.Context, p *breakthrough.Position, depth int, l solve.Limits) solve.Result {
	k := s.key(p)
	if v, _ := s.look(k, depth); v != solve.Unknown {
		return solve.Result{Verdict: v}
	}
	return s.search.Prove(ctx, k, depth, l)
}

// result is the position after a move, as the search has it: when the move threatens to win at once and only one answer
// prevents that, again is true, and it is the position after the answer.
type result[K transposition.Key] struct {
	key   K
	again bool
	depth int
}

// result returns the position q after a move m, from a position at a depth.
func (s *boardProver[K]) result(q *breakthrough.Position, m breakthrough.Move, depth int) result[K] {
	r := result[K]{key: s.key(q), depth: below(depth)}
	lastButOne := q.H - 2
	if q.ToMove == breakthrough.White {
		lastButOne = 1
	}
	if v, _ := s.look(r.key, r.depth); v != solve.Unknown || uint8(m.To)/q.W != lastButOne {
		return r
	}
	answers := q.Moves(nil)
	answers = slices.DeleteFunc(answers, func(a breakthrough.Move) bool { return a.To != m.To })
	if len(answers) == 1 {
		a := after(q, answers[0])
		r = result[K]{s.key(&a), true, below(r.depth)}
	}
	return r
}

// known returns the verdict of a position after a move, for the side that moved, where it was searched before or that is
// not needed, and a measure of how far the end is.
func (s *boardProver[K]) known(r result[K]) (solve.Verdict, int) {
	v, far := s.look(r.key, r.depth)
	if v == solve.Unknown {
		v, far = s.search.Known(r.key, r.depth)
		far += breakthrough.MaxSquares
	}
	if !r.again {
		v = opposite(v)
	}
	return v, far
}

func (s *boardProver[K]) win(ctx context.Context, p *breakthrough.Position, depth int, l solve.Limits) (breakthrough.Move, bool) {
	s.moves = p.Moves(s.moves[:0])
	least := math.MaxInt
	var best breakthrough.Move
	for _, m := range s.moves {
		q := after(p, m)
		if q.Over() {
			return m, true
		}
		if depth == 1 {
			continue
		}
		if v, far := s.known(s.result(&q, m, depth)); v == solve.Win && far < least {
			least, best = far, m
		}
	}
	if least < math.MaxInt {
		return best, true
	}
	for _, m := range s.moves {
		q := after(p, m)
		if depth == unlimited && s.search.Probe != nil && s.search.Probe(s.key(&q)) == solve.Loss {
			return m, true
		}
	}
	c, ok := s.search.Refute(ctx, s.key(p), depth, l)
	if ok {
		for _, m := range s.moves {
			q := after(p, m)
			if r := s.result(&q, m, depth); r.key == c.Key && r.again == c.Again {
				return m, true
			}
		}
	}
	return best, false
}

func (s *boardProver[K]) resist(p *breakthrough.Position) breakthrough.Move {
	s.moves = p.Moves(s.moves[:0])
	var best breakthrough.Move
	most := -1
	for _, m := range s.moves {
		q := after(p, m)
		if _, far := s.known(s.result(&q, m, unlimited)); far > most {
			most, best = far, m
		}
	}
	return best
}

// after returns the position after a legal move.
func after(p *breakthrough.Position, m breakthrough.Move) breakthrough.Position {
	q := *p
	if err := q.Play(m); err != nil {
		panic(err) // Moves gives legal moves only
	}
	return q
}
