package cli

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/page"
	"foregone/analyze/picture/svg"
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

// page writes the page of an answer, unless making it failed, and notes that.
func (d *drawing) page(done *batch.Done, p *page.Page, err error) error {
	if err != nil {
		return err
	}
	if err := d.draw(p.Write); err != nil || d.onStdout() {
		return err
	}
	done.Notices = append(done.Notices, fmt.Sprintf("%s: a page of %s; open it in a browser", d.name, english.Plural(len(p.Frames), "board", "")))
	return nil
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
		task.Source = nil
		task.Fault = &positions.Error{File: s.flag, Line: 1, Column: 1, Message: "found another position, expected one"}
	}
	s.taken = true
	return task, err
}

// drawPosition writes the position of a subject, with its last move.
func (d *drawing) drawPosition(s games.Subject) error {
	p := svg.Picture{Title: report.Name(s.Final, s.ID), Words: report.Board(s.Final), Captions: report.Captions(s.Final), Position: s.Final}
	if last := len(s.Moves) - 1; last >= 0 {
		before, err := games.Along(s.Start, s.Moves[:last])
		if err != nil {
			return err
		}
		p.Before, p.Move = before[last], s.Moves[last]
	}
	return d.draw(func(w io.Writer) error { return svg.Write(w, p) })
}

// solution writes the page of a solution.
func (d *drawing) solution(done *batch.Done, verdict string) error {
	a := done.Answer
	if len(a.Ranked) == 0 && len(a.Line) > 0 && !d.c.Bool("all-best") {
		a.Best = nil // the first of the line is no news
	}
	p, err := page.Solution(done.Subject, a, verdict)
	return d.page(done, p, err)
}
