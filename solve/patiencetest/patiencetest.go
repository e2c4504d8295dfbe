// Package patiencetest has what the tests of several patience engines need: a search on the rules alone, with nothing left
// out, to compare them with, and small decks that it can exhaust.
package patiencetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"foregone/positions"
	"foregone/positions/patience"
)

// BreadthFirst returns the fewest moves of single cards, or with runs of cards, too, that win p; -1 when none do. Boards that
// differ only in the order of columns or cells count once. It gives up, with known false, past so many boards.
func BreadthFirst(p patience.Position, runs bool, most int) (moves int, known bool) {
	seen := map[string]bool{Key(&p): true}
	level := []patience.Position{p}
	var buf []patience.Move
	for ; len(level) > 0; moves++ {
		var next []patience.Position
		for i := range level {
			if level[i].Won() {
				return moves, true
			}
			if buf = level[i].Moves(buf[:0]); runs {
				buf = level[i].Runs(buf)
			}
			for _, m := range buf {
				child := level[i]
				if err := child.Play(m); err != nil {
					panic(err)
				}
				if k := Key(&child); !seen[k] {
					if len(seen) == most {
						return 0, false
					}
					seen[k] = true
					next = append(next, child)
				}
			}
		}
		level = next
	}
	return -1, true
}

// Key is the board as text, columns and cells in sorted order. The foundations follow from the rest.
func Key(p *patience.Position) string {
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

// Deal deals a deck of the rules' ranks at random, the first cards to cells, the others by rows.
func Deal(rng *rand.Rand, r patience.Rules, inCells int) patience.Position {
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

// Wander makes random moves of single cards, as long as there are any.
func Wander(rng *rand.Rand, p *patience.Position, moves int) {
	for range moves {
		m := p.Moves(nil)
		if len(m) == 0 {
			return
		}
		if err := p.Play(m[rng.IntN(len(m))]); err != nil {
			panic(err)
		}
	}
}

// MS returns a deal of Microsoft's numbering.
func MS(t testing.TB, r patience.Rules, number uint64) patience.Position {
	t.Helper()
	p, err := patience.Deal{Style: patience.MS, Number: number}.Start(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Replay fails the test unless the moves of a line are legal from p on and win.
func Replay(t testing.TB, p patience.Position, line []patience.Move) {
	t.Helper()
	start := p
	for i, m := range line {
		if err := p.Play(m); err != nil {
			t.Fatalf("move %d of %v: %v: %s", i+1, line, err, Describe(&start))
		}
	}
	if !p.Won() {
		t.Fatalf("not won after %v: %s", line, Describe(&start))
	}
}

// Describe writes a board of any deck on one line.
func Describe(p *patience.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v home %v cells %v", p.Rules, p.Home, p.Cells[:p.NumCells()])
	for c := range p.NumColumns() {
		fmt.Fprintf(&b, " | %v", p.Columns[c].All())
	}
	return b.String()
}
