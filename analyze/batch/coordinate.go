package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Queue is where the chunks of one run go, and where their outcomes come from.
type Queue interface {
	// Put hands out a chunk under a name, unless it is there already.
	Put(ctx context.Context, name string, chunk []byte) error
	// Results gives every outcome, at least once.
	Results() <-chan Result
	// Left returns the names of the chunks that are not done and of the outcomes that are not forgotten. One that is
	// done meanwhile may be in both, but not in none.
	Left(ctx context.Context) (chunks, outcomes []string, err error)
	// Result returns an outcome, nil when there is none.
	Result(ctx context.Context, name string) ([]byte, error)
	// Forget removes outcomes.
	Forget(ctx context.Context, names ...string) error
	// Slots returns how many chunks are done at a time, 0 when there are no workers.
	Slots(ctx context.Context) int
	// MaxBytes is the greatest size of a chunk or an outcome.
	MaxBytes() int
}

// Result is an outcome that has come in.
type Result = struct {
	Name string
	Body []byte
}

// Coordination is a batch that is done by workers elsewhere.
type Coordination struct {
	Queue Queue
	Like  Chunk  // without inputs
	First uint64 // how many inputs went before, in an earlier run
	Total int64  // inputs, -1 when that is not known
	// Emit is called in input order, one at a time.
	Emit func(record []byte, t *Told) error
	// Sync makes what was emitted durable. Only then are outcomes forgotten.
	Sync func() error
	// Watch, unless nil, is called every now and then.
	Watch func(s Standing)
}

// Standing is how a coordination stands: chunks that workers do at a time, and that are handed out.
type Standing struct {
	Slots, Open int
}

const (
	goal     = 2 * time.Second // of work in a chunk
	firstN   = 16              // inputs of the first chunks, when nothing was measured
	growth   = 8               // of chunks, from what was measured to the next
	mostN    = 1 << 20         // inputs of a chunk
	mostHeld = 1 << 28         // bytes of outcomes that wait for others before them
	watching = 5 * time.Second
	stuck    = 20 * time.Second // without any outcome, before it is looked up what there is
	syncing  = time.Second
)

// Coordinate has every task of src answered. When ctx ends nothing more is emitted, and what was done is left in the queue.
func Coordinate(ctx context.Context, src Source, c Coordination) error {
	m := &coordinator{
		Coordination: c, ctx: ctx, src: src, next: c.First,
		named: map[string]*part{}, left: map[uint64]string{}, leftDone: map[string]bool{},
		heard: time.Now(), synced: time.Now(), counted: make(chan int, 1),
	}
	err := m.adopt()
	m.count()
	for err == nil {
		if err = m.fill(); err != nil || m.ended && len(m.parts) == 0 {
			break
		}
		err = m.wait()
	}
	if err == nil {
		err = m.forget()
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

type coordinator struct {
	Coordination
	ctx   context.Context
	src   Source
	ended bool
	next  uint64           // input to be handed out
	parts []*part          // handed out and not emitted, in the order of inputs
	named map[string]*part // the same
	open  int              // parts that are not done
	held  int              // bytes of outcomes
	old   []string         // outcomes to be forgotten

	left     map[uint64]string // by the first input, chunks and outcomes that an earlier coordinator left
	leftDone map[string]bool   // outcomes that are there

	slots   int
	counted chan int // slots
	asked   time.Time

	each  time.Duration // measured, for an input
	bytes float64       // measured, of the outcome of an input
	most  uint64        // inputs of the largest chunk that was measured

	heard, synced time.Time
}

// adopt takes up what an earlier coordinator left in the queue. Of two that begin at the same input an outcome goes first.
func (m *coordinator) adopt() error {
	chunks, outcomes, err := m.Queue.Left(m.ctx)
	if err != nil {
		return err
	}
	for _, name := range slices.Concat(chunks, outcomes) {
		if first, _, ok := rangeOf(name); ok && first >= m.First {
			m.left[first] = name
		}
	}
	for _, name := range outcomes {
		m.leftDone[name] = true
	}
	return nil
}

// fill hands out chunks while there are fewer than the workers need.
func (m *coordinator) fill() error {
	for !m.ended && m.open < 2*max(m.slots, 1)+2 && m.held < mostHeld {
		p, err := m.cut()
		if err != nil || p.count == 0 {
			return err
		}
		m.parts = append(m.parts, p)
		if err := m.put(p); err != nil {
			return err
		}
	}
	return nil
}

// cut takes the inputs of the next chunk, none at the end of all.
func (m *coordinator) cut() (*part, error) {
	count := m.size()
	if name, ok := m.left[m.next]; ok {
		_, count, _ = rangeOf(name)
	} else {
		for first := range m.left {
			if first > m.next {
				count = min(count, first-m.next)
			}
		}
	}
	p := &part{first: m.next, chunk: m.like()}
	for text := 0; p.count < count && text < m.Queue.MaxBytes()/2; {
		t, err := m.src.Next()
		if err == io.EOF {
			m.ended = true
			break
		}
		if err != nil {
			return nil, err
		}
		p.add(&t)
		text += t.size()
	}
	m.next += p.count
	maps.DeleteFunc(m.left, func(first uint64, _ string) bool { return first < m.next })
	return p, nil
}

func (m *coordinator) like() *Chunk {
	c := m.Like
	return &c
}

// size returns the inputs of the next chunk: as many as take the time that a chunk is to take, or less when the outcome
// would be too large or few are left for all workers.
func (m *coordinator) size() uint64 {
	if m.most == 0 {
		return firstN
	}
	n := min(float64(growth*m.most), float64(goal)/float64(max(m.each, 1)), 0.7*float64(m.Queue.MaxBytes())/max(m.bytes, 1))
	if m.Total >= 0 {
		n = min(n, float64(m.Total-min(m.Total, int64(m.next)))/float64(2*max(m.slots, 1)))
	}
	return uint64(max(1, min(n, mostN)))
}

// put hands out a part, unless its outcome is there already or the server does not take so much.
func (m *coordinator) put(p *part) error {
	body, err := p.encode()
	if err != nil {
		return err
	}
	m.named[p.name] = p
	m.open++
	if m.leftDone[p.name] {
		if done, err := m.Queue.Result(m.ctx, p.name); err != nil {
			return err
		} else if done != nil {
			return m.take(p.name, done)
		}
	}
	if most := m.Queue.MaxBytes(); len(body) > most {
		refused := Outcome{Why: fmt.Sprintf("the text of the position has %d bytes, and the server takes at most %d", len(body), most)}
		if body, err = refused.Encode(); err != nil {
			return err
		}
		return m.take(p.name, body)
	}
	return m.Queue.Put(m.ctx, p.name, body)
}

// wait waits for an outcome, or for the time to look after things.
func (m *coordinator) wait() error {
	tick := time.NewTimer(syncing)
	defer tick.Stop()
	select {
	case <-m.ctx.Done():
		return m.ctx.Err()
	case r := <-m.Queue.Results():
		m.heard = time.Now()
		if err := m.take(r.Name, r.Body); err != nil {
			return err
		}
	case m.slots = <-m.counted:
		m.asked = time.Now()
		if m.Watch != nil {
			m.Watch(Standing{m.slots, m.open})
		}
	case <-tick.C:
	}
	if since := time.Since(m.asked); since > watching || m.slots == 0 && since > syncing {
		m.count()
	}
	if time.Since(m.heard) > stuck {
		m.heard = time.Now()
		if err := m.lookUp(); err != nil {
			return err
		}
	}
	if time.Since(m.synced) > syncing {
		return m.forget()
	}
	return nil
}

// count asks for the slots.
func (m *coordinator) count() {
	m.asked = time.Now().Add(watching)
	go func() { m.counted <- m.Queue.Slots(m.ctx) }()
}

// take takes an outcome. One of a chunk that is not open is that of one done twice, or of another run.
func (m *coordinator) take(name string, body []byte) error {
	p := m.named[name]
	switch {
	case p == nil:
		if first, _, ok := rangeOf(name); !ok || first < m.floor() {
			m.old = append(m.old, name)
		} else {
			m.leftDone[name] = true
		}
		return nil
	case p.done != nil:
		return nil
	}
	o, err := DecodeOutcome(body)
	if err != nil || o.Done < 0 || uint64(o.Done) > p.count {
		return fmt.Errorf("found a result of the chunk %s that cannot be read: %w", name, cmp.Or(err, errors.New("it is of other inputs")))
	}
	if o.Done == 0 && o.Why == "" {
		return m.again(p)
	}
	if o.Done == 0 && p.count == 1 {
		if o, err = p.chunk.failure(o.Why); err != nil {
			return err
		}
	}
	if o.Done > 0 && o.Elapsed > 0 {
		m.measure(o, len(body))
	}
	p.done = o
	m.open--
	m.held += o.size()
	if uint64(o.Done) < p.count {
		rest := p.keep(uint64(o.Done))
		i := slices.Index(m.parts, p)
		m.parts = slices.Insert(m.parts, i+1, rest...)
		for _, q := range rest {
			if err := m.put(q); err != nil {
				return err
			}
		}
	}
	return m.advance()
}

// again hands out a part that a worker has given back: as another one, because the queue counts how often it gives a chunk to
// workers, which must not speak against its positions.
func (m *coordinator) again(p *part) error {
	m.old = append(m.old, p.name)
	delete(m.named, p.name)
	m.open--
	p.chunk.Again++
	return m.put(p)
}

// floor returns the first input that is not emitted. An outcome from there on may be that of a part to come: what an earlier
// coordinator had made of one that is open now.
func (m *coordinator) floor() uint64 {
	if len(m.parts) > 0 {
		return m.parts[0].first
	}
	return m.next
}

// measure takes the mean of what chunks took, the last ones counting most.
func (m *coordinator) measure(o *Outcome, size int) {
	n := float64(o.Done)
	each, bytes := float64(o.Elapsed)/n, float64(size)/n
	if m.most > 0 {
		each, bytes = (each+3*float64(m.each))/4, (bytes+3*m.bytes)/4
	}
	m.each, m.bytes, m.most = time.Duration(each), bytes, max(m.most, uint64(o.Done))
}

// advance emits the outcomes that are in order.
func (m *coordinator) advance() error {
	for len(m.parts) > 0 && m.parts[0].done != nil {
		p := m.parts[0]
		m.parts = m.parts[1:]
		delete(m.named, p.name)
		m.held -= p.done.size()
		err := p.done.each(func(i int, record []byte, t *Told) error {
			if t.Input != nil && p.texts != nil {
				t.Input = (&Task{Source: p.texts[i]}).Faulty(t.Input)
			}
			return m.Emit(record, t)
		})
		if err != nil {
			return err
		}
		m.old = append(m.old, p.name)
	}
	return nil
}

// forget removes the outcomes that were emitted.
func (m *coordinator) forget() error {
	m.synced = time.Now()
	if len(m.old) == 0 {
		return nil
	}
	if err := m.Sync(); err != nil {
		return err
	}
	err := m.Queue.Forget(m.ctx, m.old...)
	m.old = m.old[:0]
	return err
}

// lookUp looks for chunks and outcomes that went astray, as with a server that lost its disk: outcomes are fetched, and
// chunks that are not there handed out again.
func (m *coordinator) lookUp() error {
	chunks, outcomes, err := m.Queue.Left(m.ctx)
	if err != nil {
		return err
	}
	for _, p := range slices.Clone(m.parts) {
		switch {
		case p.done != nil:
		case slices.Contains(outcomes, p.name):
			body, err := m.Queue.Result(m.ctx, p.name)
			if err == nil && body != nil {
				err = m.take(p.name, body)
			}
			if err != nil {
				return err
			}
		case !slices.Contains(chunks, p.name):
			body, err := p.encode()
			if err == nil {
				err = m.Queue.Put(m.ctx, p.name, body)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
