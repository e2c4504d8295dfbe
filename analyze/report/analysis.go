package report

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/solve"
)

// Moves tells what the moves of a position are worth, best first: of cards a line each, of boards a line for all that are
// worth the same. A star marks the best.
func Moves(p games.Position, a *games.Analysis, s picture.Style) string {
	var rows [][3]string // what it is worth or where it goes
	for _, m := range a.Moves {
		star := " "
		if m.Best {
			star = "*"
		}
		worth := Worth(p, m)
		if _, ok := p.Describe(m.Move).(games.CardStep); ok {
			rows = append(rows, [3]string{star + " " + m.Move, Sentence(p.Describe(m.Move), s), worth})
			continue
		}
		if last := len(rows) - 1; last >= 0 && rows[last][0] == star+" "+worth {
			rows[last][1] += " " + m.Move
			continue
		}
		rows = append(rows, [3]string{star + " " + worth, m.Move})
	}
	return table(rows)
}

// table puts columns below each other.
func table(rows [][3]string) string {
	var width [2]int
	for _, r := range rows {
		for i := range width {
			if r[i+1] != "" {
				width[i] = max(width[i], picture.Width(r[i]))
			}
		}
	}
	var b strings.Builder
	for _, r := range rows {
		line := picture.Pad(r[0], width[0]) + "  " + picture.Pad(r[1], width[1]) + "  " + r[2]
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// Worth tells what a move is worth to the side that makes it: "wins in 7 plies".
func Worth(p games.Position, m games.MoveValue) string {
	switch m.Verdict {
	case solve.Win:
		return "wins" + within(m)
	case solve.Loss:
		return "loses" + within(m)
	case solve.Draw:
		return "draws"
	case solve.Winnable:
		if m.Distance < 0 {
			return "winnable"
		}
		return "winnable, " + english.Plural(m.Distance, "single-card move", "")
	case solve.Unwinnable:
		return "not winnable"
	case solve.Value:
		if m.Mean != nil {
			return fmt.Sprintf("about %.1f points (%.1f to %.1f)", m.Mean.Value, m.Mean.Low, m.Mean.High)
		}
		return points(m.Value)
	}
	switch {
	case m.Estimate != nil:
		return fmt.Sprintf("%+.2f", *m.Estimate)
	case m.Low.Den > 0:
		return fmt.Sprintf("%s to %s points", decimal(m.Low), decimal(m.High))
	}
	return "unknown"
}

// within tells the distance of a win or loss: " in 7 plies" when it is proven.
func within(m games.MoveValue) string {
	plies := english.Plural(m.Distance, "ply", "plies")
	switch {
	case m.Distance < 0:
		return ""
	case m.Optimal:
		return " in " + plies
	}
	return ", here in " + plies
}

// points tells an exact number of points.
func points(f games.Fraction) string {
	if f.Den == 1 {
		return english.Plural(int(f.Num), "point", "")
	}
	return fmt.Sprintf("%s points (%s)", decimal(f), f)
}
