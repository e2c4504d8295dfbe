package depthvector

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve"
)

// small returns a random deal of a small deck: leftover cards, if spread is set, go to the cells.
func small(rng *rand.Rand, r patience.Rules, inCells int) patience.Position {
	p := patience.Position{Rules: r}
	deck := make([]positions.Card, r.DeckSize())
	for i := range deck {
		deck[i] = positions.Card(i + 4)
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	for i, c := range deck {
		if i < inCells {
			p.Cells[i] = c
			continue
		}
		col := &p.Columns[i%p.NumColumns()]
		col.Cards[col.Len] = c
		col.Len++
	}
	return p
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

// replay fails the test unless the moves are legal from p on and win.
func replay(t *testing.T, p patience.Position, moves []patience.Move) {
	t.Helper()
	start := p
	for i, m := range moves {
		if err := p.Play(m); err != nil {
			t.Fatalf("move %d of %v: %v\n%v", i+1, moves, err, start)
		}
	}
	if !p.Won() {
		t.Fatalf("not won after %v\n%v", moves, start)
	}
}

func TestAgainstRawSearch(t *testing.T) {
	deals, most := 100, 1_500
	if os.Getenv("FOREGONE_SLOW") != "" {
		deals, most = 1000, 200_000
	}
	s := New()
	rng := rand.New(rand.NewPCG(1, 2))
	compared, open, lost := 0, 0, 0
	for ranks := uint8(4); ranks <= 7; ranks++ {
		for columns := uint8(2); columns <= 8; columns++ {
			for cells := uint8(0); cells <= 6; cells++ {
				r := patience.Rules{Columns: columns, Cells: cells, Ranks: ranks}
				for i := range deals {
					p := small(rng, r, rng.IntN(int(cells)+1))
					if i%2 == 1 {
						wander(rng, &p, 30)
					}
					want, known := rawSolve(p, most)
					if !known {
						open++
						continue
					}
					compared++
					got := s.Solve(context.Background(), &p, solve.Limits{})
					verdict := solve.Unwinnable
					if want {
						verdict = solve.Winnable
					} else {
						lost++
					}
					if got.Verdict != verdict {
						t.Fatalf("found %v, want %v: %s", got.Verdict, verdict, describe(&p))
					}
					if want {
						replay(t, p, s.Line(nil))
					}
				}
			}
		}
	}
	t.Logf("%d compared, %d of them unwinnable; %d left open by the raw search", compared, lost, open)
}

func describe(p *patience.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ranks %d home %v cells %v", p.Rules.Ranks, p.Home, p.Cells[:p.NumCells()])
	for c := range p.NumColumns() {
		fmt.Fprintf(&b, " | %v", p.Columns[c].All())
	}
	return b.String()
}
