// Package tidy shortens solutions of patience games, under any rules of the family.
//
// A line is read as actions that name cards instead of places: a card, with the run on it, leaves what it lies on
// for a cell, for its foundation, or for another card. Two neighbours that touch no card in common can be
// exchanged, as long as the cells suffice; that is the whole of the rules that is needed here. Every action is put off until
// something needs it, and two actions of one card that meet, or could, become one, or none when the
// second undoes the first. So go: cards that were parked on a column though their cell was not wanted, cards that
// were dug out though nothing under them was wanted before they could go home, and runs taken apart and put together again.
//
// The result is played by the rules before it is given out.
package tidy

import (
	"foregone/positions/patience"
)

// Shortener shortens one line after the other and keeps its memory between them. The zero value is ready. It is
// not safe for concurrent use.
type Shortener struct {
	// Thorough asks for one more pass over the line: half a step of Eight Off's 83 less, for half the work again.
	Thorough bool

	rules   patience.Rules
	board   board
	actions []action
	saved   []action        // scratch of unload
	moves   []patience.Move // scratch of write
}

// Shorten rewrites line, legal moves from p, in place and returns what is left of it: legal moves to a position
// with the same foundations, no more than before, nor more single-card moves. The same input gives the same line.
func (s *Shortener) Shorten(p *patience.Position, line []patience.Move) []patience.Move {
	s.rules = p.Rules
	if !s.read(p, line) {
		return line
	}
	if s.Thorough {
		s.pass(false)
	}
	s.pass(true)
	if len(s.actions) > len(line) || !s.write(p) {
		return line
	}
	return line[:copy(line, s.moves)]
}

// pass goes over the actions from the last to the first, those that are shortened already being the ones that
// the others have to give way to. Putting off a card that could leave its cell costs cells that others may use
// better, so that only the last pass does it, for the sake of shorter runs.
func (s *Shortener) pass(last bool) {
	for i := len(s.actions) - 2; i >= 0; i-- {
		if i < len(s.actions) && s.actions[i].to != home {
			s.improve(i, last)
		}
	}
}
