package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// random writes bytes that do not compress.
func random(w io.Writer, n int) error {
	r := rand.NewPCG(uint64(n), 1)
	b := make([]byte, 0, 1<<16)
	for n > 0 {
		for b = b[:0]; len(b) < 1<<16; {
			b = appendUint64(b, r.Uint64())
		}
		if _, err := w.Write(b[:min(n, len(b))]); err != nil {
			return err
		}
		n -= min(n, len(b))
	}
	return nil
}

// text returns n bytes that compress, but not to nothing.
func text(n int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "%d %x\n", i, i*i*i)
	}
	return b.Bytes()[:n]
}

func saveText(s *Store, k Key, cost uint64, text []byte) error {
	return s.SaveSnapshot(k, cost, func(w io.Writer) error {
		for len(text) > 0 { // in pieces
			n := min(len(text), 1000)
			if _, err := w.Write(text[:n]); err != nil {
				return err
			}
			text = text[n:]
		}
		return nil
	})
}

func mustRead(t *testing.T, s *Store, k Key, cost uint64, want []byte) {
	t.Helper()
	r := s.Snapshot(k)
	if r == nil {
		t.Fatal("there is no snapshot")
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) || r.Cost != cost {
		t.Fatalf("read %d bytes of cost %d, want %d of %d: %v", len(got), r.Cost, len(want), cost, err)
	}
}

func TestSnapshot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	if s.HasSnapshots() || s.Snapshot(testClass.Key([]byte("a"))) != nil {
		t.Error("a new store has snapshots")
	}
	for i, n := range []int{0, 1, 100, 100_000, 2_000_000} {
		k := testClass.Key([]byte(fmt.Sprint(n)))
		if err := saveText(s, k, uint64(i), text(n)); err != nil {
			t.Fatal(err)
		}
		mustRead(t, s, k, uint64(i), text(n))
		mustRead(t, s, k, uint64(i), text(n)) // once more
	}
	over := testClass.Key([]byte("100"))
	if err := saveText(s, over, 7, text(50)); err != nil {
		t.Fatal(err)
	}
	mustRead(t, s, over, 7, text(50))
	broken := errors.New("broken")
	if err := s.SaveSnapshot(over, 8, func(w io.Writer) error { return errors.Join(random(w, 100_000), broken) }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	mustRead(t, s, over, 7, text(50)) // as it was
	s.DropSnapshot(testClass.Key([]byte("1")))
	s.DropSnapshot(testClass.Key([]byte("none")))
	mustClose(t, s)

	left := filepath.Join(dir, snapshotDir, "left.new")
	foreign := filepath.Join(dir, snapshotDir, "README")
	for _, path := range []string{left, foreign} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	mustNotHave(t, left)
	if !exists(foreign) {
		t.Error("a foreign file is gone")
	}
	if !s.HasSnapshots() || s.Snapshot(testClass.Key([]byte("1"))) != nil {
		t.Error("another one has gone, or one that was removed is there")
	}
	mustRead(t, s, over, 7, text(50))
	mustRead(t, s, testClass.Key([]byte("2000000")), 4, text(2_000_000))
	if info, err := s.Info(); err != nil || info.Snapshots != 4 || info.Bytes < 100_000 {
		t.Errorf("%+v, %v", info, err)
	}
	mustClose(t, s)
}

// TestSnapshotDamage has it that what is read of a damaged snapshot is never taken for whole.
func TestSnapshotDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	k, other := testClass.Key([]byte("a")), testClass.Key([]byte("b"))
	want := text(150_000)
	path := filepath.Join(dir, snapshotDir, k.fileName())
	if err := saveText(s, other, 3, want); err != nil {
		t.Fatal(err)
	}
	otherFile, err := os.ReadFile(filepath.Join(dir, snapshotDir, other.fileName()))
	if err != nil {
		t.Fatal(err)
	}
	if err := saveText(s, k, 3, want); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{
		"empty":            nil,
		"another one":      otherFile,
		"twice":            append(bytes.Clone(whole), whole...),
		"with garbage":     append(bytes.Clone(whole), "garbage"...),
		"with a byte":      append(bytes.Clone(whole), 0),
		"without its last": whole[:len(whole)-1],
		"with a skippable": append([]byte{0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9}, whole[:len(whole)-4]...),
	}
	flips := 100
	if slow() {
		flips = 20_000
	}
	for i := range flips {
		b := bytes.Clone(whole)
		at := rand.IntN(len(b))
		switch {
		case i < 40:
			at = i
		case i < 60:
			at = len(b) - 1 - (i - 40)
		}
		b[at] ^= 1 << rand.IntN(8)
		damaged[fmt.Sprint("flipped at ", at, " of ", len(b))] = b
		damaged[fmt.Sprint("cut to ", at)] = whole[:at]
	}
	for name, b := range damaged {
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := openSnapshot(path, k)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		got, err := io.ReadAll(r)
		if err == nil && (!bytes.Equal(got, want) || r.Cost != 3) {
			t.Errorf("%s: %d bytes of cost %d are handed on as whole", name, len(got), r.Cost)
		}
		r.Close()
	}
	mustClose(t, s)

	var said reports
	s = mustOpen(t, dir, Options{Report: said.add})
	for range 2 {
		if err := saveText(s, k, 3, want); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
		if s.Snapshot(k) != nil {
			t.Error("text is taken for a snapshot")
		}
		mustNotHave(t, path)
	}
	mustRead(t, s, other, 3, want)
	if err := os.Remove(filepath.Join(dir, snapshotDir, other.fileName())); err != nil {
		t.Fatal(err)
	}
	if s.Snapshot(other) != nil {
		t.Error("one that was removed is there")
	}
	mustClose(t, s)
	said.mustSay(t, "snapshot", "damaged", "begins anew")
}

func TestSnapshotBound(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Size: 4 << 20, Report: func(m string) { t.Error(m) }})
	key := func(i int) Key { return testClass.Key([]byte(fmt.Sprint(i))) }
	if err := s.SaveSnapshot(key(0), 1, func(w io.Writer) error { return random(w, 3<<20) }); !errors.Is(err, ErrLarge) {
		t.Errorf("of 3 MB: %v", err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, snapshotDir)); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	for i := 1; i <= 6; i++ {
		if i == 4 { // across runs the time of the file counts
			mustClose(t, s)
			s = mustOpen(t, dir, Options{Size: 4 << 20, Report: func(m string) { t.Error(m) }})
		}
		if err := s.SaveSnapshot(key(i), 1, func(w io.Writer) error { return random(w, 600<<10) }); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	for i := 1; i <= 6; i++ {
		r := s.Snapshot(key(i))
		if (r != nil) != (i >= 4) {
			t.Errorf("snapshot %d: %v", i, r != nil)
		}
		if r != nil {
			r.Close()
		}
	}
	if n := onDisk(filepath.Join(dir, snapshotDir)); n > 2<<20 {
		t.Errorf("%d bytes", n)
	}
	// one that replaces another counts once
	if err := s.SaveSnapshot(key(6), 1, func(w io.Writer) error { return random(w, 700<<10) }); err != nil {
		t.Fatal(err)
	}
	if s.shots.count() != 3 {
		t.Errorf("%d are left", s.shots.count())
	}
	mustClose(t, s)
}

// TestSnapshotsMeanwhile has facts put and got, and snapshots of one position and of several written and read at once.
func TestSnapshotsMeanwhile(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	started, goOn := make(chan struct{}), make(chan struct{})
	var g sync.WaitGroup
	g.Go(func() {
		err := s.SaveSnapshot(testClass.Key([]byte("slow")), 1, func(w io.Writer) error {
			close(started)
			<-goOn
			return random(w, 1<<20)
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-started
	putFacts(s, 0, 2000, 1)
	settle(s)
	mustHave(t, s, 0, 2000, 1)
	if s.Snapshot(testClass.Key([]byte("slow"))) != nil {
		t.Error("one is read that is being written")
	}
	want := text(300_000)
	for i := range 4 {
		g.Go(func() {
			for j := range 5 {
				k := keyOf("pos ", (i+j)%3)
				if err := saveText(s, k, 2, want); err != nil {
					t.Error(err)
				}
				if r := s.Snapshot(k); r != nil {
					if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
						t.Errorf("%d bytes, %v", len(got), err)
					}
					r.Close()
				}
			}
		})
	}
	close(goOn)
	g.Wait()
	for i := range 3 {
		mustRead(t, s, testClass.Key([]byte(fmt.Sprint("pos ", i))), 2, want)
	}
	mustClose(t, s)
	if left, err := filepath.Glob(filepath.Join(dir, snapshotDir, "*.new")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
