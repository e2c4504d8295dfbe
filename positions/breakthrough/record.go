package breakthrough

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
		p.play(m)
		moves = append(moves, m)
	}
}
