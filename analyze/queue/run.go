package queue

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Run is the jobs of one coordinator, and their results.
type Run struct {
	q        *Queue
	id       string
	arriving jetstream.ConsumeContext
	created  time.Time // the stream of results
	results  chan Result
	closed   chan struct{}
}

// Result is the outcome of a job.
type Result = struct {
	Name string
	Body []byte
}

// arrivals bounds how many results are fetched ahead of their use.
const arrivals = 8

// Open begins to listen for the results of a run, of letters and digits, those that are there first.
func (q *Queue) Open(ctx context.Context, id string) (*Run, error) {
	r := &Run{q: q, id: id, results: make(chan Result, arrivals), closed: make(chan struct{})}
	return r, q.again(ctx, func(ctx context.Context) error {
		info, err := q.results.Info(ctx)
		if err != nil {
			return err
		}
		return r.listen(ctx, info.Created)
	})
}

// listen listens to the stream that was created then. One that a server without its disk has created anew counts from the
// beginning, so that who listened to the old one hears nothing.
func (r *Run) listen(ctx context.Context, created time.Time) error {
	if created.Equal(r.created) {
		return nil
	}
	c, err := r.q.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultsSubject + r.id + ".*"}})
	if err != nil {
		return err
	}
	arriving, err := c.Consume(func(m jetstream.Msg) {
		select {
		case r.results <- Result{Name: nameOf(m.Subject()), Body: m.Data()}:
		case <-r.closed:
		}
	}, jetstream.PullMaxMessages(arrivals), jetstream.ConsumeErrHandler(func(jetstream.ConsumeContext, error) {}))
	if err != nil {
		return err
	}
	if r.arriving != nil {
		r.arriving.Stop()
	}
	r.arriving, r.created = arriving, created
	return nil
}

func nameOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Results gives every result, most of them once.
func (r *Run) Results() <-chan Result { return r.results }

// Put hands out a job under a name, of letters, digits and "-", unless it is there already.
func (r *Run) Put(ctx context.Context, name string, body []byte) error {
	m := nats.NewMsg(r.jobSubject(name))
	m.Data = body
	m.Header.Set(versionHeader, r.q.o.Version)
	return r.q.publish(ctx, m)
}

func (r *Run) jobSubject(name string) string {
	return jobsSubject + r.q.token() + "." + r.id + "." + name
}

// Left returns the names of the jobs that are not done, and of the results that are not forgotten; from then on the results
// of a stream that was created anew arrive, too. A job that is done
// meanwhile may be in both, but never in none.
func (r *Run) Left(ctx context.Context) (jobs, results []string, err error) {
	err = r.q.again(ctx, func(ctx context.Context) error {
		if jobs, _, err = names(ctx, r.q.jobs, r.jobSubject("*")); err != nil {
			return err
		}
		var created time.Time
		if results, created, err = names(ctx, r.q.results, resultsSubject+r.id+".*"); err != nil {
			return err
		}
		return r.listen(ctx, created)
	})
	return jobs, results, err
}

// names returns the last parts of the subjects that are in a stream, and when that was created.
func names(ctx context.Context, s jetstream.Stream, filter string) ([]string, time.Time, error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, time.Time{}, err
	}
	all := make([]string, 0, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		all = append(all, nameOf(subject))
	}
	return all, info.Created, nil
}

// Result returns the result of a job, nil when there is none.
func (r *Run) Result(ctx context.Context, name string) (body []byte, err error) {
	err = r.q.again(ctx, func(ctx context.Context) error {
		m, err := r.q.results.GetLastMsgForSubject(ctx, resultsSubject+r.id+"."+name)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err == nil {
			body = m.Data
		}
		return err
	})
	return body, err
}

// Forget removes the results of jobs.
func (r *Run) Forget(ctx context.Context, names ...string) error {
	for _, name := range names {
		err := r.q.again(ctx, func(ctx context.Context) error {
			return r.q.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+r.id+"."+name))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Withdraw removes the jobs that are not done.
func (r *Run) Withdraw(ctx context.Context) error {
	return r.q.again(ctx, func(ctx context.Context) error {
		return r.q.jobs.Purge(ctx, jetstream.WithPurgeSubject(r.jobSubject("*")))
	})
}

// Clear removes the jobs and the results.
func (r *Run) Clear(ctx context.Context) error {
	if err := r.Withdraw(ctx); err != nil {
		return err
	}
	return r.q.again(ctx, func(ctx context.Context) error {
		return r.q.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+r.id+".*"))
	})
}

// Slots is that of the queue.
func (r *Run) Slots(ctx context.Context) int { return r.q.Slots(ctx) }

// MaxBytes is the greatest size of a job or a result.
func (r *Run) MaxBytes() int { return r.q.MaxBytes() }

// Close ends the listening.
func (r *Run) Close() {
	close(r.closed)
	r.arriving.Stop()
}
