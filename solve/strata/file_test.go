package strata

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"foregone/positions/crossings"
	"foregone/solve/tablefile"
)

// onDisk builds a table in a file and returns its bytes.
func onDisk(t *testing.T, s Size, path string, jobs int) []byte {
	t.Helper()
	table, err := Build(context.Background(), s, Options{Path: path, Jobs: jobs})
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFile(t *testing.T) {
	s := Size{W: 3, H: 4, Rows: 1, Steps: crossings.Exact}
	path := filepath.Join(t.TempDir(), "table")
	onDisk(t, s, path, 1)
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	memory := made(t, s)
	if file.Size() != s || file.Entries() != memory.Entries() {
		t.Errorf("found a table of %v with %d entries", file.Size(), file.Entries())
	}
	for _, p := range allPositions(s) {
		if got, want := probeOf(t, file, &p), probeOf(t, memory, &p); got != want {
			t.Fatalf("%s: %d in the file, %d in memory", &p, got, want)
		}
	}
	if _, err := Build(context.Background(), s, Options{Path: path}); err == nil {
		t.Error("a table that exists was built again")
	}
}

// TestManyJobs wants the same bytes of many jobs.
func TestManyJobs(t *testing.T) {
	sizes := []Size{{3, 5, 1, 0}, {3, 4, 2, 0}, {4, 3, 1, 1}}
	if slow() {
		sizes = append(sizes, Size{4, 4, 1, 0}, Size{4, 4, 2, 0})
	}
	for _, s := range sizes {
		dir := t.TempDir()
		want := onDisk(t, s, filepath.Join(dir, "by one"), 1)
		for _, jobs := range []int{2, 3, 8} {
			if got := onDisk(t, s, filepath.Join(dir, fmt.Sprint("by ", jobs)), jobs); !bytes.Equal(got, want) {
				t.Errorf("%v: %d jobs make another file", s, jobs)
			}
		}
	}
}

// endless is a context that is cancelled when it has been asked some times.
type endless struct {
	context.Context
	left int64
}

func (c *endless) Err() error {
	if atomic.AddInt64(&c.left, -1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestResume cuts builds off, by their context and by cutting their files, and compares what they come to.
func TestResume(t *testing.T) {
	s := Size{W: 3, H: 4, Rows: 2}
	dir := t.TempDir()
	want := onDisk(t, s, filepath.Join(dir, "whole"), 1)
	path := filepath.Join(dir, "table")
	p, err := newPlan(s)
	if err != nil {
		t.Fatal(err)
	}
	cut := 0
	for {
		ctx := &endless{left: int64(len(p.slices)) + 200} // one for each slice that was written before
		table, err := Build(ctx, s, Options{Path: path, Jobs: 2})
		if err == nil {
			table.Close()
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cut++
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Fatal("a build that was stopped and resumed comes to another file", err)
	}
	if cut < 3 {
		t.Errorf("the build was stopped %d times only", cut)
	}
	s.Rows = 1
	want = onDisk(t, s, filepath.Join(dir, "smaller"), 1)
	header := len(content(s)) + 24
	for n := 0; n <= len(want); n += 1 + len(want)/40 {
		path := filepath.Join(dir, "cut")
		part := append(want[:n:n], "torn"[:n%5%4]...)
		if n > 0 && n < header {
			continue // a header that is torn and continued is another file
		}
		if err := os.WriteFile(path+".part", part, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := onDisk(t, s, path, 1); !bytes.Equal(got, want) {
			t.Errorf("a file of %d bytes was resumed to another", n)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDamaged alters a file byte by byte: opening or checking it has to fail, and a probe must not give another value.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table")
	s := Size{W: 3, H: 3, Rows: 1}
	whole := onDisk(t, s, path, 1)
	memory := made(t, s)
	all := allPositions(s)
	refused, failed, answered := 0, 0, 0
	for i := 0; i < len(whole); i += 1 + i/100 {
		b := bytes.Clone(whole)
		b[i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Open(path)
		if err != nil {
			refused++
			continue
		}
		if err := table.Check(context.Background()); err == nil {
			t.Fatalf("byte %d of %d was altered, and nobody noticed", i, len(whole))
		}
		for j := i % 97; j < len(all); j += 97 {
			switch v, ok, err := table.Probe(&all[j]); {
			case err != nil:
				failed++
				if v != Draw || ok || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
					t.Fatalf("byte %d: %v", i, err)
				}
			case v != probeOf(t, memory, &all[j]):
				t.Fatalf("byte %d was altered: %s is %d", i, &all[j], v)
			default:
				answered++
			}
		}
		table.Close()
	}
	if refused == 0 || failed == 0 || answered == 0 {
		t.Errorf("%d files were refused, %d positions not answered, %d answered", refused, failed, answered)
	}
	for n := 0; n < len(whole); n += 1 + n/20 {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if table, err := Open(path); err == nil {
			table.Close()
			t.Fatalf("the file was cut to %d bytes, and nobody noticed", n)
		}
	}
}

// TestOtherTables opens files that are whole, but of something else.
func TestOtherTables(t *testing.T) {
	for _, c := range []struct {
		content, want string
	}{
		{"entropy 5x5", `found a table of "entropy 5x5", expected one such as "crossings 4x4 rows=1, packing 1"`},
		{"crossings 4x4 rows=1, packing 2", `found a table of "crossings 4x4 rows=1, packing 2"`},
		{"crossings 4x4  rows=1, packing 1", "found a table of"},
		{"crossings 4x4 rows=1 steps=upto, packing 1", "found a table of"},
		{"crossings 9x9, packing 1", `found a table of "crossings 9x9,`},
		{"crossings 3x4 rows=1 steps=exact, packing 1", "found a table of 0 slices, expected"},
	} {
		path := filepath.Join(t.TempDir(), "table")
		w, err := tablefile.Create(path, tablefile.Header{Content: c.content})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", c.content, err)
		}
	}
}

func TestProgress(t *testing.T) {
	for _, s := range []Size{{3, 4, 1, 0}, {2, 5, 2, 1}} {
		var done atomic.Uint64
		table, err := Build(context.Background(), s, Options{Progress: &done, Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		if e, err := s.Estimate(); err != nil || e.Units != done.Load() || e.Entries != table.Entries() {
			t.Errorf("%v: %d units were done, expected %d", s, done.Load(), e.Units)
		}
	}
}

// TestCancel stops a build of minutes, and wants it to stop within a second on a busy machine.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := Build(ctx, Size{W: 5, H: 4, Rows: 1}, Options{Jobs: 2, Path: filepath.Join(t.TempDir(), "table")})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if late := time.Since(start) - 500*time.Millisecond; late > time.Second {
		t.Errorf("it stopped %v late", late)
	}
}

func TestSizes(t *testing.T) {
	for _, s := range []Size{{1, 5, 1, 0}, {9, 5, 1, 0}, {5, 3, 2, 0}, {5, 13, 1, 0}, {8, 8, 1, 0}, {8, 8, 2, 0}, {6, 11, 1, 0}, {0, 0, 0, 0}, {4, 4, 3, 0}, {6, 6, 1, 0}} {
		if _, err := Build(context.Background(), s, Options{}); err == nil {
			t.Errorf("a %v table was built", s)
		}
		if _, err := s.Estimate(); err == nil {
			t.Errorf("a %v table was estimated", s)
		}
	}
	table := made(t, Size{W: 3, H: 3, Rows: 1})
	for _, text := range []string{
		"3/3/3/rrr r",             // another board
		"bbb/b2/rrr r",            // more stones
		"bbb/3/rrr r steps=exact", // another rule
		"bbb/3/rrr b steps=exact", //
		"bbbb/4/4/rrrr r",         //
	} {
		p, err := crossings.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok, err := table.Probe(&p); v != Draw || ok || err != nil {
			t.Errorf("%s: %v, %v, %v", text, v, ok, err)
		}
	}
}
