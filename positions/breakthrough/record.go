package breakthrough

import "foregone/positions"

// ParseMoves plays the moves of a record from p on, which becomes the position after them. Move numbers, commas, dots,
// tags in brackets and results are passed over.
func (p *Position) ParseMoves(file string, lines []positions.Line) ([]Move, *positions.Error) {
	var moves []Move
	err := positions.PlayMoves(file, lines, func(text string) error {
		m, err := p.ParseMove(text)
		if err == nil {
			p.play(m)
			moves = append(moves, m)
		}
		return err
	})
	return moves, err
}
