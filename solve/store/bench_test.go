package store

import (
	"fmt"
	"testing"
)

// filledStore returns the folder of a closed store of n facts.
func filledStore(b *testing.B, n int) string {
	dir := b.TempDir()
	s := mustOpen(b, dir, Options{})
	putFacts(s, 0, n, 1)
	mustClose(b, s)
	return dir
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{0, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := filledStore(b, n)
			for b.Loop() {
				s := mustOpen(b, dir, Options{Try: try})
				b.StopTimer()
				mustClose(b, s)
				b.StartTimer()
			}
		})
	}
}

// BenchmarkOpenClose also counts the closing.
func BenchmarkOpenClose(b *testing.B) {
	for _, n := range []int{0, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := filledStore(b, n)
			for b.Loop() {
				mustClose(b, mustOpen(b, dir, Options{Try: try}))
			}
		})
	}
}

func benchmarkGet(b *testing.B, n, from int, filter bool) {
	s := mustOpen(b, filledStore(b, n), Options{})
	defer mustClose(b, s)
	if !filter {
		s.known = nil
	}
	i := 0
	for b.Loop() {
		k, _ := factOf(from+i%n, 1)
		if _, ok := s.Get(k); ok != (from < n) {
			b.Fatal("found ", ok)
		}
		i += 7919
	}
}

func BenchmarkGetHit(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkGet(b, n, 0, true) })
	}
}

func BenchmarkGetMiss(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprintf("%d/filter", n), func(b *testing.B) { benchmarkGet(b, n, n, true) })
		b.Run(fmt.Sprintf("%d/none", n), func(b *testing.B) { benchmarkGet(b, n, n, false) })
	}
}

func BenchmarkPut(b *testing.B) {
	s := mustOpen(b, b.TempDir(), Options{})
	i := 0
	for b.Loop() {
		putFacts(s, i, i+1, 1)
		i++
	}
	mustClose(b, s)
}
