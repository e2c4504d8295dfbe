package match

import (
	"math"
	"slices"
)

// sample is what is known of the scores of a match.
type sample struct {
	mean, deviation float64 // the deviation is that of a sample, 0 for a single score
	half            float64 // half of the mean's 95 % interval, by Student's distribution; for a single score none
	least, greatest int
	median          float64
}

// sampleOf sums up scores, of which there is one at least.
func sampleOf(scores []int) sample {
	sorted := slices.Sorted(slices.Values(scores))
	n := len(sorted)
	s := sample{least: sorted[0], greatest: sorted[n-1], median: float64(sorted[(n-1)/2]+sorted[n/2]) / 2}
	sum, squares := 0., 0.
	for _, score := range sorted {
		sum += float64(score)
	}
	s.mean = sum / float64(n)
	if n == 1 {
		return s
	}
	for _, score := range sorted {
		d := float64(score) - s.mean
		squares += d * d
	}
	s.deviation = math.Sqrt(squares / float64(n-1))
	s.half = student(n-1) * s.deviation / math.Sqrt(float64(n))
	return s
}

// student returns the t that a variable of Student's distribution with so many degrees of freedom exceeds in 2.5 % of
// cases.
func student(freedom int) float64 {
	const z = 1.959963984540054 // of the normal distribution
	const enough = 200          // from here on the terms below are exact to six digits
	if freedom >= enough {      // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5
		n := float64(freedom)
		return z + (z*z*z+z)/(4*n) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*n*n)
	}
	low, high := 0., 13.
	for range 60 {
		if t := (low + high) / 2; within(t, freedom) < 0.95 {
			low = t
		} else {
			high = t
		}
	}
	return low
}

// within returns the probability that the variable lies between -t and t: Abramowitz and Stegun, 26.7.3 and 26.7.4.
func within(t float64, freedom int) float64 {
	sin, cos := math.Sincos(math.Atan(t / math.Sqrt(float64(freedom))))
	first := freedom % 2 // the power of the cosine in the first term
	term, sum := 1., 0.
	if first == 1 {
		term = cos
	}
	for power := first; power <= freedom-2; power += 2 {
		sum += term
		term *= cos * cos * float64(power+1) / float64(power+2)
	}
	if first == 0 {
		return sin * sum
	}
	return 2 / math.Pi * (math.Atan(t/math.Sqrt(float64(freedom))) + sin*sum)
}
