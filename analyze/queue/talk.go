package queue

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Talk is between the coordinator of a run and the workers that take part in it for long: questions, and news to all.
// Nothing of it is stored, so that what is lost must be asked or told again.
type Talk struct {
	q  *Queue
	id string
}

// Talk returns the talk of a run.
func (q *Queue) Talk(id string) *Talk { return &Talk{q, id} }

func (t *Talk) questions() string       { return "foregone.ask." + t.id }
func (t *Talk) news(kind string) string { return "foregone.news." + t.id + "." + kind }

// Answer has a coordinator answer questions, one at a time, until the connection is closed.
func (t *Talk) Answer(answer func(question []byte) []byte) error {
	_, err := t.q.nc.Subscribe(t.questions(), func(m *nats.Msg) { _ = m.Respond(answer(m.Data)) })
	if err != nil {
		return err
	}
	return t.q.nc.FlushTimeout(response)
}

// Hear calls take with the news of others of a kind, one at a time, until stop is called.
func (t *Talk) Hear(kind string, take func(news []byte)) (stop func(), err error) {
	s, err := t.q.nc.Subscribe(t.news(kind), func(m *nats.Msg) {
		if m.Header.Get("from") != t.q.name {
			take(m.Data)
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, t.q.nc.FlushTimeout(response)
}

// Tell sends news of a kind to all who hear that.
func (t *Talk) Tell(kind string, news []byte) {
	m := nats.NewMsg(t.news(kind))
	m.Data = news
	m.Header.Set("from", t.q.name)
	_ = t.q.nc.PublishMsg(m) // news that is lost does no harm
}

// ErrNobody is what Ask returns when no coordinator has answered for a while.
var ErrNobody = errors.New("found no coordinator of the run")

// Ask asks the coordinator, again and again until it answers, ctx ends or so long has passed.
func (t *Talk) Ask(ctx context.Context, question []byte, long time.Duration) ([]byte, error) {
	end := time.Now().Add(long)
	for {
		bounded, cancel := context.WithTimeout(ctx, response)
		m, err := t.q.nc.RequestWithContext(bounded, t.questions(), question)
		cancel()
		switch {
		case err == nil:
			return m.Data, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case t.q.nc.IsClosed():
			return nil, t.q.refusal(t.q.nc.LastError())
		case !t.q.nc.IsConnected():
			end = time.Now().Add(long) // the server is to blame
		case time.Now().After(end):
			return nil, ErrNobody
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

const snapshots = "FOREGONE_SNAPSHOTS"

func (q *Queue) snapshots(ctx context.Context) (jetstream.ObjectStore, error) {
	s, err := q.js.ObjectStore(ctx, snapshots)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: snapshots, TTL: kept})
	}
	return s, err
}

// SaveSnapshot puts what save writes in the place of the snapshot of a name. Without success that stays.
func (q *Queue) SaveSnapshot(ctx context.Context, name string, save func(io.Writer) error) error {
	s, err := q.snapshots(ctx)
	if err != nil {
		return err
	}
	r, w := io.Pipe()
	go func() { w.CloseWithError(save(w)) }()
	_, err = s.Put(ctx, jetstream.ObjectMeta{Name: name}, r)
	r.CloseWithError(err)
	return err
}

// Snapshot returns the snapshot of a name, nil when there is none.
func (q *Queue) Snapshot(ctx context.Context, name string) (io.ReadCloser, error) {
	var o jetstream.ObjectResult
	err := q.again(ctx, func(context.Context) error {
		s, err := q.snapshots(ctx)
		if err == nil {
			o, err = s.Get(ctx, name)
		}
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			o, err = nil, nil
		}
		return err
	})
	if o == nil || err != nil {
		return nil, err
	}
	return o, nil
}

// DropSnapshot removes the snapshot of a name, if there is one.
func (q *Queue) DropSnapshot(ctx context.Context, name string) error {
	s, err := q.snapshots(ctx)
	if err == nil {
		err = s.Delete(ctx, name)
	}
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	return err
}
