package match

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/protocol/codecup"
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

// own is an engine of ours.
type own struct {
	name   string
	engine games.Engine
	bounds bounds
	memory int64
	seed   uint64
}

// Ready has the engine choose a move at once, which makes the tables of the board.
func (o *own) Ready(ctx context.Context, p games.Position) error {
	ctx, cancel := context.WithDeadline(ctx, time.Time{})
	defer cancel()
	if _, err := o.solve(ctx, p); err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	return nil
}

func (o *own) Begin(seed uint64) { o.seed = seed }

func (o *own) Move(ctx context.Context, p games.Position) (string, error) {
	if o.bounds.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.bounds.time)
		defer cancel()
	}
	a, err := o.solve(ctx, p)
	if err != nil {
		return "", err
	}
	if len(a.Best) == 0 {
		return "", fmt.Errorf("the engine gave no move (%v)", a.Limit)
	}
	return a.Best[0], nil
}

func (o *own) solve(ctx context.Context, p games.Position) (games.Answer, error) {
	return o.engine.Solve(ctx, p, solve.Limits{Nodes: o.bounds.nodes, Memory: o.memory}, games.Want{Play: true, Seed: o.seed})
}

func (o *own) Close() {}

// Setting is what players are made with.
type Setting struct {
	Family *games.Family
	Start  games.Position
	Memory int64         // bytes of a player's tables
	Time   time.Duration // a move, of players that name no bound, and of other programs
	Clock  time.Duration // a game, of programs of CodeCup
	Stderr io.Writer     // of other programs
}

// Parse reads the description of a player:
//
//	random                            moves by chance
//	foregone                          the game's engine, Setting.Time a move
//	foregone:time=1s,nodes=10000      the same with these bounds, one of them or both
//	engine:COMMAND                    another program that knows position, genmove and quit of foregone engine
//	cmd:COMMAND                       the same; of Entropy one that speaks the protocol of CodeCup 2023, on 7x7
//
// and the family's reference players by their names.
func (s Setting) Parse(text string) (Maker, error) {
	kind, rest, more := strings.Cut(text, ":")
	reference := s.Family.Players[text]
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
		return func() Player {
			return &own{name: text, engine: s.Family.NewEngine(games.Resources{}), bounds: b, memory: s.Memory}
		}, nil
	case reference != nil:
		return func() Player { return &own{name: text, engine: reference()} }, nil
	case strings.TrimSpace(rest) == "":
	case kind == "engine", kind == "cmd" && s.Start.Sides():
		return func() Player { return &program{process{command: rest, stderr: s.Stderr}, s.Time} }, nil
	case kind == "cmd":
		if !s.contest() {
			return nil, fmt.Errorf("found %q for %s, expected entropy 7x7, which is what CodeCup's programs play, or engine:COMMAND", positions.Shorten(text, 60), s.Start)
		}
		return func() Player { return &contestant{process: process{command: rest, stderr: s.Stderr}, clock: s.Clock} }, nil
	}
	names := append([]string{"random", "foregone", "foregone:nodes=10000", "foregone:time=1s"}, slices.Sorted(maps.Keys(s.Family.Players))...)
	return nil, fmt.Errorf("found player %q, expected %s, cmd:COMMAND or engine:COMMAND", positions.Shorten(text, 60), strings.Join(names, ", "))
}

// contest reports whether CodeCup's game is played.
func (s Setting) contest() bool {
	begin := codecup.Begin()
	return s.Start.String() == begin.String()
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
