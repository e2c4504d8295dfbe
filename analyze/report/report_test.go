package report

import (
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/solve"
)

func parse(t *testing.T, line string) games.Position {
	t.Helper()
	p, err := games.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVerdict(t *testing.T) {
	p := parse(t, "eightoff -/KC/-/-/-/-/-/KD cells=KHKS home=CQDQHQSQ")
	tests := []struct {
		a      games.Answer
		kinder string
		want   string
	}{
		{games.Answer{Result: solve.Result{Verdict: solve.Winnable}, Line: make([]string, 78), Distance: 96}, "",
			"Winnable (kings only to empty columns): 78 steps, 96 single-card moves."},
		{games.Answer{Result: solve.Result{Verdict: solve.Winnable}, Line: make([]string, 1), Distance: 1}, "",
			"Winnable (kings only to empty columns): 1 step, 1 single-card move."},
		{games.Answer{Result: solve.Result{Verdict: solve.Unwinnable, Reached: 3517}}, "if any card could go to an empty column",
			"Not winnable: all 3,517 positions that can be reached were searched (kings only to empty columns); it would be winnable if any card could go to an empty column."},
		{games.Answer{Result: solve.Result{Verdict: solve.Unwinnable, Reached: 1}}, "",
			"Not winnable: the only position that can be reached was searched (kings only to empty columns)."},
		{games.Answer{Result: solve.Result{Limit: solve.Timeout, Nodes: 12345}}, "",
			"Unknown (kings only to empty columns): the time limit stopped the search (--timeout) after 12,345 positions."},
	}
	for _, tt := range tests {
		if got := Verdict(p, tt.a, tt.kinder); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestSteps(t *testing.T) {
	p := parse(t, "eightoff TH/KCQC/8H7H6H/-/KD/KH/9H/QHJH cells=KS home=CJDQH5SQ")
	line := []string{"37v3", "a3", "1a", "2h"}
	got, err := Steps(p, line, picture.Style{}, false)
	if err != nil {
		t.Fatal(err)
	}
	want := ` 1. 3 cards, 8♥ to 6♥, from column 3 onto 9♥ in column 7
 2. K♠ from cell a to the empty column 3
 3. T♥ from column 1 to cell a
 4. Q♣ from column 2 home
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, err = Standard(p, line, picture.Style{}, false); err != nil || got != "  1. 37v3 a3 1a 2h\n" {
		t.Errorf("standard %q, %v", got, err)
	}
	if _, err := Steps(p, []string{"11"}, picture.Style{}, false); err == nil {
		t.Error("an illegal step was told")
	}
}
