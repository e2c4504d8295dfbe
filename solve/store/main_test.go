package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// children are what this test binary does instead of its tests when childVariable names one of them. They are given a
// folder and a number, and what they return ends them with status 2.
var children = map[string]func(dir string, n int) error{
	"try":     func(dir string, _ int) error { return tryHere(dir) },
	"fill":    fillAndDie,
	"endure":  endure,
	"hold":    hold,
	"use":     use,
	"rewrite": rewriteAndDie,
	"peak":    peak,
}

const childVariable = "FOREGONE_STORE_CHILD"

func TestMain(m *testing.M) {
	name, dir, n := "", "", 0
	if _, err := fmt.Sscanf(os.Getenv(childVariable), "%q %q %d", &name, &dir, &n); err != nil {
		os.Exit(m.Run())
	}
	if err := children[name](dir, n); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// child returns the command of another process of the test binary.
func child(name, dir string, n int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+fmt.Sprintf("%q %q %d", name, dir, n))
	return cmd
}

func tryHere(dir string) error {
	s, err := Open(dir, Options{Locked: true})
	if err != nil {
		return err
	}
	return s.Close()
}

// try is an Options.Try.
func try(dir string) error {
	_, err := child("try", dir, 0).Output()
	return err
}

// slow reports whether the long form of the tests is asked for.
func slow() bool { return os.Getenv("FOREGONE_SLOW") == "1" }

// reports collects what a store says.
type reports struct {
	mu    sync.Mutex
	lines []string
}

func (r *reports) add(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

func (r *reports) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.lines...)
}

// mustSay fails unless one line, of one line's text, was said and has all the parts.
func (r *reports) mustSay(t *testing.T, parts ...string) {
	t.Helper()
	lines := r.all()
	if len(lines) != 1 {
		t.Fatalf("reported %q, want one line", lines)
	}
	for _, p := range parts {
		if !strings.Contains(lines[0], p) {
			t.Errorf("reported %q, want %q in it", lines[0], p)
		}
	}
	if strings.ContainsAny(lines[0], "\n\r\t") {
		t.Errorf("reported %q, want one line", lines[0])
	}
}

func mustOpen(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustClose(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

var testClass = NewClass("klondike", "draw 3", "depth 1.0")

// keyOf returns the key of a position that prints as the operands.
func keyOf(position ...any) Key { return testClass.Key(fmt.Append(nil, position...)) }

// factOf returns the i-th fact of the tests and its key. The body tells of which key and version it is.
func factOf(i, version int) (Key, Fact) {
	k := testClass.Key([]byte(fmt.Sprintf("position %d", i)))
	body := binary.AppendUvarint(nil, uint64(i))
	body = binary.AppendUvarint(body, uint64(version))
	body = append(body, fmt.Sprintf(" some move %d and more of it", i%97)...)
	f := Fact{Cost: uint64(i), Body: body}
	if i%10 == 0 {
		f.Origin = fmt.Sprintf("position %d in one line", i)
	}
	return k, f
}

func putFacts(s *Store, from, to, version int) {
	for i := from; i < to; i++ {
		k, f := factOf(i, version)
		s.Put(testClass, k, f)
	}
}

// countFacts returns how many of the facts are found. Any that is found must be one that was put.
func countFacts(s *Store, from, to int, versions ...int) (n int, err error) {
	for i := from; i < to; i++ {
		k, _ := factOf(i, 0)
		got, ok := s.Get(k)
		if !ok {
			continue
		}
		right := false
		for _, v := range versions {
			_, want := factOf(i, v)
			right = right || equal(got, want)
		}
		if !right {
			return n, fmt.Errorf("fact %d is %+v", i, got)
		}
		n++
	}
	return n, nil
}

func mustCount(t testing.TB, s *Store, from, to, version int) int {
	t.Helper()
	n, err := countFacts(s, from, to, version)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func mustHave(t testing.TB, s *Store, from, to, version int) {
	t.Helper()
	if n := mustCount(t, s, from, to, version); n != to-from {
		t.Fatalf("found %d facts, want %d", n, to-from)
	}
}

func equal(a, b Fact) bool {
	return a.Cost == b.Cost && a.Origin == b.Origin && bytes.Equal(a.Body, b.Body)
}

// settle waits until nothing waits to be written, and nothing is written anew.
func settle(s *Store) {
	defer s.walks.RUnlock()
	defer s.walks.RLock()
	for {
		select {
		case s.write.wake <- struct{}{}:
		default:
		}
		s.write.mu.Lock()
		n := len(s.write.waiting) + len(s.write.flying)
		s.write.mu.Unlock()
		if n == 0 || s.stopped() {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// filled waits until the filter is complete.
func filled(t testing.TB, s *Store) {
	t.Helper()
	for range 2000 {
		s.mu.RLock()
		ok := s.known != nil
		s.mu.RUnlock()
		if ok {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the filter is not completed")
}

func copyFolder(t testing.TB, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// mustNotHave fails when a folder has any of the parts.
func mustNotHave(t *testing.T, dir string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if _, err := os.Lstat(filepath.Join(dir, p)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is there: %v", p, err)
		}
	}
}
