package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"foregone/analyze/games"
)

// program is a player outside of this process. It is told the position before every move, so that it needs no memory of
// the game. After a fault it is ended, and started anew for the next game.
type program struct {
	process
	seconds time.Duration // a move
}

// Ready starts the program and tells it a position.
func (p *program) Ready(ctx context.Context, at games.Position) error {
	return notReady("cmd", p.command, p.setUp(ctx, at))
}

// notReady turns a fault of a program before the first game into an error that names it.
func notReady(kind, command string, err error) error {
	var fault *Fault
	if errors.As(err, &fault) {
		return fmt.Errorf("%s:%s: %s", kind, command, fault.Reason)
	}
	return err
}

func (p *program) Begin(uint64) {}

func (p *program) setUp(ctx context.Context, at games.Position) error {
	if err := p.start(); err != nil {
		return err
	}
	_, err := p.ask(ctx, "position "+at.String(), startTime)
	return err
}

func (p *program) Move(ctx context.Context, at games.Position) (string, error) {
	if err := p.setUp(ctx, at); err != nil {
		return "", err
	}
	return p.ask(ctx, "genmove "+strconv.FormatFloat(p.seconds.Seconds(), 'f', -1, 64), p.seconds+graceTime)
}

// ask returns what the program answers to a command.
func (p *program) ask(ctx context.Context, command string, within time.Duration) (string, error) {
	name, _, _ := strings.Cut(command, " ")
	late := time.NewTimer(within)
	defer late.Stop()
	p.send(command)
	for {
		answer, err := p.receive(ctx, name, late.C)
		switch {
		case err == errLate:
			return "", &Fault{fmt.Sprintf("no answer to %s within %v", name, within)}
		case err != nil:
			return "", err
		case answer[0] == '#':
			continue
		}
		if text, ok := strings.CutPrefix(answer, "="); ok {
			return strings.TrimSpace(text), nil
		}
		p.end()
		return "", &Fault{fmt.Sprintf("it answered %.100q to %s, expected a line that begins with =", answer, name)}
	}
}

func (p *program) Close() { p.leave("quit") }
