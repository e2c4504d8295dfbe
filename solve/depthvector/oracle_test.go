package depthvector

import (
	"slices"

	"foregone/positions/patience"
	"foregone/solve/patiencetest"
)

// rawSolve searches all that can be reached from p on the rules alone: no move is left out. Boards that differ only
// in the order of columns or cells count once. It gives up, with known false, after so many boards.
func rawSolve(p patience.Position, most int) (winnable, known bool) {
	seen := map[string]bool{patiencetest.Key(&p): true}
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
			if n := patiencetest.Key(&next); !seen[n] {
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

// smallRules are games of four to seven ranks, two to eight columns and up to six cells.
func smallRules() []patience.Rules {
	var all []patience.Rules
	for ranks := uint8(4); ranks <= 7; ranks++ {
		for columns := uint8(2); columns <= 8; columns++ {
			for cells := range uint8(7) {
				all = append(all, patience.Rules{Columns: columns, Cells: cells, Ranks: ranks})
			}
		}
	}
	return all
}
