package layers

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/palindromes"
)

// plain is an expectimax over the rules, with fractions.
type plain map[entropy.Position]*big.Rat

func (o plain) value(p entropy.Position) *big.Rat {
	if p.Over() {
		return big.NewRat(int64(p.Score()), 1)
	}
	if v, ok := o[p]; ok {
		return v
	}
	var value *big.Rat
	for _, m := range p.Moves(nil) {
		v := o.value(after(p, m))
		switch {
		case p.Acts == entropy.Draw:
			if value == nil {
				value = new(big.Rat)
			}
			chance := big.NewRat(int64(p.Bag[m.Chip]), int64(p.Bag.Len()))
			value.Add(value, chance.Mul(chance, v))
		case value == nil, p.Acts == entropy.Chaos && v.Cmp(value) < 0, p.Acts == entropy.Order && v.Cmp(value) > 0:
			value = v
		}
	}
	o[p] = value
	return value
}

func after(p entropy.Position, m entropy.Move) entropy.Position {
	if err := p.Play(m); err != nil {
		panic(err)
	}
	return p
}

// bestMoves returns the moves of a position that lead to positions of a value, none at a draw.
func bestMoves(p entropy.Position, isBest func(after entropy.Position) bool) (best []entropy.Move) {
	if p.Acts == entropy.Draw {
		return nil
	}
	for _, m := range p.Moves(nil) {
		if isBest(after(p, m)) {
			best = append(best, m)
		}
	}
	return best
}

// randomBag returns so many chips of a few colours or many.
func randomBag(rng *rand.Rand, chips int) (bag entropy.Bag) {
	colours := rng.Perm(entropy.MaxColours)[:1+rng.IntN(entropy.MaxColours)]
	for range chips {
		bag[colours[rng.IntN(len(colours))]+1]++
	}
	return bag
}

// randomPosition returns a position of a start's rounds with so many empty cells, at any turn.
func randomPosition(rng *rand.Rand, s Start, empty int) entropy.Position {
	p := s.position()
	var chips []entropy.Colour
	for c, n := range s.Bag {
		for range n {
			chips = append(chips, entropy.Colour(c))
		}
	}
	rng.Shuffle(len(chips), func(i, j int) { chips[i], chips[j] = chips[j], chips[i] })
	for i, at := range rng.Perm(s.N * s.N)[empty:] {
		p.Cells[at] = chips[i]
		p.Bag[chips[i]]--
	}
	p.Acts = entropy.Turn(rng.IntN(3))
	switch {
	case p.Acts == entropy.Chaos && empty == 0:
		p.Acts = entropy.Draw
	case p.Acts == entropy.Chaos:
		p.Chip = chips[len(chips)-1]
		p.Bag[p.Chip]--
	}
	return p
}

// comparison counts the positions on which three programs agree.
type comparison struct {
	plain  plain
	search *palindromes.Solver
	table  *Table // nil when it would be large
	tabled int
	turns  [3]int
}

// compare fails when value or best moves of a position are not the same by the search, the table and plain expectimax.
func (c *comparison) compare(t *testing.T, p entropy.Position) {
	t.Helper()
	c.turns[p.Acts]++
	want := c.plain.value(p)
	best := bestMoves(p, func(p entropy.Position) bool { return c.plain.value(p).Cmp(want) == 0 })
	r := c.search.Solve(context.Background(), &p, solve.Limits{Memory: 1 << 20})
	moves, all := c.search.AllBest(context.Background(), solve.Limits{})
	if r.Verdict != solve.Value || r.Low != r.High || big.NewRat(r.Low.Num, r.Low.Den).Cmp(want) != 0 {
		t.Errorf("%s: %+v by search, want %s", &p, r, want)
	}
	if all.Verdict != solve.Value || !slices.Equal(moves, best) {
		t.Errorf("%s: best by search %v, want %v", &p, moves, best)
	}
	if c.table == nil {
		return
	}
	c.tabled++
	probe := func(p entropy.Position) palindromes.Fraction {
		v, err := c.table.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := probe(p); v != r.Low {
		t.Errorf("%s: %v by table, want %v", &p, v, r.Low)
	}
	if moves := bestMoves(p, func(p entropy.Position) bool { return probe(p) == r.Low }); !slices.Equal(moves, best) {
		t.Errorf("%s: best by table %v, want %v", &p, moves, best)
	}
}

// The search, the table and plain expectimax have the same value, as a fraction in lowest terms, and the same set of best
// moves on random positions.
func TestThreeProgramsAgree(t *testing.T) {
	sizes := []struct{ n, bags, positions, most int }{{2, 20, 10, 4}, {3, 12, 15, 4}, {4, 8, 10, 3}}
	if slow {
		sizes = []struct{ n, bags, positions, most int }{{2, 60, 40, 4}, {3, 80, 62, 4}, {3, 5, 12, 5}, {4, 60, 45, 3}, {4, 3, 10, 4}}
	}
	rng := rand.New(rand.NewPCG(31, 32))
	c := comparison{search: palindromes.New()}
	for _, size := range sizes {
		for range size.bags {
			s := Start{size.n, randomBag(rng, size.n*size.n+max(0, rng.IntN(5)-2))}
			c.plain, c.table = plain{}, nil
			if e, err := s.Estimate(); err == nil && e.Positions < 100000 {
				if c.table, err = Build(context.Background(), s, Options{Jobs: 1}); err != nil {
					t.Fatal(err)
				}
			}
			for range size.positions {
				c.compare(t, randomPosition(rng, s, rng.IntN(size.most+1)))
			}
		}
	}
	positions := c.turns[entropy.Draw] + c.turns[entropy.Chaos] + c.turns[entropy.Order]
	t.Logf("%d positions, %d of Chaos' turns and %d of Order's, %d with a table", positions, c.turns[entropy.Chaos], c.turns[entropy.Order], c.tabled)
	if positions < 400 || c.tabled < positions/2 {
		t.Errorf("compared %d positions, %d of them with a table", positions, c.tabled)
	}
}
