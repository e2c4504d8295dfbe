package quiet

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/tablefile"
)

// onDisk builds a complete table in a file and returns its bytes.
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

// TestManyJobs builds small tables again and again by many jobs, which overtake each other, with and without room in
// memory for what is finished.
func TestManyJobs(t *testing.T) {
	times := 30
	if slow() {
		times = 1000
	}
	for _, s := range []Size{{4, 4}, {2, 6}, {3, 5}} {
		e, err := s.Estimate()
		if err != nil {
			t.Fatal(err)
		}
		const jobs = 6
		dir := t.TempDir()
		want := onDisk(t, s, filepath.Join(dir, "by one"), 1)
		for range times {
			for _, memory := range []int64{0, e.Fixed + jobs*e.Worker + 1} {
				path := filepath.Join(dir, "table")
				table, err := Build(t.Context(), s, Options{Path: path, Jobs: jobs, Memory: memory})
				if err != nil {
					t.Fatalf("%v in %d bytes: %v", s, memory, err)
				}
				table.Close()
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%v in %d bytes: the file is another one, %v", s, memory, err)
				}
				os.Remove(path)
			}
		}
	}
}

func TestFile(t *testing.T) {
	s := Size{3, 6}
	path := filepath.Join(t.TempDir(), "table")
	want := onDisk(t, s, path, 1)
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	memory := made(t, s, Options{Complete: true})
	if file.Size() != s {
		t.Errorf("found a table of %v", file.Size())
	}
	sameBlocks(t, file, memory)
	if _, err := Build(context.Background(), s, Options{Path: path}); err == nil {
		t.Error("a table that exists was built again")
	}
	if got := onDisk(t, s, path+"2", 3); !bytes.Equal(got, want) {
		t.Error("the file depends on the number of jobs")
	}
}

// sameBlocks compares two tables of a board.
func sameBlocks(t *testing.T, a, b *Table) {
	t.Helper()
	for slice := range a.plan.slices {
		for block := range a.plan.blockOf(blackToMove, a.plan.blocks) {
			x, err := a.source.Block(slice, block, nil)
			if err != nil {
				t.Fatal(err)
			}
			y, err := b.source.Block(slice, block, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(x, y) {
				t.Fatalf("block %d of slice %d differs", block, slice)
			}
		}
	}
}

// TestResume cuts builds off, by their context and by cutting their files, and compares what they come to.
func TestResume(t *testing.T) {
	s := Size{3, 5}
	dir := t.TempDir()
	want := onDisk(t, s, filepath.Join(dir, "whole"), 1)
	path := filepath.Join(dir, "table")
	slices := int64(len(newPlan(s).slices))
	cut := 0
	for range 200 {
		ctx := &endless{left: 40 + slices} // one for each slice that was written before
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
	for n := 0; n <= len(want); n += 1 + len(want)/50 {
		path := filepath.Join(dir, "cut")
		part := append(want[:n:n], "torn"[:n%5%4]...)
		if err := os.WriteFile(path+".part", part, 0o600); err != nil {
			t.Fatal(err)
		}
		if n > 0 && n < 40 {
			continue // a header that is torn and continued is another file
		}
		if got := onDisk(t, s, path, 1); !bytes.Equal(got, want) {
			t.Errorf("a file of %d bytes was resumed to another", n)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
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

// TestDamaged alters a file byte by byte: opening or checking it, or asking it, has to fail.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table")
	whole := onDisk(t, Size{2, 5}, path, 1)
	fails := func(b []byte) error {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Open(path)
		if err != nil {
			return err
		}
		defer table.Close()
		return table.Check(context.Background())
	}
	for i := 0; i < len(whole); i += 1 + i/100 {
		b := bytes.Clone(whole)
		b[i] ^= 1 << (i % 8)
		switch err := fails(b); {
		case err == nil:
			t.Fatalf("byte %d of %d was altered, and nobody noticed", i, len(whole))
		case strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path):
			t.Fatalf("byte %d: %v", i, err)
		}
		if i%7 == 0 && fails(whole[:i]) == nil {
			t.Fatalf("the file was cut to %d bytes, and nobody noticed", i)
		}
	}
	b := bytes.Clone(whole)
	b[8]++
	if err := fails(b); err == nil || !strings.Contains(err.Error(), "version 2, expected version 1") {
		t.Error(err)
	}
}

// TestOtherTables opens files that are whole, but of something else.
func TestOtherTables(t *testing.T) {
	for _, c := range []struct {
		h    tablefile.Header
		want string
	}{
		{tablefile.Header{Content: "entropy 5x5"}, `found a table of "entropy 5x5", expected one of "breakthrough 5x5, quiet positions, packing 1"`},
		{tablefile.Header{Content: "breakthrough 4x7, quiet positions, packing 2"}, `packing 2", expected one of "breakthrough 4x7, quiet positions, packing 1"`},
		{tablefile.Header{Content: content(Size{9, 9})}, `found a table of "breakthrough 9x9,`},
		{tablefile.Header{Content: content(Size{4, 5})}, "found a table of 0 slices, expected 76"},
	} {
		path := filepath.Join(t.TempDir(), "table")
		w, err := tablefile.Create(path, c.h)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path); err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", c.h, err)
		}
	}
}

// TestDamagedBlock: a probe of a damaged block is an error, not another verdict.
func TestDamagedBlock(t *testing.T) {
	s := Size{3, 5}
	path := filepath.Join(t.TempDir(), "table")
	b := onDisk(t, s, path, 1)
	r := rand.New(rand.NewPCG(1, 2))
	var positions []breakthrough.Position
	var want []solve.Verdict
	whole := made(t, s, Options{Complete: true})
	for range 100 {
		p := randomPosition(r, s)
		v, err := whole.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		positions, want = append(positions, p), append(want, v)
	}
	refused, failed, answered := 0, 0, 0
	for i := 0; i < len(b); i += 1 + i/60 {
		b[i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		b[i] ^= 1 << (i % 8)
		table, err := Open(path)
		if err != nil {
			refused++
			continue
		}
		for j := range positions {
			switch v, err := table.Probe(&positions[j]); {
			case err != nil:
				failed++
				if v != solve.Unknown || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
					t.Fatalf("byte %d: %v, %v", i, v, err)
				}
			case v != want[j]:
				t.Fatalf("byte %d was altered: %s is %v, expected %v", i, positions[j].String(), v, want[j])
			default:
				answered++
			}
		}
		table.Close()
	}
	if refused == 0 || failed == 0 || answered == 0 {
		t.Errorf("%d files were refused, %d positions not answered, %d answered", refused, failed, answered)
	}
}

func TestProgress(t *testing.T) {
	for _, s := range []Size{{3, 5}, {4, 5}, {5, 4}} {
		var done atomic.Uint64
		made(t, s, Options{Progress: &done})
		if e, err := s.Estimate(); err != nil || e.Words != done.Load() {
			t.Errorf("%v: %d words were computed, expected %d", s, done.Load(), e.Words)
		}
	}
}

// TestCancel stops a build of minutes, and wants it to stop within a second on a busy machine.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := Build(ctx, Size{7, 5}, Options{Jobs: 2})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if late := time.Since(start) - 300*time.Millisecond; late > time.Second {
		t.Errorf("it stopped %v late", late)
	}
}

func TestSizes(t *testing.T) {
	for _, s := range []Size{{1, 5}, {9, 5}, {5, 3}, {5, 11}, {8, 8}, {7, 7}, {0, 0}} {
		if _, err := Build(context.Background(), s, Options{}); err == nil {
			t.Errorf("a %v table was built", s)
		}
		if _, err := s.Estimate(); err == nil {
			t.Errorf("a %v table was estimated", s)
		}
	}
	table := made(t, Size{3, 4}, Options{Complete: true})
	p := breakthrough.Position{W: 3, H: 5}
	p.Pieces[0].Add(0)
	p.Pieces[1].Add(14)
	if v, err := table.Probe(&p); v != 0 || err != nil {
		t.Errorf("a position of another board: %v, %v", v, err)
	}
	if _, err := table.Start(3); err == nil {
		t.Error("three home rows were taken")
	}
}

// TestEstimate compares estimates with what building a table really takes.
func TestEstimate(t *testing.T) {
	sizes := []Size{{4, 6}, {5, 5}}
	if slow() {
		sizes = append(sizes, Size{2, 8}, Size{2, 10}, Size{3, 7}, Size{3, 8}, Size{7, 4}, Size{8, 4}, Size{6, 5}, Size{4, 7}, Size{5, 6})
	}
	for _, s := range sizes {
		e, err := s.Estimate()
		if err != nil {
			t.Fatal(err)
		}
		b := onDisk(t, s, filepath.Join(t.TempDir(), "table"), 1)
		if got := int64(len(b)); got > e.Disk || got < e.Disk/4 {
			t.Errorf("%v: the table has %d bytes, %d were estimated", s, got, e.Disk)
		}
		t.Logf("%v: the table has %d bytes, %d were estimated", s, len(b), e.Disk)
	}
	if pace, err := Pace(context.Background()); err != nil || pace <= 0 {
		t.Error(pace, err)
	}
}
