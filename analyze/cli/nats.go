package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/queue"
)

const tokenVariable = "FOREGONE_NATS_TOKEN"

// natsFlags are the flags that say where a NATS server is, and how to come in.
func natsFlags(usage string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "nats", Usage: usage},
		&cli.StringFlag{Name: "token", Usage: "the `SECRET` that the NATS server asks for (also in " + tokenVariable + ", which others on this machine cannot see)"},
		&cli.StringFlag{Name: "tls-ca", Usage: "certificates of who signs those of the other side, a `FILE` in PEM form"},
		&cli.StringFlag{Name: "tls-cert", Usage: "a certificate to show, a `FILE` in PEM form"},
		&cli.StringFlag{Name: "tls-key", Usage: "the key of --tls-cert, a `FILE` in PEM form"},
	}
}

func token(c *cli.Context) string { return cmp.Or(c.String("token"), os.Getenv(tokenVariable)) }

// natsVersion is that of the results: of the program and of all engines.
func natsVersion() string {
	all := []string{program}
	for _, f := range games.All() {
		all = append(all, f.Engines...)
	}
	return strings.Join(all, " ")
}

// notify returns a function that says a line on standard error.
func notify(c *cli.Context) func(string) {
	return func(line string) { fmt.Fprintf(c.App.ErrWriter, "foregone: %s\n", line) }
}

// natsOptions reads the flags.
func natsOptions(c *cli.Context) (queue.Options, error) {
	o := queue.Options{
		URL: c.String("nats"), Token: token(c), CA: c.String("tls-ca"), Cert: c.String("tls-cert"), Key: c.String("tls-key"),
		Version: natsVersion(), Wait: c.Duration("wait"), Notify: notify(c),
	}
	switch {
	case o.URL == "":
		return o, usage("--nats: found nothing, expected the URL of a NATS server, such as %s", defaultURL)
	case (o.Cert == "") != (o.Key == ""):
		return o, usage("found one of --tls-cert and --tls-key, expected both")
	}
	return o, nil
}

// connect connects to the server, which must be there.
func connect(c *cli.Context) (*queue.Queue, error) {
	o, err := natsOptions(c)
	if err != nil {
		return nil, err
	}
	q, err := queue.Connect(c.Context, o)
	switch {
	case c.Context.Err() != nil:
		return nil, exit{statusInterrupted}
	case errors.Is(err, queue.ErrNoServer):
		return nil, fmt.Errorf("--nats: %w; foregone serve starts one", err)
	case err != nil:
		return nil, fmt.Errorf("--nats: %w", err)
	}
	return q, nil
}

// retrying is how often a worker looks whether its server is there yet.
const retrying = time.Second

// await connects to the server when it is there.
func await(c *cli.Context) (*queue.Queue, error) {
	o, err := natsOptions(c)
	if err != nil {
		return nil, err
	}
	for told := false; ; {
		q, err := queue.Connect(c.Context, o)
		switch {
		case err == nil:
			return q, nil
		case c.Context.Err() != nil:
			return nil, c.Context.Err()
		case !errors.Is(err, queue.ErrNoServer):
			return nil, fmt.Errorf("--nats: %w", err)
		case !told:
			told = true
			o.Notify(fmt.Sprintf("%v yet: waiting for it", err))
		}
		select {
		case <-c.Context.Done():
		case <-time.After(retrying):
		}
	}
}

// member returns what a process says of itself.
func member(kind string) queue.Member {
	host, _ := os.Hostname()
	return queue.Member{Kind: kind, Host: host, PID: os.Getpid()}
}

// afterwards returns a context for what is to be cleared up when the run has been interrupted.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}
