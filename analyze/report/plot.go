package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"foregone/analyze/batch"
	"foregone/analyze/chart"
	"foregone/analyze/games"
	"foregone/analyze/played"
	"foregone/solve"
)

// Class says in words what positions of a verdict are; "" is one that is not known, other words are as they are.
func Class(verdict string) string {
	switch verdict {
	case solve.Unwinnable.String():
		return "not winnable"
	case solve.Win.String():
		return "won by the side to move"
	case solve.Loss.String():
		return "lost by the side to move"
	case solve.Draw.String():
		return "drawn"
	case solve.Value.String():
		return "with a score"
	case "":
		return "all"
	}
	return verdict
}

// PlotAxis names the level axis of a distribution, of games for one player, for two sides, or of both kinds.
func PlotAxis(of string, single, sides bool) string {
	switch {
	case of == "nodes":
		return "nodes: positions searched for an answer (logarithmic scale)"
	case of == "value":
		return "score to be expected, in points"
	case !sides:
		return "length of the solution found, in single-card moves"
	case !single:
		return "length of the line to the end of the game, in plies"
	}
	return "length of the line found, in single-card moves or plies"
}

// PlotTitle heads a distribution of answers, none of which is decided.
func PlotTitle(of string) string { return "How the " + of + " of the answers are distributed" }

// MeanScore heads a distribution of scores.
func MeanScore(positions uint64, mean float64) string {
	return fmt.Sprintf("Scores to be expected of %s: mean %.2f", english.Plural(int(positions), "position", ""), mean)
}

// Share tells the share in favour of the decided positions, of games for one player, for two sides, or of both kinds, with as
// many decimals as its interval allows.
func Share(f batch.Share, decided uint64, single, sides bool) string {
	what := "In favour"
	switch {
	case !sides:
		what = "Winnable"
	case !single:
		what = "Won by the side to move"
	}
	decimals := int(min(6, max(1, math.Ceil(1-math.Log10(50*(f.High-f.Low))))))
	return fmt.Sprintf("%s: %.*f %% of %s (95 %% interval %.*f to %.*f %%)", what, decimals, 100*f.Share, humanize.Comma(int64(decided)),
		decimals, 100*f.Low, decimals, 100*f.High)
}

// Answered tells of which games how many positions there are, and how many have no answer.
func Answered(games []string, s *batch.Summary) string {
	words := []string{english.Plural(int(s.Total()), "position", "")}
	if len(games) > 0 {
		words = append([]string{strings.Join(games, ", ")}, words...)
	}
	for _, what := range []string{solve.Unknown.String(), "error"} {
		if n := s.Count(what); n > 0 {
			words = append(words, humanize.Comma(int64(n))+" "+what)
		}
	}
	return strings.Join(words, "; ")
}

// CourseTitle heads the course of a game: what became of it, and below that which it is and how long.
func CourseTitle(s games.Subject, g *played.Game) string {
	long := english.Plural(len(g.Plies), "ply", "plies")
	if _, scored := s.Start.(games.Scored); !scored && !s.Start.Sides() {
		long = english.Plural(len(g.Plies), "step", "")
	}
	return Played(g, s.Final) + "\n" + Name(s.Start, s.ID) + ": " + long
}

// CourseAxes names the level and the upright axis of the course of a game.
func CourseAxes(start games.Position) (x, y string) {
	if _, scored := start.(games.Scored); scored {
		return "plies", "score to be expected, in points"
	}
	if start.Sides() {
		return "plies", "value for " + title(start.ToMove())
	}
	return "steps", "position"
}

// Levels names values of a course: 1 what is won, -1 what is lost, 0 a draw where there is one; none where values are scores.
func Levels(start games.Position, reached func(float64) bool) []chart.Level {
	if _, scored := start.(games.Scored); scored {
		return nil
	}
	if !start.Sides() {
		return []chart.Level{{Value: 1, Name: "winnable"}, {Value: -1, Name: "not winnable"}}
	}
	levels := []chart.Level{{Value: 1, Name: "won"}, {Value: -1, Name: "lost"}}
	if reached(0) {
		levels = append(levels, chart.Level{Name: "drawn"})
	}
	return levels
}
