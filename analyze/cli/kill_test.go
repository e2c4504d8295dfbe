package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// build returns the path of the program, built for the test.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", dir, "foregone").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return filepath.Join(dir, "foregone")
}

// A batch that is killed again and again, at any moment, and resumed ends with the file of an undisturbed run.
func TestKilledBatchIsResumed(t *testing.T) {
	program := build(t)
	dir := t.TempDir()
	batch := func(out string, more ...string) *exec.Cmd {
		args := append([]string{"batch", "--no-cache", "--game", "seatowers", "--deals", "1..6000", "--jobs", "2",
			"--fields", "id,position,verdict,line,nodes", "--out", filepath.Join(dir, out)}, more...)
		return exec.Command(program, args...)
	}
	start := time.Now()
	if out, err := batch("whole").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	long := time.Since(start)
	killed := 0
	for range 200 {
		cmd := batch("killed", "--resume")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(rand.Int64N(int64(long)/7)), func() { _ = cmd.Process.Kill() })
		if cmd.Wait() == nil {
			break
		}
		killed++
	}
	if out, err := batch("killed", "--resume").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if killed < 3 { // the machine may be much faster now than it was before
		t.Errorf("killed only %d times", killed)
	}
	want, err := os.ReadFile(filepath.Join(dir, "whole"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "killed"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("killed %d times: %d bytes, want %d, the same ones", killed, len(got), len(want))
	}
	t.Logf("killed %d times", killed)
}
