// Command foregone solves and analyses Eight Off and its kin: which deals can be won, and how.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"foregone/analyze/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(cli.Run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}
