package races

import (
	"context"
	"math"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/transposition"
)

// Strategy calls yield with a whole strategy of the winner of the position last decided: every position with the winner
// to move that can come up when it makes the moves given and the other side any, and the move there. Each position
// comes once, of it and its mirror image the one that is Position.Canonical, before those that follow it.
//
// It searches again for what did not stay in memory, each time within l.Nodes, and ends with the limit that stopped it,
// or the error of yield. l.Memory also bounds its own list of positions. Progress counts these.
func (s *Solver) Strategy(ctx context.Context, l solve.Limits, yield func(p *breakthrough.Position, m breakthrough.Move) error) (solve.Limit, error) {
	if s.verdict == solve.Unknown || s.start.Over() {
		return solve.NoLimit, nil
	}
	return s.search.strategy(ctx, &s.start, s.verdict, l, yield)
}

// walk goes through the positions of a strategy.
type walk[K transposition.Key] struct {
	*boardProver[K]
	ctx     context.Context
	limits  solve.Limits // of each search
	watched solve.Limits
	yield   func(*breakthrough.Position, breakthrough.Move) error
	winner  breakthrough.Side
	seen    map[K]struct{}
	plies   []walkPly[K]
}

// walkPly are the buffers of a ply of the winner: its steps, and answers to one of them.
type walkPly[K transposition.Key] struct {
	steps, answers []step[K]
}

const (
	seenBytes = 40      // about what a position takes in a map
	pollSeen  = 1 << 10 // positions between looks at the context
)

func (s *boardProver[K]) strategy(ctx context.Context, p *breakthrough.Position, v solve.Verdict, l solve.Limits, yield func(*breakthrough.Position, breakthrough.Move) error) (solve.Limit, error) {
	w := &walk[K]{boardProver: s, ctx: ctx, limits: l, watched: l, yield: yield, winner: p.ToMove, seen: map[K]struct{}{}}
	w.limits.Progress = nil
	k := s.key(p)
	if v == solve.Loss {
		w.winner = w.winner.Other()
		return w.follow(k, 0)
	}
	return w.visit(k, 0)
}

// follow visits what the loser, to move, can reach by one move.
func (w *walk[K]) follow(k K, ply int) (solve.Limit, error) {
	if ply == len(w.plies) {
		w.plies = append(w.plies, walkPly[K]{})
	}
	w.plies[ply].answers = w.successors(k, w.plies[ply].answers[:0])
	for i := range w.plies[ply].answers {
		a := w.plies[ply].answers[i].key
		if _, ok := w.seen[a]; ok {
			continue
		}
		if limit, err := w.visit(a, ply+1); limit != solve.NoLimit || err != nil {
			return limit, err
		}
	}
	return solve.NoLimit, nil
}

// visit yields a new position with the winner to move, and goes on below.
func (w *walk[K]) visit(k K, ply int) (solve.Limit, error) {
	w.seen[k] = struct{}{}
	if n := len(w.seen); n%pollSeen == 0 {
		if limit := w.watched.Poll(w.ctx, uint64(n)); limit != solve.NoLimit {
			return limit, nil
		}
		if w.limits.Memory > 0 && int64(n)*seenBytes > w.limits.Memory {
			return solve.Memory, nil
		}
	}
	if _, plies := w.look(k, unlimited); plies == 1 {
		return solve.NoLimit, w.end(k)
	}
	c, limit := w.choose(k, ply)
	if limit != solve.NoLimit {
		return limit, nil
	}
	p, m := w.forWinner(k, c)
	if err := w.yield(&p, m); err != nil {
		return solve.NoLimit, err
	}
	return w.follow(c.key, ply)
}

// end yields a position in which a move ends the game.
func (w *walk[K]) end(k K) error {
	p := w.position(k)
	for _, m := range p.Moves(nil) {
		if q := after(&p, m); q.Over() {
			p, m := w.forWinner(k, step[K]{from: uint8(m.From), to: uint8(m.To)})
			return w.yield(&p, m)
		}
	}
	panic("races: no move ends the game")
}

// forWinner returns the canonical position of a key with the winner to move, and its move.
func (w *walk[K]) forWinner(k K, c step[K]) (breakthrough.Position, breakthrough.Move) {
	p := w.position(k)
	m := breakthrough.Move{From: breakthrough.Square(c.from), To: breakthrough.Square(c.to)}
	if w.winner == breakthrough.Black {
		last := breakthrough.Square(p.W*p.H - 1)
		p.ToMove = breakthrough.Black
		p.Pieces = [2]set{turned(p.Pieces[1], int(last)+1), turned(p.Pieces[0], int(last)+1)}
		m.From, m.To = last-m.From, last-m.To
	}
	if canonical := p.Canonical(); canonical != p {
		p = canonical
		width := breakthrough.Square(p.W)
		m.From += width - 1 - 2*(m.From%width)
		m.To += width - 1 - 2*(m.To%width)
	}
	m.Capture = p.Pieces[w.winner.Other()].Has(m.To)
	return p, m
}

// choose returns the step of a position for which the fewest positions are to be added.
func (w *walk[K]) choose(k K, ply int) (best step[K], limit solve.Limit) {
	if ply == len(w.plies) {
		w.plies = append(w.plies, walkPly[K]{})
	}
	w.plies[ply].steps = w.successors(k, w.plies[ply].steps[:0])
	least := uint64(unproven)
	for _, c := range w.plies[ply].steps {
		if cost := w.costAfter(c.key, ply, least); cost < least {
			if least, best = cost, c; cost == 0 {
				break
			}
		}
	}
	if least != unproven {
		return best, solve.NoLimit
	}
	child, ok := w.search.Refute(w.ctx, k, unlimited, w.limits)
	if !ok {
		return best, w.search.Stopped()
	}
	for _, c := range w.plies[ply].steps {
		if !child.Again && c.key == child.Key {
			return c, solve.NoLimit
		}
		if child.Again {
			w.plies[ply].answers = w.successors(c.key, w.plies[ply].answers[:0])
			for _, a := range w.plies[ply].answers {
				if a.key == child.Key && w.single(w.plies[ply].answers) {
					return c, solve.NoLimit
				}
			}
		}
	}
	panic("races: a move of the search is none of the board's")
}

// single reports whether all answers but one allow the winner to win at once.
func (w *walk[K]) single(answers []step[K]) bool {
	n := 0
	for _, a := range answers {
		if _, plies := w.look(a.key, unlimited); plies != 1 {
			n++
		}
	}
	return n == 1
}

// costAfter estimates the positions to be added after a step of the winner, or returns a number of at least most when
// they are as many or it is not known that the step wins.
func (w *walk[K]) costAfter(k K, ply int, most uint64) uint64 {
	v, _ := w.look(k, unlimited)
	if v == solve.Win {
		return unproven
	}
	if v == solve.Unknown {
		v, _ = w.search.Known(k, unlimited)
	}
	w.plies[ply].answers = w.successors(k, w.plies[ply].answers[:0])
	sum := uint64(0)
	for _, a := range w.plies[ply].answers {
		cost := w.cost(a.key)
		if cost == unproven {
			if v != solve.Loss {
				return unproven
			}
			cost = forgottenCost
		}
		if sum += cost; sum >= most {
			return sum
		}
	}
	return sum
}

// cost estimates the positions to be added for one with the winner to move: 0 when it is there already, unproven when it
// is not known to be won.
func (w *walk[K]) cost(k K) uint64 {
	if _, ok := w.seen[k]; ok {
		return 0
	}
	v, plies := w.look(k, unlimited)
	if v == solve.Win {
		return lemmaCosts[min(plies/2, len(lemmaCosts)-1)]
	}
	if v == solve.Unknown {
		if v, work := w.search.Known(k, unlimited); v == solve.Win {
			return workCost * uint64(work)
		}
	}
	return unproven
}

// lemmaCosts are about the positions to be added for one that the side to move wins within 1, 3, 5 … plies by a lemma.
var lemmaCosts = [...]uint64{1, 8, 30, 100, 300, 1000, 3000, 9000}

const (
	workCost      = 4    // positions for each that the search expanded
	forgottenCost = 1000 // positions where the search has forgotten
	unproven      = math.MaxUint64
)
