//go:build !windows

package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPermissions opens stores that may not be written, as a user for whom that matters.
func TestPermissions(t *testing.T) {
	clean := closedStore(t)
	for _, c := range []struct {
		name string
		do   func(dir string) error
		want string
	}{
		{"folder", func(dir string) error { return os.Chmod(dir, 0o555) }, "permission denied"},
		{"facts", func(dir string) error { return os.Chmod(filepath.Join(dir, factsDir), 0o555) }, "permission denied"},
		{"a table", func(dir string) error { return damage{"", unreadable}.first("*.sst")(filepath.Join(dir, factsDir)) }, "permission denied"},
		{"DISCARD", func(dir string) error { return unreadable(filepath.Join(dir, factsDir, "DISCARD")) }, "permission denied"},
		{"lock", func(dir string) error { return unreadable(filepath.Join(dir, lockFile)) }, "permission denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, err := os.MkdirTemp("", "store") // a folder that others may pass
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(base)
			if err := os.Chmod(base, 0o755); err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(base, "store")
			copyFolder(t, clean, dir)
			cmd := child("endure", dir, 0)
			if os.Geteuid() == 0 {
				cmd = asNobody(t, base, cmd)
			}
			if err := c.do(dir); err != nil {
				t.Fatal(err)
			}
			out, err := cmd.CombinedOutput()
			_ = os.Chmod(dir, 0o755)
			_ = os.Chmod(filepath.Join(dir, factsDir), 0o755)
			if err == nil || !strings.Contains(string(out), c.want) || strings.Count(string(out), "\n") != 1 {
				t.Errorf("%v, said %s, want %s", err, out, c.want)
			}
			mustNotHave(t, dir, damagedDir)
		})
	}
}

func unreadable(path string) error { return os.Chmod(path, 0) }

// asNobody gives a folder to a user without rights and returns the command to be run by that user, from a copy of the
// test binary that the user may read.
func asNobody(t *testing.T, base string, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	const nobody = 65534
	b, err := os.ReadFile(cmd.Path)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(base, "program")
	if err := os.WriteFile(program, b, 0o755); err != nil {
		t.Fatal(err)
	}
	err = filepath.Walk(filepath.Join(base, "store"), func(path string, _ os.FileInfo, err error) error {
		return errors.Join(err, os.Chown(path, nobody, nobody))
	})
	if err != nil {
		t.Fatal(err)
	}
	as := exec.Command(program)
	as.Env = cmd.Env
	as.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return as
}
