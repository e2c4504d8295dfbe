package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/report"
	"foregone/solve"
)

// builtRecord is what build --json prints.
type builtRecord struct {
	tableRecord
	Memory    int64             `json:"memory"` // bytes that were asked for
	ElapsedMS int64             `json:"elapsed_ms"`
	Position  string            `json:"position"`
	Verdict   string            `json:"verdict"`
	Exact     bool              `json:"exact"`
	Winner    string            `json:"winner,omitzero"`
	Distance  *int              `json:"distance,omitzero"`
	Value     *float64          `json:"value,omitzero"`
	Fraction  string            `json:"fraction,omitzero"`
	Sampled   *games.Again      `json:"sampled,omitzero"`
	Best      []string          `json:"best,omitzero"`
	Replies   map[string]string `json:"replies,omitempty"` // to every move that does not keep the verdict or, of a loss, to every move
}

// mostSamples bounds --sample, whose entries are kept in memory until they are proven.
const mostSamples = 1_000_000

// tableBuild builds a table, unless it is there, and says what it knows of the start position.
func tableBuild(c *cli.Context) error {
	plan, err := planned(c)
	if err != nil {
		return err
	}
	o := games.TableOptions{Progress: new(atomic.Uint64), Samples: c.Int("sample"), Again: new(games.Again)}
	if o.Jobs, err = readJobs(c, cores(), mostJobs); err != nil {
		return err
	}
	if err := inRange("sample", o.Samples, 0, mostSamples); err != nil {
		return err
	}
	o.Anew = func(reason error) { sayAnew(c, reason) }
	total, err := memory(c.String("memory"))
	if err != nil {
		return err
	}
	o.Memory = total - reserve
	need := plan.Need(o.Jobs, c.Bool("start-only"))
	if err := sayNeed(c, plan, need, o); err != nil || c.Bool("dry-run") {
		return err
	}
	dir, err := tablesDir(c)
	switch {
	case err != nil:
		return err
	case dir == "":
		return usage("found no folder for the table, expected --tables")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	o.Spill = dir
	if !c.Bool("start-only") {
		o.Path = filepath.Join(dir, games.TableFile(plan.Name()))
	}
	debug.SetMemoryLimit(total)
	start := time.Now()
	t, err := buildOrOpen(c, plan, need, o)
	if err != nil {
		return err
	}
	defer t.Close()
	return sayBuilt(c, plan, t, o, time.Since(start))
}

// sayNeed tells people what a build takes, before it begins.
func sayNeed(c *cli.Context, plan games.TablePlan, need games.TableNeed, o games.TableOptions) error {
	pace, err := plan.Pace(c.Context)
	if c.Context.Err() != nil {
		return exit{statusInterrupted}
	}
	if err != nil {
		return err
	}
	long := time.Duration(pace * float64(need.Work) / float64(min(o.Jobs, cores())))
	w := c.App.Writer
	if c.Bool("json") {
		w = c.App.ErrWriter
		if !isTerminal(w) {
			return nil
		}
	}
	memory := humanize.IBytes(uint64(need.Memory))
	if need.Memory > o.Memory {
		memory += " of which " + humanize.IBytes(uint64(o.Memory)) + " are allowed (--memory) and the others taken from disk, at least " +
			humanize.IBytes(uint64(need.Least))
	}
	disk := "nothing stays on disk"
	if need.Disk > 0 {
		disk = humanize.IBytes(uint64(need.Disk)) + " on disk"
	}
	_, err = fmt.Fprintf(w, "%s: %s\ntakes about: %s with %s, %s of memory; %s\n", plan.Name(), need.Size, rough(long),
		english.Plural(o.Jobs, "job", ""), memory, disk)
	return err
}

// rough returns a time as an estimate has it.
func rough(d time.Duration) string {
	switch {
	case d < time.Second:
		return "a second"
	case d < time.Minute:
		return d.Round(time.Second).String()
	case d < time.Hour:
		return fmt.Sprintf("%d minutes", (d+30*time.Second)/time.Minute)
	}
	return fmt.Sprintf("%.1f hours", d.Hours())
}

// buildOrOpen opens the table's file, if there is one that is good, else builds it.
func buildOrOpen(c *cli.Context, plan games.TablePlan, need games.TableNeed, o games.TableOptions) (games.Table, error) {
	if o.Path != "" {
		t, err := games.OpenTableOf(plan.Name(), o.Path)
		if err == nil {
			if err = t.Check(c.Context); err != nil {
				err = errors.Join(err, t.Close())
			}
		}
		switch {
		case c.Context.Err() != nil:
			return nil, exit{statusInterrupted}
		case err == nil:
			return t, nil
		case !errors.Is(err, fs.ErrNotExist):
			if info, fault := os.Stat(o.Path); fault == nil && info.IsDir() {
				return nil, err
			}
			sayAnew(c, err)
			if err := os.Remove(o.Path); err != nil {
				return nil, err
			}
		}
	}
	stop := watch(c, need.Units, o.Progress)
	t, err := plan.Build(c.Context, o)
	stop()
	if c.Context.Err() != nil && errors.Is(err, context.Canceled) {
		after := "the same command goes on from there"
		if o.Path == "" {
			after = "nothing of it is kept"
		}
		fmt.Fprintf(c.App.ErrWriter, "foregone: stopped after %.0f %%; %s\n", 100*float64(o.Progress.Load())/float64(max(need.Units, 1)), after)
		return nil, exit{statusInterrupted}
	}
	return t, err
}

func sayAnew(c *cli.Context, reason error) {
	fmt.Fprintf(c.App.ErrWriter, "foregone: %v; building it anew\n", reason)
}

// watch shows on a terminal how far a build has come. The returned function takes that away.
func watch(c *cli.Context, total uint64, done *atomic.Uint64) func() {
	if !isTerminal(c.App.ErrWriter) {
		return func() {}
	}
	bar := progressbar.NewOptions64(int64(total),
		progressbar.OptionSetWriter(c.App.ErrWriter), progressbar.OptionSetDescription("building"),
		progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish())
	quit := make(chan struct{})
	var gone sync.WaitGroup
	gone.Go(func() {
		tick := time.NewTicker(patient / 4)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				bar.Clear()
				return
			case <-tick.C:
				bar.Set64(int64(min(done.Load(), total)))
			}
		}
	})
	return func() { close(quit); gone.Wait() }
}

// sayBuilt prints what the table says of the start position, and keeps it in the cache.
func sayBuilt(c *cli.Context, plan games.TablePlan, t games.Table, o games.TableOptions, took time.Duration) error {
	start, need := plan.Start(), plan.Need(o.Jobs, true)
	a, others, err := probe(t, start)
	if err != nil {
		return err
	}
	r := builtRecord{
		tableRecord: tableRecord{Table: t.Name(), File: o.Path},
		Memory:      o.Memory,
		ElapsedMS:   took.Milliseconds(),
		Position:    start.String(),
		Verdict:     a.Verdict.String(),
		Exact:       true,
		Best:        a.Best,
		Replies:     map[string]string{},
	}
	switch a.Verdict {
	case solve.Win:
		r.Winner = start.ToMove()
	case solve.Loss:
		r.Winner = start.Opponent()
	case solve.Value:
		value := a.Low.Float()
		r.Value, r.Fraction = &value, a.Low.String()
	}
	if a.Optimal && a.Verdict != solve.Draw && a.Verdict != solve.Value {
		r.Distance = &a.Distance
	}
	if *o.Again != (games.Again{}) {
		r.Sampled = o.Again
	}
	if info, err := os.Stat(o.Path); err == nil {
		r.Bytes = info.Size()
	}
	if err := r.count(t); err != nil {
		return err
	}
	var refuted []string
	if a.Verdict == solve.Loss {
		refuted = a.Best
	}
	for _, o := range others {
		if o.Answer.Verdict == solve.Win {
			refuted = append(refuted, o.Move)
		}
	}
	known := map[games.Position]games.Answer{start: a}
	for _, move := range refuted {
		next, err := start.Play(move)
		if err != nil {
			return err
		}
		reply, _, err := probe(t, next)
		if err != nil {
			return err
		}
		r.Replies[move] = reply.Best[0]
		known[next] = reply
	}
	if o.Path == "" {
		if err := keepKnown(c, known, need.Units); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return json.NewEncoder(c.App.Writer).Encode(r)
	}
	unit := time.Millisecond
	if took > time.Second {
		unit = 100 * time.Millisecond
	}
	fmt.Fprintf(c.App.Writer, "done in %s", took.Round(unit))
	if o.Path != "" {
		fmt.Fprintf(c.App.Writer, ": %s, %s", o.Path, humanize.IBytes(uint64(r.Bytes)))
	}
	if n := o.Again; n.Proven+n.Open > 0 {
		fmt.Fprintf(c.App.Writer, "\n%s proven again by search, none is wrong; %d not decided", english.Plural(n.Proven, "entry", "entries"), n.Open)
	}
	if n := o.Again.Followed; n > 0 {
		fmt.Fprintf(c.App.Writer, "\n%s", report.Followed(n))
	}
	if r.Counted != nil {
		fmt.Fprintf(c.App.Writer, "\n%s", report.Counted(r.Counted))
	}
	fmt.Fprintf(c.App.Writer, "\n\nThe start position: %s\n", report.Verdict(start, a, ""))
	if a.Verdict == solve.Win || a.Verdict == solve.Draw {
		fmt.Fprintln(c.App.Writer, report.Best(a))
	}
	if len(refuted) > 0 {
		fmt.Fprintln(c.App.Writer, report.Refuted(refuted, r.Replies))
	}
	return nil
}

// keepKnown puts what is known of some positions of one game into the cache, where solve finds it.
func keepKnown(c *cli.Context, known map[games.Position]games.Answer, work uint64) error {
	cache, err := openCache(c)
	if err != nil || cache == nil {
		return err
	}
	defer closeCache(cache)
	for p, a := range known {
		family, err := games.Lookup(p.Game())
		if err != nil {
			return err
		}
		if err := games.NewCached(family.NewEngine(games.Resources{}), cache).Keep(p, a, work); err != nil {
			return err
		}
	}
	return nil
}
