package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/analyze/record"
	"foregone/analyze/report"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "draw a position, or write it in another notation",
		UsageText: "foregone show [options] [FILE…]",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "write in this `NOTATION`: line, page; cards: fcsolve, solvitaire; Breakthrough: openspiel, fen, ludii"},
			&cli.StringFlag{Name: "svg", Usage: "draw it as a picture in the file `F` (-: standard output)"},
			&cli.BoolFlag{Name: "ascii", Usage: "letters for suits"},
		}),
		Action: runShow,
	}
}

func runShow(c *cli.Context) error {
	drawn, err := newDrawing(c, "svg")
	if err != nil {
		return err
	}
	if drawn != nil && c.IsSet("to") {
		return usage("found --svg and --to, expected one of them")
	}
	return eachSubject(c, c.Args().Slice(), func(id string, s games.Subject, first bool) error {
		if drawn != nil {
			return drawn.drawPosition(s)
		}
		if to := c.String("to"); to != "" {
			return writeAs(c, s.Final, to, first)
		}
		if !first {
			fmt.Fprintln(c.App.Writer, "---")
		}
		_, err := fmt.Fprintf(c.App.Writer, "%s\n%s\n%s%s%s", picture.Header(s.Final, s.ID), style(c).Board(s.Final), report.Legend(s.Final, style(c)),
			report.Points(s.Final), report.Forced(s.Final))
		return err
	})
}

// writeAs writes a position in a notation; several pages, or other boards of more than one line, are parted
// by a line of dashes.
func writeAs(c *cli.Context, p games.Position, notation string, first bool) error {
	if !slices.Contains(p.Formats(), notation) {
		return usage("--to: found %q, expected one of %s", notation, strings.Join(p.Formats(), ", "))
	}
	text, err := p.Write(notation)
	if err != nil {
		return err
	}
	text = strings.TrimRight(text, "\n")
	if strings.Contains(text, "\n") && !first {
		text = "---\n" + text
	}
	_, err = fmt.Fprintln(c.App.Writer, text)
	return err
}

// eachSubject reads every input and calls visit for each that can be read. Unreadable ones are said on standard
// error and make the status 2.
func eachSubject(c *cli.Context, files []string, visit func(id string, s games.Subject, first bool) error) error {
	src, err := newSource(c, files)
	if err != nil {
		return err
	}
	src.orStdin(c)
	loader := batch.NewLoader(src.hints)
	var o outcome
	first := true
	for c.Context.Err() == nil {
		task, err := src.Next()
		if err == io.EOF {
			return o.err()
		}
		if err != nil {
			return err
		}
		subject, bad := loader.Load(&task.Input)
		id := record.Name(subject, task.Place)
		if bad != nil {
			complain(c, task.Faulty(bad))
			o.failed = true
			if c.Bool("json") {
				r := record.FromError(id, bad)
				line, err := r.Append(nil)
				if err != nil {
					return err
				}
				if _, err := c.App.Writer.Write(line); err != nil {
					return err
				}
			}
			continue
		}
		for _, n := range subject.Notes {
			fmt.Fprintf(c.App.ErrWriter, "foregone: %s: %s\n", id, n)
		}
		if err := visit(id, subject, first); err != nil {
			return err
		}
		first = false
	}
	o.interrupted = true
	return o.err()
}
