package freecell

import (
	"context"
	"sort"
	"testing"
	"time"

	"foregone/positions/patience"
	"foregone/solve"
)

func TestQuick(t *testing.T) {
	rules, _ := patience.Preset("freecell")
	s := New()
	start := time.Now()
	var nodes []int
	var tot uint64
	unk := 0
	for i := 200000; i < 201000; i++ {
		p, _ := patience.Deal{Number: uint64(i)}.Start(rules)
		r := s.Solve(context.Background(), &p, solve.Limits{Nodes: 100000})
		nodes = append(nodes, int(r.Nodes))
		tot += r.Nodes
		if r.Verdict == solve.Unknown {
			unk++
		}
	}
	el := time.Since(start)
	sort.Ints(nodes)
	n := len(nodes)
	t.Logf("unk %d mean %d median %d p90 %d p99 %d max %d ns/node %d deals/s %.0f", unk, int(tot)/n, nodes[n/2], nodes[n*9/10], nodes[n*99/100], nodes[n-1], el.Nanoseconds()/int64(tot), float64(n)/el.Seconds())
}
