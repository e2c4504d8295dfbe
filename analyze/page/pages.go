package page

import (
	"slices"
	"strings"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/analyze/played"
	"foregone/analyze/report"
)

// Solution returns the page that steps through the moves that led to a position, if it has some, and on through its solution.
// Of the position it lists the best moves that the answer has.
func Solution(s games.Subject, a games.Answer, verdict string) (*Page, error) {
	frames, err := Along(s.Start, slices.Concat(s.Moves, a.Line))
	if err != nil {
		return nil, err
	}
	p := &Page{
		Name: report.Name(s.Final, s.ID), Verdict: verdict, Step: "Step", Steps: "Steps", Moves: "Best moves",
		Frames: frames, First: len(s.Moves),
	}
	if len(s.Moves) > 0 {
		p.Facts = append(p.Facts, report.VerdictAfter(len(s.Moves)))
	}
	here := &p.Frames[p.First]
	for i, move := range a.Best {
		m := moveOf(s.Final, move)
		m.Best = i == 0 || len(a.Ranked) == 0
		if i < len(a.Ranked) && a.Ranked[i].Move == move {
			m.Value = report.Mean(a.Ranked[i].Mean)
		}
		here.Moves = append(here.Moves, m)
	}
	return p, nil
}

// Analysis returns the page of a position and of what its moves are worth, which steps through the line that was found.
func Analysis(s games.Subject, a *games.Analysis, verdict string) (*Page, error) {
	frames, err := Along(s.Final, a.Line)
	if err != nil {
		return nil, err
	}
	for _, value := range a.Moves {
		m := moveOf(s.Final, value.Move)
		m.Value, m.Best = report.Worth(s.Final, value), value.Best
		frames[0].Moves = append(frames[0].Moves, m)
	}
	if a.Puzzle != nil {
		for i, step := range a.Puzzle.Steps {
			frames[step.Ply].Value = report.Others(s.Final, &a.Puzzle.Steps[i])
		}
	}
	return &Page{
		Name: report.Name(s.Final, s.ID), Verdict: verdict, Step: "Step", Steps: "Steps", Moves: "What each move is worth", Frames: frames,
		Notes: strings.FieldsFunc(report.Facts(s.Final, a, picture.Style{}), func(r rune) bool { return r == '\n' }),
	}, nil
}

// Record returns the page that steps through a game that was played.
func Record(s games.Subject, g *played.Game) (*Page, error) {
	frames, err := Along(s.Start, s.Moves)
	if err != nil {
		return nil, err
	}
	for i, p := range g.Plies {
		after := &frames[i+1]
		if after.Value = report.Stands(p); p.Mistake {
			after.Mistake = report.Thrown(p)
		}
	}
	p := &Page{Name: report.Name(s.Final, s.ID), Verdict: report.Played(g, s.Final), Step: "Move", Steps: "Moves played", Frames: frames}
	if _, scored := s.Final.(games.Scored); scored {
		p.Worth = "Expected points"
	}
	return p, nil
}

// Along returns the frames from a position along a line.
func Along(p games.Position, line []string) ([]Frame, error) {
	all, err := games.Along(p, line)
	if err != nil {
		return nil, err
	}
	frames := make([]Frame, len(all))
	for i := range all {
		if frames[i].Position = all[i]; i > 0 {
			frames[i].Move, frames[i].Words = line[i-1], words(all[i-1], line[i-1])
		}
	}
	return frames, nil
}

func moveOf(p games.Position, move string) Move { return Move{Move: move, Words: words(p, move)} }

func words(p games.Position, move string) string {
	return report.Sentence(p.Describe(move), picture.Style{})
}
