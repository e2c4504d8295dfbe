package report

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/solve"
)

// OtherMoves lists the moves of a position that are not among the best, with what each is worth where a table has that; "" when
// all are.
func OtherMoves(a games.Answer, others []games.Valued) string {
	switch {
	case len(others) == 0:
		return ""
	case a.Verdict == solve.Value || a.Optimal:
		return "The others: " + values(others)
	}
	names := make([]string, len(others))
	for i, m := range others {
		names[i] = m.Move
	}
	return "The others lose: " + strings.Join(names, " ")
}

// values lists moves with what each is worth.
func values(moves []games.Valued) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.Move + " " + worth(m.Answer)
	}
	return strings.Join(words, ", ")
}

// worth tells the value of a position for the side whose move led to it: a number of points, or "draw", "wins in 5" …
func worth(a games.Answer) string {
	switch a.Verdict {
	case solve.Win:
		return fmt.Sprintf("loses in %d", a.Distance+1)
	case solve.Loss:
		return fmt.Sprintf("wins in %d", a.Distance+1)
	case solve.Draw:
		return "draws"
	}
	return number(a.Low)
}

// Refuted lists moves that lose, each with a reply that wins.
func Refuted(moves []string, replies map[string]string) string {
	pairs := make([]string, len(moves))
	for i, move := range moves {
		pairs[i] = move + " " + replies[move]
	}
	return "Moves that lose, each with a reply that wins: " + strings.Join(pairs, ", ")
}

// Counted tells how many positions of a table are won, lost and drawn, with their shares, and its longest way to the end.
func Counted(c *games.Counted) string {
	all := max(1, c.Wins+c.Losses+c.Draws)
	share := func(n uint64) string {
		return fmt.Sprintf("%s (%.1f %%)", humanize.Comma(int64(n)), 100*float64(n)/float64(all))
	}
	return fmt.Sprintf("of the side to move %s are won, %s lost, %s drawn; the longest takes %s",
		share(c.Wins), share(c.Losses), share(c.Draws), english.Plural(c.Longest, "ply", "plies"))
}

// Followed tells of so many entries of a table that each agrees with those after its moves.
func Followed(entries uint64) string {
	return english.Plural(int(entries), "entry", "entries") + " compared with those after each move, none is wrong"
}
