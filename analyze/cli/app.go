// Package cli is the command line: one file a command, and what they share. Only this package knows urfave/cli.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"
)

// Version is foregone's own.
const Version = "0.1.0"

const program = "foregone " + Version // as records name it

// SecondSignal is how long after the first signal another one ends the process at once. Until then it is taken for the
// same one: timeout(1) sends two.
const SecondSignal = 200 * time.Millisecond

// Exit statuses of the contract.
const (
	statusAgainst     = 1   // only with --exit-status, and of verify: a record is wrong
	statusFailed      = 2   // unusable input or arguments, or the run failed
	statusOpen        = 3   // a position is unknown, or a record not checked
	statusInterrupted = 130 // after printing what was known
)

// outcome gathers what happened to the positions of one run.
type outcome struct {
	interrupted, failed, open, against bool
}

func (o *outcome) status() int {
	switch {
	case o.interrupted:
		return statusInterrupted
	case o.failed:
		return statusFailed
	case o.open:
		return statusOpen
	case o.against:
		return statusAgainst
	}
	return 0
}

// err returns the status as an error that carries no text of its own.
func (o *outcome) err() error {
	if s := o.status(); s != 0 {
		return exit{s}
	}
	return nil
}

// exit ends the run with a status; everything was said already.
type exit struct{ status int }

func (e exit) Error() string { return fmt.Sprintf("exit status %d", e.status) }

// usageError is a fault of the arguments.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func usage(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// Run runs the command line args, whose first is the program's name, and returns the exit status. ctx ends with
// the first signal to stop.
func Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	w := &checkedWriter{Writer: out}
	app := newApp(&interruptible{ctx: ctx, in: in}, w, errOut)
	arranged, err := arrange(app, args)
	if err == nil {
		err = app.RunContext(ctx, arranged)
	}
	if err == nil && w.err != nil {
		err = w.err
	}
	var e exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.status
	default:
		fmt.Fprintf(errOut, "foregone: %v\n", err)
		return statusFailed
	}
}

// checkedWriter remembers that standard output could not be written, for commands that do not look.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

const noCommand = `found no command, expected one such as: foregone solve --deal "ms 1" (see foregone help)`

func newApp(in io.Reader, out, errOut io.Writer) *cli.App {
	app := &cli.App{
		Name:                      "foregone",
		Usage:                     "solve and analyse Eight Off, FreeCell, Baker's Game, Sea Towers, Breakthrough, Entropy and Crossings",
		UsageText:                 "foregone COMMAND [options] [FILE…]",
		Version:                   Version,
		HideVersion:               true,
		HideHelpCommand:           true,
		EnableBashCompletion:      true,
		DisableSliceFlagSeparator: true,
		Reader:                    in,
		Writer:                    out,
		ErrWriter:                 errOut,
		ExitErrHandler:            func(*cli.Context, error) {},
		CommandNotFound:           func(*cli.Context, string) {},
		Commands: []*cli.Command{
			solveCommand(), analyzeCommand(), batchCommand(), serveCommand(), workCommand(), showCommand(), dealCommand(), rateCommand(), movesCommand(), verifyCommand(),
			tableCommand(), cacheCommand(), perftCommand(), simulateCommand(), engineCommand(), benchCommand(), versionCommand(), helpCommand(), completionCommand(), manCommand(),
		},
		Action: func(c *cli.Context) error { return usage(noCommand) },
	}
	for _, command := range app.Commands {
		command.OnUsageError = onUsageError
		command.HideHelpCommand = true
	}
	return app
}
