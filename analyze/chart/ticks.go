package chart

import (
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot"
)

// step returns the least of 1, 2 and 5 times a power of ten that parts a length into at most so many.
func step(length float64, parts int) float64 {
	s := math.Pow(10, math.Floor(math.Log10(length/float64(parts))))
	for _, f := range [...]float64{1, 2, 5} {
		if length <= f*s*float64(parts)*(1+1e-9) {
			return f * s
		}
	}
	return 10 * s
}

// linear returns ticks at round numbers, at most about so many, none closer than least.
func linear(low, high float64, most int, least float64) []plot.Tick {
	by := max(least, step(max(high-low, 1e-9), most))
	var ticks []plot.Tick
	for i := math.Ceil(low/by - 1e-9); i*by <= high+by*1e-9; i++ {
		ticks = append(ticks, plot.Tick{Value: i * by, Label: number(i * by)})
	}
	return ticks
}

// logarithmic returns a tick at every power of ten, on a short axis at 2 and 5 times these as well, and small ones between them.
func logarithmic(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	if low < 1 {
		ticks = append(ticks, plot.Tick{Value: math.Sqrt(low), Label: "0"})
	}
	short := high/max(low, 1) < 200
	for power := math.Pow(10, math.Floor(math.Log10(max(low, 1)))); power <= high; power *= 10 {
		for f := 1.; f < 10; f++ {
			v := f * power
			if v < max(low, 1)*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			label := ""
			if f == 1 || short && (f == 2 || f == 5) {
				label = number(v)
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	return ticks
}

// number writes a number with commas and as few decimals as it needs, up to three.
func number(v float64) string {
	v = math.Round(v*1000) / 1000
	if v == 0 {
		return "0"
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', -1, 64)
	if whole := math.Trunc(math.Abs(v)); whole >= 1000 {
		text = humanize.Comma(int64(whole)) + text[len(strconv.FormatFloat(whole, 'f', 0, 64)):]
	}
	if v < 0 {
		return "−" + text
	}
	return text
}
