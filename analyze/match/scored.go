package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foregone/analyze/games"
)

// The players of a game for points, in the order of ScoredConfig.Players.
const (
	Order = iota // wants many points
	Chaos        // wants few
)

// ScoredConfig says what is played for points, in a game in which chance takes part.
type ScoredConfig struct {
	Start   games.Scored // at a turn of chance, not over
	Draws   []string     // the moves of chance in every game, as ReadDraws returns them; nil: by Seed and the game's number
	Games   int
	Seed    uint64
	Jobs    int // games at the same time, each with players of its own
	Players [2]Maker
	Emit    func(*ScoredGame) error // called in the order of the games
}

// ScoredGame is a game for points that was played.
type ScoredGame struct {
	Number   int // from 1
	Start    games.Scored
	Draws    []string // all moves of chance, also those that a fault left out
	Moves    []string // of the players
	Score    int      // 0 when Order lost off the board, none when Chaos did
	FaultyIs int      // who lost off the board, where Fault says why
	Fault    string
	Longest  [2]time.Duration
}

// Void reports whether the game has no score: Chaos lost it off the board.
func (g *ScoredGame) Void() bool { return g.Fault != "" && g.FaultyIs == Chaos }

// Forfeit ends a match: Chaos lost a game off the board, and no number of points is what that is worth.
type Forfeit struct {
	Game, Move int // from 1
	Reason     string
}

func (f *Forfeit) Error() string {
	return fmt.Sprintf("game %d, move %d: Chaos forfeits the game, which ends the match: %s", f.Game, f.Move, f.Reason)
}

// RunScored plays the games, when both players are ready. The games before one that Chaos loses off the board are played
// to their end, then a *Forfeit is returned. When ctx ends, the games at play are given up, and what RunScored returns is
// ctx's error.
func RunScored(ctx context.Context, c ScoredConfig) error {
	turns := turnsOf(c.Start)
	tries, err := c.tries()
	if err != nil {
		return err
	}
	p := pool[*ScoredGame]{
		games: c.Games, jobs: c.Jobs, players: c.Players, tries: tries,
		play: func(ctx context.Context, number int, players [2]Player) (*ScoredGame, error) {
			g := &ScoredGame{Number: number, Start: c.Start, Draws: c.Draws}
			if g.Draws == nil {
				g.Draws = shuffled(c.Start, random(c.Seed, drawing|uint64(number)))
			}
			g.Draws = g.Draws[:turns]
			begin(players, c.Seed, number)
			return g, g.play(ctx, players)
		},
		emit: func(g *ScoredGame) error {
			if err := c.Emit(g); err != nil || !g.Void() {
				return err
			}
			return &Forfeit{g.Number, len(g.Moves) + 1, g.Fault}
		},
	}
	return p.run(ctx)
}

// tries returns the position of each player's first turn when Chaos makes its first legal move.
func (c *ScoredConfig) tries() (tries [2]games.Position, _ error) {
	p := games.Position(c.Start)
	for !p.Over() {
		s := p.(games.Scored)
		next := p.Successors()
		if s.Weights() == nil {
			turn := turnIn(s)
			if tries[turn] == nil {
				tries[turn] = p
			}
			if tries[Order] != nil && tries[Chaos] != nil {
				return tries, nil
			}
		}
		p = next[0].Position
	}
	return tries, errors.New("found a game that is over before both have played, expected a longer one")
}

// turnIn returns which player acts.
func turnIn(p games.Scored) int {
	if p.Maximises() {
		return Order
	}
	return Chaos
}

// play plays the game.
func (g *ScoredGame) play(ctx context.Context, players [2]Player) error {
	var p games.Position = g.Start
	draws := g.Draws
	for !p.Over() {
		s := p.(games.Scored)
		if s.Weights() != nil {
			next, err := p.Play(draws[0])
			if err != nil {
				return err
			}
			p, draws = next, draws[1:]
			continue
		}
		turn := turnIn(s)
		start := time.Now()
		next, move, err := turnOf(ctx, players[turn], p)
		g.Longest[turn] = max(g.Longest[turn], time.Since(start))
		var fault *Fault
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &fault):
			g.FaultyIs, g.Fault = turn, fault.Reason
			return nil
		case err != nil:
			return fmt.Errorf("game %d, move %d: %w", g.Number, len(g.Moves)+1, err)
		}
		g.Moves = append(g.Moves, move)
		p = next
	}
	g.Score = p.(games.Scored).Score()
	return nil
}
