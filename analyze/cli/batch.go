package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/record"
	"foregone/solve"
)

func batchCommand() *cli.Command {
	return &cli.Command{
		Name:  "batch",
		Usage: "answer many positions, one JSON record a line, in parallel",
		UsageText: "foregone batch [options] [FILE…]\n\n" +
			"Numbered deals by --deals, random ones by --random, or positions in files or on standard input.",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.StringSliceFlag{Name: "deals", Usage: "numbered deals, a `RANGE` such as 1..1000 or \"kpat 1..100\""},
			&cli.Uint64Flag{Name: "random", Usage: "`N` uniform random deals of --seed", DefaultText: "none"},
			&cli.StringFlag{Name: "fields", Usage: "keep these keys only: `a,b,…`"},
			&cli.StringFlag{Name: "only", Usage: "print only the records with this `VERDICT`"},
			&cli.BoolFlag{Name: "tsv", Usage: "tab-separated values with a header line"},
			&cli.StringFlag{Name: "summary", Usage: "write the summary as JSON to the file `F`"},
			&cli.BoolFlag{Name: "json", Usage: "JSON Lines, which is the default"},
			&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Usage: "exit with 1 when the first position is not winnable"},
		}, limitFlags(0, "as many as there are cores")),
		Action: runBatch,
	}
}

func runBatch(c *cli.Context) error {
	cfg, err := readLimits(c, cores(), batchTable)
	if err != nil {
		return err
	}
	src, total, err := batchSource(c)
	if err != nil {
		return err
	}
	fields, err := batchFields(c)
	if err != nil {
		return err
	}
	if c.Bool("tsv") && c.Bool("json") {
		return usage("found --tsv and --json, expected one of them")
	}
	summaryFile, err := createSummary(c)
	if err != nil {
		return err
	}
	only := c.String("only")
	if only != "" && !slices.Contains(solve.VerdictNames(), only) {
		return usage("--only: found %q, expected one of %s", only, strings.Join(solve.VerdictNames(), ", "))
	}
	cfg.Want.Line = fields.Has("line", "steps", "distance", "optimal", "best")
	cfg.Render = func(buf *bytes.Buffer, d *batch.Done) error {
		if only != "" && (d.Input != nil || d.Err != nil || d.Answer.Verdict.String() != only) {
			return nil
		}
		if c.Bool("tsv") {
			r := toRecord(d, fields)
			buf.Write(fields.AppendTSV(buf.AvailableBuffer(), &r))
			return nil
		}
		return renderJSON(buf, d, fields)
	}
	out := newFlusher(c)
	defer out.stop()
	if c.Bool("tsv") {
		fmt.Fprintln(out, strings.Join(fields.Names(), "\t"))
	}
	var o outcome
	first := true
	summary := batch.NewSummary()
	bar := progress(c, total)
	cfg.Emit = func(text []byte, d *batch.Done) error {
		o.note(c, d, first)
		first = false
		summary.Add(d)
		if bar != nil {
			bar.Add(1)
		}
		_, err := out.Write(text)
		return err
	}
	err = batch.Run(c.Context, src, cfg)
	if bar != nil {
		bar.Finish()
	}
	if err2 := out.stop(); err == nil {
		err = err2
	}
	if err == nil {
		err = writeSummary(c, summary, summaryFile)
	}
	if err != nil {
		return err
	}
	return o.interruptedBy(c.Context).err()
}

// batchSource returns the inputs and how many there are, -1 when that is not known.
func batchSource(c *cli.Context) (*source, int64, error) {
	src, err := newSource(c)
	if err != nil {
		return nil, 0, err
	}
	ranges := c.StringSlice("deals")
	if n := c.Uint64("random"); n > 0 {
		if c.Int64("seed") < 0 {
			return nil, 0, usage("--seed: found %d, expected 0 or more", c.Int64("seed"))
		}
		ranges = append(ranges, fmt.Sprintf("random %d/1..%d", c.Int64("seed"), n))
	} else if c.IsSet("random") {
		return nil, 0, usage("--random: found 0, expected 1 or more")
	}
	total := int64(len(c.StringSlice("deal")))
	counted := len(c.StringSlice("position")) == 0 && c.NArg() == 0
	for _, text := range ranges {
		deals, n, err := src.deals(text)
		if err != nil {
			return nil, 0, usage("--deals: %v", err)
		}
		total += int64(n)
		src.parts = append(src.parts, deals)
	}
	if counted && len(src.parts) > 0 {
		return src, total, nil
	}
	return src.orStdin(c), -1, nil
}

// batchFields returns the keys to print: without --fields all but version.
func batchFields(c *cli.Context) (record.Fields, error) {
	if !c.IsSet("fields") {
		return record.Fields{}.Without("version"), nil
	}
	f, err := record.ParseFields(c.String("fields"))
	if err != nil {
		return f, usage("--fields: %v", err)
	}
	return f, nil
}

// createSummary creates the file of --summary before the work begins, nil without the flag.
func createSummary(c *cli.Context) (*os.File, error) {
	switch name := c.String("summary"); {
	case name != "":
		return os.Create(name)
	case c.IsSet("summary"):
		return nil, usage("--summary: found nothing, expected the name of a file")
	}
	return nil, nil
}

func writeSummary(c *cli.Context, s *batch.Summary, f *os.File) error {
	if isTerminal(c.App.ErrWriter) {
		fmt.Fprint(c.App.ErrWriter, s)
	}
	if f == nil {
		return nil
	}
	if err := s.WriteJSON(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// flushEvery keeps well below the 200 ms that the contract grants.
const flushEvery = 100 * time.Millisecond

// flusher buffers standard output and flushes it in short intervals.
type flusher struct {
	mu   sync.Mutex
	w    *bufio.Writer
	quit chan struct{}
	once sync.Once
}

func newFlusher(c *cli.Context) *flusher {
	f := &flusher{w: bufio.NewWriterSize(c.App.Writer, 1<<16), quit: make(chan struct{})}
	go func() {
		tick := time.NewTicker(flushEvery)
		defer tick.Stop()
		for {
			select {
			case <-f.quit:
				return
			case <-tick.C:
				f.mu.Lock()
				f.w.Flush() // an error stays with the writer and comes back from the next Write
				f.mu.Unlock()
			}
		}
	}()
	return f
}

func (f *flusher) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.w.Write(p)
}

// stop flushes for the last time.
func (f *flusher) stop() error {
	f.once.Do(func() { close(f.quit) })
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.w.Flush()
}
