package shortest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"foregone/positions"
	"foregone/positions/patience"
)

// breadthFirst returns the fewest moves that win p on the rules alone, -1 when none do: no move is left out. Boards
// that differ only in the order of columns or cells count once. It gives up, with known false, after so many boards.
func breadthFirst(p patience.Position, metric Metric, most int) (moves int, known bool) {
	seen := map[string]bool{name(&p): true}
	layer := []patience.Position{p}
	var buf []patience.Move
	for ; len(layer) > 0; moves++ {
		var next []patience.Position
		for i := range layer {
			if layer[i].Won() {
				return moves, true
			}
			buf = layer[i].Moves(buf[:0])
			if metric == Steps {
				buf = layer[i].Runs(buf)
			}
			for _, m := range buf {
				after := layer[i]
				if err := after.Play(m); err != nil {
					panic(err)
				}
				if n := name(&after); !seen[n] {
					seen[n] = true
					next = append(next, after)
				}
			}
		}
		if len(seen) > most {
			return 0, false
		}
		layer = next
	}
	return -1, true
}

// name is the board as text, columns and cells in sorted order. The foundations follow from the rest.
func name(p *patience.Position) string {
	cells := p.Cells
	slices.Sort(cells[:p.NumCells()])
	text := appendCards(nil, cells[:p.NumCells()])
	var columns [][]byte
	for c := range p.NumColumns() {
		columns = append(columns, appendCards(nil, p.Columns[c].All()))
	}
	slices.SortFunc(columns, bytes.Compare)
	return string(text) + string(bytes.Join(columns, []byte{0}))
}

func appendCards(text []byte, cards []positions.Card) []byte {
	for _, c := range cards {
		text = append(text, byte(c))
	}
	return text
}

// small deals at random, the first cards to cells, and makes up to so many random moves.
func small(rng *rand.Rand, r patience.Rules, inCells, wander int) patience.Position {
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
	for range rng.IntN(wander + 1) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
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
