package phalanx

import (
	"context"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

func benchmark(b *testing.B, w, h int) {
	p, err := breakthrough.Start(w, h, 2)
	if err != nil {
		b.Fatal(err)
	}
	e := New()
	var nodes uint64
	for b.Loop() {
		nodes += e.Solve(context.Background(), &p, solve.Limits{Nodes: 500000}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func Benchmark8x8(b *testing.B)   { benchmark(b, 8, 8) }
func Benchmark6x6(b *testing.B)   { benchmark(b, 6, 6) }
func Benchmark10x10(b *testing.B) { benchmark(b, 10, 10) }
