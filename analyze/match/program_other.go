//go:build !unix

package match

import (
	"context"
	"os/exec"
	"strings"
)

// shell returns a command whose words are parted by spaces, which is killed when ctx ends.
func shell(ctx context.Context, command string) *exec.Cmd {
	words := strings.Fields(command)
	return exec.CommandContext(ctx, words[0], words[1:]...)
}
