package patience

import (
	"strings"
	"testing"

	"foregone/positions"
)

func BenchmarkAppendLine(b *testing.B) {
	p, err := Parse(line1)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		buf = p.AppendLine(buf[:0])
	}
}

func BenchmarkRead(b *testing.B) {
	for _, text := range []struct{ name, text string }{{"line", line1}, {"page", page1}, {"rows", "game: eightoff\nFC: 6S 9C 2H 6H\n" + rows1}} {
		b.Run(text.name, func(b *testing.B) {
			item, err := positions.NewReader("-", strings.NewReader(text.text)).Next()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(item, Hints{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
