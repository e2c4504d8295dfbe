package quiet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"foregone/solve/tablefile"
)

// TestSpill builds with hardly any memory for finished slices.
func TestSpill(t *testing.T) {
	s := Size{4, 6}
	e, err := s.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	table, err := Build(context.Background(), s, Options{Jobs: 2, Memory: e.Fixed + 2*e.Worker + 1, Spill: dir, Complete: true})
	if err != nil {
		t.Fatal(err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("found %d files of spilled slices", len(names))
	}
	want := made(t, s, Options{Complete: true})
	sameBlocks(t, table, want)
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 0 {
		t.Errorf("%d files of spilled slices stay", len(names))
	}
}

func TestTooLittleMemory(t *testing.T) {
	var done atomic.Uint64
	_, err := Build(context.Background(), Size{6, 6}, Options{Memory: 1 << 20, Progress: &done})
	if err == nil || done.Load() != 0 {
		t.Error("a 6x6 table was begun in 1 MiB")
	}
	t.Log(err)
}

// TestTooLittleDisk asks for tables with little and with enough room on the disk.
func TestTooLittleDisk(t *testing.T) {
	s := Size{4, 5}
	e, err := s.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "table")
	least := e.Fixed + e.Worker
	for _, c := range []struct {
		o    Options
		free int64
		ok   bool
	}{
		{Options{Path: path}, 0, false},
		{Options{Path: path}, e.Disk, false},
		{Options{Path: path}, 2*e.Disk + 2<<20, true},
		{Options{Spill: dir, Memory: least}, e.Disk, false},
		{Options{Spill: dir, Memory: least}, 2*e.Disk + 2<<20, true},
		{Options{Spill: dir, Memory: least + e.Live}, 0, true},
		{Options{Spill: dir, Memory: least + e.Live, Complete: true}, 0, false},
	} {
		var done atomic.Uint64
		c.o.Jobs, c.o.Progress = 1, &done
		c.o.room = func(of string) int64 {
			if of != dir {
				t.Errorf("the disk of %s was asked for", of)
			}
			return c.free
		}
		table, err := Build(t.Context(), s, c.o)
		switch {
		case err == nil:
			table.Close()
		case done.Load() != 0 || !strings.HasPrefix(err.Error(), dir):
			t.Errorf("after %d words: %v", done.Load(), err)
		}
		if (err == nil) != c.ok {
			t.Errorf("%+v with %d bytes free: %v", c.o, c.free, err)
		}
		if left, _ := os.ReadDir(dir); !c.ok && len(left) > 1 {
			t.Errorf("left %v", left)
		}
	}
}

// TestRestOnDisk: what is written already is not asked for again.
func TestRestOnDisk(t *testing.T) {
	s := Size{4, 6}
	path := filepath.Join(t.TempDir(), "table")
	whole := onDisk(t, s, path, 2)
	if err := os.Rename(path, tablefile.Unfinished(path)); err != nil {
		t.Fatal(err)
	}
	table, err := Build(t.Context(), s, Options{Path: path, room: func(string) int64 { return int64(len(whole)) }})
	if err != nil {
		t.Fatal(err)
	}
	table.Close()
}

func TestNoSpillFolder(t *testing.T) {
	s := Size{4, 5}
	e, err := s.Estimate()
	if err != nil {
		t.Fatal(err)
	}
	var done atomic.Uint64
	o := Options{Memory: e.Fixed + e.Worker, Spill: filepath.Join(t.TempDir(), "none"), Progress: &done}
	if _, err := Build(t.Context(), s, o); !errors.Is(err, os.ErrNotExist) || done.Load() != 0 {
		t.Error(err)
	}
}

// killedPath is where a process that TestKilled starts builds its table.
const killedPath = "FOREGONE_TEST_TABLE"

func TestMain(m *testing.M) {
	if path := os.Getenv(killedPath); path != "" {
		if _, err := Build(context.Background(), killedSize, Options{Path: path, Jobs: 2}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var killedSize = Size{5, 5}

// TestKilled kills processes that build a table when its file has come to some size, until one is done.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	want := onDisk(t, killedSize, filepath.Join(dir, "whole"), 1)
	path := filepath.Join(dir, "table")
	r := rand.New(rand.NewPCG(3, 3))
	killed := 0
	for size := int64(0); ; size += int64(r.IntN(len(want) / 4)) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedPath+"="+path)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for running := true; running; {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
					t.Error("a build that was killed and resumed comes to another file", err)
				}
				if killed < 3 {
					t.Errorf("%d builds only were killed", killed)
				}
				return
			case <-time.After(200 * time.Microsecond):
			}
			if info, err := os.Stat(tablefile.Unfinished(path)); err == nil && info.Size() > size {
				running = false
			}
		}
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			killed++
		}
	}
}
