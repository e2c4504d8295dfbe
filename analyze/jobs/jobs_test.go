package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/wire"
	"foregone/solve"
)

// room is a Talk in memory that loses news and, now and then, answers to questions.
type room struct {
	mu     sync.Mutex
	random *rand.Rand
	answer func([]byte) []byte
	ears   map[int]ear
	next   int
}

type ear struct {
	kind string
	take func([]byte)
}

func newRoom(seed uint64) *room {
	return &room{random: rand.New(rand.NewPCG(seed, 3)), ears: map[int]ear{}}
}

func (r *room) chance(share float64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.random.Float64() < share
}

func (r *room) Answer(answer func([]byte) []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
	return nil
}

func (r *room) Ask(ctx context.Context, question []byte, _ time.Duration) ([]byte, error) {
	for {
		r.mu.Lock()
		answer := r.answer
		r.mu.Unlock()
		if answer != nil {
			if reply := answer(question); !r.chance(0.05) {
				return reply, nil
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

func (r *room) Tell(kind string, news []byte) {
	r.mu.Lock()
	var all []func([]byte)
	for _, e := range r.ears {
		if e.kind == kind {
			all = append(all, e.take)
		}
	}
	r.mu.Unlock()
	for _, take := range all {
		if !r.chance(0.1) || kind == toWorkers && len(news) < 5 { // the end is heard by all
			take(news)
		}
	}
}

func (r *room) Hear(kind string, take func([]byte)) (func(), error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next++
	n := r.next
	r.ears[n] = ear{kind, take}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.ears, n)
	}, nil
}

// empty makes the coordinator and everybody who hears go away.
func (r *room) empty() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = nil
}

func deal(t *testing.T, board string) (games.Position, *games.Family) {
	t.Helper()
	f, err := games.Lookup("breakthrough")
	if err != nil {
		t.Fatal(err)
	}
	s, err := games.Deal("breakthrough", "", board)
	if err != nil {
		t.Fatal(err)
	}
	return s.Final, f
}

// Workers that come and go, some without a word, prove with a coordinator that is stopped and goes on from its snapshot
// what one engine proves.
func TestProve(t *testing.T) {
	boards := []string{"4x4", "3x5", "4x5", "5x4"}
	if os.Getenv("FOREGONE_SLOW") != "" {
		boards = append(boards, "3x6", "5x5")
	}
	for seed, board := range boards {
		p, f := deal(t, board)
		alone, err := f.NewEngine(games.Resources{}).Solve(t.Context(), p, solve.Limits{Memory: 1 << 26}, games.Want{})
		if err != nil {
			t.Fatal(err)
		}
		r := newRoom(uint64(seed))
		working, cancel := context.WithCancel(t.Context())
		var workers sync.WaitGroup
		for i := range 3 {
			workers.Go(func() { staff(t, working, r, f, i) })
		}
		tree, err := games.NewJobTree(p)
		if err != nil {
			t.Fatal(err)
		}
		var snapshot bytes.Buffer
		stops := 0
		var state games.JobState
		for long := 30 * time.Millisecond; ; long *= 2 {
			h := &Host{Talk: r, Tree: tree, Invite: func(context.Context) {}, Save: func(_ context.Context, tree games.JobTree) {
				snapshot.Reset()
				if err := tree.Save(&snapshot); err != nil {
					t.Error(err)
				}
			}}
			ctx, stop := context.WithTimeout(t.Context(), long)
			var limit solve.Limit
			state, limit, err = h.Prove(ctx)
			stop()
			r.empty()
			if err != nil {
				t.Fatal(err)
			}
			if state.Verdict != solve.Unknown {
				break
			}
			if limit != solve.Timeout {
				t.Fatalf("limit %v", limit)
			}
			stops++
			if tree, err = games.LoadJobTree(&snapshot, p); err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		workers.Wait()
		if state.Verdict != alone.Verdict {
			t.Errorf("%s: %v, want %v", board, state.Verdict, alone.Verdict)
		}
		a, err := games.Conclude(t.Context(), f.NewEngine(games.Resources{}), p, tree, state.Nodes, solve.Limits{Memory: 1 << 26}, games.Want{Line: true})
		if err != nil || a.Verdict != alone.Verdict || len(a.Line) == 0 {
			t.Errorf("%s: %v with a line of %d moves, error %v", board, a.Verdict, len(a.Line), err)
		}
		t.Logf("%s: %v, %d nodes, %d stops", board, state.Verdict, state.Nodes, stops)
	}
}

// staff are workers that follow one another in one place.
func staff(t *testing.T, ctx context.Context, r *room, f *games.Family, place int) {
	for n := 0; ctx.Err() == nil; n++ {
		e, err := games.JobEngineOf(f.NewEngine(games.Resources{}))
		if err != nil {
			t.Error(err)
			return
		}
		shift, stop := context.WithTimeout(ctx, time.Duration(20+place*10+n*50)*time.Millisecond)
		c := &Crew{Name: fmt.Sprint(place, n), Engine: e, Limits: solve.Limits{Memory: 1 << 24}}
		var members sync.WaitGroup
		for range 1 + place%2 {
			members.Go(func() {
				err := c.TakePart(shift, "proof", r, func(uint64) {})
				if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		}
		members.Wait()
		stop()
		if len(c.seats) > 0 {
			t.Errorf("%d seats are still taken", len(c.seats))
		}
	}
}

func TestLimits(t *testing.T) {
	p, f := deal(t, "5x5")
	r := newRoom(9)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go staff(t, ctx, r, f, 50)
	tree, err := games.NewJobTree(p)
	if err != nil {
		t.Fatal(err)
	}
	h := &Host{Talk: r, Tree: tree, Limits: solve.Limits{Nodes: 50_000}, Invite: func(context.Context) {}}
	state, limit, err := h.Prove(ctx)
	if err != nil || limit != solve.Nodes || state.Verdict != solve.Unknown || state.Nodes < 50_000 {
		t.Errorf("%+v, limit %v, error %v", state, limit, err)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, ask, tell []byte) {
		p, _ := deal(t, "3x4")
		tree, err := games.NewJobTree(p)
		if err != nil {
			t.Fatal(err)
		}
		h := &Host{Tree: tree, running: map[uint64]*running{}, crews: map[string]int{}, decided: make(chan struct{})}
		h.hear(tell)
		h.answer(ask)
		s := &seat{end: func() {}}
		s.hear(tell)
	})
}

// What others find is heard once by those of a crew who take part in a proof, until the last of them leaves; when it is over
// and begins again, it is another seat.
func TestSeats(t *testing.T) {
	r := newRoom(1)
	c := new(Crew)
	ears := func(want int) {
		t.Helper()
		if len(r.ears) != want {
			t.Fatalf("%d hear, expected %d", len(r.ears), want)
		}
	}
	join := func(proof string) *seat {
		t.Helper()
		s, err := c.join(proof, r)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first, second, other := join("one"), join("one"), join("two")
	if first != second || first == other {
		t.Error("found other seats, expected one in each proof")
	}
	ears(2)
	text, err := wire.Marshal(&share{Found: [][]byte{{1}, {2}}})
	if err != nil {
		t.Fatal(err)
	}
	first.hear(text)
	if len(first.take()) != 2 || len(second.take()) != 0 {
		t.Error("found news twice or never, expected it once")
	}
	over, err := wire.Marshal(&share{Over: true})
	if err != nil {
		t.Fatal(err)
	}
	first.hear(over)
	if first.over.Err() == nil || other.over.Err() != nil {
		t.Error("expected one proof to be over")
	}
	again := join("one")
	if again == first || again.over.Err() != nil {
		t.Error("found the seat in a proof that is over, expected another one")
	}
	ears(3)
	c.leave(first)
	c.leave(second)
	ears(2)
	c.leave(other)
	c.leave(again)
	ears(0)
	if len(c.seats) != 0 {
		t.Errorf("%d seats are still taken", len(c.seats))
	}
}
