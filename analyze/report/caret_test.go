package report

import (
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"

	"foregone/positions"
)

func TestCaret(t *testing.T) {
	for _, x := range []struct {
		line            string
		column, columns int
		want            string
	}{
		{"1S 2H", 1, 80, "  1S 2H\n  ^\n"},
		{"2H 1S", 4, 80, "  2H 1S\n     ^\n"},
		{"2H", 3, 80, "  2H\n    ^\n"}, // behind the line
		{"2H", 99, 80, "  2H\n    ^\n"},
		{"", 1, 80, "\n  ^\n"},
		{"2H\t1S", 4, 80, "  2H      1S\n          ^\n"},
		{"\t\tX", 3, 80, "                  X\n                  ^\n"},
		{"♠2 ♥x", 5, 80, "  ♠2 ♥x\n      ^\n"},
		{"紙牌 x", 4, 80, "  紙牌 x\n       ^\n"},     // two columns each
		{"e\u0301x", 3, 80, "  e\u0301x\n   ^\n"}, // an accent stands on its letter
		{"e\u0301x", 2, 80, "  e\u0301x\n  ^\n"},
		{"a\x1b]0;title\x07b", 12, 80, "  a·]0;title·b\n             ^\n"},
		{"a\u202eb\u009bc\x7f", 3, 80, "  a·b·c·\n    ^\n"},
		{strings.Repeat("a", 50) + "X" + strings.Repeat("b", 50), 51, 23, "  …aaaaaaaaaaaXbbbbbb…\n              ^\n"},
		{"X" + strings.Repeat("b", 50), 1, 13, "  Xbbbbbbb…\n  ^\n"},
		{strings.Repeat("b", 50) + "X", 51, 13, "  …bbbbbbbX\n          ^\n"},
		{strings.Repeat("b", 50), 51, 13, "  …bbbbbbb\n          ^\n"},
	} {
		if got := Caret(x.line, x.column, x.columns); got != x.want {
			t.Errorf("%q, column %d, in %d columns: found\n%s(%q), expected\n%s", x.line, x.column, x.columns, got, got, x.want)
		}
	}
}

// TestCaretHarmless: whatever the line is, two lines come of it that fit and that a terminal shows as they are, and the caret
// is under the character that it points to.
func TestCaretHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := positions.Plain(strings.ReplaceAll(rapid.String().Draw(t, "line"), "\n", " "))
		column := rapid.IntRange(1, 60).Draw(t, "column")
		columns := rapid.IntRange(10, 60).Draw(t, "columns")
		got := strings.Split(Caret(line, column, columns), "\n")
		if len(got) != 3 || got[2] != "" || strings.TrimLeft(got[1], " ") != "^" {
			t.Fatalf("found %q", got)
		}
		for _, r := range got[0] {
			if !unicode.IsGraphic(r) && r != '\u200d' {
				t.Fatalf("found %q", got[0])
			}
		}
		if len(got[1]) > columns || uniseg.StringWidth(got[0]) > columns {
			t.Fatalf("found %q in %d columns", got, columns)
		}
	})
}
