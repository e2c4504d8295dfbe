package depthvector

import (
	"bytes"
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
)

// rawSolve searches all that can be reached from p on the rules alone: no move is left out. Boards that differ only
// in the order of columns or cells count once. It gives up, with known false, after so many boards.
func rawSolve(p patience.Position, most int) (winnable, known bool) {
	seen := map[string]bool{name(&p): true}
	stack := []patience.Position{p}
	var moves []patience.Move
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.Won() {
			return true, true
		}
		moves = at.Moves(moves[:0])
		slices.Reverse(moves) // so that the foundation moves of the first column come first
		for _, m := range moves {
			next := at
			if err := next.Play(m); err != nil {
				panic(err)
			}
			if n := name(&next); !seen[n] {
				seen[n] = true
				stack = append(stack, next)
			}
		}
		if len(seen) > most {
			return false, false
		}
	}
	return false, true
}

// name is the board as text, columns and cells in sorted order. The foundations follow from the rest.
func name(p *patience.Position) string {
	var cards [patience.MaxDeck + patience.MaxColumns + patience.MaxCells]byte
	text := cards[:0]
	cells := p.Cells
	slices.Sort(cells[:p.NumCells()])
	text = appendCards(text, cells[:p.NumCells()])
	var columns [patience.MaxColumns][]byte
	for c := range p.NumColumns() {
		start := len(text)
		text = appendCards(text, p.Columns[c].All())
		columns[c] = text[start:]
	}
	slices.SortFunc(columns[:p.NumColumns()], bytes.Compare)
	return string(bytes.Join(columns[:p.NumColumns()], []byte{0})) + string(text[:p.NumCells()])
}

func appendCards(text []byte, cards []positions.Card) []byte {
	for _, c := range cards {
		text = append(text, byte(c))
	}
	return text
}
