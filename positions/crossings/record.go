package crossings

import (
	"errors"
	"fmt"

	"foregone/positions"
)

// ParseMoves plays the moves of a record from p on, which becomes the position after them. Move numbers, commas, dots,
// tags in brackets and results are passed over.
func (p *Position) ParseMoves(file string, lines []positions.Line) ([]Move, *positions.Error) {
	var moves []Move
	s := positions.MoveScanner{Lines: lines}
	for {
		word, ok := s.Next()
		if !ok {
			return moves, s.Unclosed(file)
		}
		m, err := p.ParseMove(word.Text)
		if err != nil {
			message := err.Error()
			if illegal := (*IllegalError)(nil); errors.As(err, &illegal) {
				message = fmt.Sprintf("found move %s, which is not legal: %s", word.Text, illegal.Reason)
			}
			return moves, &positions.Error{File: file, Line: word.Number, Column: word.Column, Message: message}
		}
		p.Make(m)
		moves = append(moves, m)
	}
}

// Repetition returns the number of plies after which a position stood for the third time, 0 when none did: a claim of
// endless play, which ends no game by itself.
func (r *Record) Repetition() int {
	p := r.Start
	seen := map[Position]int{p: 1}
	for i, m := range r.Moves {
		p.Make(m)
		if seen[p]++; seen[p] == 3 {
			return i + 1
		}
	}
	return 0
}
