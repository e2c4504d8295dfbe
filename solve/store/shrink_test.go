package store

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// largeFact returns the i-th of facts that take some 400 bytes, which do not compress, and cost from 1 to 2^32.
func largeFact(i int) (Key, Fact) {
	r := rand.NewPCG(uint64(i), 0)
	body := make([]byte, 0, 400)
	for len(body) < 400 {
		body = appendUint64(body, r.Uint64())
	}
	return testClass.Key([]byte(fmt.Sprint("large", i))), Fact{Cost: uint64(math.Exp2(32 * rand.New(r).Float64())), Body: body}
}

func putLarge(s *Store, from, to int) {
	for i := from; i < to; i++ {
		k, f := largeFact(i)
		s.Put(testClass, k, f)
	}
}

func haveLarge(t *testing.T, s *Store, from, to int) (n int) {
	t.Helper()
	for i := from; i < to; i++ {
		k, want := largeFact(i)
		got, ok := s.Get(k)
		if !ok {
			continue
		}
		if !equal(got, want) {
			t.Fatalf("fact %d is %+v", i, got)
		}
		n++
	}
	return n
}

// onDisk returns the bytes of all files below a folder, but for those that badger makes larger than what is in them.
func onDisk(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		n += folderBytes(path)
		return nil
	})
	return n
}

// TestBound puts three times what a store may keep. The folder stays within the bound, also while it is written anew;
// the facts that cost the most are kept, those that cost least go.
func TestBound(t *testing.T) {
	t.Parallel()
	n, size := 40_000, int64(spare+12<<20)
	if slow() {
		n, size = 400_000, spare+100<<20
	}
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Size: size, Report: func(m string) { t.Error(m) }})
	var peak atomic.Int64
	stop := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				peak.Store(max(peak.Load(), onDisk(dir)))
			}
		}
	})
	putLarge(s, 0, n)
	mustClose(t, s)
	s = mustOpen(t, dir, Options{Size: size, Report: func(m string) { t.Error(m) }})
	putFacts(s, 0, 1, 1) // for the tables to be looked at that badger was late with
	mustClose(t, s)
	close(stop)
	watch.Wait()
	t.Logf("peak %d MB, closed %d MB of %d MB", peak.Load()>>20, onDisk(dir)>>20, size>>20)
	if peak.Load() > size {
		t.Errorf("the folder had %d bytes, want at most %d", peak.Load(), size)
	}
	mustNotHave(t, dir, newDir, oldDir, damagedDir)

	s = mustOpen(t, dir, Options{Size: size, Report: func(m string) { t.Error(m) }})
	var have, all [33]int
	for i := range n {
		k, want := largeFact(i)
		got, ok := s.Get(k)
		if ok && !equal(got, want) {
			t.Fatalf("fact %d is %+v", i, got)
		}
		c := bits.Len64(want.Cost) - 1
		all[c]++
		if ok {
			have[c]++
		}
	}
	mustClose(t, s)
	t.Log(have, all)
	for c := range 32 {
		if c >= 28 && have[c] < all[c] {
			t.Errorf("%d of %d that cost 2^%d are left", have[c], all[c], c)
		}
		if c > 0 && have[c]*10 < (have[c-1]-all[c]/10)*9 {
			t.Errorf("%d that cost 2^%d are left, %d that cost half", have[c], c, have[c-1])
		}
	}
	if have[31] < all[31] || have[0]*2 > all[0] {
		t.Errorf("%d of %d that cost 2^31 are left, %d of %d that cost 1", have[31], all[31], have[0], all[0])
	}
}

// TestWorth compares which costs are kept with the share that was asked for.
func TestWorth(t *testing.T) {
	s := mustOpen(t, t.TempDir(), Options{})
	defer mustClose(t, s)
	putLarge(s, 0, 4000)
	settle(s)
	for _, share := range []float64{0, 0.01, 0.3, 0.5, 0.99, 1} {
		keep, err := s.db.worth(share)
		if err != nil {
			t.Fatal(err)
		}
		kept, least := 0, uint64(math.MaxUint64)
		var dropped uint64
		for i := range 4000 {
			_, f := largeFact(i)
			if keep(f.Cost) {
				kept++
				least = min(least, f.Cost)
			} else {
				dropped = max(dropped, f.Cost)
			}
		}
		if math.Abs(float64(kept)-share*4000) > 300 { // it looks at 250 of them
			t.Errorf("share %v: kept %d of 4000", share, kept)
		}
		if bits.Len64(dropped) > bits.Len64(least) {
			t.Errorf("share %v: kept %d, dropped %d", share, least, dropped)
		}
	}
}

// TestShortRuns has many runs that each write too little to be looked at on its own.
func TestShortRuns(t *testing.T) {
	t.Parallel()
	const size = spare + memTable
	dir := t.TempDir()
	for run := range 4 {
		s := mustOpen(t, dir, Options{Size: size, Report: func(m string) { t.Error(m) }})
		putLarge(s, 4000*run, 4000*run+4000)
		mustClose(t, s)
	}
	if n := onDisk(dir); n > size-spare+checkEvery {
		t.Errorf("%d bytes", n)
	}
}

// TestSpace has snapshots and a store that was set aside take from the space of the facts.
func TestSpace(t *testing.T) {
	t.Parallel()
	const size = spare + 24<<20
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Size: size})
	k, _ := factOf(0, 1)
	if err := s.SaveSnapshot(k, 1, func(w io.Writer) error { return random(w, 12<<20) }); err != nil {
		t.Fatal(err)
	}
	if got := s.allowed(); got < 11<<20 || got > 12<<20 {
		t.Errorf("%d bytes are allowed beside 12 MB", got)
	}
	aside := filepath.Join(dir, damagedDir)
	if err := os.Mkdir(aside, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(aside, "a.sst"), make([]byte, 6<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	putLarge(s, 0, 100)
	settle(s)
	if !exists(aside) {
		t.Error("what was set aside is gone though there is space")
	}
	putLarge(s, 0, 22_000)
	mustClose(t, s)
	s = mustOpen(t, dir, Options{Size: size})
	putFacts(s, 0, 1, 1) // for the tables to be looked at that badger was late with
	mustClose(t, s)
	mustNotHave(t, dir, damagedDir)
	if n := onDisk(dir); n > size {
		t.Errorf("%d bytes", n)
	}
}

// TestHammer has many goroutines put, get and walk while the store is written anew again and again.
func TestHammer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := mustOpen(t, dir, Options{Size: spare, Report: func(m string) { t.Error(m) }})
	before, err := os.Stat(filepath.Join(dir, factsDir))
	if err != nil {
		t.Fatal(err)
	}
	var g sync.WaitGroup
	dear := testClass.Key([]byte("dear"))
	s.Put(testClass, dear, Fact{Cost: 1 << 60})
	for i := range 3 {
		g.Go(func() { putLarge(s, 20_000*i, 20_000*i+12_000) })
		g.Go(func() {
			for j := range 6_000 {
				k, want := largeFact(20_000*i + j*7919%12_000)
				if got, ok := s.Get(k); ok && !equal(got, want) {
					t.Errorf("%+v, want %+v", got, want)
				}
				if _, ok := s.Get(dear); !ok {
					t.Error("the dearest fact is not there")
					return
				}
			}
		})
	}
	g.Go(func() {
		for range 5 {
			if _, err := s.Info(); err != nil {
				t.Error(err)
			}
			if err := s.Origins(func(*Class, Fact) error { return nil }); err != nil {
				t.Error(err)
			}
		}
	})
	g.Wait()
	settle(s)
	after, err := os.Stat(filepath.Join(dir, factsDir))
	if err != nil || os.SameFile(before, after) {
		t.Errorf("it was never written anew, %v", err)
	}
	mustClose(t, s)
	s = mustOpen(t, dir, Options{Size: spare, Report: func(m string) { t.Error(m) }})
	if _, ok := s.Get(dear); !ok {
		t.Error("the dearest fact is lost")
	}
	haveLarge(t, s, 0, 8_000)
	mustClose(t, s)
}

// rewriteAndDie puts facts without end into a store that is written anew all the time, every 50th of them a dear one.
func rewriteAndDie(dir string, n int) error {
	s, err := Open(dir, Options{Size: spare, Try: try, Report: func(m string) { fmt.Fprintln(os.Stderr, m) }})
	if err != nil {
		return err
	}
	at := tell(10 * safe) // it takes a while to close and open databases
	for i := range math.MaxInt {
		putLarge(s, n+50*i, n+50*i+50)
		s.Put(testClass, keyOf("dear ", i), Fact{Cost: 1 << 60})
		at.Store(int64(i + 1))
	}
	return nil
}

func TestKilledRewriting(t *testing.T) {
	t.Parallel()
	times := 1
	if slow() {
		times = 40
	}
	dir := t.TempDir()
	sure := 0
	for i := range times {
		sure = max(sure, killTelling(t, child("rewrite", dir, 1_000_000*i), time.Duration(rand.IntN(1500))*time.Millisecond))
		s := mustOpen(t, dir, Options{Size: spare, Try: try, Report: func(m string) { t.Error(m) }})
		for i := range sure {
			if _, ok := s.Get(keyOf("dear ", i)); !ok {
				t.Fatalf("of the dearest facts %d of %d is lost", i, sure)
			}
		}
		filled(t, s)
		haveLarge(t, s, 1_000_000*i, 1_000_000*i+5000)
		mustClose(t, s)
		mustNotHave(t, dir, newDir, oldDir, damagedDir)
	}
}
