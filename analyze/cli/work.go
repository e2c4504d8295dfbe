package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/jobs"
	"foregone/analyze/queue"
	"foregone/solve"
	"foregone/solve/store"
)

// Kinds of runs, the first part of their names.
const (
	batchRunKind = "batch"
	proofRunKind = "proof"
)

const (
	chunkTime  = 30 * time.Second // after which a worker hands in what it has of a chunk
	deliveries = 4                // a chunk that so many workers were given is split
)

func workCommand() *cli.Command {
	return &cli.Command{
		Name:      "work",
		Usage:     "do the jobs that batch and solve --nats hand out, until Ctrl-C or SIGTERM",
		UsageText: "foregone work --nats URL [options]",
		Flags: slices.Concat(natsFlags("the `URL` of the NATS server that has the jobs"), []cli.Flag{
			&cli.IntFlag{Name: "jobs", Usage: "`N` jobs at the same time", DefaultText: "as many as there are cores"},
			&cli.StringFlag{Name: "memory", Usage: "memory of the whole process, at least 256MiB, such as `2GiB` (default: half of the machine's)"},
			&cli.StringFlag{Name: "cache", Usage: "folder of a cache on disk: `DIR` (default: none)"},
			&cli.StringFlag{Name: "cache-size", Value: "1GiB", Usage: "the most that the cache on disk may take: `SIZE`"},
			tablesFlag(),
			&cli.DurationFlag{Name: "wait", Hidden: true}, // of queue.Options
		}),
		Action: runWork,
	}
}

func runWork(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage("found argument %q, expected none", c.Args().First())
	}
	w, err := newWorkplace(c)
	if err != nil {
		return err
	}
	defer closeCache(w.cache)
	q, err := await(c)
	if err != nil {
		return unlessStopped(c, err)
	}
	defer q.Close()
	if err := q.Announce(w.member); err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "foregone: %s works for %s, %s at a time\n", program, q.Server(), english.Plural(len(w.slots), "job", ""))
	err = q.Work(c.Context, len(w.slots), w.do)
	fmt.Fprintf(c.App.ErrWriter, "foregone: %s done, %s answered or searched\n", english.Plural(int(w.done.Load()), "job", ""), counted(w.positions.Load()))
	return unlessStopped(c, err)
}

// unlessStopped returns an error, but none after a signal, by which work and serve are to end.
func unlessStopped(c *cli.Context, err error) error {
	if c.Context.Err() != nil {
		return nil
	}
	return err
}

func counted(positions uint64) string {
	return humanize.Comma(int64(positions)) + " " + english.PluralWord(int(positions), "position", "")
}

// workplace is a worker: what it has for each job at a time, and what it has done.
type workplace struct {
	c         *cli.Context
	cache     *store.Store
	tables    *games.Tables
	share     int64           // of memory, for a search
	slots     []*batch.Worker // for each of the jobs at a time
	crewing   sync.Mutex
	crews     map[string]*jobs.Crew // for shared proofs, by the game
	start     time.Time
	running   atomic.Int64
	done      atomic.Uint64
	positions atomic.Uint64
	failing   sync.Once
}

func newWorkplace(c *cli.Context) (*workplace, error) {
	jobs, err := readJobs(c, cores(), math.MaxInt)
	if err != nil {
		return nil, err
	}
	total, err := memory(c.String("memory"))
	if err != nil {
		return nil, err
	}
	if _, err := cacheSize(c); err != nil {
		return nil, err
	}
	tables, err := openTables(c)
	if err != nil {
		return nil, err
	}
	w := &workplace{c: c, tables: tables, start: time.Now()}
	debug.SetMemoryLimit(total)
	left := total - reserve
	if c.IsSet("cache") {
		if w.cache, err = openCache(c); err != nil {
			return nil, err
		}
		left -= store.Memory
	}
	jobs, w.share = divide(left, jobs, batchTable)
	for range jobs {
		w.slots = append(w.slots, batch.NewWorker(games.Resources{Tables: tables}, w.share, w.cache))
	}
	return w, nil
}

func (w *workplace) member() queue.Member {
	m := member("worker")
	m.Jobs, m.Running = len(w.slots), int(w.running.Load())
	m.Done, m.Positions = w.done.Load(), w.positions.Load()
	m.PerSecond = float64(m.Positions) / time.Since(w.start).Seconds()
	return m
}

// faulty is the error of a job that no worker of this version can do.
type faulty struct{ error }

// do does a job. A fault that is not the job's own is said once, and gives it back; a faulty job is dropped.
func (w *workplace) do(ctx context.Context, slot int, j *queue.Job) {
	w.running.Add(1)
	defer w.running.Add(-1)
	kind, _, _ := strings.Cut(j.Run, "-")
	var body []byte
	var err error
	switch kind {
	case batchRunKind:
		body, err = w.chunk(ctx, slot, j)
	case proofRunKind:
		if err = w.takePart(ctx, j); err == nil {
			w.done.Add(1)
		}
		if err == nil || errors.Is(err, queue.ErrNobody) {
			_ = j.Finish() // else it is a seat in a proof that is over, for another; a coordinator that comes hands out new ones
			return
		}
	default:
		err = faulty{fmt.Errorf("found a job of the kind %q", kind)}
	}
	if body != nil && err == nil {
		after, cancel := afterwards(ctx)
		defer cancel()
		if ctx.Err() == nil {
			after = ctx
		}
		if err = j.Done(after, body); err == nil {
			w.done.Add(1)
			return
		}
	}
	if errors.As(err, new(faulty)) {
		w.failing.Do(func() { notify(w.c)(fmt.Sprintf("a job is dropped: %v", err)) })
		_ = j.Finish()
		return
	}
	if err != nil && ctx.Err() == nil {
		w.failing.Do(func() { notify(w.c)(fmt.Sprintf("a job is given back: %v", err)) })
		time.Sleep(retrying)
	}
	_ = j.Return() // without a server it goes to another worker all the same
}

// takePart does jobs of a proof, until that is over.
func (w *workplace) takePart(ctx context.Context, j *queue.Job) error {
	c, err := w.crew(string(j.Body))
	if err != nil {
		return err
	}
	count := func(nodes uint64) { w.positions.Add(nodes) }
	if err := c.TakePart(ctx, j.Run, j.Talk(), count); err != nil {
		return err
	}
	return ctx.Err()
}

// crew returns what all slots have in common for the proofs of a game.
func (w *workplace) crew(game string) (*jobs.Crew, error) {
	w.crewing.Lock()
	defer w.crewing.Unlock()
	if c := w.crews[game]; c != nil {
		return c, nil
	}
	family, err := games.Lookup(game)
	if err != nil {
		return nil, faulty{err}
	}
	engine, err := games.JobEngineOf(family.NewEngine(games.Resources{Tables: w.tables}))
	if err != nil {
		return nil, faulty{err}
	}
	if w.crews == nil {
		w.crews = map[string]*jobs.Crew{}
	}
	m := w.member()
	l := solve.Limits{Memory: int64(len(w.slots)) * w.share}
	w.crews[game] = &jobs.Crew{Name: fmt.Sprintf("%s-%d", m.Host, m.PID), Engine: engine, Limits: l}
	return w.crews[game], nil
}

// chunk answers a chunk of a batch, as far as there is time. What cannot be answered is said in the outcome, so that the chunk
// does not go from worker to worker.
func (w *workplace) chunk(ctx context.Context, slot int, j *queue.Job) ([]byte, error) {
	o := &batch.Outcome{Why: fmt.Sprintf("%d workers were given it, and none has answered", j.Times-1)}
	if j.Times <= deliveries {
		chunk, err := batch.DecodeChunk(j.Body)
		if err == nil {
			o, err = w.slots[slot].Answer(ctx, chunk, batch.Bounds{Time: chunkTime, Bytes: j.MaxBytes()})
		}
		if err != nil {
			o = &batch.Outcome{Why: err.Error()}
		}
	}
	w.positions.Add(uint64(o.Done))
	return o.Encode()
}
