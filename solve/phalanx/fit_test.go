package phalanx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// fitBoards are the sizes of the games that the weights are fitted to, 8x8 most.
var fitBoards = [...][2]int{{8, 8}, {8, 8}, {8, 8}, {8, 8}, {8, 8}, {8, 8}, {7, 7}, {6, 6}, {8, 7}, {6, 8}}

// example is a position of a game: its features, and what came of it.
type example struct {
	features []int16 // pairs of index and count
	share    float64 // of the weights for full boards
	score    int     // of the search
	won      bool    // by the side to move
}

// newExample returns an example without a result.
func newExample(g *wide, p *breakthrough.Position, estimate float64) example {
	x := example{
		score: int(math.Round(math.Atanh(estimate) * 2 * scale)),
		share: float64(blend(3*g.w, 0, p.Pieces[0].Len()+p.Pieces[1].Len(), g.w)) / float64(3*g.w),
	}
	s := g.state(p)
	var counts [features]int
	g.features(&s, func(feature, count int) { counts[feature] += count })
	for f, n := range counts {
		if n != 0 {
			x.features = append(x.features, int16(f), int16(n))
		}
	}
	return x
}

// each calls add with the index and the count of each half of a weight, those for full boards first.
func (x *example) each(add func(i int, count float64)) {
	for j := 0; j < len(x.features); j += 2 {
		n := float64(x.features[j+1])
		add(2*int(x.features[j]), n*x.share)
		add(2*int(x.features[j])+1, n*(1-x.share))
	}
}

// probability returns the probability of a win.
func (x *example) probability(w []float64) float64 {
	sum := 0.0
	x.each(func(i int, count float64) { sum += w[i] * count })
	return 1 / (1 + math.Exp(-sum))
}

// selfPlay plays games of the engine against itself from positions after random plies, until the search proves the
// winner, and returns the quiet positions that were not proven.
func selfPlay(e *Engine, games int, nodes uint64, seed uint64) []example {
	var all []example
	boards := map[[2]int]*wide{}
	for i := range games {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		size := fitBoards[i%len(fitBoards)]
		if boards[size] == nil {
			boards[size] = newWide(size[0], size[1], e.weights)
		}
		all = append(all, e.game(boards[size], played(rng, size[0], size[1], 2+rng.IntN(12)), nodes)...)
	}
	return all
}

func (e *Engine) game(g *wide, p breakthrough.Position, nodes uint64) []example {
	var examples []example
	var sides []breakthrough.Side
	for {
		a := e.Solve(context.Background(), &p, solve.Limits{Nodes: nodes, Memory: 4 << 20})
		if a.Verdict != solve.Unknown {
			winner := p.ToMove
			if a.Verdict == solve.Loss {
				winner = winner.Other()
			}
			for i := range examples {
				examples[i].won = sides[i] == winner
			}
			return examples
		}
		if !a.Best.Capture {
			examples = append(examples, newExample(g, &p, a.Estimate))
			sides = append(sides, p.ToMove)
		}
		if err := p.Play(a.Best); err != nil {
			panic(err)
		}
	}
}

// logistic fits weights, two for each feature, to examples by Newton's method, with a little ridge around prior ones: the
// odds of a win are exp(weights*features).
func logistic(examples []example, prior []float64, ridge float64) []float64 {
	w := slices.Clone(prior)
	n := len(w)
	for range 6 {
		gradient := make([]float64, n)
		hessian := make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			hessian[i][i] = ridge
			gradient[i] = ridge * (prior[i] - w[i])
		}
		var index []int
		var count []float64
		for i := range examples {
			x := &examples[i]
			index, count = index[:0], count[:0]
			x.each(func(i int, c float64) { index, count = append(index, i), append(count, c) })
			q := x.probability(w)
			d := -q
			if x.won {
				d++
			}
			for j, f := range index {
				gradient[f] += d * count[j]
				row, c := hessian[f], q*(1-q)*count[j]
				for k, f := range index[:j+1] {
					row[f] += c * count[k]
				}
			}
		}
		for i, step := range cholesky(hessian, gradient) {
			w[i] += step
		}
	}
	return w
}

// cholesky solves a*x = b; a is positive definite, its lower half is given and overwritten.
func cholesky(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(sum)
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	x := append([]float64(nil), b...)
	for i := range n {
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// loss returns the mean of -log2 of the probability given to what happened.
func loss(examples []example, probability func(*example) float64) float64 {
	sum := 0.0
	for i := range examples {
		q := probability(&examples[i])
		if !examples[i].won {
			q = 1 - q
		}
		sum -= math.Log2(max(q, 1e-9))
	}
	return sum / float64(len(examples))
}

// fitScale returns the scale of a score at which the estimate fits the results best.
func fitScale(examples []example) (best, least float64) {
	least = math.Inf(1)
	for s := 20.0; s < 2000; s *= 1.02 {
		l := loss(examples, func(x *example) float64 { return 1 / (1 + math.Exp(-float64(x.score)/s)) })
		if l < least {
			best, least = s, l
		}
	}
	return best, least
}

// TestFit makes the weights anew when FOREGONE_FIT is a number of games, and prints them.
func TestFit(t *testing.T) {
	games, _ := strconv.Atoi(os.Getenv("FOREGONE_FIT"))
	if games == 0 {
		games = 4
	}
	examples := selfPlay(New(), games, 2000, 1)
	w := fit(t, examples)
	if games > 4 {
		fmt.Print(source(w))
	}
}

// fit returns weights fitted to nine in ten examples and tested by the others.
func fit(t *testing.T, examples []example) []float64 {
	test := examples[:len(examples)/10]
	train := examples[len(examples)/10:]
	old := make([]float64, 2*features)
	for i, w := range fitted {
		old[2*i], old[2*i+1] = float64(w.full)/scale, float64(w.few)/scale
	}
	w := logistic(train, old, 4)
	s, l := fitScale(train)
	of := func(w []float64, examples []example) float64 {
		return loss(examples, func(x *example) float64 { return x.probability(w) })
	}
	before, after := of(old, test), of(w, test)
	t.Logf("%d positions; loss of the old weights %.4f, of the new %.4f (fitted to: %.4f); of the search %.4f at a scale of %.0f",
		len(examples), before, after, of(w, train), l, s)
	if trained := of(w, train); trained > of(old, train) {
		t.Errorf("the fit made the loss greater: %.4f", trained)
	}
	return w
}

// source returns the weights as they stand in weights.go, a piece in the middle of the board being 100.
func source(w []float64) string {
	sum := 0.0
	for i := squareAt + 2*columnClasses; i < squareAt+4*columnClasses; i++ {
		sum += w[2*i] + w[2*i+1]
	}
	unit := 100 / (sum / (4 * columnClasses))
	var b strings.Builder
	fmt.Fprintf(&b, "// unit %.1f\nvar fitted = [features]weight{\n", unit)
	i := 0
	table := func(name string, rows, columns int) {
		fmt.Fprintf(&b, "\t// %s\n", name)
		for range rows {
			b.WriteString("\t")
			for range columns {
				fmt.Fprintf(&b, "{%.0f, %.0f}, ", w[2*i]*unit, w[2*i+1]*unit)
				i++
			}
			b.WriteString("\n")
		}
	}
	table("square", rowClasses, columnClasses)
	table("contact", 2*rowClasses, 9)
	table("beside, behind", 2, rowClasses)
	table("far", rowClasses, 5)
	table("facing", rowClasses, mostFacing)
	table("runner", rowClasses-firstRunner, mostInCone+1)
	table("hole, tempo", 1, 2)
	b.WriteString("}\n")
	return b.String()
}
