package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Member is what a worker, or a coordinator, says of itself.
type Member struct {
	Kind      string  `json:"kind"` // worker or coordinator
	Host      string  `json:"host"`
	PID       int     `json:"pid"`
	Version   string  `json:"version"`
	Jobs      int     `json:"jobs,omitempty"` // of a worker, at a time at most
	Running   int     `json:"running"`        // of a worker, at present; of a coordinator, handed out
	Done      uint64  `json:"done"`           // jobs
	Positions uint64  `json:"positions"`      // answered, or searched in a proof
	PerSecond float64 `json:"positions_per_second"`
	Task      string  `json:"task,omitempty"` // of a coordinator: what it does
	Total     uint64  `json:"total,omitempty"`
	Proof     uint32  `json:"proof,omitempty"` // numbers of the root of a proof
	Disproof  uint32  `json:"disproof,omitempty"`
}

// listening is how long answers of members are waited for.
const listening = 500 * time.Millisecond

// Announce has a member answer whoever asks for it, until the connection is closed.
func (q *Queue) Announce(who func() Member) error {
	_, err := q.nc.Subscribe(pingSubject, func(m *nats.Msg) {
		member := who()
		member.Version = q.o.Version
		if body, err := json.Marshal(member); err == nil {
			_ = m.Respond(body)
		}
	})
	if err != nil {
		return err
	}
	return q.nc.FlushTimeout(response)
}

// Members asks who is there. It takes half a second.
func (q *Queue) Members(ctx context.Context) ([]Member, error) {
	inbox := q.nc.NewInbox()
	answers, err := q.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }()
	ctx, cancel := context.WithTimeout(ctx, listening)
	defer cancel()
	if err := q.nc.PublishRequest(pingSubject, inbox, nil); err != nil {
		return nil, err
	}
	if err := q.nc.FlushWithContext(ctx); err != nil {
		return nil, err
	}
	var all []Member
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			break
		}
		var member Member
		if json.Unmarshal(m.Data, &member) == nil && member.Kind != "" {
			all = append(all, member)
		}
	}
	slices.SortFunc(all, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID))
	})
	return all, nil
}

// Slots returns how many jobs the workers of our version do at a time, as far as is known when the server is silent.
func (q *Queue) Slots(ctx context.Context) int {
	all, err := q.Members(ctx)
	if err != nil {
		return int(q.slots.Load())
	}
	slots := 0
	for _, m := range all {
		if m.Kind == "worker" && m.Version == q.o.Version {
			slots += m.Jobs
		}
	}
	q.slots.Store(int64(slots))
	return slots
}

// Standing is how the whole stands.
type Standing struct {
	Waiting uint64   `json:"waiting"` // jobs
	Running int      `json:"running"`
	Results uint64   `json:"results"` // that no coordinator has fetched for good
	Bytes   uint64   `json:"bytes"`   // of jobs and results on the server's disk
	Members []Member `json:"members"`
}

// Status asks the server, and the members.
func (q *Queue) Status(ctx context.Context) (s Standing, err error) {
	err = q.again(ctx, func(ctx context.Context) error {
		jobs, err := q.jobs.Info(ctx)
		if err != nil {
			return err
		}
		results, err := q.results.Info(ctx)
		if err != nil {
			return err
		}
		s.Running = 0
		all := q.jobs.ListConsumers(ctx)
		for c := range all.Info() {
			s.Running += c.NumAckPending
		}
		if err := all.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
			return err
		}
		s.Waiting = jobs.State.Msgs - min(jobs.State.Msgs, uint64(s.Running))
		s.Results = results.State.Msgs
		s.Bytes = jobs.State.Bytes + results.State.Bytes
		return nil
	})
	if err == nil {
		s.Members, err = q.Members(ctx)
	}
	return s, err
}

// Server returns the server's name for people: where it is, and its version.
func (q *Queue) Server() string {
	return strings.TrimPrefix(Address(q.nc.ConnectedUrl()), "nats://") + ", nats-server " + q.nc.ConnectedServerVersion()
}
