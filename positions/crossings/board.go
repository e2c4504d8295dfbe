package crossings

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// squares is what may stand on a board in text. Capitals are stones that have crossed, which their place says too.
var squares = positions.Squares{Letters: "rbRB", Expected: "b, r or .", MaxWidth: MaxWidth, MaxHeight: MaxHeight}

// board gathers what a text says of a position.
type board struct {
	item    *positions.Item
	game    positions.Line // its name, where the text has one
	grid    positions.Grid
	side    positions.ToMove
	steps   Steps // where stepsAt says
	stepsAt positions.Line
}

func (b *board) errorAt(at positions.Line, format string, args ...any) *positions.Error {
	return b.item.Errorf(at.Number, at.Column, format, args...)
}

// addSteps notes an option of the text.
func (b *board) addSteps(at positions.Line) *positions.Error {
	steps, said, err := ParseSteps(at.Text)
	switch {
	case err != nil:
		return b.errorAt(at, "%s", err)
	case !said:
		return nil
	case b.stepsAt.Text != "" && b.steps != steps:
		return b.errorAt(at, "found %s, expected %s as line %d says", steps, b.steps, b.stepsAt.Number)
	}
	b.steps, b.stepsAt = steps, at
	return nil
}

// position returns the legal position that was read.
func (b *board) position(h Hints) (Position, *positions.Error) {
	p := Position{W: uint8(b.grid.Width), H: uint8(b.grid.Height)}
	if err := checkSize(b.grid.Width, b.grid.Height); err != nil {
		return p, b.grid.Errorf(b.item, "%s", err)
	}
	for i, found := range b.grid.Squares {
		sq := Square((b.grid.Height-1-i/b.grid.Width)*b.grid.Width + i%b.grid.Width)
		switch found.Letter {
		case 'r', 'R':
			p.Stones[Red].Add(sq)
		case 'b', 'B':
			p.Stones[Black].Add(sq)
		}
	}
	var err *positions.Error
	if p.ToMove, err = b.toMove(h); err != nil {
		return p, err
	}
	if p.Steps, err = b.stepsWith(h); err != nil {
		return p, err
	}
	if err := p.Validate(); err != nil {
		return p, b.grid.Errorf(b.item, "%s", err)
	}
	return p, nil
}

// stepsWith settles the rule of steps.
func (b *board) stepsWith(h Hints) (Steps, *positions.Error) {
	hinted, said, err := ParseSteps(h.Rules)
	switch {
	case err != nil:
		return 0, b.item.Errorf(b.item.Line, b.item.Column, "--rules: %s", err)
	case b.stepsAt.Text == "":
		return hinted, nil
	case said && hinted != b.steps:
		return 0, b.errorAt(b.stepsAt, "found %s, expected %s as --rules says", b.steps, hinted)
	}
	return b.steps, nil
}

// toMove settles the side to move.
func (b *board) toMove(h Hints) (Side, *positions.Error) {
	side, err := b.side.Settle(&sides, b.item, &b.grid, h.ToMove)
	return Side(side), err
}

// isGame reports whether a name is this game's, in any case.
func isGame(name string) bool { return strings.EqualFold(name, Name) }

func unknownGame(name string) string {
	return fmt.Sprintf("found game %q, expected %s", positions.Shorten(name, 40), Name)
}
