// Package queue hands out jobs to workers and brings back their results by NATS JetStream (https://docs.nats.io), which
// does all of the queueing, delivery and storage. Only this package and those below it know NATS.
//
// There are two streams. Jobs are removed once they are done; a job that a worker neither finishes nor says to be alive
// is given to another. Of results there is one for each job at most: that of a job which was done twice is refused.
package queue

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names of the streams and subjects. A job's is foregone.jobs.VERSION.RUN.NAME, that of its result foregone.results.RUN.NAME.
const (
	jobsStream     = "FOREGONE_JOBS"
	resultsStream  = "FOREGONE_RESULTS"
	jobsSubject    = "foregone.jobs."
	resultsSubject = "foregone.results."
	pingSubject    = "foregone.ping"
	versionHeader  = "Foregone-Version"
)

// patience is how long the server may be silent before that is told, and how long a request to it may take.
const (
	patience = 3 * time.Second
	response = 10 * time.Second
)

// kept is how long a job, a result or a snapshot stays that nobody comes for: those of runs that were killed.
const kept = 30 * 24 * time.Hour

// Options say where the server is and who asks. Token and TLS files are "" for none.
type Options struct {
	URL   string
	Token string
	CA    string // certificates that the server's is checked with, in the place of the system's
	Cert  string // a client's certificate, with Key
	Key   string
	// Version is that of the results: jobs go to workers of the same version only.
	Version string
	// Wait is how long nothing may be heard of a job that a worker has before another one gets it. 0 is 15 seconds. The
	// first worker of a version decides.
	Wait time.Duration
	// Notify is told, a line each, that the server is gone, is back, or refuses something.
	Notify func(line string)
}

// Queue is a connection to a server. It is restored whenever it breaks.
type Queue struct {
	o       Options
	name    string // like no other
	nc      *nats.Conn
	js      jetstream.JetStream
	lost    time.Time // when the server went away
	jobs    jetstream.Stream
	results jetstream.Stream
	noted   bool // that jobs wait for another version
	slots   atomic.Int64
	mu      sync.Mutex
	pull    jetstream.Consumer // of jobs, nil when it is to be looked for
}

// ErrNoServer is what Connect returns when nobody answers.
var ErrNoServer = errors.New("found no server there")

// Connect connects once; the streams are created unless they are there.
func Connect(ctx context.Context, o Options) (*Queue, error) {
	if o.Wait == 0 {
		o.Wait = defaultWait
	}
	q := &Queue{o: o, name: nats.NewInbox()}
	options, err := q.options()
	if err != nil {
		return nil, err
	}
	if q.nc, err = nats.Connect(o.URL, options...); err != nil {
		return nil, q.refusal(err)
	}
	if q.js, err = jetstream.New(q.nc); err == nil {
		err = q.again(ctx, func(ctx context.Context) (err error) {
			q.jobs, q.results, err = q.prepare(ctx)
			return err
		})
	}
	if err != nil {
		q.nc.Close()
		return nil, err
	}
	return q, nil
}

func (q *Queue) options() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("foregone"), nats.Timeout(5 * time.Second),
		nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(200*time.Millisecond, 500*time.Millisecond),
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				q.lost = time.Now()
				q.o.Notify(fmt.Sprintf("the server %s is gone (%v): waiting for it", Address(q.o.URL), err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			q.o.Notify(fmt.Sprintf("the server is back after %s", time.Since(q.lost).Round(time.Second)))
		}),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // of requests, each of which says so itself
	}
	if q.o.Token != "" {
		options = append(options, nats.Token(q.o.Token))
	}
	if q.o.CA == "" && q.o.Cert == "" && q.o.Key == "" {
		return options, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if q.o.CA != "" {
		text, err := os.ReadFile(q.o.CA)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s: found no certificate, expected some in PEM form", q.o.CA)
		}
	}
	if q.o.Cert != "" || q.o.Key != "" {
		pair, err := tls.LoadX509KeyPair(q.o.Cert, q.o.Key)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return append(options, nats.Secure(config)), nil
}

// Address returns a URL, or several parted by commas, without the secrets that may stand in it.
func Address(url string) string {
	all := strings.Split(url, ",")
	for i, one := range all {
		scheme, rest, ok := strings.Cut(one, "://")
		if !ok {
			scheme, rest = "", one
		}
		rest = rest[strings.LastIndexByte(rest, '@')+1:]
		if all[i] = rest; ok {
			all[i] = scheme + "://" + rest
		}
	}
	return strings.Join(all, ",")
}

// refusal says in words why there is no connection.
func (q *Queue) refusal(err error) error {
	var unknown *tls.CertificateVerificationError
	var name x509.HostnameError
	at := Address(q.o.URL)
	switch {
	case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout), errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%s: %w", at, ErrNoServer)
	case errors.Is(err, nats.ErrAuthorization) && q.o.Token == "":
		return fmt.Errorf("%s: the server refuses who comes without the right --token", at)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%s: the server refuses the token", at)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("%s: the server has no TLS, which --tls-ca and --tls-cert ask for", at)
	case errors.As(err, &name):
		return fmt.Errorf("%s: the server's certificate is for another name (%w)", at, name)
	case errors.As(err, &unknown):
		return fmt.Errorf("%s: the server's certificate cannot be trusted (%w); --tls-ca names the file of the certificates that can", at, unknown.Err)
	case strings.Contains(err.Error(), "certificate required"), strings.Contains(err.Error(), "after TLS handshake"):
		return fmt.Errorf("%s: the server expects a certificate that it trusts; --tls-cert and --tls-key show one", at)
	}
	return fmt.Errorf("%s: %w", at, err)
}

// prepare finds the streams, or creates them.
func (q *Queue) prepare(ctx context.Context) (jobs, results jetstream.Stream, err error) {
	jobs, err = q.stream(ctx, jetstream.StreamConfig{
		Name: jobsStream, Subjects: []string{jobsSubject + "*.*.*"},
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
		MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, MaxAge: kept,
	})
	if err == nil {
		results, err = q.stream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{resultsSubject + "*.*"},
			Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, MaxAge: kept,
		})
	}
	return jobs, results, err
}

// stream leaves a stream that is there as its administrator made it.
func (q *Queue) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := q.js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return q.js.CreateStream(ctx, c)
	}
	return s, err
}

// again does something until it succeeds, the context ends or the server refuses us. Why it does not succeed for long is
// told once.
func (q *Queue) again(ctx context.Context, do func(context.Context) error) error {
	start, told := time.Now(), false
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		bounded, cancel := context.WithTimeout(ctx, response)
		err := do(bounded)
		cancel()
		switch {
		case err == nil:
			if told {
				q.o.Notify("the server works again")
			}
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case q.nc.IsClosed():
			return q.refusal(q.nc.LastError())
		case errors.Is(err, nats.ErrMaxPayload), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
			return err
		case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrNoStreamResponse):
			_, _, _ = q.prepare(ctx) // its disk may have been lost; else the same error comes again
		}
		if !told && q.nc.IsConnected() && time.Since(start) > patience {
			told = true
			q.o.Notify(fmt.Sprintf("the server does not do its work (%s): trying again until it does", words(err)))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// words makes an error of the server a part of a sentence.
func words(err error) string {
	switch {
	case errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return "JetStream is not at work there; is its disk full, or is it a nats-server without -js?"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return "no answer"
	}
	return strings.TrimPrefix(err.Error(), "nats: ")
}

// refused reports whether an error says that a stream has a message of the same subject already.
func refused(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject")
}

// publish sends a message to a stream. That there is one already is no error.
func (q *Queue) publish(ctx context.Context, m *nats.Msg) error {
	return q.again(ctx, func(ctx context.Context) error {
		_, err := q.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
		if refused(err) {
			return nil
		}
		return err
	})
}

// MaxBytes is the greatest size of a job or a result.
func (q *Queue) MaxBytes() int { return int(q.nc.MaxPayload()) - 1024 }

// Close ends the connection.
func (q *Queue) Close() { q.nc.Close() }
