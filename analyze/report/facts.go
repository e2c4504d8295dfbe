package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/positions"
	"foregone/solve"
)

// Facts tells the facts of an analysed position, a line each.
func Facts(p games.Position, a *games.Analysis, s picture.Style) string {
	var lines []string
	if a.Verdict != solve.Unknown && slices.ContainsFunc(a.Moves, func(m games.MoveValue) bool { return m.Verdict == solve.Unknown }) {
		lines = append(lines, undecided(a.Limit))
	}
	if a.Unique {
		lines = append(lines, lastChance(a))
	}
	switch f := a.Facts.(type) {
	case games.PatienceFacts:
		lines = append(lines, patienceFacts(f, s)...)
	case games.RaceFacts:
		lines = append(lines, raceFacts(f)...)
	case games.CrossingsFacts:
		lines = append(lines, crossingsFacts(f)...)
	case games.EntropyFacts:
		lines = append(lines, entropyFacts(p, f)...)
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// undecided tells that not all moves are decided, and why where a limit is the reason.
func undecided(l solve.Limit) string {
	if l == solve.NoLimit {
		return "Not all moves are decided."
	}
	return "Not all moves are decided: " + stopped(l) + "."
}

// lastChance tells that one move alone keeps the value.
func lastChance(a *games.Analysis) string {
	move, same := a.Moves[0].Move, 0
	for _, m := range a.Moves {
		if m.Verdict == a.Verdict {
			same++
		}
	}
	switch {
	case len(a.Moves) == 1:
		return move + " is the only move."
	case a.Verdict == solve.Winnable:
		return "The last chance: " + move + " alone keeps it winnable."
	case a.Verdict == solve.Win && same > 1:
		return move + " alone wins as quickly."
	case a.Verdict == solve.Loss:
		return move + " alone holds out as long."
	case a.Verdict == solve.Win:
		return move + " alone wins."
	case a.Verdict == solve.Draw:
		return move + " alone draws."
	}
	return move + " alone reaches the value."
}

func patienceFacts(f games.PatienceFacts, s picture.Style) []string {
	var next []string
	for _, b := range f.Next {
		text := card(b.Card, s)
		switch {
		case len(b.Above) > 0:
			var above []string
			for _, c := range b.Above {
				above = append(above, card(c, s))
			}
			text += " under " + strings.Join(above, " ") + " (column " + b.Place + ")"
		case strings.Contains("1234567890", b.Place):
			text += " open in column " + b.Place
		default:
			text += " in cell " + b.Place
		}
		next = append(next, text)
	}
	lines := []string{
		"Wanted next: " + strings.Join(next, ", ") + ".",
		fmt.Sprintf("Free: %d of %s, %s.", f.FreeCells, english.Plural(f.Cells, "cell", ""), none(f.EmptyColumns, "column")),
	}
	if f.Reachable > 0 {
		lines = append(lines, humanize.Comma(int64(f.Reachable))+" different positions can be reached.")
	}
	return lines
}

// none tells a number of things, of 0 "no".
func none(n int, what string) string {
	if n == 0 {
		return "no " + what
	}
	return english.Plural(n, what, "")
}

// card draws a card that is given by its name.
func card(name string, s picture.Style) string {
	c, n := positions.ReadCard(name)
	if n == 0 {
		return name
	}
	return s.Card(c)
}

func raceFacts(f games.RaceFacts) []string {
	var lines []string
	for _, r := range f.Sides {
		side := title(r.Side)
		if len(r.Runners) == 0 {
			lines = append(lines, fmt.Sprintf("%s: the foremost piece is %s from the far row; no runner.", side, english.Plural(r.Steps, "move", "")))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: nothing stops %s, home in %s.", side, english.WordSeries(r.Runners, "or"), english.Plural(r.Home, "ply", "plies")))
	}
	if f.Lead != nil {
		first, by := f.Sides[0].Side, *f.Lead
		if by < 0 {
			first, by = f.Sides[1].Side, -by
		}
		lines = append(lines, fmt.Sprintf("The race is %s's by %s.", title(first), english.Plural(by, "ply", "plies")))
	}
	if len(f.Stuck) > 0 {
		lines = append(lines, "Cannot move without losing: "+strings.Join(f.Stuck, " ")+".")
	}
	return lines
}

func crossingsFacts(f games.CrossingsFacts) []string {
	var lines []string
	for i, c := range f.Sides {
		var words []string
		sizes := make([]int, 0, len(c.Groups))
		for size := range c.Groups {
			n, _ := strconv.Atoi(size)
			sizes = append(sizes, n)
		}
		slices.SortFunc(sizes, func(a, b int) int { return cmp.Compare(b, a) })
		for _, n := range sizes {
			words = append(words, fmt.Sprintf("of %d: %d", n, c.Groups[strconv.Itoa(n)]))
		}
		text := title(c.Side) + ": "
		if len(words) == 0 {
			text += "no groups"
		} else {
			text += "groups " + strings.Join(words, ", ")
		}
		can := "can"
		if i == 1 {
			can = "threatens to"
		}
		if len(c.Captures) > 0 {
			text += "; " + can + " capture: " + some(c.Captures, " ")
		}
		if len(c.Crossing) > 0 {
			text += "; " + can + " cross: " + some(c.Crossing, " ")
		}
		lines = append(lines, text+".")
	}
	return lines
}

// most is how many things of a kind are listed.
const most = 8

// some lists the first things, and how many more there are.
func some(things []string, between string) string {
	if len(things) <= most {
		return strings.Join(things, between)
	}
	return strings.Join(things[:most], between) + fmt.Sprintf(" and %d more", len(things)-most)
}

func entropyFacts(p games.Position, f games.EntropyFacts) []string {
	var lines []string
	if runs := runs(p); len(runs) > 0 {
		slices.SortStableFunc(runs, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
		lines = append(lines, fmt.Sprintf("Standing: %s, %s.", english.Plural(p.(games.Scored).Score(), "point", ""), some(runs, ", ")))
	}
	lines = append(lines, "To be expected when the board is full: rows from the top "+expectations(f.Rows)+
		"; columns from the left "+expectations(f.Columns)+".")
	var empty []string
	for _, r := range f.Regions {
		switch {
		case len(r) == 1:
			empty = append(empty, r[0])
		case len(r) <= most:
			empty = append(empty, fmt.Sprintf("%d together (%s)", len(r), strings.Join(r, " ")))
		default:
			empty = append(empty, fmt.Sprintf("%d together", len(r)))
		}
	}
	lines = append(lines, "Empty: "+strings.Join(empty, ", ")+".")
	var left []string
	total := 0
	for _, n := range f.Bag {
		total += n
	}
	for c := 'A'; c <= 'G'; c++ {
		if n := f.Bag[string(c)]; n > 0 {
			left = append(left, fmt.Sprintf("%c %d (%.0f %%)", c, n, 100*float64(n)/float64(total)))
		}
	}
	if total > 0 {
		lines = append(lines, "In the bag: "+strings.Join(left, ", ")+".")
	}
	return lines
}

// expectations lists points to be expected.
func expectations(lines []games.LineFacts) string {
	words := make([]string, len(lines))
	for i, l := range lines {
		words[i] = fmt.Sprintf("%.1f", l.Expected)
	}
	return strings.Join(words, " ")
}
