package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/jobs"
	"foregone/analyze/queue"
	"foregone/solve"
)

// sharedProof answers positions by workers elsewhere, who share one proof.
type sharedProof struct {
	c     *cli.Context
	q     *queue.Queue
	cfg   *batch.Config
	name  string // of the run
	game  string
	start time.Time
	state atomic.Pointer[games.JobState]
	seats int // that were handed out
	nobody
	renewed time.Time
}

// newSharedProof returns what solve --nats answers with, nil without the flag.
func newSharedProof(c *cli.Context, cfg *batch.Config) (*sharedProof, error) {
	if !c.IsSet("nats") {
		return nil, nil
	}
	for _, flag := range []string{"optimal", "all-best"} {
		if c.Bool(flag) {
			return nil, usage("found --%s with --nats, expected one of them: what is shared is the proof of a verdict", flag)
		}
	}
	if err := refuseWithNATS(c, "jobs"); err != nil {
		return nil, err
	}
	q, err := connect(c)
	if err != nil {
		return nil, err
	}
	s := &sharedProof{c: c, q: q, cfg: cfg}
	return s, q.Announce(s.member)
}

func (s *sharedProof) close() {
	if s != nil {
		s.q.Close()
	}
}

// easy is the nodes that a search here may take before others are asked.
const easy = 10_000

// answer is batch.Config.Answer.
func (s *sharedProof) answer(ctx context.Context, d *batch.Done, e games.Engine) error {
	if _, err := games.JobEngineOf(e); err != nil {
		return err
	}
	p, l := d.Subject.Final, s.cfg.Limits
	l.Nodes = easy
	if most := s.cfg.Limits.Nodes; most != 0 {
		l.Nodes = min(l.Nodes, most)
	}
	a, err := e.Solve(ctx, p, l, s.cfg.Want)
	if err != nil || a.Verdict != solve.Unknown || a.Limit != solve.Nodes || l.Nodes == s.cfg.Limits.Nodes {
		d.Answer = a
		return err
	}
	s.game = p.Game()
	s.name = proofRunKind + "-" + strconv.FormatUint(xxhash.Sum64String(p.Canonical()+"\n"+e.Version(p)), 36)
	tree, err := s.tree(ctx, p)
	if err != nil {
		return err
	}
	state, limit, err := s.prove(ctx, tree)
	switch {
	case err != nil:
		return err
	case state.Verdict == solve.Unknown:
		a.Nodes, a.Limit = state.Nodes, limit
		d.Answer = a
		return nil
	}
	d.Answer, err = games.Conclude(ctx, e, p, tree, state.Nodes, s.cfg.Limits, s.cfg.Want)
	if err == nil && d.Answer.Verdict != state.Verdict && d.Answer.Verdict != solve.Unknown {
		err = fmt.Errorf("the workers prove a %s, and the search here a %s", state.Verdict, d.Answer.Verdict)
	}
	return err
}

// tree goes on from the snapshot of a proof, or begins it.
func (s *sharedProof) tree(ctx context.Context, p games.Position) (games.JobTree, error) {
	snapshot, err := s.q.Snapshot(ctx, s.name)
	if err != nil {
		return games.JobTree{}, err
	}
	if snapshot != nil {
		defer snapshot.Close()
		tree, err := games.LoadJobTree(snapshot, p)
		if err == nil {
			notify(s.c)(fmt.Sprintf("goes on with a proof of %s", counted(tree.Root().Nodes)))
			return tree, nil
		}
		notify(s.c)(fmt.Sprintf("the snapshot of an earlier run cannot be used: %v", err))
	}
	return games.NewJobTree(p)
}

// prove has the workers prove the root of a tree.
func (s *sharedProof) prove(ctx context.Context, tree games.JobTree) (games.JobState, solve.Limit, error) {
	run, err := s.q.Open(ctx, s.name)
	if err != nil {
		return games.JobState{}, solve.NoLimit, err
	}
	defer run.Close()
	s.start, s.seats = time.Now(), 0
	host := &jobs.Host{
		Talk: s.q.Talk(s.name), Tree: tree, Limits: s.cfg.Limits,
		Invite: func(ctx context.Context) { s.invite(ctx, run) },
		Save: func(ctx context.Context, t games.JobTree) {
			if err := s.q.SaveSnapshot(ctx, s.name, func(w io.Writer) error { return t.Save(w) }); err != nil {
				notify(s.c)(fmt.Sprintf("the proof could not be kept for another run to go on with: %v", err))
			}
		},
		Watch: func(state games.JobState) { s.state.Store(&state) },
	}
	state, limit, err := host.Prove(ctx)
	after, cancel := afterwards(ctx)
	defer cancel()
	if e := run.Clear(after); err == nil && ctx.Err() == nil {
		err = e
	}
	if err == nil && state.Verdict != solve.Unknown {
		err = s.q.DropSnapshot(after, s.name)
	}
	return state, limit, err
}

const (
	spareSeats = 2
	renewing   = time.Minute // after which all seats are handed out again, of which those that are there stay
)

// invite hands out seats, a few more than there are workers.
func (s *sharedProof) invite(ctx context.Context, run *queue.Run) {
	n := s.q.Slots(ctx)
	if state := s.state.Load(); n == 0 && (state == nil || state.Running == 0) {
		s.seen(s.c)
	}
	if time.Since(s.renewed) > renewing {
		s.seats, s.renewed = 0, time.Now()
	}
	for ; s.seats < n+spareSeats; s.seats++ {
		if err := run.Put(ctx, fmt.Sprint("seat", s.seats), []byte(s.game)); err != nil {
			break
		}
	}
}

func (s *sharedProof) member() queue.Member {
	m := member("coordinator")
	m.Task = "proof"
	if state := s.state.Load(); state != nil {
		m.Running, m.Positions = state.Running, state.Nodes
		m.Proof, m.Disproof = state.Proof, state.Disproof
		m.PerSecond = float64(state.Nodes) / time.Since(s.start).Seconds()
	}
	return m
}
