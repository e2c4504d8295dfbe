package report

import (
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/picture"
)

func TestBoard(t *testing.T) {
	for line, want := range map[string]string{
		"freecell KCQC/-/KHTD/-/QDJD/-/-/KD cells=-KS home=CJD9HQSQ": "Home: J♣, 9♦, Q♥, Q♠\nCells: b K♠\nColumn 1: K♣ Q♣\nColumn 2: none\nColumn 3: K♥ T♦\nColumn 4: none\n" +
			"Column 5: Q♦ J♦\nColumn 6: none\nColumn 7: none\nColumn 8: K♦",
		"crossings R2/1r1/b2/2b b":            "Row 4: red crossed, empty, empty\nRow 3: empty, red, empty\nRow 2: black, empty, empty\nRow 1: empty, empty, black crossed\nTo move: black",
		"entropy AB1/3/2C chaos:B bag=A2B1C2": "Row 3: A, B, empty\nRow 2: empty, empty, empty\nRow 1: empty, empty, C\nActs: chaos B\nBag: A2 B1 C2\nPoints: 0",
	} {
		p, err := games.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := Board(p); got != want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", line, got, want)
		}
	}
}

func TestLegend(t *testing.T) {
	for line, want := range map[string][2]string{
		"crossings R1R1/1r2/b1rb/b1rb/1B2 b":      {"# Lines join the stones of a group. Capitals have crossed and are locked.\n", "# Capitals have crossed and are locked.\n"},
		"crossings bb1/3/r1r r":                   {"# Lines join the stones of a group.\n", ""},
		"breakthrough bb/2/ww w":                  {},
		"freecell KC/-/-/-/-/-/-/- home=CQDKHKSK": {},
	} {
		p, err := games.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]string{Legend(p, picture.Style{}), Legend(p, picture.Style{ASCII: true})}; got != want {
			t.Errorf("%s: found %q, want %q", line, got, want)
		}
	}
}
