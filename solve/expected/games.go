package expected

import (
	"math"
	"math/rand/v2"
	"strconv"

	"foregone/positions/entropy"
	"foregone/solve"
)

// mostCandidates is how many moves get games.
const mostCandidates = 5

// quick are the widths of the players of games: what their moves leave is estimated, not searched.
const (
	quickSlides     = 8
	quickPlacements = 6
)

// sample sums up scores of games.
type sample struct {
	games       int
	sum, square float64
}

func (s *sample) add(score int) {
	s.games++
	s.sum += float64(score)
	s.square += float64(score) * float64(score)
}

// mean returns the mean and half of its 95 % interval, which is infinite after less than two games.
func (s *sample) mean() (mean, half float64) {
	n := float64(s.games)
	mean = s.sum / n
	if s.games < 2 {
		return mean, math.Inf(1)
	}
	return mean, 1.96 * math.Sqrt(max(0, s.square/n-mean*mean)/(n-1))
}

// play plays games from the position after each of its best moves, with the same draws after each, or from a position where a
// chip is to be drawn, until there are enough or the limits stop it.
func (p *Player) play(pos *entropy.Position, b *board, all []move, seed uint64, a *Answer) {
	samples := make([]sample, max(1, len(all)))
	for game := range p.Games {
		p.search.shown.Stage = "game " + strconv.Itoa(game+1)
		scores := make([]int, len(samples))
		for i := range scores {
			rng := rand.New(rand.NewPCG(seed, uint64(game)))
			next := *b
			if len(all) > 0 {
				next = b.after(all[i], uint32(pos.Chip))
			}
			scores[i] = p.search.game(next, pos.Acts == entropy.Chaos, rng)
		}
		if p.search.stopped != solve.NoLimit {
			break
		}
		for i, score := range scores {
			samples[i].add(score)
		}
	}
	a.Games = samples[0].games
	if a.Games == 0 {
		return
	}
	a.Mean, a.Half = samples[0].mean()
	for i, m := range all {
		c := Candidate{Move: moveOf(pos, m)}
		c.Mean, c.Half = samples[i].mean()
		a.Moves = append(a.Moves, c)
	}
}

// game plays a game to its end by the moves with the best estimates, from Order's turn or from a draw, and returns its score.
func (s *search) game(b board, orderActs bool, rng *rand.Rand) int {
	value := s.values.sum(&b)
	for b.holes != 0 && s.stopped == solve.NoLimit {
		if orderActs {
			value = s.quickSlide(&b, value)
		}
		orderActs = true
		value = s.quickDraw(&b, value, rng)
	}
	return int(value / point)
}

// quickSlide makes Order's slide with the best estimate and returns the value after it.
func (s *search) quickSlide(b *board, value int32) int32 {
	m := s.promising(b, first(s.values.slides(b, value, s.slides[0][:0]), quickSlides), 1)[0]
	*b = b.after(m, 0)
	return m.value
}

// quickDraw draws a chip, puts it where the estimate is least and returns the value after it.
func (s *search) quickDraw(b *board, value int32, rng *rand.Rand) int32 {
	chip := b.drawn(rng)
	m := s.likely(b, chip, first(s.values.placements(b, value, chip, s.placements[0][:0]), quickPlacements), 1)[0]
	*b = b.after(m, chip)
	return m.value
}

// drawn draws a chip by chance.
func (b *board) drawn(rng *rand.Rand) uint32 {
	k := rng.IntN(int(b.chips))
	for chip := uint32(1); ; chip++ {
		if k -= int(b.bag[chip]); k < 0 {
			b.draw(chip)
			return chip
		}
	}
}
