package freecell

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve"
)

// oracle decides positions by raw breadth-first search over the rules' own moves. Only duplicates are left out,
// columns and cells in any order counting as the same.
type oracle struct {
	seen  map[string]bool
	queue []patience.Position
}

// solve returns Unknown when more than limit positions would be needed.
func (o *oracle) solve(p patience.Position, limit int) solve.Verdict {
	o.seen = map[string]bool{unordered(&p): true}
	o.queue = append(o.queue[:0], p)
	var moves []patience.Move
	for i := 0; i < len(o.queue); i++ {
		if o.queue[i].Won() {
			return solve.Winnable
		}
		if len(o.queue) > limit {
			return solve.Unknown
		}
		moves = o.queue[i].Moves(moves[:0])
		for _, m := range moves {
			next := o.queue[i]
			if err := next.Play(m); err != nil {
				panic(err)
			}
			if key := unordered(&next); !o.seen[key] {
				o.seen[key] = true
				o.queue = append(o.queue, next)
			}
		}
	}
	return solve.Unwinnable
}

func unordered(p *patience.Position) string {
	var columns [patience.MaxColumns][]byte
	for i := range p.NumColumns() {
		for _, c := range p.Columns[i].All() {
			columns[i] = append(columns[i], byte(c))
		}
	}
	slices.SortFunc(columns[:], bytes.Compare)
	cells := p.Cells
	slices.Sort(cells[:])
	key := make([]byte, 0, 80)
	for _, c := range columns {
		key = append(append(key, c...), 0)
	}
	for _, c := range cells {
		key = append(key, byte(c))
	}
	return string(key)
}

// smallDeal deals a small deck under random rules: by rows, or anyhow with some cards in cells.
func smallDeal(r *rand.Rand) patience.Position {
	rules := patience.Rules{
		Game:    "freecell",
		Columns: uint8(2 + r.IntN(5)),
		Cells:   uint8(r.IntN(5)),
		Ranks:   uint8(3 + r.IntN(4)),
		Build:   patience.Build(r.IntN(3)),
		Empty:   patience.Empty(r.IntN(3)),
	}
	deck := make([]positions.Card, rules.DeckSize())
	for i, c := range r.Perm(len(deck)) {
		deck[i] = positions.Card(c + 4)
	}
	if r.IntN(2) == 0 {
		p, err := patience.Start(rules, deck)
		if err != nil {
			panic(err)
		}
		return p
	}
	p := patience.Position{Rules: rules}
	cells := r.IntN(int(rules.Cells) + 1)
	copy(p.Cells[:], deck[:cells])
	columns := 1 + r.IntN(int(rules.Columns))
	for _, c := range deck[cells:] {
		col := &p.Columns[r.IntN(columns)]
		col.Cards[col.Len] = c
		col.Len++
	}
	return p
}

// wander makes random moves, so that cards are home, in runs and in cells.
func wander(r *rand.Rand, p *patience.Position, moves int) {
	for range moves {
		m := p.Moves(nil)
		if len(m) == 0 {
			return
		}
		if err := p.Play(m[r.IntN(len(m))]); err != nil {
			panic(err)
		}
	}
}

func TestAgreesWithRawSearch(t *testing.T) {
	deals, limit := 3000, 4000
	if os.Getenv("FOREGONE_SLOW") != "" {
		deals, limit = 200000, 40000
	}
	r := rand.New(rand.NewPCG(7, 11))
	s, o := New(), new(oracle)
	var verdicts [3]int
	for i := range deals {
		p := smallDeal(r)
		if r.IntN(2) == 0 {
			wander(r, &p, 1+r.IntN(20))
		}
		want := o.solve(p, limit)
		verdicts[want]++
		got := s.Solve(context.Background(), &p, solve.Limits{})
		if want != solve.Unknown && got.Verdict != want {
			t.Fatalf("deal %d: %v, raw search says %v: %+v", i, got.Verdict, want, p)
		}
		if got.Verdict == solve.Winnable {
			replay(t, s, p)
		}
	}
	t.Logf("unknown, winnable, unwinnable to raw search: %d", verdicts)
}

// replay plays the solver's line and fails when it does not win.
func replay(t *testing.T, s *Solver, p patience.Position) {
	t.Helper()
	for _, m := range s.Line(nil) {
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if !p.Won() {
		t.Fatal("the line does not win")
	}
}
