package match

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"foregone/analyze/games"
	"foregone/positions"
	"foregone/solve"
)

// bounds are what a player may spend on a move.
type bounds struct {
	time  time.Duration // 0: as much as it takes
	nodes uint64        // 0: as many as it takes
}

// MostTime bounds what a player may have for a move: more is a slip of the hand.
const MostTime = 10_000 * time.Hour

// Maker makes a player, each time another one.
type Maker func() Player

// chance plays random moves.
type chance struct{ rng *rand.Rand }

func (c *chance) Ready(context.Context, games.Position) error { return nil }

func (c *chance) Begin(seed uint64) { c.rng = random(seed, 1) }

func (c *chance) Move(_ context.Context, p games.Position) (string, error) {
	moves := p.Successors()
	return moves[c.rng.IntN(len(moves))].Move, nil
}

func (c *chance) Close() {}

// own is the engine of a game.
type own struct {
	engine games.Engine
	bounds bounds
	memory int64
}

func (o *own) Ready(context.Context, games.Position) error { return nil }

func (o *own) Begin(uint64) {}

func (o *own) Move(ctx context.Context, p games.Position) (string, error) {
	if o.bounds.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.bounds.time)
		defer cancel()
	}
	a, err := o.engine.Solve(ctx, p, solve.Limits{Nodes: o.bounds.nodes, Memory: o.memory}, games.Want{Play: true})
	if err != nil {
		return "", err
	}
	if len(a.Best) == 0 {
		return "", fmt.Errorf("the engine gave no move (%v)", a.Limit)
	}
	return a.Best[0], nil
}

func (o *own) Close() {}

// Setting is what players are made with.
type Setting struct {
	Family *games.Family
	Memory int64         // bytes of a player's tables
	Time   time.Duration // a move, of players that name no bound, and of other programs
	Stderr io.Writer     // of other programs
}

// Parse reads the description of a player:
//
//	random                            moves by chance
//	foregone                          the game's engine, Setting.Time a move
//	foregone:time=1s,nodes=10000      the same with these bounds, one of them or both
//	cmd:COMMAND                       another program that knows position, genmove and quit of foregone engine
func (s Setting) Parse(text string) (Maker, error) {
	kind, rest, more := strings.Cut(text, ":")
	switch {
	case kind == "random" && !more:
		return func() Player { return new(chance) }, nil
	case kind == "foregone":
		b := bounds{time: s.Time}
		if more {
			var err error
			if b, err = parseBounds(rest); err != nil {
				return nil, err
			}
		}
		return func() Player { return &own{s.Family.NewEngine(games.Resources{}), b, s.Memory} }, nil
	case kind == "cmd" && strings.TrimSpace(rest) != "":
		return func() Player { return &program{command: rest, seconds: s.Time, stderr: s.Stderr} }, nil
	}
	return nil, fmt.Errorf("found player %q, expected random, foregone, foregone:nodes=10000, foregone:time=1s or cmd:COMMAND", positions.Shorten(text, 60))
}

func parseBounds(text string) (bounds, error) {
	var b bounds
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		ok := false
		switch name {
		case "nodes":
			n, err := strconv.ParseUint(value, 10, 64)
			b.nodes, ok = n, err == nil && n > 0
		case "time":
			d, err := time.ParseDuration(value)
			b.time, ok = d, err == nil && d > 0 && d <= MostTime
		}
		if !ok {
			return b, fmt.Errorf("found %q, expected nodes=N above 0 or a time such as time=500ms", positions.Shorten(part, 60))
		}
	}
	return b, nil
}
