package depthvector

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

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

// small deals at random, the first cards to cells.
func small(rng *rand.Rand, r patience.Rules, inCells int) patience.Position {
	p := patience.Position{Rules: r}
	deck := make([]positions.Card, r.DeckSize())
	for i := range deck {
		deck[i] = positions.Card(i + 4)
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	copy(p.Cells[:], deck[:inCells])
	for i, c := range deck[inCells:] {
		col := &p.Columns[i%p.NumColumns()]
		col.Cards[col.Len] = c
		col.Len++
	}
	return p
}

// describe writes a board of any deck on one line.
func describe(p *patience.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ranks %d home %v cells %v", p.Rules.Ranks, p.Home, p.Cells[:p.NumCells()])
	for c := range p.NumColumns() {
		fmt.Fprintf(&b, " | %v", p.Columns[c].All())
	}
	return b.String()
}

// wander plays up to most random legal moves.
func wander(rng *rand.Rand, p *patience.Position, most int) {
	for range rng.IntN(most + 1) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return
		}
		if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
}
