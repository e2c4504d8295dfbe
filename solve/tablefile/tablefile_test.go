package tablefile

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var header = Header{Content: "a test", Records: 5}

// record returns a record's bytes in parts of other lengths than its blocks.
func record(seed uint64) (parts [][]byte, ends []int, blocks [][]byte) {
	r := rand.New(rand.NewPCG(seed, 1))
	var all []byte
	for range r.IntN(6) {
		b := make([]byte, r.IntN(50))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		all = append(all, b...)
		blocks = append(blocks, b)
		ends = append(ends, len(all))
	}
	for len(all) > 0 {
		n := min(len(all), 1+r.IntN(40))
		parts, all = append(parts, all[:n]), all[n:]
	}
	return parts, ends, blocks
}

// write appends the records that are missing.
func write(t *testing.T, w *Writer) {
	t.Helper()
	for i := w.Records(); i < header.Records; i++ {
		parts, ends, blocks := record(uint64(i))
		n, err := w.Append(parts, ends)
		if err != nil || n != i {
			t.Fatal(n, err)
		}
		for j, want := range blocks {
			if got, err := w.Block(i, j, nil); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("block %d of record %d: found %x, %v, expected %x", j, i, got, err, want)
			}
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
}

func finished(t *testing.T) (path string, content []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "table")
	w, err := Create(path, header)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w)
	content, err = os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, content
}

func TestReadBack(t *testing.T) {
	path, _ := finished(t)
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Header != header {
		t.Errorf("found %v, expected %v", r.Header, header)
	}
	if err := r.Check(context.Background()); err != nil {
		t.Error(err)
	}
	for i := range header.Records {
		_, _, blocks := record(uint64(i))
		for j, want := range blocks {
			if got, err := r.Block(i, j, nil); err != nil || !bytes.Equal(got, want) {
				t.Errorf("block %d of record %d: found %x, %v, expected %x", j, i, got, err, want)
			}
		}
		if _, err := r.Block(i, len(blocks), nil); err == nil {
			t.Errorf("record %d has a block more", i)
		}
	}
}

// TestResume cuts an unfinished file everywhere, with and without other bytes after the cut.
func TestResume(t *testing.T) {
	path, want := finished(t)
	for n := 0; n < len(want); n += 3 {
		for _, torn := range []string{"", "\x01\x00\x00\x00torn", strings.Repeat("\x00", 99)} {
			if n < int(header.size()) && torn != "" {
				continue // not what a writer leaves behind
			}
			if err := os.WriteFile(path, append(want[:n:n], torn...), 0o600); err != nil {
				t.Fatal(err)
			}
			if r, err := Open(path); err == nil {
				r.Close()
				t.Fatalf("a file of %d bytes was opened", n)
			}
			w, err := Resume(t.Context(), path, header, never(t))
			if err != nil {
				t.Fatalf("%d bytes: %v", n, err)
			}
			write(t, w)
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("resumed after %d bytes and %q, another file is written, %v", n, torn, err)
			}
		}
	}
}

func TestAltered(t *testing.T) {
	path, content := finished(t)
	for i := range content {
		content[i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		content[i] ^= 1 << (i % 8)
		r, err := Open(path)
		if err == nil {
			err = r.Check(context.Background())
			r.Close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("byte %d was altered: %v", i, err)
		}
	}
}

func TestRefused(t *testing.T) {
	path, content := finished(t)
	if _, err := Create(path, header); err == nil {
		t.Error("a file that exists was created")
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, content) {
		t.Error("a refused file was changed")
	}
	if _, err := Open(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Create(path+"long", Header{Content: strings.Repeat("x", 201)}); err == nil {
		t.Error("201 bytes of content were taken")
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("some other file, as long as a header is or longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(text); err == nil || !strings.Contains(err.Error(), "found another file, expected a table") {
		t.Error(err)
	}
}

// never fails when a file is begun anew.
func never(t *testing.T) func(error) {
	return func(reason error) { t.Errorf("begun anew: %v", reason) }
}

// TestAnew resumes what is no file to go on with: it is said, and the file is that of a fresh run.
func TestAnew(t *testing.T) {
	_, want := finished(t)
	damaged := bytes.Clone(want)
	damaged[22] ^= 1
	other, newer := Header{Content: "another test", Records: 5}, bytes.Clone(want)
	newer[8]++
	for name, content := range map[string][]byte{
		"found another file, expected a table": []byte("some other file, as long as a header is or longer"),
		"another file, expected a table":       []byte("x"),
		"the table is damaged":                 damaged,
		"found a table of version 2":           newer,
		`found a table of "another test" with 5 records, expected "a test" with 5`: other.encode(),
	} {
		path := filepath.Join(t.TempDir(), "table")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		anew(t, path, name, want)
	}
}

// TestFolderStays: what is no file is not removed, even an empty folder.
func TestFolderStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Resume(t.Context(), path, header, never(t))
	if want := path + ": found a folder, expected the file of a table"; err == nil || err.Error() != want {
		t.Errorf("found %v, expected %q", err, want)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Errorf("the folder is gone: %v", err)
	}
}

func anew(t *testing.T, path, reason string, want []byte) {
	t.Helper()
	said := 0
	w, err := Resume(t.Context(), path, header, func(err error) {
		said++
		if !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), reason) || strings.Contains(err.Error(), "\n") {
			t.Errorf("found %q, expected %q", err, reason)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, w)
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) || said != 1 {
		t.Errorf("%s: another file is written, %v, said %d times", reason, err, said)
	}
	if _, err := os.Stat(path + ".lock"); err == nil {
		t.Errorf("%s: the lock is left behind", reason)
	}
}

// TestLeftLock: the lock of a killed process keeps nobody out, and is removed at the end.
func TestLeftLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(path+".lock", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := Resume(t.Context(), path, header, never(t))
	if err != nil {
		t.Fatal(err)
	}
	write(t, w)
	if _, err := os.Stat(path + ".lock"); err == nil {
		t.Error("the lock is left behind")
	}
}

// TestOneWriter takes and gives the lock back in many goroutines: there is never more than one that has it.
func TestOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table")
	var has, took atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 300 {
				var w Writer
				if w.takeLock(path) != nil {
					continue
				}
				if has.Add(1) != 1 {
					t.Error("two have the lock")
				}
				took.Add(1)
				runtime.Gosched()
				has.Add(-1)
				if err := w.unlock(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if took.Load() == 0 {
		t.Error("nobody had the lock")
	}
}

// TestLocked: a second writer finds the file busy, whatever it wants.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table")
	w, err := Create(path, header)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(t.Context(), path, header, never(t)); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
		t.Error(err)
	}
	if err := w.Finish(); err == nil {
		t.Error("a file without records was finished")
	}
	if w, err = Resume(t.Context(), path, header, never(t)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}
