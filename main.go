// Command foregone solves and analyses Eight Off and its kin: which deals can be won, and how.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"foregone/analyze/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		time.Sleep(cli.SecondSignal)
		stop()
	})
	os.Exit(cli.Run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}
