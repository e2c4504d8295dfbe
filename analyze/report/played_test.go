package report

import (
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/analyze/played"
	"foregone/solve"
)

// game returns a record of a position with so many moves, whose values are given.
func game(t *testing.T, line string, moves []string, verdicts []solve.Verdict, limit solve.Limit) (*played.Game, games.Position) {
	t.Helper()
	p := parse(t, line)
	g := &played.Game{Turning: -1}
	g.Final.Limit = limit
	for i, m := range moves {
		ply := played.Ply{Move: m, Position: p, Before: played.Value{Verdict: verdicts[i], Distance: -1}, After: played.Value{Verdict: verdicts[i+1], Distance: -1}}
		if p.Sides() {
			ply.After.Verdict = ply.After.Verdict.Opposite()
		}
		if ply.Mistake = played.Lost(p, ply.Before, ply.After) > 0; ply.Mistake {
			g.Turning = i
			ply.Best.Best = []string{"better"}
		}
		g.Plies = append(g.Plies, ply)
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return g, p
}

func TestPlayed(t *testing.T) {
	const (
		cards = "eightoff -/KC/-/-/-/-/-/KD cells=KHKS home=CQDQHQSQ"
		board = "breakthrough bb/2/2/ww w"
	)
	yes, no, open := solve.Winnable, solve.Unwinnable, solve.Unknown
	win, loss := solve.Win, solve.Loss
	for _, tt := range []struct {
		line     string
		moves    string
		verdicts []solve.Verdict
		want     string
	}{
		{cards, "2h 8h ah", []solve.Verdict{yes, yes, yes, yes}, "No mistake: still winnable after 3 moves."},
		{cards, "2h 8h ah bh", []solve.Verdict{yes, yes, yes, yes, yes}, "No mistake: won in 4 moves."},
		{cards, "2h 8h ah", []solve.Verdict{yes, yes, no, no}, "Thrown away by move 2 (8h): winnable before, not winnable after; better would have kept it."},
		{cards, "2h 8h ah", []solve.Verdict{yes, open, no, no}, "Thrown away by one of the moves 1 to 2: winnable before, not winnable after. 1 position of the 4 could not be decided (the time limit stopped the search (--timeout))."},
		{cards, "2h 8h ah", []solve.Verdict{open, open, no, no}, "No mistake was found. 2 positions of the 4 could not be decided (the time limit stopped the search (--timeout))."},
		{cards, "2h 8h ah", []solve.Verdict{no, no, no, no}, "Not winnable before the first move: no move of the record threw anything away."},
		{board, "a1a2 a4a3", []solve.Verdict{win, loss, win}, "No mistake: the game is won for White at its beginning, and no move changed that."},
		{board, "a1a2 a4a3", []solve.Verdict{win, win, loss}, "White threw the win away by move 1 (a1a2): won before, lost after; better would have kept it."},
		{board, "a1a2 a4a3 b1b2", []solve.Verdict{win, win, win, loss}, "Black threw the win away by move 2 (a4a3): won before, lost after; better would have kept it. It was the last of 2 mistakes: White by move 1, Black by move 2."},
	} {
		g, end := game(t, tt.line, strings.Fields(tt.moves), tt.verdicts, solve.Timeout)
		if got := Played(g, end); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestPlies(t *testing.T) {
	g, _ := game(t, "breakthrough bb/2/2/ww w", []string{"a1a2", "a4a3"}, []solve.Verdict{solve.Win, solve.Win, solve.Loss}, solve.NoLimit)
	g.Plies[0].After.Distance = 5
	want := " 1. a1a2 ?  Black wins in 5 plies: White threw the win away; better better\n 2. a4a3    Black wins\n"
	if got := Plies(g, picture.Style{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
