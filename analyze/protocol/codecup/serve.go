package codecup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"foregone/analyze/games"
	"foregone/positions/entropy"
	"foregone/solve"
)

// Config says how to play.
type Config struct {
	Engine games.Engine
	Limits solve.Limits  // of each move
	Time   time.Duration // for each move; 0: as much as it takes
}

// maxLine is the most bytes that a line may have.
const maxLine = 1 << 12

// Serve plays a game on the side that the first line gives it, until Quit, the end of in, or the end of ctx, which also ends
// the search at work: its best move so far is still written. The error names the line that is none of the protocol, or no
// legal move.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) error {
	g := game{Config: c, now: Begin()}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; ctx.Err() == nil && lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "":
			continue
		case line == Quit:
			return nil
		}
		answer, err := g.read(ctx, line)
		if err == nil && answer != "" {
			_, err = fmt.Fprintln(out, answer)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: found more than %d bytes, expected at most 4 letters", n, maxLine)
	}
	return lines.Err()
}

// game is the game that is played.
type game struct {
	Config
	now    entropy.Position
	begun  bool
	chaos  bool           // the side that is played
	placed entropy.Square // of the last chip
}

// read takes in what the other side did and returns the answer, "" for none. After the last chip nothing is expected but
// Quit, and nothing is answered.
func (g *game) read(ctx context.Context, line string) (string, error) {
	first := !g.begun
	g.begun = true
	switch {
	case first && line == Start:
		g.chaos = true
		return "", nil
	case g.now.Over():
		return "", nil
	case g.chaos && g.now.Acts == entropy.Order:
		return "", g.readSlide(line)
	case g.chaos:
		c, err := ReadColour(line)
		if err == nil {
			err = g.now.Draw(c)
		}
		if err != nil {
			return "", err
		}
		return g.place(ctx)
	}
	if err := g.readPlacement(line); err != nil {
		if first {
			return "", fmt.Errorf("%w, or Start", err)
		}
		return "", err
	}
	if g.now.Over() {
		return "", nil
	}
	return g.slide(ctx)
}

// readSlide makes Order's move.
func (g *game) readSlide(line string) error {
	from, to, err := ReadSlide(line)
	if err != nil {
		return err
	}
	return g.now.Play(entropy.Move{Acts: entropy.Order, From: from, To: to})
}

// readPlacement draws Chaos' chip and places it.
func (g *game) readPlacement(line string) error {
	c, to, err := ReadPlacement(line)
	if err != nil {
		return err
	}
	if err := g.now.Draw(c); err != nil {
		return err
	}
	g.placed = to
	return g.now.Play(entropy.Move{Acts: entropy.Chaos, Chip: c, To: to})
}

// place makes and returns Chaos' move.
func (g *game) place(ctx context.Context) (string, error) {
	m, err := g.choose(ctx)
	if err != nil {
		return "", err
	}
	return Cell(m.To), g.now.Play(m)
}

// slide makes and returns Order's move.
func (g *game) slide(ctx context.Context) (string, error) {
	m, err := g.choose(ctx)
	if err != nil {
		return "", err
	}
	if m.IsPass() {
		return Slide(g.placed, g.placed), g.now.Play(m)
	}
	return Slide(m.From, m.To), g.now.Play(m)
}

// choose returns the engine's move.
func (g *game) choose(ctx context.Context) (entropy.Move, error) {
	p, err := games.Parse(g.now.String())
	if err != nil {
		return entropy.Move{}, err
	}
	if g.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, g.Time)
		defer cancel()
	}
	a, err := g.Engine.Solve(ctx, p, g.Limits, games.Want{Play: true})
	if err != nil {
		return entropy.Move{}, err
	}
	if len(a.Best) == 0 {
		return entropy.Move{}, fmt.Errorf("found no move (%v)", a.Limit)
	}
	return g.now.ParseMove(a.Best[0])
}
