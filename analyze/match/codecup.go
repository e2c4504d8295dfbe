package match

import (
	"context"
	"fmt"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/protocol/codecup"
	"foregone/positions/entropy"
)

// contestant is a program of CodeCup 2023, which is started for each game and told what the other side did.
type contestant struct {
	process
	clock  time.Duration // for all its moves of a game
	used   time.Duration
	known  entropy.Position // after its last move
	placed entropy.Square   // of the last chip
}

// Ready has the program answer in a game of its own.
func (c *contestant) Ready(ctx context.Context, at games.Position) error {
	c.Begin(0)
	_, err := c.Move(ctx, at)
	c.Close()
	return notReady("cmd", c.command, err)
}

// Begin ends the game before.
func (c *contestant) Begin(uint64) {
	c.Close()
	c.known, c.used = codecup.Begin(), 0
}

func (c *contestant) Close() { c.leave(codecup.Quit) }

func (c *contestant) Move(ctx context.Context, at games.Position) (string, error) {
	p, err := entropy.Parse(at.String())
	if err != nil {
		return "", err
	}
	first := c.cmd == nil
	if err := c.start(); err != nil {
		return "", err
	}
	read := c.slide
	if p.Acts == entropy.Chaos {
		read = c.place
	}
	m, err := read(ctx, &p, first)
	if err != nil {
		return "", err
	}
	name := p.MoveString(m)
	if err := p.Play(m); err != nil {
		return "", &Fault{"an illegal move: " + err.Error()}
	}
	c.known = p
	return name, nil
}

// place tells Chaos of Order's move and of the chip, and returns the cell for it.
func (c *contestant) place(ctx context.Context, p *entropy.Position, first bool) (entropy.Move, error) {
	if first {
		c.send(codecup.Start)
	} else {
		from, to, slid := c.changed(p)
		if !slid {
			from, to = c.placed, c.placed
		}
		c.send(codecup.Slide(from, to))
	}
	answer, err := c.ask(ctx, codecup.Colour(p.Chip))
	if err != nil {
		return entropy.Move{}, err
	}
	c.placed, err = codecup.ReadCell(answer)
	if err != nil {
		return entropy.Move{}, &Fault{err.Error()}
	}
	return entropy.Move{Acts: entropy.Chaos, Chip: p.Chip, To: c.placed}, nil
}

// slide tells Order of the chip and its cell, and returns its move.
func (c *contestant) slide(ctx context.Context, p *entropy.Position, _ bool) (entropy.Move, error) {
	_, at, _ := c.changed(p)
	answer, err := c.ask(ctx, codecup.Colour(p.Cells[at])+codecup.Cell(at))
	if err != nil {
		return entropy.Move{}, err
	}
	from, to, err := codecup.ReadSlide(answer)
	switch {
	case err != nil:
		return entropy.Move{}, &Fault{err.Error()}
	case p.Cells[from] == 0:
		return entropy.Move{}, &Fault{fmt.Sprintf("an illegal move: found %q, expected a taken cell first", answer)}
	case from == to:
		return entropy.Pass, nil
	}
	return entropy.Move{Acts: entropy.Order, From: from, To: to}, nil
}

// changed returns the cells that the other side emptied and filled since the last move; filled says whether there is any.
func (c *contestant) changed(p *entropy.Position) (from, to entropy.Square, filled bool) {
	for i, chip := range p.Board() {
		switch was := c.known.Cells[i]; {
		case was != 0 && chip == 0:
			from = entropy.Square(i)
		case was == 0 && chip != 0:
			to, filled = entropy.Square(i), true
		}
	}
	return from, to, filled
}

// ask returns what the program answers to a line, within what its clock has left.
func (c *contestant) ask(ctx context.Context, line string) (string, error) {
	begun := time.Now()
	late := time.NewTimer(c.clock - c.used)
	defer late.Stop()
	c.send(line)
	answer, err := c.receive(ctx, fmt.Sprintf("%q", line), late.C)
	c.used += time.Since(begun)
	if err == errLate {
		return "", &Fault{fmt.Sprintf("no answer to %q within the %v of the game", line, c.clock)}
	}
	return answer, err
}
