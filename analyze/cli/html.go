package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/page"
	"foregone/analyze/picture"
	"foregone/analyze/picture/svg"
	"foregone/analyze/played"
	"foregone/analyze/report"
	"foregone/positions"
)

func htmlFlag() cli.Flag {
	return &cli.StringFlag{Name: "html", Usage: "write a page that steps through it to the file `F` (-: standard output)"}
}

// drawing is the file of --svg or --html, for the one position that is asked for.
type drawing struct {
	*outputFile
	c     *cli.Context
	taken bool
}

// newDrawing returns the file of a flag, nil when it was not given.
func newDrawing(c *cli.Context, flag string) (*drawing, error) {
	switch name := c.String(flag); {
	case !c.IsSet(flag):
		return nil, nil
	case name == "":
		return nil, usage("--%s: found nothing, expected a file", flag)
	case name == "-" && c.Bool("json"):
		return nil, usage("--%s: found - beside --json, expected a file", flag)
	case name == "-":
		return &drawing{outputFile: &outputFile{flag: flag, name: name, pipe: unclosed{c.App.Writer}}, c: c}, nil
	}
	for _, other := range []string{"proof", "plot"} {
		if name := c.String(flag); name == c.String(other) {
			return nil, usage("--%s: found %s, which --%s writes, expected another file", flag, name, other)
		}
	}
	file, err := newOutputFile(c, flag)
	return &drawing{outputFile: file, c: c}, err
}

// onStdout reports whether the drawing takes the place of the text.
func (d *drawing) onStdout() bool { return d != nil && d.name == "-" }

// draw writes the drawing, once.
func (d *drawing) draw(fill func(io.Writer) error) error {
	if d.taken {
		return fmt.Errorf("--%s: found another position, expected one", d.flag)
	}
	d.taken = true
	if err := d.write(d.c.Context, fill); err != nil {
		return fmt.Errorf("--%s: %w", d.flag, err)
	}
	return nil
}

// page writes a page and says so.
func (d *drawing) page(p *page.Page) error {
	if err := d.draw(p.Write); err != nil || d.onStdout() {
		return err
	}
	_, err := fmt.Fprintf(d.c.App.ErrWriter, "foregone: %s: a page of %s; open it in a browser\n", d.name, english.Plural(len(p.Frames), "board", ""))
	return err
}

// alone returns the source when there is a drawing to be made: of its first position, and the others are refused.
func (d *drawing) alone(src batch.Source) batch.Source {
	if d == nil {
		return src
	}
	return &firstOf{src, "--" + d.flag, false}
}

// firstOf is a source whose tasks are faults of a flag but for the first.
type firstOf struct {
	batch.Source
	flag  string
	taken bool
}

func (s *firstOf) Next() (batch.Task, error) {
	task, err := s.Source.Next()
	if s.taken {
		task.Load = func() (games.Subject, *positions.Error) {
			return games.Subject{}, &positions.Error{File: s.flag, Line: 1, Column: 1, Message: "found another position, expected one"}
		}
	}
	s.taken = true
	return task, err
}

// nameOf names a position in the title of a picture: "eightoff, ms 1".
func nameOf(p games.Position, id string) string {
	if id == "" {
		return p.Game()
	}
	return p.Game() + ", " + id
}

// drawPosition writes the position of a subject, with its last move.
func (d *drawing) drawPosition(s games.Subject) error {
	p := svg.Picture{Title: nameOf(s.Final, s.ID), Position: s.Final}
	if last := len(s.Moves) - 1; last >= 0 {
		before, err := replayed(s.Start, s.Moves[:last])
		if err != nil {
			return err
		}
		p.Before, p.Move = before, s.Moves[last]
	}
	return d.draw(func(w io.Writer) error { return svg.Write(w, p) })
}

func replayed(p games.Position, moves []string) (games.Position, error) {
	for _, move := range moves {
		var err error
		if p, err = p.Play(move); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// solution writes a page that steps through the moves that led to a position, if it has some, and on through its solution.
func (d *drawing) solution(done *batch.Done, verdict string) error {
	s, a := done.Subject, done.Answer
	frames, err := page.Along(s.Start, append(append([]string(nil), s.Moves...), a.Line...))
	if err != nil {
		return err
	}
	p := &page.Page{Name: nameOf(s.Final, s.ID), Verdict: verdict, Step: "Step", Steps: "Steps", Moves: "Best moves", Frames: frames, First: len(s.Moves)}
	if len(s.Moves) > 0 {
		p.Facts = append(p.Facts, fmt.Sprintf("The verdict is of the position after %s.", english.Plural(len(s.Moves), "move", "")))
	}
	here := &p.Frames[p.First]
	if len(a.Ranked) == 0 && len(a.Line) > 0 && !d.c.Bool("all-best") {
		a.Best = nil // the first of the line is no news
	}
	for i, move := range a.Best {
		m := page.Move{Move: move, Words: report.Sentence(s.Final.Describe(move), picture.Style{}), Best: i == 0 || len(a.Ranked) == 0}
		if i < len(a.Ranked) && a.Ranked[i].Move == move {
			mean := a.Ranked[i].Mean
			m.Value = fmt.Sprintf("%.1f±%.1f", mean.Value, mean.High-mean.Value)
		}
		here.Moves = append(here.Moves, m)
	}
	return d.page(p)
}

// analysis writes a page of a position and of what its moves are worth, which steps through the line that was found.
func (d *drawing) analysis(done *batch.Done, a *games.Analysis, verdict string) error {
	pos := done.Subject.Final
	frames, err := page.Along(pos, a.Line)
	if err != nil {
		return err
	}
	for _, m := range a.Moves {
		frames[0].Moves = append(frames[0].Moves, page.Move{
			Move: m.Move, Words: report.Sentence(pos.Describe(m.Move), picture.Style{}), Value: report.Worth(pos, m), Best: m.Best,
		})
	}
	if a.Puzzle != nil {
		for i, step := range a.Puzzle.Steps {
			frames[step.Ply].Value = report.Others(pos, &a.Puzzle.Steps[i])
		}
	}
	return d.page(&page.Page{
		Name: nameOf(pos, done.Subject.ID), Verdict: verdict, Step: "Step", Steps: "Steps", Moves: "What each move is worth", Frames: frames,
		Notes: strings.FieldsFunc(report.Facts(pos, a, picture.Style{}), func(r rune) bool { return r == '\n' }),
	})
}

// record writes a page that steps through a game that was played.
func (d *drawing) record(done *batch.Done, g *played.Game, summary string) error {
	frames, err := page.Along(done.Subject.Start, done.Subject.Moves)
	if err != nil {
		return err
	}
	for i, p := range g.Plies {
		after := &frames[i+1]
		if after.Value = report.Stands(p); p.Mistake {
			after.Mistake = report.Thrown(p)
		}
	}
	all := &page.Page{Name: nameOf(done.Subject.Final, done.Subject.ID), Verdict: summary, Step: "Move", Steps: "Moves played", Frames: frames}
	if _, scored := done.Subject.Final.(games.Scored); scored {
		all.Worth = "Expected points"
	}
	return d.page(all)
}
