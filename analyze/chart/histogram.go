package chart

import "math"

// Bounds of a Histogram.
const (
	mostBins  = 4096 // of a linear one; when there would be more, two become one
	perDecade = 240  // bins of a logarithmic one, each 1 % wide
)

// Histogram counts numbers from 0 on in bounded memory.
type Histogram struct {
	width float64  // of a bin, 0 for a logarithmic histogram
	whole bool     // of whole numbers
	bins  []uint64 // a logarithmic one has 10^(i/perDecade) and what is below the next bin in bin i
	zeros uint64   // numbers below 1 of a logarithmic one
	n     uint64
}

// NewHistogram returns one of whole numbers.
func NewHistogram() *Histogram { return &Histogram{width: 1, whole: true} }

// NewFineHistogram returns one with bins of a width, which doubles when the numbers need it.
func NewFineHistogram(width float64) *Histogram { return &Histogram{width: width} }

// NewLogHistogram returns one of whole numbers for a logarithmic axis.
func NewLogHistogram() *Histogram { return &Histogram{whole: true} }

// N returns how many numbers were added.
func (h *Histogram) N() uint64 { return h.n }

// Add counts a number, at least 0.
func (h *Histogram) Add(v float64) {
	const slack = 1e-9 // what a logarithm or a quotient may be too small by
	h.n++
	if h.width == 0 {
		if v < 1 {
			h.zeros++
			return
		}
		h.count(int(math.Log10(v)*perDecade + slack))
		return
	}
	for v/h.width+slack >= mostBins {
		h.double()
	}
	h.count(int(v/h.width + slack))
}

func (h *Histogram) count(bin int) {
	for bin >= len(h.bins) {
		h.bins = append(h.bins, make([]uint64, bin+1-len(h.bins))...)
	}
	h.bins[bin]++
}

func (h *Histogram) double() {
	half := make([]uint64, (len(h.bins)+1)/2)
	for i, n := range h.bins {
		half[i/2] += n
	}
	h.bins = half
	h.width *= 2
}

// span returns the first bin that has anything, and the one after the last; 0, 0 when none has.
func (h *Histogram) span() (from, to int) {
	for i, n := range h.bins {
		if n > 0 {
			if to == 0 {
				from = i
			}
			to = i + 1
		}
	}
	return from, to
}

// median returns a number that half of those added do not exceed, to the width of its bin.
func (h *Histogram) median() float64 {
	below := h.zeros
	if 2*below >= h.n {
		return 0
	}
	for i, n := range h.bins {
		if below += n; 2*below >= h.n {
			if h.whole {
				return h.from(i)
			}
			return h.from(i) + h.width/2
		}
	}
	return 0
}

// from returns the least number that belongs to a bin.
func (h *Histogram) from(bin int) float64 {
	if h.width == 0 {
		return math.Ceil(math.Pow(10, float64(bin)/perDecade) - 1e-6)
	}
	return float64(bin) * h.width
}

// bar is what is drawn of some bins that lie side by side.
type bar struct {
	from, to float64
	count    uint64
}

// mostBars is how many bars a picture has at most, about.
const mostBars = 48

// bars returns the bars of several histograms of one kind, with the same limits in all. On a linear axis whole numbers stand
// in the middle of theirs; those below 1 have a bar of their own at the left of a logarithmic one.
func bars(all []*Histogram) [][]bar {
	width := 0.
	for _, h := range all {
		width = max(width, h.width)
	}
	first, last := math.MaxInt, 0
	for _, h := range all {
		for h.width < width {
			h.double()
		}
		if from, to := h.span(); to > 0 {
			first, last = min(first, from), max(last, to)
		}
	}
	if last == 0 {
		first = 0
	}
	shift := 0.
	if all[0].whole && width > 0 {
		shift = 0.5
	}
	merged := mergedBins(last-first, width == 0)
	result := make([][]bar, len(all))
	for i, h := range all {
		if h.zeros > 0 {
			result[i] = append(result[i], bar{0.5, 1, h.zeros})
		}
		for at := first / merged * merged; at < last; at += merged {
			b := bar{from: h.from(at) - shift, to: h.from(at+merged) - shift}
			for _, n := range h.bins[min(at, len(h.bins)):min(at+merged, len(h.bins))] {
				b.count += n
			}
			if b.to > b.from {
				result[i] = append(result[i], b)
			}
		}
	}
	return result
}

// mergedBins returns how many bins become one bar: a divisor of a decade, or 1, 2 or 5 times a power of ten.
func mergedBins(bins int, logarithmic bool) int {
	if logarithmic {
		for _, m := range [...]int{6, 8, 10, 12, 15, 20, 24, 30, 40, 48, 60, 80, 120} {
			if bins <= m*mostBars {
				return m
			}
		}
		return perDecade
	}
	for m := 1; ; m *= 10 {
		for _, f := range [...]int{1, 2, 5} {
			if bins <= f*m*mostBars {
				return f * m
			}
		}
	}
}
