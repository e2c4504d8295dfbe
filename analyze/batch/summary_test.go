package batch

import (
	"math"
	"testing"

	"foregone/solve"
)

// The interval published for 9,435 unwinnable deals among 8,000,000.
func TestWilson(t *testing.T) {
	s := Wilson(9435, 8_000_000)
	for _, v := range []struct{ got, want float64 }{{s.Share, 0.0011794}, {s.Low, 0.001156}, {s.High, 0.001203}} {
		if math.Abs(v.got-v.want) > 1e-6 {
			t.Errorf("Wilson(9435, 8000000) = %+v, want 0.0011794, 0.001156 to 0.001203", s)
			break
		}
	}
	if s := Wilson(0, 10); s.Low != 0 || s.High < 0.25 || s.High > 0.31 {
		t.Errorf("Wilson(0, 10) = %+v, want 0 to about 0.28", s)
	}
}

func TestSummaryQuantiles(t *testing.T) {
	s := NewSummary()
	for n := uint64(100); n >= 1; n-- {
		v := solve.Winnable
		if n%4 == 0 {
			v = solve.Unwinnable
		}
		s.Add(v.String(), &n)
	}
	r := s.report()
	if r.Positions != 100 || r.Verdicts["winnable"] != 75 || r.Verdicts["unwinnable"] != 25 {
		t.Errorf("counts %+v", r.Verdicts)
	}
	if q := *r.Nodes; q != (quantiles{Mean: 50.5, Median: 50, P99: 99, Max: 100}) {
		t.Errorf("quantiles %+v", q)
	}
	if r.InFavour.Share != 0.75 {
		t.Errorf("share %v, want 0.75", r.InFavour.Share)
	}
}
