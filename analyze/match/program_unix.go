//go:build unix

package match

import (
	"context"
	"os/exec"
	"syscall"
)

// shell returns a command of the shell, in a group of its own, which is killed as a whole when ctx ends.
func shell(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
