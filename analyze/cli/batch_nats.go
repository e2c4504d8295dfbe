package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/queue"
)

// refuseWithNATS returns an error for flags that are given, but are for workers when there is --nats.
func refuseWithNATS(c *cli.Context, flags ...string) error {
	for _, flag := range flags {
		if c.IsSet(flag) {
			return usage("found --%s with --nats, expected it with foregone work: the workers have their own", flag)
		}
	}
	return nil
}

// remoteBatch is a batch whose positions are answered by workers elsewhere.
type remoteBatch struct {
	*batchRun
	total int64
	start time.Time
	open  atomic.Int64
	done  atomic.Uint64 // records
	nobody
}

// coordinate has the tasks answered by the workers of a NATS server.
func (b *batchRun) coordinate(tasks batch.Source, total int64, cfg batch.Config) error {
	q, err := connect(b.c)
	if err != nil {
		return err
	}
	defer q.Close()
	run, err := q.Open(b.ctx, runName(b.c))
	if err != nil {
		return err
	}
	defer run.Close()
	r := &remoteBatch{batchRun: b, total: total, start: time.Now()}
	first := uint64(0)
	if b.file != nil {
		first = b.file.records
	}
	if !b.c.Bool("resume") {
		if err := run.Clear(b.ctx); err != nil {
			return err
		}
	}
	if err := q.Announce(r.member); err != nil {
		return err
	}
	if b.c.IsSet("shard") {
		total = -1
	}
	err = batch.Coordinate(b.ctx, tasks, batch.Coordination{
		Queue: run,
		Like: batch.Chunk{
			Hints: cfg.Hints, Timeout: cfg.Timeout, Nodes: cfg.Limits.Nodes, Memory: cfg.Limits.Memory,
			Want: cfg.Want, Format: b.format, NoCache: b.c.Bool("no-cache"),
		},
		First: first, Total: total,
		Emit: func(record []byte, t *batch.Told) error {
			r.done.Add(1)
			return b.emit(record, t)
		},
		Sync: b.sync, Watch: r.watch,
	})
	ctx, cancel := afterwards(b.ctx)
	defer cancel()
	clearUp := run.Clear
	if b.ctx.Err() != nil && b.file != nil {
		clearUp = run.Withdraw // --resume finds the results
	}
	if e := clearUp(ctx); err == nil && b.ctx.Err() == nil {
		err = e
	}
	return err
}

// runName is the same for a run that goes on with the records of another, and else for no two.
func runName(c *cli.Context) string {
	host, _ := os.Hostname()
	name := fmt.Sprint(host, os.Getpid(), time.Now())
	if out := c.String("out"); out != "" {
		if path, err := filepath.Abs(out); err == nil {
			name = host + " " + path
		}
	}
	return batchRunKind + "-" + strconv.FormatUint(xxhash.Sum64String(name), 36)
}

// sync makes the records durable that were emitted.
func (b *batchRun) sync() error {
	if err := b.out.flush(); err != nil {
		return err
	}
	if b.file == nil {
		return nil
	}
	return b.file.f.Sync()
}

func (r *remoteBatch) member() queue.Member {
	m := member("coordinator")
	m.Task = "batch " + strings.TrimSpace(strings.Join(r.c.StringSlice("deals"), " "))
	m.Running = int(r.open.Load())
	m.Positions = r.done.Load()
	m.Total = uint64(max(0, r.total))
	m.PerSecond = float64(m.Positions) / time.Since(r.start).Seconds()
	return m
}

// watch tells how the whole stands.
func (r *remoteBatch) watch(s batch.Standing) {
	r.open.Store(int64(s.Open))
	switch {
	case r.bar != nil && s.Slots > 0:
		r.bar.Describe(fmt.Sprintf("%s at work, %s handed out", english.Plural(s.Slots, "job", ""), english.Plural(s.Open, "chunk", "")))
	case s.Slots == 0 && r.done.Load() == 0:
		r.seen(r.c)
	}
}

// nobody counts how often no worker was found, and tells it the second time: one that is busy may be late to answer.
type nobody int

func (n *nobody) seen(c *cli.Context) {
	if *n++; *n == 2 {
		notify(c)(fmt.Sprintf("no worker of this version is there yet; to start some: foregone work --nats %s", queue.Address(c.String("nats"))))
	}
}
