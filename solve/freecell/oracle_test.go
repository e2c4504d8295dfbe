package freecell

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/patiencetest"
)

// smallDeal deals a small deck under random rules: by rows, or anyhow with some cards in cells and some at home.
func smallDeal(r *rand.Rand) patience.Position {
	rules := patience.Rules{
		Game:    "freecell",
		Columns: uint8(2 + r.IntN(5)),
		Cells:   uint8(r.IntN(5)),
		Ranks:   uint8(3 + min(r.IntN(4), r.IntN(4))),
		Build:   patience.Build(r.IntN(3)),
		Empty:   patience.Empty(r.IntN(3)),
	}
	p := patience.Position{Rules: rules}
	anyhow := r.IntN(2) == 0
	if anyhow && r.IntN(2) == 0 {
		for suit := range p.Home {
			p.Home[suit] = uint8(r.IntN(int(rules.Ranks) - 1))
		}
	}
	var deck []positions.Card
	for _, c := range r.Perm(rules.DeckSize()) {
		if card := positions.Card(c + 4); card.Rank() > int(p.Home[card.Suit()]) {
			deck = append(deck, card)
		}
	}
	if !anyhow {
		p, err := patience.Start(rules, deck)
		if err != nil {
			panic(err)
		}
		return p
	}
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

// lateDeal deals what is left of a small deck when one suit is far behind the others. Then it matters most which
// cards go home by themselves.
func lateDeal(r *rand.Rand) patience.Position {
	p := patience.Position{Rules: patience.Rules{
		Game:    "freecell",
		Columns: 3,
		Cells:   uint8(r.IntN(4) / 3),
		Ranks:   uint8(4 + r.IntN(2)),
		Build:   patience.Build(1 + r.IntN(4)/3),
		Empty:   patience.Empty(r.IntN(3)),
	}}
	for suit := range p.Home {
		p.Home[suit] = uint8(1 + r.IntN(3))
	}
	p.Home[r.IntN(len(p.Home))] = 0
	for _, c := range r.Perm(p.Rules.DeckSize()) {
		if card := positions.Card(c + 4); card.Rank() > int(p.Home[card.Suit()]) {
			col := &p.Columns[r.IntN(p.NumColumns())]
			col.Cards[col.Len] = card
			col.Len++
		}
	}
	return p
}

// trial compares the solver with raw search on random positions.
type trial struct {
	*testing.T
	solver   *Solver
	verdicts [3]int // of raw search
}

func (t *trial) compare(p patience.Position, limit int) {
	want := solve.Unknown
	switch moves, known := patiencetest.BreadthFirst(p, false, limit); {
	case known && moves >= 0:
		want = solve.Winnable
	case known:
		want = solve.Unwinnable
	}
	t.verdicts[want]++
	got := t.solver.Solve(context.Background(), &p, solve.Limits{})
	if want != solve.Unknown && got.Verdict != want {
		t.Fatalf("%v, raw search says %v: %+v", got.Verdict, want, p)
	}
	if got.Verdict == solve.Winnable {
		patiencetest.Replay(t.T, p, t.solver.Line(nil))
	}
}

func (t *trial) done() {
	t.Logf("unknown, winnable, unwinnable to raw search: %d", t.verdicts)
	all := t.verdicts[0] + t.verdicts[1] + t.verdicts[2]
	if t.verdicts[solve.Winnable] < all/8 || t.verdicts[solve.Unwinnable] < all/8 {
		t.Errorf("too few positions decided: %d", t.verdicts)
	}
}

func TestAgreesWithRawSearch(t *testing.T) {
	deals, limit := 2000, 1500
	if os.Getenv("FOREGONE_SLOW") != "" {
		deals, limit = 30000, 10000
	}
	r := rand.New(rand.NewPCG(7, 11))
	tr := trial{T: t, solver: New()}
	for range deals {
		p := smallDeal(r)
		if r.IntN(2) == 0 {
			patiencetest.Wander(r, &p, 1+r.IntN(20))
		}
		tr.compare(p, limit)
	}
	tr.done()
}

func TestAgreesWithRawSearchLate(t *testing.T) {
	deals := 5000
	if os.Getenv("FOREGONE_SLOW") != "" {
		deals = 60000
	}
	r := rand.New(rand.NewPCG(1, 2))
	tr := trial{T: t, solver: New()}
	for range deals {
		tr.compare(lateDeal(r), 1000)
	}
	tr.done()
}
