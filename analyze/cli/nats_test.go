package cli

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"foregone/analyze/queue"
)

// processes are those of a test, in a folder.
type processes struct {
	*testing.T
	program, dir string
}

func (p *processes) command(args ...string) *exec.Cmd {
	cmd := exec.Command(p.program, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "FOREGONE_CACHE="+filepath.Join(p.dir, "cache"))
	return cmd
}

func (p *processes) start(args ...string) *exec.Cmd {
	p.Helper()
	cmd := p.command(args...)
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd
}

func (p *processes) kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// serve starts a server at an address, and waits until it is there.
func (p *processes) serve(listen string) (cmd *exec.Cmd, url string) {
	p.Helper()
	cmd = p.command("serve", "--store", "store", "--listen", listen)
	out, err := cmd.StdoutPipe()
	if err != nil {
		p.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line := make([]byte, 1<<10)
	n, err := out.Read(line)
	found := regexp.MustCompile(`nats://\S+[0-9]`).FindString(string(line[:n]))
	if found == "" {
		p.Fatalf("serve says %q, error %v", line[:n], err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return cmd, found
}

func (p *processes) read(name string) string {
	p.Helper()
	b, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.Fatal(err)
	}
	return string(b)
}

func (p *processes) size(name string) int64 {
	info, err := os.Stat(filepath.Join(p.dir, name))
	if err != nil {
		return 0
	}
	return info.Size()
}

// Workers that are killed again and again, a coordinator that is killed once and a server that is killed once leave the
// records of an undisturbed run.
func TestKilledWorkers(t *testing.T) {
	p := &processes{T: t, program: build(t), dir: t.TempDir()}
	const n = 12000
	fields := "id,position,verdict,distance,best,line,nodes"
	batch := []string{"batch", "--no-cache", "--deals", fmt.Sprint("1..", n), "--fields", fields}
	if out, err := p.command(append(batch, "--out", "alone", "--jobs", "2")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server, url := p.serve("127.0.0.1:0")
	work := func() *exec.Cmd { return p.start("work", "--nats", url, "--jobs", "1", "--wait", "1s") }
	workers := []*exec.Cmd{work(), work(), work()}
	coordinate := func() *exec.Cmd { return p.start(append(batch, "--out", "spread", "--resume", "--nats", url)...) }
	coordinator := coordinate()
	whole := p.size("alone")
	kills := 0
	coordinatorKilled, serverKilled := false, false
	resumed := int64(0) // bytes that the second coordinator found; one that finds no server ends
	for start := time.Now(); p.size("spread") < whole; time.Sleep(100 * time.Millisecond) {
		if time.Since(start) > 2*time.Minute {
			t.Fatalf("%d of %d bytes after %s", p.size("spread"), whole, time.Since(start))
		}
		i := rand.IntN(len(workers))
		p.kill(workers[i])
		workers[i] = work()
		kills++
		if at := p.size("spread"); !coordinatorKilled && at > whole/5 {
			coordinatorKilled = true
			p.kill(coordinator)
			resumed = p.size("spread")
			coordinator = coordinate()
		} else if !serverKilled && at > max(whole/2, resumed) {
			serverKilled = true
			p.kill(server)
			server, _ = p.serve(strings.TrimPrefix(url, "nats://"))
		}
	}
	if err := coordinator.Wait(); err != nil {
		t.Error(err)
	}
	if got, want := p.read("spread"), p.read("alone"); got != want {
		t.Errorf("%d bytes differ from the %d of an undisturbed run", len(got), len(want))
	}
	if kills < 3 {
		t.Errorf("killed %d workers only", kills)
	}
}

// Jobs that no worker can do do not keep workers from their work.
func TestFaultyJobs(t *testing.T) {
	p := &processes{T: t, program: build(t), dir: t.TempDir()}
	_, url := p.serve("127.0.0.1:0")
	q, err := queue.Connect(t.Context(), queue.Options{URL: url, Version: natsVersion(), Notify: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	left := func(id string, body string) func() int {
		run, err := q.Open(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 9 {
			if err := run.Put(t.Context(), fmt.Sprint("0-1-", i), []byte(body)); err != nil {
				t.Fatal(err)
			}
		}
		return func() int {
			names, _, err := run.Left(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(names)
		}
	}
	all := []func() int{left("batch-x", "no chunk"), left("proof-x", "no game"), left("other-x", "")}
	p.start("work", "--nats", url, "--jobs", "1")
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		sum := 0
		for _, left := range all {
			sum += left()
		}
		if sum == 0 {
			break
		}
		if time.Since(start) > 15*time.Second {
			t.Fatalf("%d jobs are left", sum)
		}
	}
}
