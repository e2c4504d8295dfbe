package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"foregone/analyze/queue/server"
)

// serve starts a server, and returns its URL and what stops it.
func serve(t testing.TB, o server.Options) (url string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	o.Host, o.Disk, o.Notify = "127.0.0.1", 1<<30, func(line string) { t.Log(line) }
	o.Ready = func(url string) { ready <- url }
	go func() { ended <- server.Serve(ctx, o) }()
	select {
	case url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(stop)
	return url, stop
}

// notes keeps what a queue tells.
type notes struct {
	mu    sync.Mutex
	lines []string
}

func (n *notes) add(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, line)
}

// has waits for a line that contains a text.
func (n *notes) has(text string) bool {
	for range 100 {
		n.mu.Lock()
		found := slices.ContainsFunc(n.lines, func(line string) bool { return strings.Contains(line, text) })
		n.mu.Unlock()
		if found {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

func mustConnect(t testing.TB, o Options) *Queue {
	t.Helper()
	if o.Notify == nil {
		o.Notify = func(line string) { t.Log(line) }
	}
	q, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func mustOpen(t testing.TB, q *Queue, id string) *Run {
	t.Helper()
	r, err := q.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Of jobs that workers drop, give back and do twice each has one result.
func TestEachJobHasOneResult(t *testing.T) {
	url, _ := serve(t, server.Options{Folder: t.TempDir()})
	const n = 60
	q := mustConnect(t, Options{URL: url, Version: "v1"})
	r := mustOpen(t, q, "batch-1")
	for i := range n {
		must(t, r.Put(t.Context(), fmt.Sprint(i), fmt.Append(nil, "job ", i)))
		must(t, r.Put(t.Context(), fmt.Sprint(i), []byte("another")))
	}
	ctx, cancel := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range 3 {
		w := mustConnect(t, Options{URL: url, Version: "v1", Wait: time.Second})
		workers.Go(func() {
			if err := w.Work(ctx, 2, func(_ context.Context, _ int, j *Job) {
				number := 0
				fmt.Sscan(j.Name, &number)
				switch {
				case number%10 == 3 && j.Times == 1: // killed: nothing is heard of it
				case number%10 == 5 && j.Times == 1:
					must(t, j.Return())
				default:
					must(t, j.Done(t.Context(), fmt.Appendf(nil, "%s done", j.Body)))
					if number%10 == 7 {
						must(t, j.Done(t.Context(), []byte("done twice")))
					}
				}
			}); err != nil {
				t.Error(err)
			}
		})
	}
	found := map[string]string{}
	for len(found) < n {
		select {
		case result := <-r.Results():
			found[result.Name] += string(result.Body)
		case <-time.After(20 * time.Second):
			t.Fatalf("%d results after a long time", len(found))
		}
	}
	for i := range n {
		if want := fmt.Sprintf("job %d done", i); found[fmt.Sprint(i)] != want {
			t.Errorf("result %d is %q, want %q", i, found[fmt.Sprint(i)], want)
		}
	}
	body, err := r.Result(t.Context(), "3")
	if err != nil || string(body) != "job 3 done" {
		t.Errorf("result %q, error %v", body, err)
	}
	must(t, r.Forget(t.Context(), "3"))
	if body, err := r.Result(t.Context(), "3"); body != nil || err != nil {
		t.Errorf("result %q after it was forgotten, error %v", body, err)
	}
	jobs, results, err := r.Left(t.Context())
	for start := time.Now(); len(jobs) > 0 && time.Since(start) < 5*time.Second; time.Sleep(10 * time.Millisecond) {
		jobs, results, err = r.Left(t.Context()) // the last acknowledgement may still be on its way
	}
	if err != nil || len(jobs) != 0 || len(results) != n-1 {
		t.Errorf("%d jobs and %d results are left, error %v", len(jobs), len(results), err)
	}
	must(t, r.Clear(t.Context()))
	if _, results, err := r.Left(t.Context()); err != nil || len(results) != 0 {
		t.Errorf("%d results after Clear, error %v", len(results), err)
	}
	cancel()
	workers.Wait()
}

// A worker of another version leaves a job, says so, and one of the same version does it.
func TestVersions(t *testing.T) {
	url, _ := serve(t, server.Options{Folder: t.TempDir()})
	r := mustOpen(t, mustConnect(t, Options{URL: url, Version: "v1"}), "batch-1")
	must(t, r.Put(t.Context(), "1", []byte("x")))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var told notes
	other := mustConnect(t, Options{URL: url, Version: "v2", Notify: told.add})
	var workers sync.WaitGroup
	workers.Go(func() {
		_ = other.Work(ctx, 1, func(context.Context, int, *Job) { t.Error("a job of another version") })
	})
	if !told.has(`1 jobs wait for workers of another version, "v1"`) {
		t.Errorf("told %q", told.lines)
	}
	same := mustConnect(t, Options{URL: url, Version: "v1"})
	must(t, same.Announce(func() Member { return Member{Kind: "worker", Jobs: 3} }))
	must(t, other.Announce(func() Member { return Member{Kind: "worker", Jobs: 5} }))
	if n := r.Slots(t.Context()); n != 3 {
		t.Errorf("%d slots, want 3", n)
	}
	s, err := same.Status(t.Context())
	if err != nil || s.Waiting != 1 || s.Running != 0 || len(s.Members) != 2 || s.Members[0].Version == s.Members[1].Version {
		t.Errorf("status %+v, error %v", s, err)
	}
	workers.Go(func() {
		_ = same.Work(ctx, 1, func(_ context.Context, _ int, j *Job) { must(t, j.Done(t.Context(), []byte("y"))) })
	})
	if result := <-r.Results(); result.Name != "1" || string(result.Body) != "y" {
		t.Errorf("result %+v", result)
	}
	cancel()
	workers.Wait()
}

// What is put while the server is away, with all that it had on its disk, arrives when it is back.
func TestServerComesBack(t *testing.T) {
	folder := t.TempDir()
	url, stop := serve(t, server.Options{Folder: folder})
	var told notes
	r := mustOpen(t, mustConnect(t, Options{URL: url, Version: "v1", Notify: told.add}), "batch-1")
	must(t, r.Put(t.Context(), "1", []byte("x")))
	stop()
	if !told.has("is gone") {
		t.Errorf("told %q", told.lines)
	}
	put := make(chan error)
	go func() { put <- r.Put(t.Context(), "2", []byte("x")) }()
	time.Sleep(500 * time.Millisecond)
	var port int
	fmt.Sscanf(url, "nats://127.0.0.1:%d", &port)
	serve(t, server.Options{Folder: t.TempDir(), Port: port})
	must(t, <-put)
	if !told.has("is back after") {
		t.Errorf("told %q", told.lines)
	}
	if jobs, _, err := r.Left(t.Context()); err != nil || !slices.Equal(jobs, []string{"2"}) {
		t.Errorf("jobs %q are left, error %v", jobs, err)
	}
}

// After a server has lost its disk the results of the new stream arrive once it was looked up what there is.
func TestLostDisk(t *testing.T) {
	url, _ := serve(t, server.Options{Folder: t.TempDir()})
	q := mustConnect(t, Options{URL: url, Version: "v1"})
	r := mustOpen(t, q, "batch-1")
	publish := func(name string) {
		must(t, q.publish(t.Context(), &nats.Msg{Subject: resultsSubject + "batch-1." + name, Data: []byte("done")}))
	}
	arrives := func(name string) {
		t.Helper()
		select {
		case result := <-r.Results():
			if result.Name != name {
				t.Errorf("result %q, want %q", result.Name, name)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("the result %q does not arrive", name)
		}
	}
	for i := range 5 {
		publish(fmt.Sprint("old", i))
		arrives(fmt.Sprint("old", i))
	}
	must(t, q.js.DeleteStream(t.Context(), resultsStream))
	publish("new1")
	_, results, err := r.Left(t.Context())
	if err != nil || !slices.Equal(results, []string{"new1"}) {
		t.Errorf("results %q are left, error %v", results, err)
	}
	arrives("new1")
	publish("new2")
	arrives("new2")
}

func TestRefusals(t *testing.T) {
	url, _ := serve(t, server.Options{Folder: t.TempDir(), Token: "secret"})
	for token, want := range map[string]string{"": "without the right --token", "wrong": "refuses the token", "secret": ""} {
		q, err := Connect(t.Context(), Options{URL: url, Token: token, Notify: func(string) {}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("token %q: error %v, want %q", token, err, want)
		}
		if q != nil {
			q.Close()
		}
	}
	if _, err := Connect(t.Context(), Options{URL: "nats://127.0.0.1:1", Notify: func(string) {}}); !errors.Is(err, ErrNoServer) {
		t.Errorf("error %v, want %v", err, ErrNoServer)
	}
	secret := strings.Replace(url, "//", "//wrong@", 1)
	if _, err := Connect(t.Context(), Options{URL: secret, Notify: func(string) {}}); err == nil || strings.Contains(err.Error(), "wrong") {
		t.Errorf("error %v", err)
	}
	if _, err := Connect(t.Context(), Options{URL: url, CA: "queue_test.go", Notify: func(string) {}}); err == nil || !strings.Contains(err.Error(), "found no certificate") {
		t.Errorf("error %v", err)
	}
}

func TestAddress(t *testing.T) {
	for url, want := range map[string]string{
		"nats://secret@host:4222": "nats://host:4222", "tls://a:b@c@host": "tls://host", "secret@host": "host", "host:1": "host:1",
		"nats://secret@a:1,nats://secret@b:1": "nats://a:1,nats://b:1", "nats://[::1]:4222": "nats://[::1]:4222", "": "",
	} {
		if got := Address(url); got != want {
			t.Errorf("%q: %q, want %q", url, got, want)
		}
	}
}
