package expected

import (
	"context"
	"math"
	"math/bits"

	"foregone/positions/entropy"
	"foregone/solve"
)

// What the slides that gain add to the value of a board, in 256ths of the best one's gain and of the sum of all gains: those
// that Chaos leaves to Order after the draw, or Order's turn. Measured by games of quick players on 7x7; the values around
// them play alike.
const (
	drawBest, drawAll   = 26, 51
	orderBest, orderAll = 256, 26
)

// widths are how many moves of a turn are searched.
type widths struct {
	slides     int // Order's
	placements int // Chaos'
	last       int // Order's slides before the draw where the search ends
}

// Moves that are looked at to choose those that are searched.
const (
	firstSlides     = 20
	firstPlacements = 10
)

// maxRounds bounds the depth of a search in rounds of a draw, a placement and a slide.
const maxRounds = 3

// search is expectimax to a depth over the best moves of both sides (D. Michie, Game-playing and game-learning automata,
// 1966), on the values of lines and what Order's slides gain. It ends where a draw comes.
type search struct {
	values *values
	widths
	slides, placements [maxRounds + 1][]move // buffers

	ctx     context.Context
	limits  solve.Limits
	nodes   uint64         // boards whose slides were computed
	stopped solve.Limit    // what the search finds once it is set means nothing
	shown   solve.Standing // what is told to whoever watches
}

// start begins to count the nodes of a search.
func (s *search) start(ctx context.Context, l solve.Limits) {
	s.ctx, s.limits, s.nodes, s.stopped = ctx, l, 0, solve.NoLimit
}

// resume goes on counting under other limits.
func (s *search) resume(ctx context.Context, l solve.Limits) {
	s.ctx, s.limits, s.stopped = ctx, l, solve.NoLimit
}

// visit counts a node.
func (s *search) visit() {
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes { // also after resume
		s.stopped = solve.Nodes
	}
	if s.stopped != solve.NoLimit {
		return
	}
	s.nodes++
	switch {
	case s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes:
		s.stopped = solve.Nodes
	case s.nodes&255 == 0:
		s.stopped = s.limits.Poll(s.ctx, s.nodes)
		if s.limits.Progress.Asked() {
			s.limits.Progress.Tell(s.shown)
		}
	}
}

// estimateDraw returns the value of a board where a draw comes, given that of its lines.
func (s *search) estimateDraw(b *board, value int32) int32 {
	s.visit()
	best, sum := s.values.threats(b)
	return value + (drawBest*best+drawAll*sum)>>8
}

// estimateOrder does the same where Order is to slide.
func (s *search) estimateOrder(b *board, value int32) int32 {
	s.visit()
	best, sum := s.values.threats(b)
	return value + (orderBest*best+orderAll*sum)>>8
}

// draw returns the value of a board where a draw comes, given that of its lines, by looking through so many rounds.
func (s *search) draw(b *board, value int32, rounds int) int32 {
	if rounds == 0 || b.holes == 0 {
		return s.estimateDraw(b, value)
	}
	sum := int64(0)
	for c := uint32(1); c <= entropy.MaxColours; c++ {
		if count := b.bag[c]; count > 0 && s.stopped == solve.NoLimit {
			next := *b
			next.draw(c)
			sum += int64(count) * int64(s.chaos(&next, value, c, rounds))
		}
	}
	return int32(sum / int64(b.chips))
}

// chaos returns the value of Chaos' turn with a chip by looking through so many rounds.
func (s *search) chaos(b *board, value int32, chip uint32, rounds int) int32 {
	if b.holes&(b.holes-1) == 0 {
		return value + s.values.gain(b, bits.TrailingZeros64(b.holes), chip)
	}
	all := s.values.placements(b, value, chip, s.placements[rounds][:0])
	s.placements[rounds] = all
	least := int32(math.MaxInt32)
	for _, m := range s.likely(b, chip, first(all, firstPlacements), s.widths.placements) {
		if s.stopped != solve.NoLimit {
			break
		}
		next := b.after(m, chip)
		least = min(least, s.order(&next, m.value, rounds, least))
	}
	return least
}

// likely returns the k placements of all that leave Order the least.
func (s *search) likely(b *board, chip uint32, all []move, k int) []move {
	for i := range all {
		m := &all[i]
		next := b.after(*m, chip)
		m.rank = -s.estimateOrder(&next, m.value)
	}
	return first(all, k)
}

// order returns the value of Order's turn, or one of at least beta, by looking through the rest of a round and the others.
func (s *search) order(b *board, value int32, rounds int, beta int32) int32 {
	all := s.values.slides(b, value, s.slides[rounds][:0])
	s.slides[rounds] = all
	if rounds > 1 {
		all = s.promising(b, first(all, firstSlides), s.widths.slides)
	} else {
		all = first(all, s.last)
	}
	most := int32(math.MinInt32)
	for _, m := range all {
		if s.stopped != solve.NoLimit {
			break
		}
		next := b.after(m, 0)
		if most = max(most, s.draw(&next, m.value, rounds-1)); most >= beta {
			break
		}
	}
	return most
}

// promising returns the k slides of all that have the highest estimates.
func (s *search) promising(b *board, all []move, k int) []move {
	for i := range all {
		m := &all[i]
		next := b.after(*m, 0)
		m.rank = s.estimateDraw(&next, m.value)
	}
	return first(all, k)
}
