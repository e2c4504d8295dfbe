package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/s2"

	"foregone/analyze/games"
	"foregone/analyze/record"
	"foregone/solve"
	"foregone/solve/store"
)

// Chunk is a part of a batch that travels: inputs that follow one another, and how each is to be answered.
type Chunk struct {
	Hints   games.Hints
	Timeout time.Duration // a position
	Nodes   uint64        // of solve.Limits
	Memory  int64
	Want    games.Want
	Format  Format
	NoCache bool
	Runs    []InputRun
}

// InputRun is one input, or Count deals of a range, each Step after the one before.
type InputRun struct {
	Input
	Count, Step uint64
}

// add appends an input.
func (c *Chunk) add(in Input) {
	if n := len(c.Runs); n > 0 && in.Deals != "" && in.Deals == c.Runs[n-1].Deals {
		last := &c.Runs[n-1]
		step := in.Index - last.Index - (last.Count-1)*last.Step
		if (last.Count == 1 || step == last.Step) && in.Place-last.Place == in.Index-last.Index {
			last.Count, last.Step = last.Count+1, step
			return
		}
	}
	c.Runs = append(c.Runs, InputRun{Input: in, Count: 1})
}

// inputs calls yield with the inputs in their order.
func (c *Chunk) inputs(yield func(Input) bool) {
	for i := range c.Runs {
		for n := range max(1, c.Runs[i].Count) {
			in := c.Runs[i].Input
			in.Index += n * c.Runs[i].Step
			in.Place += n * c.Runs[i].Step
			if !yield(in) {
				return
			}
		}
	}
}

// Outcome is what came of a chunk.
type Outcome struct {
	Done    int           // the inputs answered, the first ones
	Elapsed time.Duration // for these
	Why     string        // they are not all, "" when a bound of time or size was reached
	Body    []byte        // Answers, encoded and compressed
}

// Answers are the records of answered inputs, one after another, and what there is to know of each beside.
type Answers struct {
	_     struct{} `cbor:",toarray"`
	Text  []byte
	Sizes []int // of the records in Text
	Told  []Told
}

// coding is that of chunks, which is the same for equal chunks, and of outcomes. Text may be any bytes.
var (
	coding = must(cbor.EncOptions{Sort: cbor.SortBytewiseLexical}.EncMode())
	// The bounds on elements are far above those of any message that a server takes.
	decoding = must(cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid, MaxArrayElements: 1 << 24, MaxMapPairs: 1 << 16}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the options are constants
	}
	return v
}

// Encode returns the bytes of a chunk.
func (c *Chunk) Encode() ([]byte, error) {
	b, err := coding.Marshal(c)
	return s2.Encode(nil, b), err
}

// DecodeChunk reads what Encode wrote.
func DecodeChunk(b []byte) (*Chunk, error) {
	c := new(Chunk)
	return c, decode(b, c)
}

// Encode returns the bytes of an outcome.
func (o *Outcome) Encode() ([]byte, error) { return coding.Marshal(o) }

// DecodeOutcome reads what Encode wrote.
func DecodeOutcome(b []byte) (*Outcome, error) {
	o := new(Outcome)
	return o, decoding.Unmarshal(b, o)
}

// mostText bounds what a message may become when it is uncompressed.
const mostText = 1 << 30

func decode(b []byte, v any) error {
	if n, err := s2.DecodedLen(b); err != nil || n > mostText {
		return fmt.Errorf("found %d bytes that are no message of a batch", len(b))
	}
	text, err := s2.Decode(nil, b)
	if err != nil {
		return err
	}
	return decoding.Unmarshal(text, v)
}

var errNoOutcome = errors.New("it is of other inputs")

// answers decodes the body.
func (o *Outcome) answers() (*Answers, error) {
	a := new(Answers)
	if o.Done == 0 {
		return a, nil
	}
	if err := decode(o.Body, a); err != nil {
		return nil, err
	}
	sum := 0
	for _, n := range a.Sizes {
		sum += max(0, n)
	}
	if len(a.Told) != o.Done || len(a.Sizes) != o.Done || sum != len(a.Text) {
		return nil, fmt.Errorf("found a result of %d records for %d inputs", len(a.Sizes), o.Done)
	}
	return a, nil
}

// Bounds are where a worker stops with a chunk, to hand in what it has. One input is always answered.
type Bounds struct {
	Time  time.Duration
	Bytes int // of the outcome
}

// ratio is about what compression makes of records.
const ratio = 3

// Worker answers chunks, one after another, with engines that it keeps. Not for concurrent use.
type Worker struct {
	resources games.Resources
	memory    int64 // the most for a search
	cached    *answerer
	plain     *answerer
	cache     *store.Store
}

// NewWorker returns a worker with a cache on disk, or nil.
func NewWorker(r games.Resources, memory int64, cache *store.Store) *Worker {
	return &Worker{resources: r, memory: memory, cache: cache}
}

// Answer answers the inputs of a chunk until the bounds are reached or ctx ends. What was cut by the latter is not in the
// outcome.
func (w *Worker) Answer(ctx context.Context, c *Chunk, b Bounds) (*Outcome, error) {
	render, err := c.Format.Renderer()
	if err != nil {
		return nil, err
	}
	a := w.answerer(ctx, c)
	all := &Answers{}
	var text bytes.Buffer
	var failed error
	start := time.Now()
	size := 0
	c.inputs(func(in Input) bool {
		d := a.answer(&Task{Input: in})
		if ctx.Err() != nil && (d.Answer.Limit == solve.Interrupted || d.Answer.Limit == solve.Timeout) {
			return false
		}
		before := text.Len()
		if failed = render(&text, &d); failed != nil {
			return false
		}
		told := d.Tell()
		all.Told = append(all.Told, told)
		all.Sizes = append(all.Sizes, text.Len()-before)
		size += text.Len() - before + told.size()
		return ctx.Err() == nil && time.Since(start) < b.Time && size < ratio*b.Bytes
	})
	if failed != nil {
		return nil, failed
	}
	all.Text = text.Bytes()
	return all.outcome(time.Since(start), b.Bytes)
}

// outcome encodes as many of the answers as fit.
func (a *Answers) outcome(elapsed time.Duration, most int) (*Outcome, error) {
	for {
		body, err := coding.Marshal(a)
		if err != nil {
			return nil, err
		}
		o := &Outcome{Done: len(a.Told), Elapsed: elapsed, Body: s2.Encode(nil, body)}
		switch n := len(a.Told); {
		case len(o.Body) <= most || n == 0:
			return o, nil
		case n == 1:
			return &Outcome{Why: fmt.Sprintf("the record has %d bytes, and the server takes at most %d", len(o.Body), most)}, nil
		default:
			a.cut(n / 2)
			elapsed /= 2
		}
	}
}

// cut keeps the first n answers.
func (a *Answers) cut(n int) {
	size := 0
	for _, s := range a.Sizes[:n] {
		size += s
	}
	a.Text, a.Sizes, a.Told = a.Text[:size], a.Sizes[:n], a.Told[:n]
}

// answerer is that for a chunk, with the engines that others before had.
func (w *Worker) answerer(ctx context.Context, c *Chunk) *answerer {
	kept, cache := &w.cached, w.cache
	if c.NoCache {
		kept, cache = &w.plain, nil
	}
	config := &Config{
		Timeout: c.Timeout, Limits: solve.Limits{Nodes: c.Nodes, Memory: min(c.Memory, w.memory)},
		Want: c.Want, Hints: c.Hints, Resources: w.resources, Cache: cache,
	}
	a := newAnswerer(ctx, config)
	if *kept != nil {
		a.engines = (*kept).engines
	}
	*kept = a
	return a
}

// size is about that in a message.
func (t *Told) size() int {
	n := 32 + len(t.ID) + len(t.Game) + len(t.Err)
	for _, note := range t.Notes {
		n += len(note)
	}
	if t.Input != nil {
		n += len(t.Input.Message)
	}
	return n
}

// failure returns the outcome of a chunk of one input that no worker could answer.
func (c *Chunk) failure(why string) (*Outcome, error) {
	render, err := c.Format.Renderer()
	if err != nil {
		return nil, err
	}
	o := &Outcome{Done: 1}
	c.inputs(func(in Input) bool {
		subject, _ := NewLoader(c.Hints).Load(&in)
		d := Done{ID: record.Name(subject, in.Place), Err: errors.New(why)}
		var text bytes.Buffer
		if err = render(&text, &d); err != nil {
			return false
		}
		var body []byte
		body, err = coding.Marshal(&Answers{Text: text.Bytes(), Sizes: []int{text.Len()}, Told: []Told{d.Tell()}})
		o.Body = s2.Encode(nil, body)
		return false
	})
	return o, err
}
