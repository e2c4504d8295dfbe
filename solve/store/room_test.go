package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestNoRoomAtAll(t *testing.T) {
	dir := t.TempDir()
	for _, free := range []int64{0, needsRoom - 1} {
		_, err := Open(dir, Options{room: func(string) int64 { return free }, Report: func(m string) { t.Error(m) }})
		if !errors.Is(err, ErrNoRoom) || !strings.Contains(err.Error(), "64 MB") {
			t.Errorf("%v", err)
		}
	}
	mustNotHave(t, dir, factsDir)
}

// TestFull has the disk fill up while the store is open: with so little left that badger can be closed, and with less.
func TestFull(t *testing.T) {
	for _, left := range []int64{largestFile, 0} {
		t.Run(fmt.Sprint(left), func(t *testing.T) {
			dir := t.TempDir()
			var free atomic.Int64
			free.Store(1 << 40)
			var said reports
			s := mustOpen(t, dir, Options{room: func(string) int64 { return free.Load() }, Report: said.add})
			putFacts(s, 0, 3000, 1)
			settle(s)
			free.Store(left)

			var waiters sync.WaitGroup // more than may wait
			for i := range 4 {
				waiters.Go(func() {
					for j := range 1000 {
						s.Put(testClass, testClass.Key([]byte(fmt.Sprint(i, j))), Fact{Body: make([]byte, maxFact/2)})
					}
				})
			}
			waiters.Wait()
			settle(s)
			said.mustSay(t, "nothing more is written", "no room on the disk")
			mustHave(t, s, 0, 3000, 1)
			putFacts(s, 3000, 4000, 1)
			if n := mustCount(t, s, 3000, 4000, 1); n != 0 {
				t.Errorf("%d facts are kept in memory", n)
			}
			if err := s.SaveSnapshot(Key{}, 1, func(io.Writer) error { return nil }); !errors.Is(err, ErrNoRoom) {
				t.Errorf("a snapshot: %v", err)
			}
			db := s.db
			err := s.Close()
			if left == 0 {
				if !errors.Is(err, ErrNoRoom) {
					t.Errorf("closed with %v", err)
				}
				err = db.close() // as the end of the process would
			}
			if err != nil {
				t.Fatal(err)
			}
			said.mustSay(t)
			s = mustOpen(t, dir, Options{Try: try, Report: said.add})
			mustHave(t, s, 0, 3000, 1)
			putFacts(s, 0, 100, 2)
			mustHave(t, s, 0, 100, 2)
			mustClose(t, s)
			said.mustSay(t)
		})
	}
}

// TestFullWhileRewriting has the disk fill up before or while the facts are written anew: they stay as they were.
func TestFullWhileRewriting(t *testing.T) {
	t.Parallel()
	const n = 38_000
	from := t.TempDir()
	s := mustOpen(t, from, Options{})
	putLarge(s, 0, n)
	mustClose(t, s)
	for asked := 2; asked <= 3; asked++ { // the first time is for what is put
		if !slow() && asked == 2 {
			continue
		}
		var times atomic.Int64
		var said reports
		dir := copied(t, from)
		s := mustOpen(t, dir, Options{Size: spare + 24<<20, Report: said.add, room: func(string) int64 {
			if times.Add(-1) == 0 {
				return 0
			}
			return 1 << 40
		}})
		times.Store(int64(asked))
		putLarge(s, n, n+1)
		settle(s)
		said.mustSay(t, "nothing more is written", "no room on the disk")
		if have := haveLarge(t, s, n-5000, n); have < 5000 {
			t.Errorf("%d facts of 5000 are left", have)
		}
		mustClose(t, s)
		mustNotHave(t, dir, newDir, oldDir, damagedDir)
	}
}

// TestCloseWhileRewriting has a store closed while its facts are written anew, which must not be: they stay as they were.
func TestCloseWhileRewriting(t *testing.T) {
	t.Parallel()
	const n = 32_000
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	putLarge(s, 0, n)
	mustClose(t, s)
	have := folderBytes(filepath.Join(dir, factsDir))
	var times atomic.Int64
	closed := make(chan error, 1)
	s = mustOpen(t, dir, Options{Size: spare + int64(float64(have)/0.62), Report: func(m string) { t.Error(m) }, room: func(string) int64 {
		if times.Add(-1) == 0 {
			go func() { closed <- s.Close() }()
			for !s.closing.Load() {
				time.Sleep(time.Millisecond)
			}
		}
		return 1 << 40
	}})
	times.Store(3)
	putLarge(s, n, n+1)
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	mustNotHave(t, dir, newDir, oldDir, damagedDir)
	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	if have := haveLarge(t, s, 0, n+1); have != n+1 {
		t.Errorf("%d facts are left", have)
	}
	mustClose(t, s)
}

// use puts facts and reads them, as far as the store can be had, and saves a snapshot. It prints what is said.
func use(dir string, n int) error {
	s, err := Open(dir, Options{Report: func(m string) { fmt.Printf("%q\n", m) }, Try: try})
	if err != nil {
		fmt.Printf("%q\n", err)
		return nil
	}
	putFacts(s, 0, n, 1)
	settle(s)
	have, err := countFacts(s, 0, n, 1)
	if err != nil || have != n && !s.full.Load() {
		return fmt.Errorf("%d facts of %d, %v", have, n, err)
	}
	if err := s.SaveSnapshot(Key{}, 1, func(w io.Writer) error { return random(w, 30<<20) }); err == nil {
		return errors.New("a large snapshot was saved")
	}
	if err := s.Close(); err != nil && !errors.Is(err, ErrNoRoom) {
		return err
	}
	return nil
}

// TestFileLimit runs a store where no file may be larger than so many blocks of 512 bytes.
func TestFileLimit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("has no shell")
	}
	full := t.TempDir()
	s := mustOpen(t, full, Options{})
	putFacts(s, 0, 1000, 1)
	mustClose(t, s)
	for i, blocks := range []int{0, 1, 100, 2 << 10, 10 << 10, 17 << 10, 31 << 10, 33 << 10, 40 << 10} {
		if !slow() && i%3 != 1 {
			continue
		}
		t.Run(fmt.Sprint(blocks), func(t *testing.T) {
			for _, dir := range []string{t.TempDir(), copied(t, full)} {
				like := child("use", dir, 5000)
				cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -f %d && exec \"$0\"", blocks), like.Path)
				cmd.Env, cmd.Stderr = like.Env, os.Stderr
				out, err := cmd.Output()
				if err != nil {
					t.Error(err)
				}
				switch lines := strings.Count(string(out), "\n"); {
				case blocks*512 < largestFile && (lines != 1 || !strings.Contains(string(out), "no room on the disk")),
					blocks*512 >= largestFile && lines != 0:
					t.Errorf("said %s", out)
				}
				mustNotHave(t, dir, damagedDir)
				if left, _ := filepath.Glob(filepath.Join(dir, snapshotDir, "*")); len(left) > 0 {
					t.Errorf("left %v", left)
				}
			}
		})
	}
}

// TestFolderRemoved has someone remove the folder of an open store. Badger tries to write there for ever.
func TestFolderRemoved(t *testing.T) {
	t.Parallel()
	for _, many := range []bool{false, true} {
		t.Run(fmt.Sprint(many), func(t *testing.T) {
			dir := t.TempDir()
			var said reports
			s := mustOpen(t, dir, Options{Report: said.add})
			putFacts(s, 0, 100, 1)
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if many { // than are kept in memory
				var g sync.WaitGroup
				for i := range 4 {
					g.Go(func() { putLarge(s, 10_000*i, 10_000*i+10_000) })
				}
				g.Wait()
				mustCount(t, s, 0, 100, 1)
			}
			ended := make(chan struct{})
			go func() {
				_ = s.Close()
				close(ended)
			}()
			select {
			case <-ended:
			case <-time.After(30 * time.Second):
				t.Fatal("it does not close")
			}
			said.mustSay(t, "nothing more is written", "its folder was removed")
		})
	}
}
