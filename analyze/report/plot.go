package report

import (
	"foregone/analyze/chart"
	"foregone/analyze/games"
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

// CourseAxis names the upright axis of the course of a game.
func CourseAxis(start games.Position) string {
	if _, scored := start.(games.Scored); scored {
		return "score to be expected, in points"
	}
	if start.Sides() {
		return "value for " + title(start.ToMove())
	}
	return "position"
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
