package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"foregone/analyze/games"
)

// How often an opening is drawn again that is over, or that there was before.
const (
	drawsToGoOn = 1000
	drawsForNew = 20
)

// openings returns a position for every two games, all different as far as there are so many.
func (c *Config) openings(ctx context.Context) ([]games.Position, error) {
	if c.Start.Over() {
		return nil, fmt.Errorf("found a game that is over, expected one to play")
	}
	had := map[string]bool{}
	rng := random(c.Seed, 0)
	var all []games.Position
	for range (c.Games + 1) / 2 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var p games.Position
		for draw := 0; draw < drawsForNew; draw++ {
			if p = c.opening(rng); p == nil {
				return nil, fmt.Errorf("found no opening of %d plies after which the game goes on", c.Plies)
			}
			if !had[p.Canonical()] {
				break
			}
		}
		had[p.Canonical()] = true
		all = append(all, p)
	}
	return all, nil
}

// opening returns the position after random moves, nil when the game is always over by then.
func (c *Config) opening(rng *rand.Rand) games.Position {
	for range drawsToGoOn {
		p := c.Start
		for range c.Plies {
			next := p.Reachable()
			if len(next) == 0 {
				break
			}
			p = next[rng.IntN(len(next))]
		}
		if !p.Over() {
			return p
		}
	}
	return nil
}

// random returns a generator for a part of a match.
func random(seed, part uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, part)) }
