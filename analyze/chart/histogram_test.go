package chart

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestBars: every number is in the one bar between whose limits it lies, whatever the histogram has merged; bars follow each
// other, and are not many.
func TestBars(t *testing.T) {
	kinds := map[string]struct {
		make  func() *Histogram
		shift float64 // of the limits of bars
		draw  func(t *rapid.T) float64
	}{
		"whole": {NewHistogram, 0.5, func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 20_000).Draw(t, "whole")) }},
		"fine":  {func() *Histogram { return NewFineHistogram(0.05) }, 0, func(t *rapid.T) float64 { return rapid.Float64Range(0, 900).Draw(t, "fine") }},
		"log": {NewLogHistogram, 0, func(t *rapid.T) float64 {
			return math.Floor(math.Pow(10, rapid.Float64Range(0, 9).Draw(t, "exponent"))) - float64(rapid.IntRange(0, 1).Draw(t, "less"))
		}},
	}
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				sets := make([][]float64, rapid.IntRange(1, 3).Draw(t, "sets"))
				var all []*Histogram
				for i := range sets {
					h := kind.make()
					for range rapid.IntRange(1, 40).Draw(t, "numbers") {
						v := kind.draw(t)
						sets[i] = append(sets[i], v)
						h.Add(v)
					}
					all = append(all, h)
				}
				for i, drawn := range bars(all) {
					checkBars(t, sets[i], drawn, kind.shift, name == "log")
				}
				for i, h := range all {
					checkMedian(t, sets[i], h)
				}
			})
		})
	}
}

func checkBars(t *rapid.T, numbers []float64, drawn []bar, shift float64, logarithmic bool) {
	if len(drawn) > mostBars+3 {
		t.Fatalf("found %d bars", len(drawn))
	}
	for i, b := range drawn {
		zeros := logarithmic && b.to == 1
		if b.to <= b.from || i > 0 && b.from != drawn[i-1].to && !(logarithmic && drawn[i-1].to == 1) {
			t.Fatalf("found %+v after %+v", b, drawn[max(0, i-1)])
		}
		want := uint64(0)
		for _, v := range numbers {
			const slack = 1e-6 // what is at a limit may be taken for the next
			if zeros && v == 0 || !zeros && v+slack >= b.from+shift && v+slack < b.to+shift {
				want++
			}
		}
		if b.count != want {
			t.Fatalf("found %+v, expected %d of %v", b, want, numbers)
		}
	}
}

func checkMedian(t *rapid.T, numbers []float64, h *Histogram) {
	sorted := slices.Sorted(slices.Values(numbers))
	exact := sorted[(len(sorted)-1)/2]
	within := max(h.width, exact/100+1e-9)
	if m := h.median(); h.N() != uint64(len(numbers)) || math.Abs(m-exact) > within {
		t.Fatalf("found the median %v of %d, expected %v", m, h.N(), exact)
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 0.1 + 0.2: "0.3", 1234.5: "1,234.5", -2: "−2", -0.00001: "0"} {
		if got := number(v); got != want {
			t.Errorf("%v: found %q, expected %q", v, got, want)
		}
	}
}
