package report

import (
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"foregone/solve"
)

func TestStanding(t *testing.T) {
	s := solve.Standing{Nodes: 1_234_567, Depth: 12, Memory: 128 << 20, Line: "a2a3 b7b6 c2c3"}
	proof := solve.Standing{Nodes: 9_876, Proof: 45, Disproof: 6_789, Line: "♠2"}
	for _, x := range []struct {
		s             solve.Standing
		elapsed, left time.Duration
		columns       int
		want          string
	}{
		{s, 2 * time.Second, 61 * time.Second, 100, "1.23 M positions, 617 k/s | depth 12 | 128 MiB | 1:01 left | a2a3 b7b6 c2c3"},
		{s, 2 * time.Second, -1, 60, "1.23 M positions, 617 k/s | depth 12 | 128 MiB | a2a3 b7b6 …"},
		{s, 2 * time.Second, -1, 1, "…"},
		{s, 2 * time.Second, -1, 0, ""},
		{s, 2 * time.Second, -1, -1, ""},
		{proof, 2 * time.Second, 0, 100, "9,876 positions, 4,938/s | proof 45/6,789 | 0:00 left | ♠2"},
		{solve.Standing{Nodes: 7, Stage: "move 3 of 25"}, 0, -1, 100, "7 positions, 7,000/s | move 3 of 25"},
	} {
		got := Standing(x.s, x.elapsed, x.left, x.columns)
		if got != x.want || uniseg.StringWidth(got) > max(x.columns, 0) {
			t.Errorf("found %q, expected %q", got, x.want)
		}
	}
}
