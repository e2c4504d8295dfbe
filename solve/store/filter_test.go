package store

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestFilter has it that no fact is said not to be there, whatever has become of the filter.
func TestFilter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{})
	if s.known == nil {
		t.Error("a new store has no filter")
	}
	putFacts(s, 0, 3000, 1)
	settle(s)
	mustHave(t, s, 0, 3000, 1)
	mustClose(t, s)

	s = mustOpen(t, dir, Options{})
	if s.known == nil {
		t.Error("a store that was closed has no filter")
	}
	mustNotHave(t, dir, filterFile, sidecar) // while it is open
	false1 := 0
	for i := 3000; i < 13000; i++ {
		k, _ := factOf(i, 1)
		if s.known.has(&k) {
			false1++
		}
	}
	if false1 > 100 {
		t.Errorf("%d of 10,000 are said to be there", false1)
	}
	putFacts(s, 3000, 4000, 1)
	settle(s)
	mustHave(t, s, 0, 4000, 1)
	s.known = filterOf(100) // that is too small for what was added
	for i := range 4000 {
		k, _ := factOf(i, 1)
		s.known.add(&k)
	}
	mustClose(t, s)
	mustNotHave(t, dir, filterFile)

	s = mustOpen(t, dir, Options{})
	putFacts(s, 4000, 5000, 1) // while it is being made
	mustHave(t, s, 0, 5000, 1)
	settle(s)
	filled(t, s)
	mustHave(t, s, 0, 5000, 1)
	putFacts(s, 5000, 6000, 1)
	mustHave(t, s, 0, 6000, 1)
	settle(s) // rewriting is for the writer
	if err := s.rewrite(1, true); err != nil {
		t.Fatal(err)
	}
	mustHave(t, s, 0, 6000, 1)
	mustClose(t, s)
	s = mustOpen(t, dir, Options{})
	mustHave(t, s, 0, 6000, 1)
	mustClose(t, s)
}

// TestFilterOfKilled makes the filter of stores that were killed: of facts that are in no table, and of some in both.
func TestFilterOfKilled(t *testing.T) {
	t.Parallel()
	few := t.TempDir()
	kill(t, few, 1)
	for _, from := range []struct {
		dir string
		n   int
	}{{few, 1}, {killedStore(t), damageFacts}} {
		for _, o := range []Options{{}, {Try: try}} {
			s := mustOpen(t, copied(t, from.dir), o)
			putFacts(s, from.n, from.n+500, 1)
			for range 2 {
				if n, err := countFacts(s, 0, from.n+500, 1, 2); n != from.n+500 || err != nil {
					t.Errorf("%d facts, %v", n, err)
				}
				filled(t, s)
			}
			mustClose(t, s)
		}
	}
}

// TestFilterOfDamaged has a block that cannot be read while the filter is made. Facts behind it must not be said not to
// be there, and the damage is found.
func TestFilterOfDamaged(t *testing.T) {
	clean := closedStore(t)
	times := 1
	if slow() {
		times = 20
	}
	for range times {
		dir := copied(t, clean)
		err := errors.Join(os.Remove(filepath.Join(dir, sidecar)),
			flipped("", func(int64) int64 { return 50 + rand.Int64N(10_000) }).first("*.sst")(filepath.Join(dir, factsDir)))
		if err != nil {
			t.Fatal(err)
		}
		var said reports
		s := mustOpen(t, dir, Options{Report: said.add})
		for s.hasFilling() {
			if _, err := countFacts(s, 0, 100, 1, 2); err != nil {
				t.Fatal(err)
			}
		}
		if s.known != nil {
			t.Error("the filter is taken for complete")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		said.mustSay(t, "damaged", damagedDir)
	}
}

func (s *Store) hasFilling() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.filling != nil
}

// TestForeignFilter has it that only what was written as a filter is read as one.
func TestForeignFilter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, filterFile)
	if readFilter(path) != nil {
		t.Error("none is read")
	}
	for _, text := range []string{"", "text", string(make([]byte, 100))} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if readFilter(path) != nil {
			t.Errorf("%q is read", text)
		}
	}
}
