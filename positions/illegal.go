package positions

import (
	"errors"
	"fmt"
)

// IllegalError says why a move on a board of squares cannot be made.
type IllegalError struct {
	Text   string // the move as written
	Reason string
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("move %s is not legal: %s", e.Text, e.Reason)
}

// PlayMoves calls play with each move of a record, until one is faulty. Move numbers, commas, dots, tags in brackets and
// results are passed over.
func PlayMoves(file string, lines []Line, play func(move string) error) *Error {
	s := MoveScanner{Lines: lines}
	for {
		word, ok := s.Next()
		if !ok {
			return s.Unclosed(file)
		}
		if err := play(word.Text); err != nil {
			message := err.Error()
			if illegal := (*IllegalError)(nil); errors.As(err, &illegal) {
				message = fmt.Sprintf("found move %s, which is not legal: %s", word.Text, illegal.Reason)
			}
			return &Error{File: file, Line: word.Number, Column: word.Column, Message: message}
		}
	}
}
