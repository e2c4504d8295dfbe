// Package match has players play games of two sides against each other: on seeded openings, each played twice, so that
// either player begins once.
package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foregone/analyze/games"
)

// Player chooses the moves of a side, in one game after another. Not for concurrent use.
type Player interface {
	// Ready is called once, before any game, with a position to try. An error ends the match.
	Ready(ctx context.Context, p games.Position) error
	// Begin is called before each game, with a seed for what is random in it.
	Begin(seed uint64)
	// Move returns a move of p, which is not over. A *Fault loses the game, any other error ends the match.
	Move(ctx context.Context, p games.Position) (string, error)
	Close()
}

// Fault is what a player did that loses a game off the board.
type Fault struct{ Reason string }

func (f *Fault) Error() string { return f.Reason }

// Config says what is played.
type Config struct {
	Start   games.Position
	Plies   int // random moves from Start to an opening
	Games   int
	Seed    uint64
	Jobs    int // games at the same time, each with players of its own
	Players [2]Maker
	Emit    func(*Game) error // called in the order of the games
}

// Game is a game that was played.
type Game struct {
	Number  int            // from 1
	Opening games.Position // where the players took over
	Sides   [2]string      // of the first and the second player
	Moves   []string       // from Opening on
	Winner  int            // 0: the first player, 1: the second
	Drawn   bool           // there is no winner: a position came up for the third time
	Fault   string         // what the loser did off the board, if that lost the game
	Longest [2]time.Duration
}

// Run plays the games, when all players are ready. When ctx ends, the games at play are given up, and what Run returns
// is ctx's error.
func Run(ctx context.Context, c Config) error {
	openings, err := c.openings(ctx)
	if err != nil {
		return err
	}
	p := pool[*Game]{
		games: c.Games, jobs: c.Jobs, players: c.Players, tries: [2]games.Position{openings[0], openings[0]}, emit: c.Emit,
		play: func(ctx context.Context, number int, players [2]Player) (*Game, error) {
			return c.play(ctx, number, openings[(number-1)/2], players)
		},
	}
	return p.run(ctx)
}

// threefold is how often a position comes up in a game that is drawn for that.
const threefold = 3

// play plays a game. The first player begins in those of odd numbers.
func (c *Config) play(ctx context.Context, number int, p games.Position, players [2]Player) (*Game, error) {
	begins := (number - 1) % 2
	g := &Game{Number: number, Opening: p}
	g.Sides[begins], g.Sides[1-begins] = p.ToMove(), p.Opponent()
	begin(players, c.Seed, number)
	seen := map[string]int{p.String(): 1}
	for !p.Over() {
		turn := 0
		if p.ToMove() == g.Sides[1] {
			turn = 1
		}
		start := time.Now()
		next, move, err := turnOf(ctx, players[turn], p)
		g.Longest[turn] = max(g.Longest[turn], time.Since(start))
		var fault *Fault
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &fault):
			g.Winner, g.Fault = 1-turn, fault.Reason
			return g, nil
		case err != nil:
			return nil, fmt.Errorf("game %d, move %d: %w", number, len(g.Moves)+1, err)
		}
		g.Moves = append(g.Moves, move)
		p = next
		if seen[p.String()]++; seen[p.String()] == threefold {
			g.Drawn = true
			return g, nil
		}
	}
	if (p.ToMove() == g.Sides[0]) != p.Won() {
		g.Winner = 1
	}
	return g, nil
}

// begin tells the players that a game begins.
func begin(players [2]Player, seed uint64, number int) {
	for i, player := range players {
		player.Begin(random(seed, uint64(number)<<1|uint64(i)).Uint64())
	}
}

// turnOf returns the position after a player's move, and the move as it is written.
func turnOf(ctx context.Context, player Player, p games.Position) (games.Position, string, error) {
	text, err := player.Move(ctx, p)
	if err != nil {
		return nil, "", err
	}
	move, err := p.ReadMove(text)
	if err != nil {
		return nil, "", &Fault{"an illegal move: " + err.Error()}
	}
	next, err := p.Play(move)
	return next, move, err
}
