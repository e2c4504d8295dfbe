package patience

import (
	"os"
	"strings"
	"testing"
)

// The boards are in testdata/patience/deals.tsv: style, number, cells, columns parted by |.
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

func TestDealsAreNamedAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"465": "ms 465", "ms 465": "ms 465", " MS  1 ": "ms 1", "kpat 2147483647": "kpat 2147483647", "random 0/1": "random 0/1",
		"Random 18446744073709551615/18446744073709551615": "random 18446744073709551615/18446744073709551615",
		"": "", "ms": "", "ms 0": "", "ms -1": "", "ms 2147483648": "", "ms 1 2": "", "random 1": "", "random 1/0": "", "random /1": "", "random x/1": "", "freecell 1": "", "ms 1.5": "",
	} {
		d, err := ParseDeal(text)
		if (err == nil) != (want != "") || err == nil && d.String() != want {
			t.Errorf("%q is %s, %v, want %q", text, d, err, want)
		}
	}
}

// A random deal is found again by its name, for ever.
func TestRandomDealsStayTheSame(t *testing.T) {
	rules, _ := Preset("freecell")
	seen := map[string]bool{}
	for _, seed := range []uint64{0, 7, 1 << 63} {
		for n := uint64(1); n <= 50; n++ {
			p, err := Deal{Style: Random, Seed: seed, Number: n}.Start(rules)
			if err != nil {
				t.Fatal(err)
			}
			line := p.String()
			if q, err := Parse(line); err != nil || q != p || seen[line] {
				t.Errorf("random %d/%d is %s, %v; seen before: %v", seed, n, line, err, seen[line])
			}
			seen[line] = true
		}
	}
	p, _ := Deal{Style: Random, Seed: 7, Number: 17}.Start(rules)
	if got := p.String(); got != "freecell KD6S4S4HADQC2D/2STD4DKC6D3DJH/QH3S5S7DTC8C9D/KS3CAC8SQSQD9S/8D7S5C4C6H9C/JD8H9HKH5DTH/2HJS2C7H3HAS/5HJC6C7CTSAH" {
		t.Errorf("random 7/17 is %s", got)
	}
}

func TestLeftoversNeedCells(t *testing.T) {
	for rules, want := range map[string]string{
		"eightoff ncells=4": "cells=6S9C2H6H", "eightoff ncells=6": "cells=6S9C2H6H", "eightoff ncells=7": "cells=6S-9C-2H-6H", "seatowers ncells=2": "cells=2H6H",
		"eightoff ncells=3": "found ncells=3, expected at least 4 cells for the cards that eightoff leaves over",
	} {
		game, options, _ := strings.Cut(rules, " ")
		r, _ := Preset(game)
		r, err := r.WithOptions(options)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if p, err := (Deal{Style: MS, Number: 1}).Start(r); err != nil {
			got = err.Error()
		} else {
			got = strings.Fields(p.String())[2]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}
