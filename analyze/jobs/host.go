package jobs

import (
	"context"
	"math/bits"
	"sync"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/wire"
	"foregone/solve"
)

// Host is the coordinator of a proof.
type Host struct {
	Talk   Talk
	Tree   games.JobTree
	Limits solve.Limits // of nodes
	// Invite sees to it that workers can take part. It is called every now and then.
	Invite func(ctx context.Context)
	// Save, unless nil, keeps the tree for another coordinator to go on with. It is called every now and then with the
	// tree locked for writing.
	Save func(ctx context.Context, t games.JobTree)

	// Watch, unless nil, is called every now and then.
	Watch func(games.JobState)

	mu      sync.Mutex
	running map[uint64]*running // jobs
	crews   map[string]int      // running jobs of each
	over    bool
	decided chan struct{}
}

// running is a job that was given out.
type running struct {
	crew  string
	heard time.Time // when there was news of it
}

const (
	looking  = 2 * time.Second
	silent   = 20 * time.Second // without news, after which a job is given to another
	saving   = 10 * time.Second // between snapshots, or so many times what one takes
	rareness = 20
)

// newsOf returns the least work of the positions that crews tell each other, and how often they do. News of one goes to all
// others, so that with many of them there must be less of it. Simulated on 4x6, two crews take 0.84 of the nodes with a work
// of 1 that they take with 2, for as much CPU; on 5x5 four take 0.92, for a fifth more CPU, eight with 1 a tenth less than
// with 3, for a third more, and 32 as much CPU with 4 as with 8. Nobody but the coordinator listens to a crew alone.
func newsOf(crews int) (work uint32, every time.Duration) {
	if crews < 2 {
		return 0, 50 * time.Millisecond
	}
	work = uint32(max(bits.Len(uint(crews-1)), crews/4))
	return work, 5 * time.Millisecond * time.Duration(max(1, crews/8))
}

// Prove gives out jobs until the root is proven, a limit is reached or ctx ends.
func (h *Host) Prove(ctx context.Context) (games.JobState, solve.Limit, error) {
	h.running, h.crews, h.decided = map[uint64]*running{}, map[string]int{}, make(chan struct{})
	stop, err := h.Talk.Hear(toCoordinator, h.hear)
	if err != nil {
		return games.JobState{}, solve.NoLimit, err
	}
	defer stop()
	if err := h.Talk.Answer(h.answer); err != nil {
		return games.JobState{}, solve.NoLimit, err
	}
	limit := h.wait(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.over = true
	tell(h.Talk, toWorkers, &share{Over: true})
	state := h.Tree.Root()
	if state.Verdict != solve.Unknown {
		return state, solve.NoLimit, nil
	}
	if h.Save != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saving/2)
		defer cancel()
		h.Save(ctx, h.Tree)
	}
	return state, limit, nil
}

// wait looks after the proof until it ends.
func (h *Host) wait(ctx context.Context) solve.Limit {
	saved, cost := time.Now(), time.Duration(0)
	for {
		if s := h.look(ctx); h.Limits.Nodes != 0 && s.Nodes >= h.Limits.Nodes {
			return solve.Nodes
		}
		if h.Save != nil && time.Since(saved) > max(saving, rareness*cost) {
			start := time.Now()
			h.mu.Lock()
			bounded, cancel := context.WithTimeout(ctx, saving)
			h.Save(bounded, h.Tree)
			cancel()
			h.mu.Unlock()
			saved, cost = time.Now(), time.Since(start)
		}
		select {
		case <-ctx.Done():
			return solve.Stopped(ctx)
		case <-h.decided:
			return solve.NoLimit
		case <-time.After(looking):
		}
	}
}

// look takes back the jobs of workers that are gone, and tells how the proof stands.
func (h *Host) look(ctx context.Context) games.JobState {
	h.Invite(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, r := range h.running {
		if time.Since(r.heard) > silent {
			h.Tree.Forget(id)
			h.end(id)
		}
	}
	s := h.Tree.Root()
	h.Limits.Poll(ctx, s.Nodes)
	if h.Watch != nil {
		h.Watch(s)
	}
	h.Limits.Progress.Tell(solve.Standing{Proof: s.Proof, Disproof: s.Disproof})
	return s
}

// answer is Talk's.
func (h *Host) answer(text []byte) []byte {
	var q question
	if wire.Unmarshal(text, &q) != nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if q.ID != 0 {
		h.Tree.Done(q.ID, q.Done)
		h.end(q.ID)
		h.decide()
	}
	r := reply{Over: h.over}
	if !h.over && !q.Leaves {
		if j, ok := h.Tree.Next(q.Worker); ok {
			h.running[j.ID] = &running{q.Worker, time.Now()}
			h.crews[q.Worker]++
			j.Shared, r.Every = newsOf(len(h.crews))
			r.Job = &j
		}
	}
	answer, err := wire.Marshal(&r)
	if err != nil {
		return nil
	}
	return answer
}

// end ends a job.
func (h *Host) end(id uint64) {
	r := h.running[id]
	if r == nil {
		return
	}
	delete(h.running, id)
	if h.crews[r.crew]--; h.crews[r.crew] == 0 {
		delete(h.crews, r.crew)
	}
}

// hear is Talk's.
func (h *Host) hear(text []byte) {
	var n report
	if wire.Unmarshal(text, &n) != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return
	}
	h.Tree.Partial(n.ID, n.Answer)
	if r := h.running[n.ID]; r != nil {
		r.heard = time.Now()
	}
	h.decide()
}

// decide ends the proof when the root is proven.
func (h *Host) decide() {
	if !h.over && h.Tree.Root().Verdict != solve.Unknown {
		h.over = true
		close(h.decided)
	}
}
