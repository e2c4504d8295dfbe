package store

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	if n := mustCount(t, s, 0, 100, 1); n != 0 {
		t.Fatalf("a new store has %d facts", n)
	}
	putFacts(s, 0, 5000, 1)
	mustHave(t, s, 0, 5000, 1) // most of them wait
	putFacts(s, 0, 1000, 2)
	mustHave(t, s, 0, 1000, 2)
	settle(s)
	mustHave(t, s, 0, 1000, 2)
	mustHave(t, s, 1000, 5000, 1)
	mustClose(t, s)

	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, 1000, 2)
	mustHave(t, s, 1000, 5000, 1)
	putFacts(s, 4000, 6000, 3)
	mustClose(t, s)

	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, 1000, 2)
	mustHave(t, s, 1000, 4000, 1)
	mustHave(t, s, 4000, 6000, 3)
	mustClose(t, s)
	if _, err := os.Stat(filepath.Join(dir, damagedDir)); err == nil {
		t.Error("it was set aside")
	}
}

// TestModel compares the store with a map.
func TestModel(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	defer func() { mustClose(t, s) }()
	times := 0
	rapid.Check(t, func(r *rapid.T) {
		times++
		model := map[Key]Fact{}
		classes := []*Class{
			NewClass("klondike", "draw 1", fmt.Sprint(times)),
			NewClass("klondike", "draw 3", fmt.Sprint(times)),
			NewClass("klondike", "draw 3", fmt.Sprint(times, " ")),
		}
		for range rapid.IntRange(1, 100).Draw(r, "steps") {
			c := rapid.SampledFrom(classes).Draw(r, "class")
			k := c.Key([]byte(rapid.StringMatching("[ab]{0,3}").Draw(r, "position")))
			switch what := rapid.IntRange(0, 200).Draw(r, "what"); {
			case what == 77:
				mustClose(t, s)
				s = mustOpen(t, dir, Options{})
			case what == 50, what == 51:
				settle(s)
			case what < 100:
				f := Fact{
					Cost:   rapid.Uint64().Draw(r, "cost"),
					Origin: rapid.String().Draw(r, "origin"),
					Body:   []byte(rapid.String().Draw(r, "body")),
				}
				s.Put(c, k, f)
				model[k] = f
			default:
				got, ok := s.Get(k)
				want, had := model[k]
				if ok != had || ok && !equal(got, want) {
					r.Fatalf("got %+v %v, want %+v %v", got, ok, want, had)
				}
			}
		}
	})
}

func TestClasses(t *testing.T) {
	names := [][3]string{{"a", "b", "c"}, {"a", "b", "d"}, {"a", "c", "c"}, {"b", "b", "c"}, {"a", "b", ""}, {"ab", "", "c"}, {"", "ab", "c"}}
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	for i, n := range names {
		c := NewClass(n[0], n[1], n[2])
		for j := range i + 1 {
			s.Put(c, c.Key(fmt.Append(nil, j)), Fact{Cost: 1000, Origin: fmt.Sprint(j), Body: []byte(c.String())})
		}
		s.Put(c, c.Key([]byte("along a line")), Fact{Cost: 1000, Body: []byte(c.String())})
	}
	for range 2 {
		for i, n := range names {
			c := NewClass(n[0], n[1], n[2])
			for j := range len(names) {
				f, ok := s.Get(c.Key(fmt.Append(nil, j)))
				if ok != (j <= i) || ok && string(f.Body) != c.String() {
					t.Errorf("%q %d: %q %v", n, j, f.Body, ok)
				}
			}
		}
		mustClose(t, s)
		s = mustOpen(t, dir, Options{})
	}
	info, err := s.Info()
	if err != nil || len(info.Classes) != len(names) || info.Damaged != 0 || info.Bytes == 0 || info.Format != format {
		t.Fatalf("%+v, %v", info, err)
	}
	for _, c := range info.Classes {
		i := slices.Index(names, [3]string{c.Game, c.Rules, c.Engine})
		if i < 0 || c.Facts != uint64(i+2) || c.Origins != uint64(i+1) || c.Bytes == 0 {
			t.Errorf("%+v", c)
		}
	}
	origins := map[string]int{}
	err = s.Origins(func(c *Class, f Fact) error {
		if string(f.Body) != c.String() || f.Origin == "" {
			t.Errorf("%v: %+v", c, f)
		}
		origins[c.String()]++
		return nil
	})
	if err != nil || len(origins) != len(names) {
		t.Errorf("%v, %v", origins, err)
	}
	stop := errors.New("stop")
	if err := s.Origins(func(*Class, Fact) error { return stop }); err != stop {
		t.Errorf("the error of the function is %v", err)
	}
	mustClose(t, s)
}

// TestKeys has it that no two positions, classes or splits of them have the same key.
func TestKeys(t *testing.T) {
	seen := map[Key]string{}
	for _, game := range []string{"", "a", "ab"} {
		for _, rules := range []string{"", "b", "bc"} {
			c := NewClass(game, rules, "e")
			for _, position := range []string{"", "c", "bc", strings.Repeat("c", 500), strings.Repeat("c", 501)} {
				what := fmt.Sprintf("%q %q %q", game, rules, position)
				if other, ok := seen[c.Key([]byte(position))]; ok {
					t.Errorf("%s and %s have one key", what, other)
				}
				seen[c.Key([]byte(position))] = what
			}
		}
	}
}

// TestCheck has it that a value with any bit changed, or of another key, is no fact.
func TestCheck(t *testing.T) {
	k, f := factOf(20, 1)
	v := f.encode(k)
	if got, err := decode(k, v); err != nil || !equal(got, f) {
		t.Fatalf("%+v, %v", got, err)
	}
	for bit := range 8 * len(v) {
		v[bit/8] ^= 1 << (bit % 8)
		if got, err := decode(k, v); err == nil {
			t.Errorf("bit %d: %+v", bit, got)
		}
		v[bit/8] ^= 1 << (bit % 8)
	}
	for n := range len(v) {
		if got, err := decode(k, v[:n]); err == nil {
			t.Errorf("%d bytes: %+v", n, got)
		}
	}
	other, _ := factOf(21, 1)
	if got, err := decode(other, v); err == nil {
		t.Errorf("of another key: %+v", got)
	}
}

func TestLargeFacts(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	for i := range 200 { // more than fits into a transaction of badger's
		s.Put(testClass, testClass.Key([]byte(fmt.Sprint(i))), Fact{Body: make([]byte, maxFact)})
	}
	s.Put(testClass, testClass.Key([]byte("larger")), Fact{Body: make([]byte, maxFact+1)})
	mustClose(t, s)
	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	for i := range 200 {
		if f, ok := s.Get(testClass.Key([]byte(fmt.Sprint(i)))); !ok || len(f.Body) != maxFact {
			t.Fatalf("fact %d: %d bytes, %v", i, len(f.Body), ok)
		}
	}
	if _, ok := s.Get(testClass.Key([]byte("larger"))); ok {
		t.Error("a fact that is too large was kept")
	}
	mustClose(t, s)
}

func TestBusy(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrBusy) {
		t.Errorf("within the process: %v", err)
	}
	if err := Clear(dir); !errors.Is(err, ErrBusy) {
		t.Errorf("clear: %v", err)
	}
	if out, err := child("hold", dir, 0).CombinedOutput(); err == nil || !strings.Contains(string(out), ErrBusy.Error()) {
		t.Errorf("another process: %v, %s", err, out)
	}
	putFacts(s, 0, 100, 1)
	mustClose(t, s)

	other, out := startHolding(t, dir)
	if _, err := Open(dir, Options{Try: try}); !errors.Is(err, ErrBusy) {
		t.Errorf("while another process has it: %v", err)
	}
	if err := try(dir); err == nil { // one of an owner that was killed would find badger's lock
		t.Error("it was opened twice")
	}
	out.Close()
	if err := other.Wait(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, 100, 1)
	mustClose(t, s)
}

// TestTriedByAnother has it that a store is busy, not damaged, while the process that a killed owner began still has it.
func TestTriedByAnother(t *testing.T) {
	dir := t.TempDir()
	kill(t, dir, 1000)
	s := mustOpen(t, dir, Options{Locked: true})
	if _, err := Open(dir, Options{Try: try, Report: func(m string) { t.Error(m) }}); !errors.Is(err, ErrBusy) {
		t.Errorf("%v", err)
	}
	mustClose(t, s)
	s = mustOpen(t, dir, Options{Try: try, Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, 1000, 1)
	mustClose(t, s)
}

// hold opens the store, says so and closes it when its input ends.
func hold(dir string, _ int) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return s.Close()
}

func startHolding(t *testing.T, dir string) (interface{ Wait() error }, io.Closer) {
	t.Helper()
	cmd := child("hold", dir, 0)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("open\n"))); err != nil {
		t.Fatal(err)
	}
	return cmd, in
}

func TestClear(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "of the user")
	if err := os.WriteFile(foreign, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, dir, Options{})
	putFacts(s, 0, 100, 1)
	k, _ := factOf(0, 1)
	if err := s.SaveSnapshot(k, 1, func(w io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if err := Clear(dir); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != filepath.Base(foreign) {
		t.Errorf("left %v, %v", left, err)
	}
	if err := Clear(filepath.Join(dir, "none")); err != nil {
		t.Errorf("of none: %v", err)
	}
}

// TestConcurrent has many goroutines put and get while others walk and the store is closed under them.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	var g sync.WaitGroup
	for i := range 6 {
		g.Go(func() {
			for round := range 3 {
				putFacts(s, 1000*i, 1000*i+1000, 1)
				if round == 1 {
					mustHave(t, s, 1000*i, 1000*i+1000, 1)
				}
			}
		})
	}
	g.Go(func() {
		for range 5 {
			if _, err := s.Info(); err != nil {
				t.Error(err)
			}
		}
	})
	g.Wait()
	stop := make(chan struct{})
	var after sync.WaitGroup
	for i := range 4 {
		after.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				putFacts(s, 10000+10*i, 10000+10*i+10, 1)
				if _, err := countFacts(s, 0, 50, 1); err != nil {
					t.Error(err)
				}
				if _, err := s.Info(); err != nil && !errors.Is(err, os.ErrClosed) {
					t.Error(err)
				}
			}
		})
	}
	time.Sleep(30 * time.Millisecond)
	mustClose(t, s)
	time.Sleep(10 * time.Millisecond)
	close(stop)
	after.Wait()
	mustClose(t, s) // once more
	if n := mustCount(t, s, 0, 10, 1); n != 0 {
		t.Errorf("a closed store gives %d facts", n)
	}
	s = mustOpen(t, dir, Options{Report: func(m string) { t.Error(m) }})
	mustHave(t, s, 0, 6000, 1)
	mustClose(t, s)
}

// TestPutAfterClose has it that nobody waits for a writer that has ended.
func TestPutAfterClose(t *testing.T) {
	s := mustOpen(t, t.TempDir(), Options{})
	mustClose(t, s)
	for i := range 20 {
		s.Put(testClass, testClass.Key([]byte(fmt.Sprint(i))), Fact{Body: make([]byte, maxFact)})
		for j := range 1000 {
			s.Put(testClass, testClass.Key([]byte(fmt.Sprint(i, j))), Fact{Body: make([]byte, 1000)})
		}
	}
}

// TestGoroutines has it that Close leaves none of this package's goroutines.
func TestGoroutines(t *testing.T) {
	dir := t.TempDir()
	kill(t, dir, 2000)
	before := ours()
	for range 3 {
		s := mustOpen(t, dir, Options{})
		putFacts(s, 0, 10, 1)
		mustClose(t, s)
		os.Remove(filepath.Join(dir, sidecar)) // for the filter to be filled
	}
	var left map[string]string
	for range 100 {
		left = ours()
		maps.DeleteFunc(left, func(id, _ string) bool { return before[id] != "" })
		if len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("left are %v", left)
}

// ours returns the stacks of the goroutines that this package began, by what they are called.
func ours() map[string]string {
	buf := make([]byte, 1<<20)
	found := map[string]string{}
	for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(g, "created by foregone/solve/store.") && !strings.Contains(g, "store.Test") {
			id, _, _ := strings.Cut(g, " [")
			found[id] = g
		}
	}
	return found
}
