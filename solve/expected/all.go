package expected

import (
	"context"
	"math/rand/v2"

	"foregone/positions/entropy"
	"foregone/solve"
)

// All plays so many games, more than 0, after every move of a position, or fewer when a limit stops that, and returns the moves
// with their means: the most promising at first sight first, draws in the order of the colours.
func (p *Player) All(ctx context.Context, pos *entropy.Position, games int, l solve.Limits, seed uint64) Answer {
	if pos.Over() {
		return Answer{}
	}
	p.prepare(pos)
	b := newBoard(pos)
	p.search.start(ctx, l)
	p.search.shown = solve.Standing{}
	var a Answer
	if pos.Acts == entropy.Draw {
		p.playDraws(pos, &b, games, seed, &a)
	} else {
		before := p.Games
		p.Games = games
		p.play(pos, &b, p.moves(pos, &b), seed, &a)
		p.Games = before
	}
	a.Limit, a.Nodes = p.search.stopped, p.search.nodes
	return a
}

// playDraws plays games after each draw, as play does after moves.
func (p *Player) playDraws(pos *entropy.Position, b *board, games int, seed uint64, a *Answer) {
	draws := pos.Moves(nil)
	samples := make([]sample, len(draws))
	for game := range games {
		scores := make([]int, len(draws))
		for i, m := range draws {
			rng := rand.New(rand.NewPCG(seed, uint64(game)))
			scores[i] = p.search.drawnGame(*b, uint32(m.Chip), rng)
		}
		if p.search.stopped != solve.NoLimit {
			break
		}
		for i, score := range scores {
			samples[i].add(score)
		}
		a.Games++
	}
	if a.Games == 0 {
		return
	}
	for i, m := range draws {
		c := Candidate{Move: m}
		c.Mean, c.Half = samples[i].mean()
		a.Moves = append(a.Moves, c)
	}
}

// drawnGame plays a game from a draw that brought a chip.
func (s *search) drawnGame(b board, chip uint32, rng *rand.Rand) int {
	b.draw(chip)
	value := s.values.sum(&b)
	m := s.likely(&b, chip, first(s.values.placements(&b, value, chip, s.placements[0][:0]), quickPlacements), 1)[0]
	return s.game(b.after(m, chip), true, rng)
}
