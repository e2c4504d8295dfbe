package cli

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/solve"
	"foregone/solve/store"
)

const (
	defaultTimeout = 60 * time.Second // a position, of solve
	minMemory      = 256 << 20        // of the process
	reserve        = 64 << 20         // of it, for everything that is not a search's table
	batchTable     = 1 << 30          // a job's share in batch, whatever --jobs is
)

// limitFlags are the flags that bound a search, and those for the cache on disk. jobs says how many there are
// without --jobs.
func limitFlags(timeout time.Duration, jobs string) []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "timeout", Value: timeout, Usage: "stop each position after `D`, such as 30s (0: never)"},
		&cli.Uint64Flag{Name: "nodes", Usage: "stop each position after `N` positions searched (0: never)"},
		&cli.StringFlag{Name: "memory", Usage: "memory of the whole process, at least 256MiB, such as `2GiB` (default: half of the machine's)"},
		&cli.StringFlag{Name: "cache", Usage: "folder of the cache on disk: `DIR`"},
		&cli.BoolFlag{Name: "no-cache", Usage: "neither read nor write the cache on disk"},
		&cli.StringFlag{Name: "cache-size", Value: "1GiB", Usage: "the most that the cache on disk may take: `SIZE`"},
		tablesFlag(),
		&cli.BoolFlag{Name: "optimal", Usage: "the shortest win or longest resistance, proven"},
		&cli.BoolFlag{Name: "all-best", Usage: "every move that keeps the verdict"},
		&cli.Int64Flag{Name: "seed", Usage: "the seed `S` of everything random"},
		&cli.IntFlag{Name: "jobs", Usage: "`N` positions searched at the same time, or one by as many jobs", DefaultText: jobs},
	}
}

// readLimits turns the limit flags into a configuration and sets the memory limit of the process. share is the
// most that one job may take, 0 for all there is.
func readLimits(c *cli.Context, defaultJobs int, share int64) (batch.Config, error) {
	var cfg batch.Config
	var err error
	if cfg.Timeout = c.Duration("timeout"); cfg.Timeout < 0 {
		return cfg, usage("--timeout: found %s, expected 0 or more", cfg.Timeout)
	}
	cfg.Limits.Nodes = c.Uint64("nodes")
	if cfg.Jobs, err = readJobs(c, defaultJobs, math.MaxInt); err != nil {
		return cfg, err
	}
	dir, err := cacheDir(c)
	if err != nil {
		return cfg, err
	}
	if _, err := cacheSize(c); err != nil {
		return cfg, err
	}
	if cfg.Resources.Tables, err = openTables(c); err != nil {
		return cfg, err
	}
	cfg.Want.AllBest, cfg.Want.Optimal = c.Bool("all-best"), c.Bool("optimal")
	if cfg.Want.Seed = uint64(c.Int64("seed")); c.Int64("seed") < 0 {
		return cfg, usage("--seed: found %d, expected 0 or more", c.Int64("seed"))
	}
	total, err := memory(c.String("memory"))
	if err != nil {
		return cfg, err
	}
	debug.SetMemoryLimit(total)
	tables := total - reserve
	if dir != "" {
		tables -= store.Memory
	}
	if share == 0 {
		share = max(tables/int64(cfg.Jobs), reserve)
	}
	cfg.Jobs, cfg.Limits.Memory = divide(tables, cfg.Jobs, share)
	return cfg, nil
}

// readJobs reads --jobs, up to most; without the flag there are so many.
func readJobs(c *cli.Context, without, most int) (int, error) {
	if !c.IsSet("jobs") {
		return without, nil
	}
	return c.Int("jobs"), inRange("jobs", c.Int("jobs"), 1, most)
}

// divide returns how many jobs there is memory for, and what each of them may take, a share if there is as much.
func divide(memory int64, jobs int, share int64) (int, int64) {
	share = min(share, memory)
	return max(1, min(jobs, int(memory/share))), share
}

// mostJobs bounds --jobs where each job takes its memory, whatever there is: more are a slip of the hand.
const mostJobs = 4096

// inRange returns an error unless the number of a flag is from least to most.
func inRange(flag string, n, least, most int) error {
	switch {
	case n < least:
		return usage("--%s: found %d, expected %d or more", flag, n, least)
	case n > most:
		return usage("--%s: found %d, expected at most %d", flag, n, most)
	}
	return nil
}

// memory reads --memory; without it, half of what the machine or the cgroup has.
func memory(text string) (int64, error) {
	if text == "" {
		has, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
		if err != nil || has == 0 {
			return 2 << 30, nil
		}
		return max(int64(has/2), minMemory), nil
	}
	n, err := humanize.ParseBytes(text)
	if err != nil || n > 1<<50 {
		return 0, usage("--memory: found %q, expected a size such as 2GiB", text)
	}
	if n < minMemory {
		return 0, usage("--memory: found %s, expected at least 256MiB", text)
	}
	return int64(n), nil
}

// note adds what an answered task means for the exit status, and says on standard error what went wrong. first
// tells whether it is the first position, the one that --exit-status asks about.
func (o *outcome) note(c *cli.Context, t *batch.Told, first bool) {
	switch {
	case t.Input != nil:
		o.failed = true
		complain(c, t.Input)
		return
	case t.Err != "":
		o.failed = true
		fmt.Fprintf(c.App.ErrWriter, "foregone: %s: %s\n", t.ID, t.Err)
		return
	}
	for _, n := range t.Notes {
		fmt.Fprintf(c.App.ErrWriter, "foregone: %s: %s\n", t.ID, n)
	}
	switch t.Verdict {
	case solve.Unknown:
		o.open = true
	case solve.Unwinnable, solve.Loss, solve.Draw:
		o.against = o.against || first && c.Bool("exit-status")
	}
	if t.Limit == solve.Interrupted {
		o.interrupted = true
	}
}

func cores() int { return runtime.GOMAXPROCS(0) }
