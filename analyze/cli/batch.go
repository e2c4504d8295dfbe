package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"
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
			&cli.StringFlag{Name: "out", Usage: "write the records to the new file `F` instead of standard output"},
			&cli.BoolFlag{Name: "resume", Usage: "go on with the file of --out where an earlier run ended, however it did"},
			&cli.StringFlag{Name: "shard", Usage: "answer every N-th input only, from the I-th on: `I/N`"},
			&cli.IntFlag{Name: "shard-base", Value: 1, Usage: "`B` 0: shards are counted from 0"},
			&cli.BoolFlag{Name: "merge", Usage: "the FILEs are all the shards of a run in order: print what the whole run would have"},
			&cli.DurationFlag{Name: "total-timeout", Usage: "stop the whole run after `D` (0: never)"},
			&cli.StringFlag{Name: "summary", Usage: "write the summary as JSON to the file `F`"},
			&cli.BoolFlag{Name: "json", Usage: "JSON Lines, which is the default"},
			&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Usage: "exit with 1 when the first position is not winnable"},
		}, plotFlags(), natsFlags("have the workers of the NATS server at `URL` answer, on any machines"), shorterFlags(), limitFlags(0, "as many as there are cores")),
		Action: runBatch,
	}
}

func runBatch(c *cli.Context) error {
	if c.Bool("merge") {
		return runMerge(c)
	}
	if c.IsSet("nats") {
		if err := refuseWithNATS(c, "jobs", "cache", "cache-size", "tables"); err != nil {
			return err
		}
	}
	cfg, err := readLimits(c, cores(), batchTable)
	if err != nil {
		return err
	}
	if err := readShorter(c, &cfg.Want); err != nil {
		return err
	}
	src, total, err := batchSource(c)
	if err != nil {
		return err
	}
	b, err := newBatchRun(c, total)
	if err != nil {
		return err
	}
	tasks, err := b.todo(src)
	if err != nil {
		return err
	}
	cfg.Want.Line = b.fields.Has("line", "steps", "distance", "optimal", "best") || b.plot.wantsLines()
	cfg.Hints = src.hints
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	if d := c.Duration("total-timeout"); d > 0 {
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	b.ctx = ctx
	if c.IsSet("nats") {
		err = b.coordinate(tasks, total, cfg)
	} else {
		err = b.run(tasks, cfg)
	}
	if err := b.finish(err); err != nil {
		return err
	}
	if solve.Stopped(ctx) == solve.Timeout {
		b.outcome.open = true
		fmt.Fprintf(c.App.ErrWriter, "foregone: --total-timeout ended the run after %s\n", english.Plural(int(b.summary.Total()), "record", ""))
	}
	return b.outcome.interruptedBy(c.Context).err()
}

// run answers the tasks in this process.
func (b *batchRun) run(tasks batch.Source, cfg batch.Config) error {
	cache, err := openCache(b.c)
	if err != nil {
		return err
	}
	defer closeCache(cache)
	cfg.Cache = cache
	if cfg.Render, err = b.format.Renderer(); err != nil {
		return err
	}
	cfg.Emit = func(text []byte, d *batch.Done) error {
		told := d.Tell()
		return b.emit(text, &told)
	}
	return batch.Run(b.ctx, tasks, cfg)
}

// batchSource returns the inputs and how many there are, -1 when that is not known.
func batchSource(c *cli.Context) (*source, int64, error) {
	src, err := newSource(c, c.Args().Slice())
	if err != nil {
		return nil, 0, err
	}
	ranges := c.StringSlice("deals")
	if n := c.Uint64("random"); n > 0 {
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
