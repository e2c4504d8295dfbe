package report

import (
	"testing"

	"foregone/analyze/games"
	"foregone/solve"
)

// TestForced: what the rules leave the side to move is told with the verdict, and below a drawing.
func TestForced(t *testing.T) {
	won := games.Answer{Result: solve.Result{Verdict: solve.Win}, Optimal: true, Distance: 1}
	lost := games.Answer{Result: solve.Result{Verdict: solve.Loss}, Optimal: true, Distance: 2}
	over := games.Answer{Result: solve.Result{Verdict: solve.Loss}, Optimal: true}
	for _, tt := range []struct {
		line            string
		a               games.Answer
		verdict, forced string
	}{
		{"crossings 3/r2/3/1B1 r", won, "Red wins in 1 ply (1 move) to the deciding crossing under best play (3x4, columns x rows, steps=upto). Red must cross now, and can: a3-a4 a3-b4.",
			"# Red must cross now, and can: a3-a4 a3-b4.\n"},
		{"crossings 1R1/2b/1B1 r", lost, "Black wins in 2 plies (1 move) to the deciding crossing under best play (3x3, columns x rows, steps=upto). Red has no move and passes.",
			"# Red has no move and passes.\n"},
		{"crossings R2/3/3 b", over, "Red has won (3x3, columns x rows, steps=upto): the game is over. Black must cross now, and cannot.",
			"# Black must cross now, and cannot.\n"},
		{"crossings bbb/3/rrr r", games.Answer{Result: solve.Result{Verdict: solve.Draw}, Optimal: true},
			"Drawn under best play (3x3, columns x rows, steps=upto).", ""},
	} {
		p := parse(t, tt.line)
		if got := Verdict(p, tt.a, ""); got != tt.verdict {
			t.Errorf("%s: got  %s\nwant %s", tt.line, got, tt.verdict)
		}
		if got := Forced(p); got != tt.forced {
			t.Errorf("%s: got  %q\nwant %q", tt.line, got, tt.forced)
		}
	}
}
