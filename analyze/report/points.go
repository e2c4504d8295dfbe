package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/analyze/picture"
)

// expects tells the expected score of a position, and what the side that acts should do.
func expects(p games.Position, a games.Answer) string {
	rules := " (" + p.RulesInWords() + ")"
	if p.Over() {
		return fmt.Sprintf("The board is full%s: the score is %s.", rules, number(a.Low))
	}
	if a.Mean != nil {
		return estimates(p, a)
	}
	text := fmt.Sprintf("Expected score %s under best play%s: ", number(a.Low), rules)
	if len(a.Best) == 0 {
		return text + "a chip is about to be drawn."
	}
	return text + Sentence(p.Describe(a.Best[0]), picture.Style{}) + "." + makes(p, a.Best[0])
}

// makes tells the palindromes that a move makes and breaks: " That makes ABA (a1-c1)."
func makes(p games.Position, move string) string {
	next, err := p.Play(move)
	if err != nil {
		return ""
	}
	before, after := runs(p), runs(next)
	var words []string
	for _, change := range []struct {
		word      string
		from, has []string
	}{{"makes ", after, before}, {"breaks ", before, after}} {
		only := slices.DeleteFunc(slices.Clone(change.from), func(r string) bool { return slices.Contains(change.has, r) })
		if len(only) > 0 {
			words = append(words, change.word+english.WordSeries(only, "and"))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " That " + strings.Join(words, " and ") + "."
}

// runs returns the palindromes of a board, with their places.
func runs(p games.Position) []string {
	scored, ok := p.(games.Scored)
	if !ok {
		return nil
	}
	points := scored.Points()
	all := make([]string, len(points.Runs))
	for i, run := range points.Runs {
		all[i] = fmt.Sprintf("%s (%s)", points.Chips[i], run)
	}
	return all
}

// estimates tells a score that is not exact, and the best move found.
func estimates(p games.Position, a games.Answer) string {
	text := fmt.Sprintf("Expected score about %.1f (%s): ", a.Mean.Value, p.RulesInWords())
	mean := "the mean of " + english.Plural(a.Mean.Games, "game", "") + " between quick players"
	interval := fmt.Sprintf(", whose 95 %% interval is %.1f to %.1f.", a.Mean.Low, a.Mean.High)
	if a.Low.Den == 0 {
		return text + mean + interval + found(p, a)
	}
	bounds := fmt.Sprintf("nder best play it is at least %s and at most %s", number(a.Low), number(a.High))
	if v := a.Mean.Value; v == a.Low.Float() || v == a.High.Float() {
		return text + "u" + bounds + ", and " + mean + " lies outside." + found(p, a)
	}
	return text + mean + interval + " U" + bounds + "." + found(p, a)
}

// found tells the best move found of a game for points.
func found(p games.Position, a games.Answer) string {
	if len(a.Best) == 0 {
		return ""
	}
	return " The best move found: " + Sentence(p.Describe(a.Best[0]), picture.Style{}) + "." + makes(p, a.Best[0])
}

// Ranked lists the best moves found with the score to be expected after each.
func Ranked(a games.Answer) string {
	words := make([]string, len(a.Ranked))
	for i, m := range a.Ranked {
		words[i] = m.Move + " " + Mean(m.Mean)
	}
	return "Best moves found, with the mean of games after each: " + strings.Join(words, ", ")
}

// Mean tells the mean of games with half of its interval: "46.1±1.5".
func Mean(m games.Mean) string { return fmt.Sprintf("%.1f±%.1f", m.Value, m.High-m.Value) }

// number returns a fraction as a decimal number, and where that is not all of it as a fraction too.
func number(f games.Fraction) string {
	if f.Den == 1 {
		return strconv.FormatInt(f.Num, 10)
	}
	return fmt.Sprintf("%s (%s)", decimal(f), f)
}

func decimal(f games.Fraction) string { return strconv.FormatFloat(f.Float(), 'f', 2, 64) }

// Points tells the points of a board as it stands, in lines that a page takes for comments; "" of a game without.
func Points(p games.Position) string {
	scored, ok := p.(games.Scored)
	if !ok {
		return ""
	}
	points := scored.Points()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: rows from the top %s, columns from the left %s\n", english.Plural(scored.Score(), "point", ""),
		spaced(points.Rows), spaced(points.Columns))
	for i, run := range points.Runs {
		fmt.Fprintf(&b, "# %s %s: %d\n", run, points.Chips[i], len(points.Chips[i]))
	}
	return b.String()
}

func spaced(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// chipSentence tells a draw, a placement, a slide or a pass: "Chaos places B at c3".
func chipSentence(m games.ChipStep) string {
	switch {
	case m.FromName != "":
		return fmt.Sprintf("%s slides %c from %s to %s", title(m.Side), m.Chip, m.FromName, m.ToName)
	case m.ToName != "":
		return fmt.Sprintf("%s places %c at %s", title(m.Side), m.Chip, m.ToName)
	case m.Chip != 0:
		return fmt.Sprintf("%c is drawn", m.Chip)
	}
	return title(m.Side) + " passes"
}
