package queue

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker says at a third of the wait that it is alive.
const (
	defaultWait = 15 * time.Second
	fetching    = 5 * time.Second // a request for a job that there is not
)

// Job is a job that this worker has been given.
type Job struct {
	Run, Name string
	Body      []byte
	Times     int // that it was given to a worker, from 1

	q   *Queue
	msg jetstream.Msg
}

// token is the version as it stands in subjects.
func (q *Queue) token() string {
	return strconv.FormatUint(xxhash.Sum64String(q.o.Version), 36)
}

// Work takes jobs of our version, so many at a time, and has each done, until ctx ends. do gives the job back by Done or
// Return; slot says which of those at a time it is, from 0.
func (q *Queue) Work(ctx context.Context, slots int, do func(ctx context.Context, slot int, j *Job)) error {
	failed := make(chan error, slots)
	var all sync.WaitGroup
	for slot := range slots {
		all.Go(func() { failed <- q.work(ctx, slot, do) })
	}
	all.Wait()
	close(failed)
	for err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

func (q *Queue) work(ctx context.Context, slot int, do func(ctx context.Context, slot int, j *Job)) error {
	for ctx.Err() == nil {
		var m jetstream.Msg
		err := q.again(ctx, func(ctx context.Context) (err error) {
			m, err = q.next(ctx)
			return err
		})
		switch {
		case ctx.Err() != nil:
			if m != nil {
				_ = m.Nak()
			}
			return nil
		case err != nil:
			return err
		case m == nil:
			if slot == 0 {
				q.noteOthers(ctx)
			}
			continue
		}
		q.give(ctx, slot, m, do)
	}
	return nil
}

// next waits for a job, and returns nil when there was none for a while.
func (q *Queue) next(ctx context.Context) (jetstream.Msg, error) {
	c, err := q.consumer(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, fetching)
	defer cancel()
	batch, err := c.Fetch(1, jetstream.FetchContext(ctx))
	if err == nil {
		for m := range batch.Messages() {
			return m, nil
		}
		err = batch.Error()
	}
	if err == nil || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pull = nil
	return nil, err
}

// consumer is the one that all workers of a version share.
func (q *Queue) consumer(ctx context.Context) (jetstream.Consumer, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.pull != nil {
		return q.pull, nil
	}
	var err error
	q.pull, err = q.findConsumer(ctx)
	return q.pull, err
}

func (q *Queue) findConsumer(ctx context.Context) (jetstream.Consumer, error) {
	name := "workers-" + q.token()
	c, err := q.jobs.Consumer(ctx, name)
	if !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return c, err
	}
	return q.jobs.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: jobsSubject + q.token() + ".*.*",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.o.Wait,
		MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 16,
		InactiveThreshold: kept,
	})
}

// give has a job done, and says meanwhile that it is.
func (q *Queue) give(ctx context.Context, slot int, m jetstream.Msg, do func(ctx context.Context, slot int, j *Job)) {
	j := &Job{Body: m.Data(), Times: 1, q: q, msg: m}
	if parts := strings.Split(m.Subject(), "."); len(parts) == 5 {
		j.Run, j.Name = parts[3], parts[4]
	}
	if about, err := m.Metadata(); err == nil {
		j.Times = int(about.NumDelivered)
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		alive := time.NewTicker(q.o.Wait / 3)
		defer alive.Stop()
		for {
			select {
			case <-alive.C:
				_ = m.InProgress() // an error means that the server is gone, and then the job goes to another
			case <-done:
				return
			}
		}
	}()
	do(ctx, slot, j)
}

// Done hands in the result of a job. If there is one already it stays.
func (j *Job) Done(ctx context.Context, body []byte) error {
	m := nats.NewMsg(resultsSubject + j.Run + "." + j.Name)
	m.Data = body
	if err := j.q.publish(ctx, m); err != nil {
		return err
	}
	if err := j.msg.Ack(); !errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		return err
	}
	return nil
}

// MaxBytes is the greatest size of a result.
func (j *Job) MaxBytes() int { return j.q.MaxBytes() }

// Finish ends a job that has no result.
func (j *Job) Finish() error { return j.msg.Ack() }

// Return gives a job back, for another worker.
func (j *Job) Return() error { return j.msg.Nak() }

// Talk returns the talk of its run.
func (j *Job) Talk() *Talk { return j.q.Talk(j.Run) }

// noteOthers tells once that jobs wait for workers of another version.
func (q *Queue) noteOthers(ctx context.Context) {
	if q.noted {
		return
	}
	info, err := q.jobs.Info(ctx)
	if err != nil || info.State.Msgs == 0 {
		return
	}
	m, err := q.jobs.GetMsg(ctx, info.State.FirstSeq)
	if err != nil || m.Header.Get(versionHeader) == q.o.Version {
		return
	}
	q.noted = true
	q.o.Notify(fmt.Sprintf("%d jobs wait for workers of another version, %q; this one is %q and leaves them to others", info.State.Msgs, m.Header.Get(versionHeader), q.o.Version))
}
