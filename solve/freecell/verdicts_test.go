package freecell

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"foregone/positions/patience"
	"foregone/solve"
)

func TestKnownVerdicts(t *testing.T) {
	data, err := os.ReadFile("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	s := New()
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(row, "\t")
		rules, _ := patience.Preset(f[0])
		if f[1] != "-" {
			if rules, err = rules.WithOptions(f[1]); err != nil {
				t.Fatal(err)
			}
		}
		n, _ := strconv.ParseUint(f[3], 10, 64)
		p, err := patience.Deal{Number: n}.Start(rules)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		r := s.Solve(context.Background(), &p, solve.Limits{Nodes: 3000000})
		el := time.Since(start)
		if el > 100*time.Millisecond {
			t.Logf("%v: %v %v %v", f, r, el, float64(el)/float64(r.Nodes))
		}
		if r.Verdict.String() != f[4] {
			t.Errorf("%v: %v", f, r)
		}
		if r.Verdict == solve.Winnable {
			replay(t, s, p)
		}
	}
}

func TestUnwinnable(t *testing.T) {
	s := New()
	rules, _ := patience.Preset("freecell")
	for _, i := range []uint64{11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948} {
		p, _ := patience.Deal{Number: i}.Start(rules)
		start := time.Now()
		r := s.Solve(context.Background(), &p, solve.Limits{})
		t.Log(i, r, time.Since(start))
	}
}
