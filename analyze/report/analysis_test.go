package report

import (
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/positions"
	"foregone/solve"
)

func TestWorth(t *testing.T) {
	p := parse(t, "breakthrough .bb/.b./.bw/w../w.w w")
	estimate := -0.126
	for want, m := range map[string]games.MoveValue{
		"wins in 7 plies":                  {Verdict: solve.Win, Distance: 7, Optimal: true},
		"wins, here in 1 ply":              {Verdict: solve.Win, Distance: 1},
		"wins":                             {Verdict: solve.Win, Distance: -1},
		"loses in 8 plies":                 {Verdict: solve.Loss, Distance: 8, Optimal: true},
		"draws":                            {Verdict: solve.Draw, Distance: -1},
		"winnable, 80 single-card moves":   {Verdict: solve.Winnable, Distance: 80},
		"winnable":                         {Verdict: solve.Winnable, Distance: -1},
		"not winnable":                     {Verdict: solve.Unwinnable, Distance: -1},
		"4.25 points (17/4)":               {Verdict: solve.Value, Value: games.Fraction{Num: 17, Den: 4}},
		"1 point":                          {Verdict: solve.Value, Value: games.Fraction{Num: 1, Den: 1}},
		"about 46.1 points (44.6 to 47.5)": {Verdict: solve.Value, Mean: &games.Mean{Value: 46.06, Low: 44.63, High: 47.49}},
		"-0.13":                            {Estimate: &estimate},
		"4.25 to 5.00 points":              {Low: games.Fraction{Num: 17, Den: 4}, High: games.Fraction{Num: 5, Den: 1}},
		"unknown":                          {},
	} {
		if got := Worth(p, m); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
}

// Moves that are worth the same share a line, cards have one each.
func TestMovesTable(t *testing.T) {
	a := games.Analysis{Moves: []games.MoveValue{
		{Move: "c3xb4", Verdict: solve.Win, Distance: 7, Optimal: true, Best: true},
		{Move: "a1b2", Verdict: solve.Loss, Distance: 4, Optimal: true},
		{Move: "c1b2", Verdict: solve.Loss, Distance: 4, Optimal: true},
	}}
	want := "* wins in 7 plies   c3xb4\n  loses in 4 plies  a1b2 c1b2\n"
	if got := Moves(parse(t, "breakthrough .bb/.b./.bw/w../w.w w"), &a, picture.Style{}); got != want {
		t.Errorf("found\n%swant\n%s", got, want)
	}
	a = games.Analysis{Moves: []games.MoveValue{
		{Move: "2h", Verdict: solve.Winnable, Distance: 12, Best: true},
		{Move: "a4", Verdict: solve.Unwinnable, Distance: -1},
	}}
	want = "* 2h  KC from column 2 home                    winnable, 12 single-card moves\n" +
		"  a4  KH from cell a to the empty column 4     not winnable\n"
	got := Moves(parse(t, "eightoff -/KC/-/-/-/-/-/KD cells=KHKS home=CQDQHQSQ"), &a, picture.Style{ASCII: true})
	if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") || strings.Count(got, "\n") != 2 {
		t.Errorf("found\n%swant\n%s", got, want)
	}
}

// Colours take no columns of a table.
func TestTableInColour(t *testing.T) {
	red := picture.Style{Color: true}.Card(positions.NewCard(1, positions.Hearts))
	black := picture.Style{Color: true}.Card(positions.NewCard(1, positions.Spades))
	want := "a  " + red + "  x\nb  " + black + "  y\n"
	if got := table([][3]string{{"a", red, "x"}, {"b", black, "y"}}); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
