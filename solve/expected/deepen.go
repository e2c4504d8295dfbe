package expected

import (
	"math"
	"slices"

	"foregone/positions/entropy"
	"foregone/solve"
)

// step is one of the searches of a position that follow each other, each deeper or wider than the one before.
type step struct {
	rounds int
	root   int // moves of the position itself
	widths
}

const pliesARound = 3 // a draw, a placement and a slide

// The first three of each were chosen by games on 7x7, where Chaos gains more by width than by depth; the others follow suit.
var (
	orderSteps = [...]step{
		{0, firstSlides, widths{}},
		{1, 8, widths{slides: 6, placements: 4, last: 6}},
		{2, 6, widths{slides: 4, placements: 3, last: 8}},
		{2, 8, widths{slides: 6, placements: 4, last: 8}},
		{2, 12, widths{slides: 8, placements: 6, last: 8}},
		{3, 6, widths{slides: 3, placements: 3, last: 5}},
	}
	chaosSteps = [...]step{
		{1, 25, widths{last: 8}},
		{2, 12, widths{slides: 8, placements: 6, last: 8}},
		{3, 6, widths{slides: 4, placements: 3, last: 8}},
		{3, 8, widths{slides: 6, placements: 4, last: 8}},
	}
)

// deepen takes step after step until the limits stop the search. It returns the moves that the last one searched, best first,
// and the rounds of the last one that was finished.
func (p *Player) deepen(pos *entropy.Position, b *board, all []move) (_ []move, rounds int) {
	s := &p.search
	steps := orderSteps[:]
	if pos.Acts == entropy.Chaos {
		steps = chaosSteps[:]
	}
	for _, step := range steps {
		s.widths = step.widths
		s.shown = solve.Standing{Depth: step.rounds * pliesARound, Line: pos.MoveString(moveOf(pos, all[0]))}
		all = all[:min(step.root, len(all))]
		done := s.rank(pos, b, all, step.rounds)
		slices.SortStableFunc(all[:done], byRank)
		if s.stopped != solve.NoLimit {
			break
		}
		if rounds = step.rounds; rounds > b.empty() {
			break
		}
	}
	return all, rounds
}

// rank searches moves one after another and ranks them by their values; after the best of Chaos' so far those of others are
// bounds. It returns how many it finished.
func (s *search) rank(pos *entropy.Position, b *board, all []move, rounds int) int {
	least := int32(math.MaxInt32)
	for i := range all {
		m := &all[i]
		next := b.after(*m, uint32(pos.Chip))
		var rank int32
		if pos.Acts == entropy.Order {
			rank = s.draw(&next, m.value, rounds)
		} else {
			rank = -s.order(&next, m.value, rounds, least)
			least = min(least, -rank)
		}
		if s.stopped != solve.NoLimit {
			return i
		}
		m.rank = rank
	}
	return len(all)
}
