package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"
)

// safe is after how long a fact that was put outlives a kill.
const safe = 300 * time.Millisecond

// fillAndDie puts n facts, says when they are on the disk, and waits to be killed. A negative n puts without end, and
// says every 10 ms how many of them are.
func fillAndDie(dir string, n int) error {
	s, err := Open(dir, Options{Try: try})
	if err != nil {
		return err
	}
	if n >= 0 {
		putFacts(s, 0, n, 1)
		settle(s)
		fmt.Println(n)
		select {}
	}
	at := tell(safe)
	for i := 0; ; i++ {
		putFacts(s, i, i+1, 1)
		at.Store(int64(i + 1))
		time.Sleep(20 * time.Microsecond)
	}
}

// tell prints every 10 ms what the number that it returns was that long ago.
func tell(ago time.Duration) *atomic.Int64 {
	at := new(atomic.Int64)
	go func() {
		for {
			go func(n int64) {
				time.Sleep(ago)
				fmt.Println(n)
			}(at.Load())
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return at
}

// killTelling begins a process that tells, kills it some time after its first word, and returns the last of them.
func killTelling(t *testing.T, cmd *exec.Cmd, after time.Duration) (sure int) {
	t.Helper()
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := false
	for lines := bufio.NewScanner(out); lines.Scan(); said = true {
		if !said {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		var n int
		if _, err := fmt.Sscan(lines.Text(), &n); err == nil {
			sure = max(sure, n)
		}
	}
	_ = cmd.Wait()
	return sure
}

// kill makes a store of n facts whose process was killed.
func kill(t testing.TB, dir string, n int) {
	t.Helper()
	cmd := child("fill", dir, n)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !bufio.NewScanner(out).Scan() {
		t.Fatal("it did not fill")
	}
	end(t, cmd)
}

func end(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
}

// TestKilled kills a process at random moments, again and again on one store. All that it had put 300 ms before must
// be there, whether the store is tried first or not.
func TestKilled(t *testing.T) {
	times := 2
	if slow() {
		times = 40
	}
	dir := t.TempDir()
	most := 0
	for i := range times {
		most = max(most, killTelling(t, child("fill", dir, -1), time.Duration(rand.IntN(600))*time.Millisecond))
		o := Options{Report: func(m string) { t.Error(m) }}
		if i%2 == 0 {
			o.Try = try
		}
		s := mustOpen(t, dir, o)
		mustHave(t, s, 0, most, 1)
		filled(t, s)
		mustHave(t, s, 0, most, 1)
		if i%3 == 0 {
			mustClose(t, s)
			continue
		}
		if err := s.db.close(); err != nil { // the next one finds no sidecar either
			t.Fatal(err)
		}
		s.db = nil
		_ = s.Close()
	}
	if most == 0 {
		t.Error("nothing was ever put")
	}
}

// TestKilledEarly kills a process while it opens or closes a store. None is ever taken for damaged.
func TestKilledEarly(t *testing.T) {
	t.Parallel()
	times := 4
	if slow() {
		times = 100
	}
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	putFacts(s, 0, 3000, 1)
	mustClose(t, s)
	began := time.Now()
	if err := child("try", dir, 0).Run(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(began)
	for i := range times {
		cmd := child("try", dir, 0)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(whole))))
		end(t, cmd)
		if i%3 != 0 {
			continue // several in a row
		}
		s := mustOpen(t, dir, Options{Try: try, Report: func(m string) { t.Error(m) }})
		mustHave(t, s, 0, 3000, 1)
		mustClose(t, s)
	}
}
