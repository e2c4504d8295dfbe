package deadends

import (
	"math"
	"math/rand/v2"
	"testing"

	"foregone/solve"
	"foregone/solve/patiencetest"
)

// The chances solve the equations that they are defined by.
func TestChanceSolvesItsEquations(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 4))
	rules := smallRules()
	deals := 2_000
	if slow() {
		deals = 50_000
	}
	var c Counter
	between := 0
	for range deals {
		p := patiencetest.Deal(rng, rules[rng.IntN(len(rules))], 0)
		n := c.Count(t.Context(), &p, solve.Limits{})
		if n.All > 60 {
			continue
		}
		got, want := c.Chance(), 1.
		if n.All > 0 {
			want = chanceByElimination(&c)
		}
		if math.Abs(got-want) > 1e-7 {
			t.Fatalf("found %v, want %v: %s", got, want, patiencetest.Describe(&p))
		}
		if (want > 0) != (n.Dead < n.All || n.All == 0) {
			t.Fatalf("a chance of %v with %+v: %s", want, n, patiencetest.Describe(&p))
		}
		if want > 0 && want < 1 {
			between++
		}
	}
	if between < deals/20 {
		t.Errorf("only %d deals are won by chance", between)
	}
}

// chanceByElimination returns the chance of the first state, by elimination on the equations of the states that are not dead
// ends.
func chanceByElimination(c *Counter) float64 {
	var live []state
	row := map[state]int{}
	for at, s := range c.states {
		if c.won[at] {
			row[s] = len(live)
			live = append(live, s)
		}
	}
	n := len(live)
	if !c.won[0] {
		return 0
	}
	a := make([][]float64, n) // x - (mean of the x after the moves) = the share of moves that win
	for i, s := range live {
		a[i] = make([]float64, n+1)
		a[i][i] = 1
		next := c.deal.next(s, nil)
		for _, to := range next {
			if to == finished {
				a[i][n] += 1 / float64(len(next))
			} else if j, ok := row[to]; ok {
				a[i][j] -= 1 / float64(len(next))
			}
		}
	}
	for i := range n {
		for k := i; k < n; k++ {
			if math.Abs(a[k][i]) > math.Abs(a[i][i]) {
				a[i], a[k] = a[k], a[i]
			}
		}
		for k := range n {
			if k != i {
				f := a[k][i] / a[i][i]
				for j := i; j <= n; j++ {
					a[k][j] -= f * a[i][j]
				}
			}
		}
	}
	return a[0][n] / a[0][0]
}
