//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tablefile

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNamedPipe has pipes in all places, where a reader would wait for ever.
func TestNamedPipe(t *testing.T) {
	_, want := finished(t)
	path := filepath.Join(t.TempDir(), "table")
	for _, name := range []string{path, path + ".lock"} {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const reason = "found a named pipe, expected the file of a table"
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path+": "+reason) {
		t.Errorf("found %v", err)
	}
	anew(t, path, reason, want)
}
