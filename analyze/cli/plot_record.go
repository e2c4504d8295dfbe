package cli

import (
	"context"
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/chart"
	"foregone/analyze/games"
	"foregone/analyze/played"
	"foregone/analyze/report"
	"foregone/solve"
)

func plotFlag() cli.Flag {
	return &cli.StringFlag{Name: "plot", Usage: "draw the value after each move of a record into the file `F`, SVG or PNG by its ending"}
}

// recordPlot draws the one record that is asked for; a nil one draws nothing.
type recordPlot struct {
	*drawing
	format chart.Format
}

func newRecordPlot(c *cli.Context) (*recordPlot, error) {
	if c.IsSet("plot") && c.Bool("only-move") {
		return nil, usage("found --plot and --only-move, expected one of them")
	}
	file, format, err := newPlotFile(c)
	if file == nil || err != nil {
		return nil, err
	}
	return &recordPlot{&drawing{outputFile: file, c: c}, format}, nil
}

// answer is batch.Config.Answer: it draws what next has found.
func (p *recordPlot) answer(next func(context.Context, *batch.Done, games.Engine) error) func(context.Context, *batch.Done, games.Engine) error {
	if p == nil {
		return next
	}
	return func(ctx context.Context, d *batch.Done, e games.Engine) error {
		switch {
		case len(d.Subject.Moves) == 0:
			return errors.New("--plot: found a position without moves, expected the record of a game")
		case p.taken:
			return errors.New("--plot: found another record, expected one")
		}
		if err := next(ctx, d, e); err != nil {
			return err
		}
		g, ok := d.Detail.(*played.Game)
		if !ok {
			return nil
		}
		k := courseOf(d, g)
		return p.draw(func(w io.Writer) error { return k.Write(w, p.format) })
	}
}

// courseOf returns the picture of a game, as the side sees it that begins.
func courseOf(d *batch.Done, g *played.Game) *chart.Course {
	start := d.Subject.Start
	k := &chart.Course{Title: report.CourseTitle(d.Subject, g)}
	k.X, k.Y = report.CourseAxes(start)
	k.Points = append(k.Points, pointOf(&g.Plies[0].Before))
	for i := range g.Plies {
		ply := &g.Plies[i]
		point := pointOf(&ply.After)
		if start.Sides() && ply.Position.ToMove() != start.ToMove() {
			point.Value = -point.Value
		}
		point.Ply, point.Move, point.Mistake = i+1, ply.Move, ply.Mistake
		k.Points = append(k.Points, point)
	}
	k.Levels = report.Levels(start, func(v float64) bool {
		for _, p := range k.Points {
			if p.Known && p.Value == v {
				return true
			}
		}
		return false
	})
	return k
}

// pointOf returns the value of a position of a game.
func pointOf(v *played.Value) chart.Point {
	p := chart.Point{Known: true}
	switch {
	case v.Verdict == solve.Value && v.Mean != nil:
		p.Value, p.Estimate = v.Mean.Value, true
	case v.Verdict == solve.Value:
		p.Value = v.Points.Float()
	case v.Verdict == solve.Win || v.Verdict == solve.Winnable:
		p.Value = 1
	case v.Verdict == solve.Loss || v.Verdict == solve.Unwinnable:
		p.Value = -1
	case v.Verdict != solve.Draw:
		p.Known = false
	}
	return p
}
