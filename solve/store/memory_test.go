package store

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestMemory has a child put and get millions of facts, and compares the memory of its own that it took with Memory.
func TestMemory(t *testing.T) {
	if !slow() || runtime.GOOS != "linux" {
		t.Skip("takes a minute, and needs /proc")
	}
	dir := t.TempDir()
	for _, n := range []int{2_000_000, 2_000_000, 8_000_000, 0} {
		out, err := child("peak", dir, n).CombinedOutput()
		t.Logf("%d facts: %s", n, out)
		if err != nil {
			t.Error(err)
		}
	}
}

// peak puts n facts and gets as many. It prints the peak of the memory of the process.
func peak(dir string, n int) error {
	s, err := Open(dir, Options{Try: try})
	if err != nil {
		return err
	}
	own := uint64(0)
	look := func() {
		own = max(own, memory("RssAnon"))
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
	fmt.Printf("own memory %d MB, with mapped files %d MB, folder %d MB", own>>10, memory("VmHWM")>>10, onDisk(dir)>>20)
	if own<<10 > Memory+20<<20 { // 20 MB of the test itself
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
