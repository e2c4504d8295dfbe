package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/analyze/record"
	"foregone/analyze/report"
	"foregone/solve"
	"foregone/solve/store"
)

func solveCommand() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "say whether a position can be won, and how",
		UsageText: "foregone solve [options] [FILE…]\n\nWithout FILE, -p and --deal the position is read from standard input.",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a position"},
			&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Usage: "exit with 1 when the first position is not winnable"},
			&cli.StringFlag{Name: "moves", Value: "words", Usage: "the solution in `words|standard`"},
			&cli.BoolFlag{Name: "boards", Usage: "draw the board after every step"},
			&cli.BoolFlag{Name: "ascii", Usage: "letters for suits"},
			htmlFlag(),
		}, proofFlags(), natsFlags("have the workers of the NATS server at `URL` share the proof of a Breakthrough position"), shorterFlags(), limitFlags(defaultTimeout, "1")),
		Action: runSolve,
	}
}

func runSolve(c *cli.Context) error {
	cfg, err := readLimits(c, 1, 0)
	if err != nil {
		return err
	}
	if err := readShorter(c, &cfg.Want); err != nil {
		return err
	}
	src, err := newSource(c, c.Args().Slice())
	if err != nil {
		return err
	}
	cfg.Hints = src.hints
	printer, err := newPrinter(c)
	if err != nil {
		return err
	}
	proofs, err := newProver(c, cfg.Limits)
	if err != nil {
		return err
	}
	if printer.page, err = newDrawing(c, "html"); err != nil {
		return err
	}
	cache, err := openCache(c)
	if err != nil {
		return err
	}
	defer closeCache(cache)
	if proofs != nil {
		cfg.After = proofs.write
	}
	cfg.Want.Line, cfg.Want.Short = true, true
	shared, err := newSharedProof(c, &cfg)
	if err != nil {
		return err
	}
	defer shared.close()
	if shared != nil {
		cfg.Answer = shared.answer
	}
	cfg.Cache, printer.cache = cache, cache
	cfg.Render = printer.render
	if c.Bool("json") {
		cfg.Render = printer.renderJSON
	}
	return answerEach(c, printer.page.alone(src.orStdin(c)), &cfg, printer.many)
}

// answerEach answers the positions of a source and prints each answer as soon as it is there. One position alone has all jobs
// and their memory.
func answerEach(c *cli.Context, src batch.Source, cfg *batch.Config, many bool) error {
	if !many {
		cfg.Resources.Jobs = min(cfg.Jobs, cores())
		cfg.Limits.Memory *= int64(cfg.Jobs)
	}
	var o outcome
	first, printed := true, false
	stop := spin(c, cfg)
	defer stop()
	cfg.Emit = func(text []byte, d *batch.Done) error {
		stop()
		told := d.Tell()
		o.note(c, &told, first)
		o.noteRecord(d)
		first = false
		if len(text) > 0 {
			if printed && !c.Bool("json") && !c.Bool("only-move") {
				fmt.Fprintln(c.App.Writer)
			}
			printed = true
			if _, err := c.App.Writer.Write(text); err != nil {
				return err
			}
		}
		for _, n := range d.Notices {
			fmt.Fprintf(c.App.ErrWriter, "foregone: %s\n", n)
		}
		return nil
	}
	if err := batch.Run(c.Context, src, *cfg); err != nil {
		return err
	}
	return o.interruptedBy(c.Context).err()
}

// severalInputs reports whether the command names more than one input.
func severalInputs(c *cli.Context) bool {
	return len(c.StringSlice("position"))+len(c.StringSlice("deal"))+c.NArg() > 1
}

// interruptedBy notes a signal that came between two positions.
func (o *outcome) interruptedBy(ctx context.Context) *outcome {
	if solve.Stopped(ctx) == solve.Interrupted {
		o.interrupted = true
	}
	return o
}

// renderJSON writes the record of a task with the chosen fields.
func renderJSON(buf *bytes.Buffer, d *batch.Done, f record.Fields) error {
	r := d.Record(f, program)
	line, err := f.AppendJSON(buf.AvailableBuffer(), &r)
	buf.Write(line)
	return err
}

// printer tells answers to people.
type printer struct {
	style    picture.Style
	standard bool // the solution in standard notation
	boards   bool
	allBest  bool
	many     bool     // name each position
	page     *drawing // of --html, nil: none
	ctx      context.Context
	cache    *store.Store // nil: none
}

func newPrinter(c *cli.Context) (*printer, error) {
	p := &printer{
		style:   style(c),
		boards:  c.Bool("boards"),
		allBest: c.Bool("all-best"),
		many:    severalInputs(c),
		ctx:     c.Context,
	}
	switch c.String("moves") {
	case "words":
	case "standard":
		p.standard = true
	default:
		return nil, usage("--moves: found %q, expected words or standard", c.String("moves"))
	}
	return p, nil
}

func (p *printer) render(buf *bytes.Buffer, d *batch.Done) error {
	if d.Input != nil || d.Err != nil {
		return nil
	}
	pos, a := d.Subject.Final, d.Answer
	verdict := report.Verdict(pos, a, p.kinder(d))
	if p.page != nil {
		if err := p.page.solution(d, verdict); err != nil || p.page.onStdout() {
			return err
		}
	}
	p.position(buf, d, verdict)
	if len(a.Ranked) > 0 {
		fmt.Fprintf(buf, "\n%s\n", report.Ranked(a))
	} else if p.allBest && len(a.Best) > 0 && a.Verdict != solve.Unknown && (a.Line != nil || a.Verdict == solve.Value || a.Verdict == solve.Draw) {
		fmt.Fprintf(buf, "\n%s\n", report.Best(a))
	}
	if len(a.Line) == 0 {
		return nil
	}
	buf.WriteByte('\n')
	steps := report.Steps
	if p.standard {
		steps = report.Standard
	}
	text, err := steps(pos, a.Line, p.style, p.boards)
	buf.WriteString(text)
	return err
}

// named puts the name of a position, if it needs one, before what is said of it.
func (p *printer) named(d *batch.Done, text string) string {
	if p.many || d.ID != "1" && d.Subject.ID == "" {
		return d.ID + ": " + text
	}
	return text
}

// position writes the verdict and the board.
func (p *printer) position(buf *bytes.Buffer, d *batch.Done, verdict string) {
	pos := d.Subject.Final
	fmt.Fprintf(buf, "%s\n\n%s\n%s\n%s", p.named(d, verdict), picture.Header(pos, d.Subject.ID), p.style.Board(pos), report.Legend(pos, p.style))
}

// renderJSON writes the record, and the page of --html.
func (p *printer) renderJSON(buf *bytes.Buffer, d *batch.Done) error {
	if p.page != nil && d.Input == nil && d.Err == nil {
		if err := p.page.solution(d, report.Verdict(d.Subject.Final, d.Answer, p.kinder(d))); err != nil {
			return err
		}
	}
	return renderJSON(buf, d, record.Fields{})
}

// Bounds of the short extra search that tells under which kinder rule an unwinnable position could be won.
const (
	kinderTime  = 2 * time.Second
	kinderNodes = 200_000
	kinderAgain = 1000 // when the answer itself came from the cache
)

// kinder returns the words of the first kinder rule that is proven to make the position winnable.
func (p *printer) kinder(d *batch.Done) string {
	if d.Answer.Verdict != solve.Unwinnable {
		return ""
	}
	ctx, cancel := context.WithTimeout(p.ctx, kinderTime)
	defer cancel()
	family, err := games.Lookup(d.Subject.Final.Game())
	if err != nil {
		return ""
	}
	engine, nodes := family.NewEngine(games.Resources{}), uint64(kinderNodes)
	if p.cache != nil {
		engine = games.NewCached(engine, p.cache)
	}
	if d.Answer.Cache == games.CacheHit {
		nodes = kinderAgain
	}
	for _, r := range d.Subject.Final.Relaxed() {
		a, err := engine.Solve(ctx, r.Position, solve.Limits{Nodes: nodes, Memory: reserve}, games.Want{})
		if err == nil && a.Verdict == solve.Winnable {
			return r.Words
		}
	}
	return ""
}
