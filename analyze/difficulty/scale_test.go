package difficulty

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"foregone/analyze/games"
	"foregone/solve"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// eachDeal calls take for ms deals from a number on until it has taken so many.
func eachDeal(t *testing.T, game string, first, deals int, take func(p games.Position) bool) {
	t.Helper()
	for n := first; deals > 0; n++ {
		if take(subject(t, game, "", fmt.Sprint(n))) {
			deals--
		}
	}
}

// rateDeals rates the first winnable ms deals.
func rateDeals(t *testing.T, game string, deals int) (all []Rating) {
	t.Helper()
	e := engineOf(t, game)
	var r Rater
	eachDeal(t, game, 1, deals, func(p games.Position) bool {
		m, err := r.Rate(t.Context(), e, p, solve.Limits{}, Unrated)
		if err != nil {
			t.Fatal(err)
		}
		if m.Answer.Verdict != solve.Winnable {
			return false
		}
		all = append(all, m)
		return true
	})
	return all
}

// measured are the numbers of a rating by name.
func measured(m *Rating) map[string]float64 {
	return map[string]float64{
		"lost": m.Lost.Value, "only": float64(m.Only), "nodes": float64(m.Answer.Nodes),
		"steps": float64(len(m.Answer.Line)), "reached": float64(m.Lost.Positions), "chance": m.Chance,
	}
}

var measures = [...]string{"lost", "only", "nodes", "steps", "reached", "chance"}

// The scales are what is measured: in the long form on the deals that they come from, in the short form on others.
func TestScales(t *testing.T) {
	for _, game := range Games() {
		t.Run(game, func(t *testing.T) {
			deals, others := 10_000, 30
			if game == "freecell" || game == "bakers" { // estimates
				deals, others = 1_000, 12
			}
			if slow() {
				checkScale(t, game, deals)
			} else {
				checkPlaces(t, game, others)
			}
		})
	}
}

// checkScale measures a scale again.
func checkScale(t *testing.T, game string, deals int) {
	all := rateDeals(t, game, deals)
	t.Logf("scale: %s", formatScale(all))
	report(t, all)
	for i, want := range scales[game] {
		if got := quantile(all, i); math.Abs(got-want) > 5.1e-5 {
			t.Errorf("quantile %d is %v, want %v", i, want, got)
		}
	}
}

// checkPlaces checks that the places of some other deals are spread evenly.
func checkPlaces(t *testing.T, game string, deals int) {
	e, s := engineOf(t, game), scales[game]
	var r Rater
	var shares []float64
	eachDeal(t, game, 20_001, deals, func(p games.Position) bool {
		a, err := e.Solve(t.Context(), p, solve.Limits{}, games.Want{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != solve.Winnable {
			return false
		}
		m := Rating{Answer: a}
		if err := r.share(t.Context(), e, p, solve.Limits{}, &m); err != nil {
			t.Fatal(err)
		}
		shares = append(shares, m.Lost.Value)
		return true
	})
	slices.Sort(shares)
	far := 0.
	for i, share := range shares {
		place := s.place(share)
		far = max(far, math.Abs(place-float64(i)/float64(deals)), math.Abs(place-float64(i+1)/float64(deals)))
	}
	if far > 1.63/math.Sqrt(float64(deals)) { // what the test of Kolmogorov and Smirnov rejects in one case of a hundred
		t.Errorf("the places of %d deals are %.3f off", deals, far)
	}
}

func sortedByShare(all []Rating) []Rating {
	return slices.SortedFunc(slices.Values(all), func(a, b Rating) int { return cmp.Compare(a.Lost.Value, b.Lost.Value) })
}

func quantile(all []Rating, step int) float64 {
	return sortedByShare(all)[step*(len(all)-1)/steps].Lost.Value
}

func formatScale(all []Rating) (text string) {
	for i := range steps + 1 {
		text += fmt.Sprintf("%.4f, ", quantile(all, i))
	}
	return text
}

// report logs quantiles of all measures and their rank correlations.
func report(t *testing.T, all []Rating) {
	t.Helper()
	values, ranks := map[string][]float64{}, map[string][]float64{}
	for _, name := range measures {
		for i := range all {
			values[name] = append(values[name], measured(&all[i])[name])
		}
		ranks[name] = ranked(values[name])
		sorted := slices.Sorted(slices.Values(values[name]))
		t.Logf("%s: quantiles 0, 10, 25, 50, 75, 90, 99, 100 %%: %v", name, pick(sorted, 0, .1, .25, .5, .75, .9, .99, 1))
	}
	for _, a := range measures {
		for _, b := range measures {
			if r := correlation(ranks[a], ranks[b]); a < b && !math.IsNaN(r) { // as it is where one was not measured
				t.Logf("rank correlation of %s and %s: %.2f", a, b, r)
			}
		}
	}
}

func pick(sorted []float64, shares ...float64) (some []float64) {
	for _, q := range shares {
		some = append(some, sorted[int(q*float64(len(sorted)-1))])
	}
	return some
}

// ranked returns the ranks of values, those of equal ones their mean.
func ranked(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	ranks := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return ranks
}

// correlation is Pearson's, of ranks Spearman's.
func correlation(a, b []float64) float64 {
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb = sa+a[i], sb+b[i]
		saa, sbb, sab = saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	n := float64(len(a))
	return (n*sab - sa*sb) / math.Sqrt((n*saa-sa*sa)*(n*sbb-sb*sb))
}
