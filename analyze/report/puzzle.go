package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/solve"
)

// Puzzle tells a solution: at each move of the side that solves whether another one would do, and of boards with the line that
// follows it.
func Puzzle(p games.Position, a *games.Analysis, z *games.Puzzle, s picture.Style) (string, error) {
	if len(z.Steps) == 0 {
		return "There is no solution to walk through.\n", nil
	}
	var rows [][3]string
	var second []string // steps with another solution
	next := 0
	for ply, move := range a.Line {
		words := move
		if !p.Sides() {
			words = Sentence(p.Describe(move), s)
		}
		row := [3]string{fmt.Sprintf("%*d.", len(fmt.Sprint(len(a.Line)))+1, ply+1), words}
		if next < len(z.Steps) && z.Steps[next].Ply == ply+1 {
			step := &z.Steps[next]
			row[2] = Others(p, step)
			if len(step.Others) > 0 {
				second = append(second, fmt.Sprint(ply+1))
			}
			next++
		}
		rows = append(rows, row)
		var err error
		if p, err = p.Play(move); err != nil {
			return "", err
		}
	}
	return table(rows) + "\n" + difficulty(p, z, second), nil
}

// Others tells what else would do at a step.
func Others(p games.Position, step *games.PuzzleStep) string {
	switch n := len(step.Others); {
	case step.Moves == 1:
		return "the only legal move"
	case step.Only:
		return fmt.Sprintf("the only one of %d moves", step.Moves)
	case step.Open:
		return "others are not decided"
	case !p.Sides() && n+1 == step.Moves:
		return fmt.Sprintf("any of %d moves", step.Moves)
	case !p.Sides():
		return fmt.Sprintf("one of %d good moves out of %d", n+1, step.Moves)
	}
	words := make([]string, len(step.Others))
	for i, m := range step.Others {
		words[i] = m.Move
		if m.Line != nil {
			words[i] = strings.Join(m.Line, " ")
		}
	}
	return "also " + strings.Join(words, "; ")
}

// difficulty tells where one move alone solves.
func difficulty(p games.Position, z *games.Puzzle, second []string) string {
	if !p.Sides() {
		var only []string
		for _, s := range z.Steps {
			if s.Only && s.Moves > 1 {
				only = append(only, fmt.Sprint(s.Ply))
			}
		}
		text := fmt.Sprintf("At %d of %s one move alone saves the game", z.Only, english.Plural(len(z.Steps), "step", ""))
		if len(only) > 0 {
			text += ": " + strings.Join(only, " ")
		}
		text += "."
		if z.Limit != solve.NoLimit {
			text += " " + undecided(z.Limit)
		}
		return text + "\n"
	}
	switch {
	case slices.ContainsFunc(z.Steps, func(s games.PuzzleStep) bool { return s.Open }):
		return undecided(z.Limit) + "\n"
	case len(second) == 0:
		return "There is no second solution.\n"
	}
	return "There are other solutions at " + english.PluralWord(len(second), "ply", "plies") + " " + english.WordSeries(second, "and") + ".\n"
}
