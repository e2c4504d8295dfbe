package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/fxamacker/cbor/v2"

	"foregone/analyze/games"
	"foregone/solve"
)

// Host is the coordinator of a proof.
type Host struct {
	Talk   Talk
	Tree   games.JobTree
	Limits solve.Limits // of nodes
	// Workers returns how many take part, and sees to it that more can. It is called every now and then.
	Workers func(ctx context.Context) int
	// Save, unless nil, keeps the tree for another coordinator to go on with. It is called every now and then with the
	// tree locked for writing.
	Save func(ctx context.Context, t games.JobTree) error

	// Watch, unless nil, is called every now and then.
	Watch func(games.JobState)

	mu      sync.Mutex
	heard   map[uint64]time.Time // of each running job, when there was news of it
	over    bool
	decided chan struct{}
	workers int
}

const (
	looking  = 2 * time.Second
	silent   = 20 * time.Second // without news, after which a job is given to another
	saving   = 10 * time.Second // between snapshots, or so many times what one takes
	rareness = 20
	// News of one worker goes to all others, so that with many of them there must be less of it.
	newsEvery = 50 * time.Millisecond
	crowd     = 8 // workers, above which news is rarer and only of positions of more work
)

// Prove gives out jobs until the root is proven, a limit is reached or ctx ends.
func (h *Host) Prove(ctx context.Context) (games.JobState, solve.Limit, error) {
	h.heard, h.decided = map[uint64]time.Time{}, make(chan struct{})
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
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saving)
		defer cancel()
		err = h.Save(ctx, h.Tree)
	}
	return state, limit, err
}

// wait looks after the proof until it ends.
func (h *Host) wait(ctx context.Context) solve.Limit {
	saved, cost := time.Now(), time.Duration(0)
	for {
		h.look(ctx)
		if h.Limits.Nodes != 0 && h.state().Nodes >= h.Limits.Nodes {
			return solve.Nodes
		}
		if h.Save != nil && time.Since(saved) > max(saving, rareness*cost) {
			start := time.Now()
			h.mu.Lock()
			_ = h.Save(ctx, h.Tree) // the next one may succeed
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

func (h *Host) state() games.JobState {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Tree.Root()
}

// look takes back the jobs of workers that are gone, and tells how the proof stands.
func (h *Host) look(ctx context.Context) {
	workers := h.Workers(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.workers = workers
	for id, when := range h.heard {
		if time.Since(when) > silent {
			h.Tree.Forget(id)
			delete(h.heard, id)
		}
	}
	s := h.Tree.Root()
	h.Limits.Poll(ctx, s.Nodes)
	if h.Watch != nil {
		h.Watch(s)
	}
	h.Limits.Progress.Tell(solve.Standing{Proof: s.Proof, Disproof: s.Disproof})
}

// answer is Talk's.
func (h *Host) answer(text []byte) []byte {
	var q question
	if decoding.Unmarshal(text, &q) != nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if q.ID != 0 {
		h.Tree.Done(q.ID, q.Done)
		delete(h.heard, q.ID)
		h.decide()
	}
	r := reply{Over: h.over, Every: newsEvery * time.Duration(max(1, h.workers/crowd))}
	if !h.over && !q.Leaves {
		if j, ok := h.Tree.Next(q.Worker); ok {
			j.Shared *= uint32(max(1, h.workers/crowd))
			h.heard[j.ID] = time.Now()
			r.Job = &j
		}
	}
	answer, err := cbor.Marshal(&r)
	if err != nil {
		return nil
	}
	return answer
}

// hear is Talk's.
func (h *Host) hear(text []byte) {
	var n report
	if decoding.Unmarshal(text, &n) != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return
	}
	h.Tree.Partial(n.ID, n.Answer)
	if _, running := h.heard[n.ID]; running {
		h.heard[n.ID] = time.Now()
	}
	h.decide()
}

// decide ends the proof when the root is proven.
func (h *Host) decide() {
	if !h.over && h.Tree.Verdict() != solve.Unknown {
		h.over = true
		close(h.decided)
	}
}
