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
	score    int     // of the search
	won      bool    // by the side to move
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
			x := example{score: int(math.Round(math.Atanh(a.Estimate) * 2 * scale))}
			s := g.state(&p)
			counts := map[int]int{}
			g.features(&s, func(feature, count int) { counts[feature] += count })
			for f := range features {
				if counts[f] != 0 {
					x.features = append(x.features, int16(f), int16(counts[f]))
				}
			}
			examples = append(examples, x)
			sides = append(sides, p.ToMove)
		}
		if err := p.Play(a.Best); err != nil {
			panic(err)
		}
	}
}

// logistic fits weights to examples by Newton's method, with a little ridge around prior ones: the odds of a win are
// exp(weights*features).
func logistic(examples []example, prior []float64, ridge float64) []float64 {
	w := slices.Clone(prior)
	for range 12 {
		gradient := make([]float64, features)
		hessian := make([][]float64, features)
		for i := range hessian {
			hessian[i] = make([]float64, features)
			hessian[i][i] = ridge
			gradient[i] = ridge * (prior[i] - w[i])
		}
		for i := range examples {
			f := examples[i].features
			q := probability(&examples[i], w)
			d := -q
			if examples[i].won {
				d++
			}
			for j := 0; j < len(f); j += 2 {
				x := float64(f[j+1])
				gradient[f[j]] += d * x
				row := hessian[f[j]]
				x *= q * (1 - q)
				for k := 0; k <= j; k += 2 {
					row[f[k]] += x * float64(f[k+1])
				}
			}
		}
		for i, step := range cholesky(hessian, gradient) {
			w[i] += step
		}
	}
	return w
}

func probability(x *example, w []float64) float64 {
	sum := 0.0
	for j := 0; j < len(x.features); j += 2 {
		sum += w[x.features[j]] * float64(x.features[j+1])
	}
	return 1 / (1 + math.Exp(-sum))
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
	seed, _ := strconv.Atoi(os.Getenv("FOREGONE_SEED"))
	examples := selfPlay(New(), games, 2000, uint64(seed))
	test := examples[:len(examples)/10]
	train := examples[len(examples)/10:]
	old := make([]float64, features)
	for i, w := range fitted {
		old[i] = float64(w) / scale
	}
	w := logistic(train, old, 4)
	s, l := fitScale(train)
	t.Logf("%d positions; loss of the old weights %.4f, of the new %.4f (fitted to: %.4f); of the search %.4f at a scale of %.0f", len(examples),
		loss(test, func(x *example) float64 { return probability(x, old) }),
		loss(test, func(x *example) float64 { return probability(x, w) }),
		loss(train, func(x *example) float64 { return probability(x, w) }), l, s)
	if games > 4 {
		fmt.Print(source(w))
	}
}

// source returns the weights as they stand in weights.go, a piece in the middle of the board being 100.
func source(w []float64) string {
	sum := 0.0
	for c := range columnClasses {
		sum += w[squareAt+2*columnClasses+c] + w[squareAt+3*columnClasses+c]
	}
	for r := 2; r <= 3; r++ {
		for waits := range 2 {
			sum += 2 * w[contactAt+(waits*rowClasses+r)*9+3]
		}
	}
	unit := 100 / (sum / 8)
	var b strings.Builder
	fmt.Fprintf(&b, "// unit %.1f\nvar fitted = [features]int16{\n", unit)
	i := 0
	table := func(name string, rows, columns int) {
		fmt.Fprintf(&b, "\t// %s\n", name)
		for range rows {
			b.WriteString("\t")
			for range columns {
				fmt.Fprintf(&b, "%.0f, ", max(-9999, min(w[i]*unit, 9999)))
				i++
			}
			b.WriteString("\n")
		}
	}
	table("square", rowClasses, columnClasses)
	table("contact", 2*rowClasses, 9)
	table("beside, behind, block", 3, rowClasses)
	table("ahead", rowClasses-firstCone, mostAhead+1)
	table("hole, tempo", 1, 2)
	b.WriteString("}\n")
	return b.String()
}
