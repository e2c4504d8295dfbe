package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/difficulty"
	"foregone/analyze/games"
	"foregone/solve"
)

const (
	pickNodes  = 10_000_000    // of one deal, far above what Eight Off and Sea Towers need
	pickTries  = 2000          // random deals for each one that is wanted, before the search for more of them is given up
	lastRandom = math.MaxInt64 // of the random deals of a seed
)

// criteria say which deals are written, and how many; 0 is all.
type criteria struct {
	winnable bool
	level    difficulty.Level
	count    uint64
}

// picks reports whether deals are passed over.
func (d *criteria) picks() bool { return d.winnable || d.level != difficulty.Unrated }

// words name what is looked for.
func (d *criteria) words() string {
	if d.level != difficulty.Unrated {
		return d.level.String() + " deals"
	}
	return "winnable deals"
}

// readCriteria reads the flags that say which deals are wanted of those that begin with p.
func readCriteria(c *cli.Context, p games.Position) (criteria, error) {
	d := criteria{winnable: c.Bool("winnable"), count: c.Uint64("count")}
	if c.IsSet("count") && d.count == 0 {
		return d, usage("--count: found 0, expected 1 or more")
	}
	if c.IsSet("difficulty") {
		var err error
		if d.level, err = difficulty.ParseLevel(c.String("difficulty")); err != nil {
			return d, usage("--difficulty: %v", err)
		}
		if !difficulty.Scaled(p) {
			return d, usage("found --difficulty and %s, expected %s: how hard deals are was measured of these alone",
				strings.TrimSpace(p.Game()+" "+p.Rules()), english.WordSeries(difficulty.Games(), "or"))
		}
	}
	for _, name := range [...]string{"nodes", "jobs"} {
		if c.IsSet(name) && !d.picks() {
			return d, usage("found --%s without --winnable and --difficulty, expected one of them: else nothing is searched", name)
		}
	}
	return d, nil
}

// dealTasks is a source of deals by their text and index.
type dealTasks struct {
	text       string
	next, last uint64
}

func (s *dealTasks) Next() (batch.Task, error) {
	if s.next == s.last {
		return batch.Task{}, io.EOF
	}
	s.next++
	return batch.Task{Input: batch.Input{Place: s.next, Deals: s.text, Index: s.next - 1}}, nil
}

// rateConfig is how deals are looked at: jobs side by side, each with its share of the memory.
func rateConfig(c *cli.Context) (batch.Config, error) {
	var cfg batch.Config
	var err error
	if cfg.Jobs, err = readJobs(c, cores(), mostJobs); err != nil {
		return cfg, err
	}
	total, err := memory(c.String("memory"))
	if err != nil {
		return cfg, err
	}
	debug.SetMemoryLimit(total)
	cfg.Jobs = max(1, min(cfg.Jobs, int((total-reserve)/reserve)))
	cfg.Limits = solve.Limits{Nodes: c.Uint64("nodes"), Memory: min((total-reserve)/int64(cfg.Jobs), batchTable)}
	return cfg, nil
}

// picking is one run that writes the deals that are wanted.
type picking struct {
	*dealing
	c       *cli.Context
	raters  sync.Pool
	stop    context.CancelFunc
	bar     *progressbar.ProgressBar
	found   uint64
	looked  uint64
	skipped uint64 // not decided within the limits
}

// errEnough ends a run when all deals that are wanted are written.
var errEnough = errors.New("enough deals")

// pick writes the deals that are wanted, in their order.
func (d *dealing) pick(c *cli.Context) error {
	cfg, err := rateConfig(c)
	if err != nil {
		return err
	}
	cfg.Hints = games.Hints{Game: d.game, Rules: d.rules}
	tasks := &dealTasks{text: d.text, last: d.deals.Count()}
	total := int64(tasks.last)
	if d.random {
		tasks.last = d.tries()
		total = int64(d.count)
	}
	ctx, stop := context.WithCancel(c.Context)
	defer stop()
	p := &picking{dealing: d, c: c, stop: stop, bar: progress(c, total)}
	p.raters.New = func() any { return new(difficulty.Rater) }
	cfg.Answer, cfg.Emit = p.rate(cfg.Limits), p.emit
	cfg.Render = func(*bytes.Buffer, *batch.Done) error { return nil }
	err = batch.Run(ctx, tasks, cfg)
	if p.bar != nil {
		p.bar.Finish()
	}
	if err != nil && err != errEnough {
		return err
	}
	return p.finish()
}

// tries is how many random deals are looked at.
func (d *criteria) tries() uint64 { return max(10_000, pickTries*min(d.count, lastRandom/pickTries)) }

// rate finds out of a deal what is asked for.
func (p *picking) rate(l solve.Limits) func(context.Context, *batch.Done, games.Engine) error {
	return func(ctx context.Context, d *batch.Done, e games.Engine) (err error) {
		r := p.raters.Get().(*difficulty.Rater)
		defer p.raters.Put(r)
		var m difficulty.Rating
		if p.level == difficulty.Unrated {
			m, err = difficulty.Solve(ctx, e, d.Subject.Final, l)
		} else {
			m, err = r.Rate(ctx, e, d.Subject.Final, l, p.level)
		}
		d.Answer, d.Detail = m.Answer, &m
		return err
	}
}

// emit writes a deal if it is wanted, and ends the run with the last one.
func (p *picking) emit(_ []byte, d *batch.Done) error {
	switch {
	case d.Input != nil:
		return d.Input
	case d.Err != nil:
		return d.Err
	case p.c.Context.Err() != nil:
		return nil
	}
	p.looked++
	if p.bar != nil && !p.random {
		p.bar.Add(1)
	}
	m := d.Detail.(*difficulty.Rating)
	switch {
	case d.Answer.Limit != solve.NoLimit:
		p.skipped++
		return nil
	case d.Answer.Verdict != solve.Winnable, m.Level != p.level && p.level != difficulty.Unrated:
		return nil
	}
	if p.bar != nil {
		p.bar.Clear()
	}
	if err := writeDeal(p.c, d.Subject, m.Words(), p.found == 0); err != nil {
		return err
	}
	p.found++
	if p.bar != nil && p.random {
		p.bar.Add(1)
	}
	if p.found == p.count {
		p.stop()
		return errEnough
	}
	return nil
}

// finish says what was passed over without a verdict, and whether there were fewer deals than are wanted.
func (p *picking) finish() error {
	if p.c.Context.Err() != nil {
		return exit{statusInterrupted}
	}
	var o outcome
	if p.skipped > 0 {
		o.open = true
		fmt.Fprintf(p.c.App.ErrWriter, "foregone: %s left out, not decided within the limits\n", english.Plural(int(p.skipped), "deal was", "deals were"))
	}
	if p.found < p.count {
		o.failed = true
		fmt.Fprintf(p.c.App.ErrWriter, "foregone: found %s %s among %s, expected %s\n",
			humanize.Comma(int64(p.found)), p.words(), humanize.Comma(int64(p.looked)), humanize.Comma(int64(p.count)))
	}
	return o.err()
}
