package quiet

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"foregone/positions/breakthrough"
)

// sliceKernel returns a kernel set up for a slice, with neighbours of zeros.
func sliceKernel[T word](s Size, g goals) *kernel[T] {
	b := newBoard(s)
	k := newKernel[T](b)
	k.white, k.black = g.white, g.black
	k.unsafeW, k.unsafeB = b.whiteUnsafe(g.black), b.blackUnsafe(g.white)
	k.layW, k.layB = b.newLayout(b.whiteKey(g)), b.newLayout(b.blackKey(g))
	k.w, k.b = make([]T, k.layW.total), make([]T, k.layB.total)
	for i := range b.W {
		if g.black>>i&1 != 0 {
			l := b.newLayout(b.whiteKey(goals{g.white, g.black &^ (1 << i)}))
			k.lessBlack[i] = source[T]{lay: l, words: make([]T, l.total)}
		}
		if g.white>>i&1 != 0 {
			l := b.newLayout(b.blackKey(goals{g.white &^ (1 << i), g.black}))
			k.lessWhite[i] = source[T]{lay: l, words: make([]T, l.total)}
		}
	}
	return k
}

func benchmarkKernel[T word](b *testing.B, s Size, g goals) {
	k := sliceKernel[T](s, g)
	words := float64(len(k.w) + len(k.b))
	for b.Loop() {
		for set := range uint32(1) << (k.top + k.W) {
			if k.layB.stored(set) {
				k.set(set)
			}
		}
	}
	b.ReportMetric(words*float64(b.N)/b.Elapsed().Seconds(), "words/s")
}

// BenchmarkKernel computes slices with half of the goal rows' pieces, from neighbours that lie ready.
func BenchmarkKernel(b *testing.B) {
	b.Run("5x5", func(b *testing.B) { benchmarkKernel[uint32](b, Size{5, 5}, goals{0b01101, 0b10010}) })
	b.Run("6x5", func(b *testing.B) { benchmarkKernel[uint64](b, Size{6, 5}, goals{0b101101, 0b001101}) })
	b.Run("7x5", func(b *testing.B) { benchmarkKernel[uint64](b, Size{7, 5}, goals{0b1101101, 0b0011011}) })
	b.Run("4x7", func(b *testing.B) { benchmarkKernel[uint16](b, Size{4, 7}, goals{0b0101, 0b0010}) })
	b.Run("5x6", func(b *testing.B) { benchmarkKernel[uint32](b, Size{5, 6}, goals{0b01101, 0b10010}) })
	b.Run("6x6", func(b *testing.B) { benchmarkKernel[uint64](b, Size{6, 6}, goals{0b101010, 0b001101}) })
}

// BenchmarkBuild builds what the start position needs, with one job.
func BenchmarkBuild(b *testing.B) {
	for _, s := range []Size{{4, 5}, {5, 5}, {4, 6}} {
		b.Run(s.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := Build(context.Background(), s, Options{Jobs: 1}); err != nil {
					b.Fatal(err)
				}
			}
			e, err := s.Estimate()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(e.Words)*float64(b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

// BenchmarkProbe looks random positions of a table on disk up.
func BenchmarkProbe(b *testing.B) {
	for _, s := range []Size{{5, 5}, {4, 7}} {
		b.Run(s.String(), func(b *testing.B) {
			table := made(b, s, Options{Path: filepath.Join(b.TempDir(), "table")})
			r := rand.New(rand.NewPCG(1, 1))
			positions := make([]breakthrough.Position, 1000)
			for i := range positions {
				positions[i] = randomPosition(r, s)
			}
			i := 0
			for b.Loop() {
				if _, err := table.Probe(&positions[i%len(positions)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
