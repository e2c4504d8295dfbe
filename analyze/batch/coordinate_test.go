package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"foregone/analyze/games"
	"foregone/positions"
	"foregone/solve"
)

// memoryQueue is a queue whose workers lose chunks, do them twice, stop half-way and come back late.
type memoryQueue struct {
	mu       sync.Mutex
	random   *rand.Rand
	chunks   map[string][]byte
	outcomes map[string][]byte
	times    map[string]int
	arriving chan Result
	size     int
	poison   string // a chunk that has this position is never answered
	puts     int
}

func newMemoryQueue(seed uint64) *memoryQueue {
	return &memoryQueue{
		random: rand.New(rand.NewPCG(seed, 1)), chunks: map[string][]byte{}, outcomes: map[string][]byte{}, times: map[string]int{},
		arriving: make(chan Result, 1<<16), size: 1 << 14,
	}
}

func (q *memoryQueue) Put(_ context.Context, name string, chunk []byte) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.puts++
	if len(chunk) > q.size {
		return fmt.Errorf("a chunk of %d bytes", len(chunk))
	}
	if q.chunks[name] == nil {
		q.chunks[name] = bytes.Clone(chunk)
	}
	return nil
}

func (q *memoryQueue) Results() <-chan Result { return q.arriving }

func (q *memoryQueue) Left(context.Context) (chunks, outcomes []string, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Collect(maps.Keys(q.chunks)), slices.Collect(maps.Keys(q.outcomes)), nil
}

func (q *memoryQueue) Result(_ context.Context, name string) ([]byte, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.outcomes[name], nil
}

func (q *memoryQueue) Forget(_ context.Context, names ...string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, name := range names {
		delete(q.outcomes, name)
	}
	return nil
}

func (q *memoryQueue) Slots(context.Context) int { return 2 }
func (q *memoryQueue) MaxBytes() int             { return q.size }

// listen hands over the outcomes that are there, as a new coordinator gets them.
func (q *memoryQueue) listen() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.arriving = make(chan Result, 1<<16)
	for name, body := range q.outcomes {
		q.arriving <- Result{Name: name, Body: body}
	}
}

// take returns a chunk, which stays until it is done.
func (q *memoryQueue) take() (name string, chunk []byte, times int, chance float64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	names := slices.Sorted(maps.Keys(q.chunks))
	if len(names) == 0 {
		return "", nil, 0, 0
	}
	name = names[q.random.IntN(len(names))]
	q.times[name]++
	return name, q.chunks[name], q.times[name], q.random.Float64()
}

func (q *memoryQueue) done(name string, body []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.chunks, name)
	if q.outcomes[name] == nil {
		q.outcomes[name] = body
		q.arriving <- Result{Name: name, Body: body}
	}
}

// work answers chunks until ctx ends.
func (q *memoryQueue) work(t *testing.T, ctx context.Context) {
	w := NewWorker(games.Resources{}, 1<<20, nil)
	for ctx.Err() == nil {
		name, body, times, chance := q.take()
		switch {
		case name == "":
			time.Sleep(time.Millisecond)
			continue
		case chance < 0.2: // killed
			continue
		}
		c, err := DecodeChunk(body)
		if err != nil {
			t.Error(err)
			return
		}
		bounds := Bounds{Time: time.Hour, Bytes: q.size}
		if chance > 0.8 {
			bounds.Time = 0 // one position
		}
		var o *Outcome
		if q.poison != "" && slices.ContainsFunc(c.Runs, func(r InputRun) bool { return r.Item != nil && r.Item.ID == q.poison }) {
			if times < 4 {
				continue
			}
			o = &Outcome{Why: "it was given to 4 workers"}
		} else if o, err = w.Answer(ctx, c, bounds); err != nil {
			t.Error(err)
			return
		}
		if chance > 0.55 && chance < 0.6 {
			o = &Outcome{} // given back
		}
		out, err := o.Encode()
		if err != nil {
			t.Error(err)
			return
		}
		q.done(name, out)
		if chance > 0.6 && chance < 0.7 {
			q.done(name, out)
		}
	}
}

// mixed is a source of deals, items and faults.
func mixed(n uint64) *sliceSource {
	s := &sliceSource{}
	for i := range n {
		in := Input{Place: i + 1, Deals: "ms 1..1000000", Index: i}
		switch {
		case i%50 == 7:
			in = Input{Place: i + 1, Fault: &positions.Error{File: "x", Line: int(i), Column: 1, Message: "made up \xff"}}
		case i/100%3 == 1:
			item := positions.LineItem("breakthrough b.b/.../w.w w")
			item.ID = fmt.Sprint("p", i)
			in = Input{Place: i + 1, Item: item}
		}
		s.tasks = append(s.tasks, Task{Input: in})
	}
	return s
}

func coordinate(t *testing.T, ctx context.Context, q *memoryQueue, src Source, first uint64, emit func([]byte, *Told) error) error {
	return Coordinate(ctx, src, Coordination{
		Queue: q, Like: Chunk{Memory: 1 << 20, Want: games.Want{Line: true}, Format: Format{Fields: "id,position,verdict,line,nodes"}},
		First: first, Total: -1, Emit: emit, Sync: func() error { return nil },
	})
}

// alone returns what a run without a queue writes.
func alone(t *testing.T, src Source) []string {
	render, err := Format{Fields: "id,position,verdict,line,nodes"}.Renderer()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	c := Config{Jobs: 1, Want: games.Want{Line: true}, Limits: solve.Limits{Memory: 1 << 20}, Render: render, Emit: func(text []byte, _ *Done) error {
		want = append(want, string(text))
		return nil
	}}
	if err := Run(t.Context(), src, c); err != nil {
		t.Fatal(err)
	}
	return want
}

// Coordinators that are stopped again and again, over a queue and workers that lose and repeat, emit what a run alone does.
func TestCoordinate(t *testing.T) {
	const n = 1500
	want := alone(t, mixed(n))
	for seed := range uint64(4) {
		q := newMemoryQueue(seed)
		working, cancel := context.WithCancel(t.Context())
		var workers sync.WaitGroup
		for range 2 {
			workers.Go(func() { q.work(t, working) })
		}
		var got []string
		stopped := 0
		random := rand.New(rand.NewPCG(seed, 2))
		for len(got) < n {
			ctx, stop := context.WithCancel(t.Context())
			src := mixed(n)
			src.next = len(got)
			until := len(got) + 1 + random.IntN(n/3)
			q.listen()
			err := coordinate(t, ctx, q, src, uint64(len(got)), func(text []byte, _ *Told) error {
				if got = append(got, string(text)); len(got) == until {
					stop()
					return context.Canceled
				}
				return nil
			})
			stop()
			if err != nil {
				t.Fatal(err)
			}
			stopped++
		}
		cancel()
		workers.Wait()
		if !slices.Equal(got, want) {
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d, %d stops: record %d is %q, want %q", seed, stopped, i, got[i], want[i])
				}
			}
		}
		if stopped < 3 {
			t.Errorf("stopped %d times only", stopped)
		}
	}
}

func TestPoison(t *testing.T) {
	const n = 400
	want := alone(t, mixed(n))
	q := newMemoryQueue(5)
	q.poison = "p150"
	working, cancel := context.WithCancel(t.Context())
	defer cancel()
	go q.work(t, working)
	var got []string
	failed := 0
	err := coordinate(t, t.Context(), q, mixed(n), 0, func(text []byte, told *Told) error {
		got = append(got, string(text))
		if told.Err != "" {
			failed++
			if told.ID != "p150" || told.Err != "it was given to 4 workers" {
				t.Errorf("told %+v", told)
			}
		}
		return nil
	})
	if err != nil || failed != 1 || len(got) != n {
		t.Fatalf("error %v, %d failed, %d records", err, failed, len(got))
	}
	for i := range want {
		if got[i] != want[i] && i != 150 {
			t.Errorf("record %d is %q, want %q", i, got[i], want[i])
		}
	}
	if wanted := "{\"id\":\"p150\",\"error\":{\"file\":\"\",\"line\":0,\"column\":0,\"message\":\"it was given to 4 workers\"}}\n"; got[150] != wanted {
		t.Errorf("record %q, want %q", got[150], wanted)
	}
}

// A position whose text the server does not take becomes a record with an error; those beside it are answered.
func TestTooLarge(t *testing.T) {
	const n, large = 60, 31
	src := mixed(n)
	id := make([]byte, 1<<15) // that does not become small when it is compressed
	random := rand.New(rand.NewPCG(9, 9))
	for i := range id {
		id[i] = 'a' + byte(random.IntN(26))
	}
	item := positions.LineItem("breakthrough b.b/.../w.w w")
	item.ID = string(id)
	src.tasks[large].Input = Input{Place: large + 1, Item: item}
	want := alone(t, &sliceSource{tasks: src.tasks})
	q := newMemoryQueue(8)
	working, cancel := context.WithCancel(t.Context())
	defer cancel()
	go q.work(t, working)
	i := 0
	err := coordinate(t, t.Context(), q, src, 0, func(text []byte, told *Told) error {
		if failed := strings.Contains(told.Err, "the server takes at most 16384"); failed != (i == large) || !failed && string(text) != want[i] {
			t.Errorf("record %d is %.200q, error %q", i, text, told.Err)
		}
		i++
		return nil
	})
	if err != nil || i != n {
		t.Errorf("%d records, error %v", i, err)
	}
}

func TestCoordinateEndsWithErrors(t *testing.T) {
	full := errors.New("no space left")
	q := newMemoryQueue(6)
	working, cancel := context.WithCancel(t.Context())
	defer cancel()
	go q.work(t, working)
	if err := coordinate(t, t.Context(), q, mixed(100), 0, func([]byte, *Told) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

func TestChunkCode(t *testing.T) {
	c := &Chunk{Hints: games.Hints{Game: "eightoff"}, Want: games.Want{AllBest: true, Seed: 7}}
	var want []Input
	src := mixed(500)
	for _, task := range src.tasks {
		c.add(task.Input)
		want = append(want, task.Input)
	}
	a, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeChunk(a)
	if err != nil {
		t.Fatal(err)
	}
	b, err := back.Encode()
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("%d bytes become %d; %v", len(a), len(b), err)
	}
	i := 0
	back.inputs(func(in Input) bool {
		if fmt.Sprintf("%+v", in.Index) != fmt.Sprint(want[i].Index) || in.Place != want[i].Place || in.Deals != want[i].Deals ||
			(in.Item == nil) != (want[i].Item == nil) || in.Fault != nil && *in.Fault != *want[i].Fault {
			t.Fatalf("input %d is %+v, want %+v", i, in, want[i])
		}
		i++
		return true
	})
	if i != len(want) || len(c.Runs) > 280 {
		t.Errorf("%d inputs in %d runs", i, len(c.Runs))
	}
}

func FuzzDecode(f *testing.F) {
	c := &Chunk{}
	c.add(Input{Place: 1, Deals: "ms 1..10"})
	body, err := c.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(body)
	o, err := c.failure("x")
	if err != nil {
		f.Fatal(err)
	}
	if body, err = o.Encode(); err != nil {
		f.Fatal(err)
	}
	f.Add(body)
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := DecodeChunk(b); err == nil {
			n := 0
			c.inputs(func(Input) bool { n++; return n < 100 })
		}
		if o, err := DecodeOutcome(b); err == nil {
			n := 0
			if o.each(func(int, []byte, *Told) error { n++; return nil }) == nil && n != max(0, o.Done) {
				t.Errorf("%d answers of %d", n, o.Done)
			}
		}
	})
}

type sliceSource struct {
	tasks []Task
	next  int
}

func (s *sliceSource) Next() (Task, error) {
	if s.next >= len(s.tasks) {
		return Task{}, io.EOF
	}
	s.next++
	return s.tasks[s.next-1], nil
}
