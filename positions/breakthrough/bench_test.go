package breakthrough

import (
	"strings"
	"testing"

	"foregone/positions"
)

func BenchmarkPerft(b *testing.B) {
	for _, size := range [][3]int{{8, 8, 2}, {6, 5, 2}} {
		p := mustStart(b, size[0], size[1], size[2])
		b.Run(positions.BoardDeal{W: size[0], H: size[1], Rows: size[2]}.String(), func(b *testing.B) {
			leaves := p.Perft(5)
			for b.Loop() {
				if p.Perft(5) != leaves {
					b.Fatal("another count")
				}
			}
			b.ReportMetric(float64(leaves), "leaves/op")
			b.ReportMetric(float64(leaves)*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	p := mustStart(b, 8, 8, 2)
	buf := make([]Move, 0, maxMoves)
	b.ReportAllocs()
	for b.Loop() {
		buf = p.Moves(buf[:0])
	}
}

func BenchmarkAppendLine(b *testing.B) {
	p := mustStart(b, 8, 8, 2)
	buf := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		buf = p.AppendLine(buf[:0])
	}
}

func BenchmarkRead(b *testing.B) {
	p := mustStart(b, 8, 8, 2)
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			text, err := Write(&p, format)
			if err != nil {
				b.Fatal(err)
			}
			item, err := positions.NewReader("-", strings.NewReader(text)).Next()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(item, Hints{ToMove: "white"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
