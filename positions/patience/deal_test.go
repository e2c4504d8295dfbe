package patience

import (
	"os"
	"strings"
	"testing"
)

// boards reads testdata/patience/deals.tsv: style, number, cells, columns parted by |.
func TestDealsAgreeWithOtherPrograms(t *testing.T) {
	data, err := os.ReadFile("../../testdata/patience/deals.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := Preset("eightoff")
	rows := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	if len(rows) < 10 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		f := strings.Split(row, "\t")
		deal, err := ParseDeal(f[0] + " " + f[1])
		if err != nil {
			t.Fatal(err)
		}
		p, err := deal.Start(rules)
		if err != nil {
			t.Fatal(err)
		}
		var columns []string
		for i := range p.NumColumns() {
			var cards []string
			for _, c := range p.Columns[i].All() {
				cards = append(cards, c.String())
			}
			columns = append(columns, strings.Join(cards, " "))
		}
		if got := strings.Join(columns, "|"); got != f[3] {
			t.Errorf("%s: columns\n%s, want\n%s", deal, got, f[3])
		}
		var cells []string
		for _, c := range p.Cells[:p.NumCells()] {
			if c != 0 {
				cells = append(cells, c.String())
			}
		}
		if got, want := strings.Join(cells, " "), strings.ReplaceAll(strings.ReplaceAll(f[2], "-", ""), "  ", " "); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: cells %s, want %s", deal, got, f[2])
		}
	}
}
