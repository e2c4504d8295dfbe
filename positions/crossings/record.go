package crossings

import "foregone/positions"

// ParseMoves plays the moves of a record from p on, which becomes the position after them. Move numbers, commas, dots,
// tags in brackets and results are passed over.
func (p *Position) ParseMoves(file string, lines []positions.Line) ([]Move, *positions.Error) {
	var moves []Move
	err := positions.PlayMoves(file, lines, func(text string) error {
		m, err := p.ParseMove(text)
		if err == nil {
			p.Make(m)
			moves = append(moves, m)
		}
		return err
	})
	return moves, err
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
