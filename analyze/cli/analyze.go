package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/page"
	"foregone/analyze/played"
	"foregone/analyze/record"
	"foregone/analyze/report"
)

func analyzeCommand() *cli.Command {
	return &cli.Command{
		Name:      "analyze",
		Usage:     "say what every move of a position is worth",
		UsageText: "foregone analyze [options] [FILE…]\n\nWithout FILE, -p and --deal the position is read from standard input.",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a position"},
			&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Usage: "exit with 1 when the first position is not winnable"},
			&cli.BoolFlag{Name: "only-move", Usage: "print the best move and nothing else"},
			&cli.BoolFlag{Name: "ascii", Usage: "letters for suits"},
			&cli.BoolFlag{Name: "puzzle", Usage: "walk the solution and say where one move alone keeps the value"},
			htmlFlag(),
			plotFlag(),
		}, limitFlags(defaultTimeout, "1")),
		Action: runAnalyze,
	}
}

func runAnalyze(c *cli.Context) error {
	cfg, err := readLimits(c, 1, 0)
	if err != nil {
		return err
	}
	if c.Bool("json") && c.Bool("only-move") {
		return usage("found --json and --only-move, expected one of them")
	}
	if c.Bool("puzzle") && c.Bool("only-move") {
		return usage("found --puzzle and --only-move, expected one of them")
	}
	if c.IsSet("html") && c.Bool("only-move") {
		return usage("found --html and --only-move, expected one of them")
	}
	src, err := newSource(c, c.Args().Slice())
	if err != nil {
		return err
	}
	cfg.Hints = src.hints
	drawn, err := newDrawing(c, "html")
	if err != nil {
		return err
	}
	plot, err := newRecordPlot(c)
	if err != nil {
		return err
	}
	cache, err := openCache(c)
	if err != nil {
		return err
	}
	defer closeCache(cache)
	many := severalInputs(c)
	cfg.Want.Line, cfg.Want.Short = true, true
	cfg.Cache = cache
	printer := &analysisPrinter{
		printer: printer{style: style(c), many: many, ctx: c.Context, cache: cache, page: drawn},
		optimal: c.Bool("optimal"),
	}
	switch {
	case c.Bool("json"):
		cfg.Render = printer.renderJSON
	case c.Bool("only-move"):
		cfg.Render = renderMove
	default:
		cfg.Render = printer.render
	}
	cfg.Answer = plot.answer(func(ctx context.Context, d *batch.Done, e games.Engine) error {
		if len(d.Subject.Moves) > 0 && !c.Bool("only-move") {
			return analyzeRecord(ctx, d, e, &cfg)
		}
		return analyzePosition(ctx, c, d, e, &cfg)
	})
	return answerEach(c, drawn.alone(src.orStdin(c)), &cfg, many)
}

// analyzePosition finds what the moves of a position are worth, and what else is asked for.
func analyzePosition(ctx context.Context, c *cli.Context, d *batch.Done, e games.Engine, cfg *batch.Config) error {
	p := d.Subject.Final
	a, err := games.Analyze(ctx, e, p, cfg.Limits, cfg.Want)
	if err != nil {
		return err
	}
	d.Detail = &a
	if !c.Bool("only-move") {
		a.Facts = games.Facts(ctx, e, p, cfg.Limits, &a)
	}
	if c.Bool("puzzle") {
		a.Puzzle, err = games.Walk(ctx, e, p, cfg.Limits, cfg.Want, &a)
	}
	d.Answer = a.Answer
	return err
}

// renderAnalysis writes the record of an analysis.
func (p *analysisPrinter) renderAnalysis(buf *bytes.Buffer, d *batch.Done) error {
	r := record.Analysis{Record: d.Record(record.Fields{}, program)}
	if d.Err == nil {
		switch found := d.Detail.(type) {
		case *played.Game:
			r.Played = record.FromPlayed(found)
		case *games.Analysis:
			r.Moves, r.Unique, r.Facts = record.FromMoves(found.Moves, p.optimal), found.Unique, found.Facts
			if found.Puzzle != nil {
				r.Puzzle = record.FromPuzzle(found.Puzzle)
			}
		}
	}
	line, err := r.Append(buf.AvailableBuffer())
	buf.Write(line)
	return err
}

// renderJSON writes the record, and the page of --html.
func (p *analysisPrinter) renderJSON(buf *bytes.Buffer, d *batch.Done) error {
	if p.page != nil && d.Input == nil && d.Err == nil {
		if err := p.drawPage(d); err != nil {
			return err
		}
	}
	return p.renderAnalysis(buf, d)
}

// drawPage writes the page of an analysis.
func (p *analysisPrinter) drawPage(d *batch.Done) error {
	var drawn *page.Page
	var err error
	switch a := d.Detail.(type) {
	case *played.Game:
		drawn, err = page.Record(d.Subject, a)
	case *games.Analysis:
		drawn, err = page.Analysis(d.Subject, a, report.Verdict(d.Subject.Final, a.Answer, p.kinder(d)))
	default:
		return nil
	}
	return p.page.page(d, drawn, err)
}

// renderMove writes the best move.
func renderMove(buf *bytes.Buffer, d *batch.Done) error {
	if a, ok := d.Detail.(*games.Analysis); ok && d.Err == nil && len(a.Moves) > 0 && a.Moves[0].Best {
		fmt.Fprintln(buf, a.Moves[0].Move)
	}
	return nil
}

// analysisPrinter tells analyses to people.
type analysisPrinter struct {
	printer
	optimal bool // distances are
}

func (p *analysisPrinter) render(buf *bytes.Buffer, d *batch.Done) error {
	if g, ok := d.Detail.(*played.Game); ok && d.Err == nil {
		return p.renderRecord(buf, d, g)
	}
	a, ok := d.Detail.(*games.Analysis)
	if !ok || d.Err != nil {
		return nil
	}
	pos := d.Subject.Final
	verdict := report.Verdict(pos, a.Answer, p.kinder(d))
	if p.page != nil {
		if err := p.drawPage(d); err != nil || p.page.onStdout() {
			return err
		}
	}
	p.position(buf, d, verdict)
	if len(a.Moves) > 0 {
		fmt.Fprintf(buf, "\n%s", report.Moves(pos, a, p.style))
	}
	if facts := report.Facts(pos, a, p.style); facts != "" {
		fmt.Fprintf(buf, "\n%s", facts)
	}
	if a.Puzzle != nil {
		text, err := report.Puzzle(pos, a, a.Puzzle, p.style)
		if err != nil {
			return err
		}
		fmt.Fprintf(buf, "\n%s", text)
	}
	return nil
}
