package store

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
)

// TestMemory has a child put and get millions of facts, and compares the memory of its own that it took with Memory.
func TestMemory(t *testing.T) {
	if !slow() || runtime.GOOS != "linux" {
		t.Skip("takes minutes, and needs /proc")
	}
	dir := t.TempDir()
	for _, n := range []int{2_000_000, 2_500_000, 0} { // of which the second finds those of the first
		out, err := child("peak", dir, n).CombinedOutput()
		t.Logf("%d facts: %s", n, out)
		if err != nil {
			t.Error(err)
		}
	}
}

// peak puts n facts and gets as many, under a limit that leaves Memory beside what the process has without a store. It
// prints the peak of the memory.
func peak(dir string, n int) error {
	const other = 16 << 20
	debug.SetMemoryLimit(Memory + other)
	s, err := Open(dir, Options{Try: try})
	if err != nil {
		return err
	}
	own, live := uint64(0), uint64(0)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	look := func() {
		own = max(own, memory("RssAnon"))
		metrics.Read(sample)
		live = max(live, sample[0].Value.Uint64())
	}
	look()
	for i := 0; i < n; i += 10_000 {
		putFacts(s, i, i+10_000, 1)
		look()
	}
	for i := range n {
		k, _ := factOf(i*7919%n, 1)
		s.Get(k)
		if i%10_000 == 0 {
			look()
		}
	}
	if err := s.Close(); err != nil {
		return err
	}
	look()
	fmt.Printf("own memory %d MB, of it live %d MB; with mapped files %d MB; folder %d MB",
		own>>10, live>>20, memory("VmHWM")>>10, onDisk(dir)>>20)
	if own<<10 > Memory+other {
		return fmt.Errorf(": more than %d MB", Memory>>20)
	}
	return nil
}

// memory returns an entry of the process's status, in KiB.
func memory(entry string) (n uint64) {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), entry+":"); ok {
			_, _ = fmt.Sscan(rest, &n)
		}
	}
	return n
}
