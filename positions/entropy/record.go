package entropy

import (
	"fmt"

	"foregone/positions"
)

// ParseMoves plays the moves of a record from p on, which becomes the position after them. A chip that Chaos places, as
// B@c4, is drawn first where it has not been; draws, unless nil, is the order of the chips. Move numbers, commas, dots,
// tags in brackets and results are passed over.
func (p *Position) ParseMoves(file string, lines []positions.Line, draws []Colour) ([]Move, *positions.Error) {
	r := replay{p: p, draws: draws, fixed: draws != nil}
	err := positions.PlayMoves(file, lines, r.play)
	return r.moves, err
}

// parseTurns plays the moves on one of two boards, 1 or 2, of a record that has what both players did in turns.
func (p *Position) parseTurns(file string, lines []positions.Line, draws []Colour, board int) ([]Move, *positions.Error) {
	t := bothBoards{replay: replay{p: p, draws: draws, fixed: draws != nil}, board: board}
	err := positions.PlayMoves(file, lines, t.play)
	if last := len(lines) - 1; err == nil && t.first != "" {
		err = &positions.Error{File: file, Line: lines[last].Number, Column: lines[last].ColumnOf(len(lines[last].Text)),
			Message: fmt.Sprintf("found %s alone, expected what both players did in each turn", t.first)}
	}
	return t.moves, err
}

// replay plays the moves of a record.
type replay struct {
	p     *Position
	draws []Colour // still to come
	fixed bool     // the order of the draws is given
	moves []Move
}

// play plays the move that a text stands for, and the draw before it.
func (r *replay) play(text string) error {
	m, err := r.p.parseMove(text)
	if err != nil {
		return err
	}
	if r.p.Acts == Draw && m.Acts == Chaos && !r.p.Over() {
		if m.Chip == 0 {
			if len(r.draws) == 0 {
				return fmt.Errorf("found %q without its chip, expected a move such as B@c4", text)
			}
			m.Chip = r.draws[0]
		}
		if err := r.make(Move{Acts: Draw, Chip: m.Chip}); err != nil {
			return err
		}
	}
	return r.make(m)
}

// make plays one move.
func (r *replay) make(m Move) error {
	if m.Acts == Draw && r.fixed {
		switch {
		case len(r.draws) == 0:
			return fmt.Errorf("found a chip %c drawn, expected none after the last of `draws:`", m.Chip.Letter())
		case m.Chip != r.draws[0]:
			return fmt.Errorf("found a chip %c drawn, expected %c as `draws:` says", m.Chip.Letter(), r.draws[0].Letter())
		}
		r.draws = r.draws[1:]
	}
	if err := r.p.Play(m); err != nil {
		return err
	}
	r.moves = append(r.moves, m)
	return nil
}
