// Package expected plays Entropy where exact play is out of reach: expectimax over the best moves of both sides, to a depth
// that the limits allow, on the expected palindromes of the lines and on what Order's next slides would gain.
package expected

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/palindromes"
)

// Answer is what a player found. Its verdict is solve.Value when the value is exact, else Unknown.
type Answer struct {
	solve.Result
	Best   entropy.Move // none at a draw and on a full board
	Mean   float64      // the value, or the mean score of games from here between quick players
	Half   float64      // half of the mean's 95 % interval; 0 when it is exact
	Games  int          // that were played for the mean; 0: there is none, unless it is exact
	Moves  []Candidate  // the moves that were searched last, best first; with an exact value none
	Rounds int          // of a draw, a placement and a slide that the search looked through
}

// Candidate is a move with the mean score of games after it.
type Candidate struct {
	Move       entropy.Move
	Mean, Half float64
}

// Player answers one position after another with the same memory. Not for concurrent use.
type Player struct {
	// Games is how many games are played for the mean score of each of the best moves and of a position where a chip is to be
	// drawn; they cost a third of the limits at most, and no exact value is searched for. With 0 a player only chooses a move.
	Games int

	search  search
	matches matches // of search.values
	exact   *palindromes.Solver
}

// New returns a player.
func New() *Player { return &Player{exact: palindromes.New()} }

// Solve finds the best move of a legal position and, with Games, the score to be expected. It is deterministic with the same
// seed and limits unless time stops it. Nodes are boards whose slides were computed, or positions of the exact search.
// Memory bounds the exact search; the other takes 4 MiB.
func (p *Player) Solve(ctx context.Context, pos *entropy.Position, l solve.Limits, seed uint64) Answer {
	if pos.Over() {
		return Answer{Result: solve.Result{Verdict: solve.Value}, Mean: float64(pos.Score())}
	}
	var exact Answer
	if p.Games == 0 {
		if exact = p.solveExactly(ctx, pos, l); exact.Verdict == solve.Value {
			return exact
		}
	}
	l = l.After(exact.Nodes)
	p.prepare(pos)
	b := newBoard(pos)
	all := p.moves(pos, &b)
	whole, cut := ctx, l
	if p.Games > 0 {
		cut.Nodes -= l.Nodes / 3
		var cancel context.CancelFunc
		ctx, cancel = solve.Part(ctx, 2./3)
		defer cancel()
	}
	var a Answer
	p.search.start(ctx, cut)
	p.search.shown = solve.Standing{}
	if len(all) > 0 {
		all, a.Rounds = p.deepen(pos, &b, all)
		a.Best = moveOf(pos, all[0])
	}
	a.Limit = p.search.stopped
	if p.Games > 0 {
		p.search.resume(whole, l)
		p.play(pos, &b, all[:min(mostCandidates, len(all))], seed, &a)
		a.Limit = cmp.Or(p.search.stopped, a.Limit)
	}
	a.Nodes = exact.Nodes + p.search.nodes
	return a
}

// prepare computes the values of lines for the chips of a position.
func (p *Player) prepare(pos *entropy.Position) {
	m := matchesOf(pos)
	if p.search.values == nil || p.search.values.n != int(pos.N) || p.matches != m {
		p.search.values, p.matches = newValues(int(pos.N), m), m
	}
}

// matchesOf returns how likely pairs match: one with one cell filled as likely as two chips taken by chance, one with none
// filled twice as likely, for Order sees to it.
func matchesOf(pos *entropy.Position) matches {
	bag := pos.Chips()
	pairs, total := 0, bag.Len()
	for _, count := range bag {
		pairs += int(count) * int(count)
	}
	one := float64(pairs) / float64(total*total)
	return matches{one, min(1, 2*one)}
}

// moves returns the moves of Chaos or Order, those with the best values first.
func (p *Player) moves(pos *entropy.Position, b *board) []move {
	v := p.search.values
	var all []move
	switch value := v.sum(b); pos.Acts {
	case entropy.Order:
		all = v.slides(b, value, nil)
	case entropy.Chaos:
		all = v.placements(b, value, uint32(pos.Chip), nil)
	}
	slices.SortStableFunc(all, byRank)
	return all
}

func byRank(a, b move) int { return cmp.Compare(b.rank, a.rank) }

func moveOf(pos *entropy.Position, m move) entropy.Move {
	if pos.Acts == entropy.Chaos {
		return entropy.Move{Acts: entropy.Chaos, Chip: pos.Chip, To: square(pos, m.to)}
	}
	return slideOf(pos, m)
}

// solveExactly leaves the position to the exact search when that is known to need less than half of the limits, of which it may
// take two thirds.
func (p *Player) solveExactly(ctx context.Context, pos *entropy.Position, l solve.Limits) Answer {
	need := ExactNodes(pos)
	most := uint64(exactWithoutLimits)
	if l.Nodes > 0 {
		most = l.Nodes / 2
	}
	if end, ok := ctx.Deadline(); ok {
		most = min(most, uint64(max(0, time.Until(end)/2/ExactTime)))
	}
	if need > most || !palindromes.Fits(pos) {
		return Answer{}
	}
	ctx, cancel := solve.Part(ctx, 2./3)
	defer cancel()
	if l.Nodes > 0 {
		l.Nodes -= l.Nodes / 3
	}
	r := p.exact.Solve(ctx, pos, l)
	return Answer{Result: r.Result, Best: r.Best, Mean: float64(r.Low.Num) / float64(r.Low.Den)}
}

// What the exact search needs, measured on 7x7: nodes by empty cells at Order's turn, the time of a node, and the nodes that it
// may take when nothing limits it.
var orderNodes = [...]uint64{0, 1, 1, 300, 5_000, 150_000, 15_000_000}

const (
	ExactTime          = 4 * time.Microsecond
	exactWithoutLimits = 1_000_000
)

// ExactNodes returns how many nodes the exact search is likely to need: at Chaos' turn as many as Order's with an empty cell
// less, and a few times so many.
func ExactNodes(pos *entropy.Position) uint64 {
	empty, factor := pos.Empty(), uint64(1)
	if pos.Acts == entropy.Chaos {
		empty, factor = empty-1, 3
	}
	if empty >= len(orderNodes) {
		return math.MaxUint64
	}
	return factor * orderNodes[empty]
}
