package palindromes

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
)

// oracle is a plain expectimax over the rules, with fractions.
type oracle map[entropy.Position]*big.Rat

func (o oracle) value(p entropy.Position) *big.Rat {
	if p.Over() {
		return new(big.Rat).SetInt64(int64(p.Score()))
	}
	if v, ok := o[p]; ok {
		return v
	}
	var value *big.Rat
	for _, m := range p.Moves(nil) {
		v := o.after(p, m)
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

func (o oracle) after(p entropy.Position, m entropy.Move) *big.Rat {
	if err := p.Play(m); err != nil {
		panic(err)
	}
	return o.value(p)
}

func (f Fraction) rat() *big.Rat { return big.NewRat(f.Num, f.Den) }

// scattered returns a random position of a size with so many empty cells, at any turn. The chips come from few colours or
// many, and there may be some more than the cells need.
func scattered(rng *rand.Rand, n, empty int) entropy.Position {
	p := entropy.Position{N: uint8(n), Acts: entropy.Turn(rng.IntN(3))}
	names := rng.Perm(entropy.MaxColours)[:1+rng.IntN(min(n+1, entropy.MaxColours))]
	colour := func() entropy.Colour { return entropy.Colour(names[rng.IntN(len(names))] + 1) }
	for _, at := range rng.Perm(n * n)[empty:] {
		p.Cells[at] = colour()
	}
	if p.Acts == entropy.Chaos && empty == 0 {
		p.Acts = entropy.Draw
	}
	if p.Acts == entropy.Chaos {
		p.Chip = colour()
		empty--
	}
	for range empty + max(0, rng.IntN(6)-3) {
		p.Bag[colour()]++
	}
	return p
}

// agree compares value, best moves and the value of every move with the oracle's.
func agree(t *testing.T, s *Solver, p entropy.Position, every bool) {
	t.Helper()
	o := oracle{}
	want := o.value(p)
	r := s.Solve(context.Background(), &p, solve.Limits{Memory: 1 << 20})
	if r.Verdict != solve.Value || r.Low != r.High || r.Low.rat().Cmp(want) != 0 || r.Low.Den < 1 || fmt.Sprintf("%d/%d", r.Low.Num, r.Low.Den) != want.String() {
		t.Fatalf("%s: %+v, want %s", &p, r, want)
	}
	if p.Acts == entropy.Draw || p.Over() {
		if best, a := s.AllBest(context.Background(), solve.Limits{}); best != nil || a.Verdict != solve.Value {
			t.Fatalf("%s: best %v", &p, best)
		}
		draws, _ := s.Values(context.Background(), solve.Limits{})
		for i, m := range p.Moves(nil) {
			if len(draws) != len(p.Moves(nil)) || draws[i].Move != m || draws[i].Value.rat().Cmp(o.after(p, m)) != 0 {
				t.Fatalf("%s: draws are worth %v, %s %v", &p, draws, p.MoveString(m), o.after(p, m))
			}
		}
		return
	}
	var best []entropy.Move
	for _, m := range p.Moves(nil) {
		if o.after(p, m).Cmp(want) == 0 {
			best = append(best, m)
		}
	}
	if !slices.Contains(best, r.Best) {
		t.Fatalf("%s: best %s, want one of %v", &p, p.MoveString(r.Best), best)
	}
	if got, a := s.AllBest(context.Background(), solve.Limits{}); !slices.Equal(got, best) || a.Verdict != solve.Value {
		t.Fatalf("%s: best %v, want %v", &p, got, best)
	}
	if !every {
		return
	}
	actions, a := s.Values(context.Background(), solve.Limits{})
	if len(actions) != len(p.Moves(nil)) || a.Verdict != solve.Value {
		t.Fatalf("%s: %v", &p, actions)
	}
	for i, x := range actions {
		if x.Value.rat().Cmp(o.after(p, x.Move)) != 0 {
			t.Fatalf("%s: %s is worth %v, want %v", &p, p.MoveString(x.Move), x.Value, o.after(p, x.Move))
		}
		if i < len(best) && x.Move != best[i] {
			t.Fatalf("%s: %v, want %v first", &p, actions, best)
		}
	}
}

func TestAgreesWithPlainExpectimax(t *testing.T) {
	// positions by size and empty cells
	counts := map[int][]int{2: {20, 100, 200, 200, 300}, 3: {20, 200, 400, 200, 20, 2}, 4: {20, 100, 200, 40, 4}, 5: {20, 100, 200, 30, 2}, 6: {20, 50, 50, 10}, 7: {20, 100, 200, 20, 2}}
	times := 1
	if slow {
		times = 6
	}
	s := New()
	rng := rand.New(rand.NewPCG(11, 12))
	positions := 0
	for n := entropy.MinSize; n <= entropy.MaxSize; n++ {
		for empty, count := range counts[n] {
			for range count * times {
				agree(t, s, scattered(rng, n, empty), true)
				positions++
			}
		}
	}
	t.Logf("%d positions", positions)
}

// From the empty board; the values of small bags are those of two other programs.
func TestEmptyBoards(t *testing.T) {
	tests := []struct{ line, want string }{
		{"entropy 2 bag=A2B2", "4/1"}, {"entropy 2 bag=A2B1C1", "2/1"}, {"entropy 2 bag=A4", "8/1"},
		{"entropy 3 bag=A5B4", "1478/63"}, {"entropy 3 bag=A7B2", "1009/36"},
	}
	if slow {
		tests = append(tests, []struct{ line, want string }{
			{"entropy 3", "3989/280"}, {"entropy 3 bag=A4B3C2", "2843/180"}, {"entropy 3 bag=A2B2C2D2E1", "1514/189"},
		}...)
	}
	s := New()
	for _, test := range tests {
		p, err := entropy.Parse(test.line)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Solve(context.Background(), &p, solve.Limits{})
		if got := r.Low.rat().String(); r.Verdict != solve.Value || got != test.want {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
}
