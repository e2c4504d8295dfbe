package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/queue"
	"foregone/analyze/queue/server"
)

const (
	defaultListen = "127.0.0.1:4222"
	defaultURL    = "nats://" + defaultListen
	leastDisk     = 512 << 20 // for what a coordinator holds, and the largest messages of some workers
)

func serveCommand() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "hand out the work of batch and solve --nats to workers on any machines",
		UsageText: "foregone serve --store DIR   a NATS server with JetStream, until Ctrl-C\n" +
			"foregone serve --status      how the work on a server stands: one started so, or --nats URL",
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "store", Usage: "folder of the jobs and results: `DIR`"},
			&cli.StringFlag{Name: "listen", Value: defaultListen, Usage: "`ADDRESS:PORT` to listen at; one that others can reach needs --token or --tls-cert; port 0 is any"},
			&cli.StringFlag{Name: "disk", Value: "10GiB", Usage: "the most that jobs and results may take: `SIZE`"},
			&cli.BoolFlag{Name: "status", Usage: "say how the work stands, and end"},
			&cli.BoolFlag{Name: "json", Usage: "status: one JSON object"},
		}, natsFlags("status: the `URL` of the server")),
		Action: runServe,
	}
}

func runServe(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage("found argument %q, expected none", c.Args().First())
	}
	if c.Bool("status") {
		return runStatus(c)
	}
	o, err := serverOptions(c)
	if err != nil {
		return err
	}
	err = server.Serve(c.Context, o)
	if errors.Is(err, syscall.EADDRINUSE) {
		return usage("--listen: found %s in use, expected another port", c.String("listen"))
	}
	return unlessStopped(c, err)
}

func serverOptions(c *cli.Context) (server.Options, error) {
	o := server.Options{
		Folder: c.String("store"), Token: token(c),
		Cert: c.String("tls-cert"), Key: c.String("tls-key"), CA: c.String("tls-ca"), Notify: notify(c),
	}
	for _, flag := range []string{"nats", "json"} {
		if c.IsSet(flag) {
			return o, usage("found --%s, which is for --status", flag)
		}
	}
	host, port, err := net.SplitHostPort(c.String("listen"))
	n, err2 := strconv.ParseUint(port, 10, 16)
	if err != nil || err2 != nil || host == "" {
		return o, usage("--listen: found %q, expected an address and a port, such as %s", c.String("listen"), defaultListen)
	}
	o.Host, o.Port = host, int(n)
	disk, err := humanize.ParseBytes(c.String("disk"))
	switch {
	case err != nil || disk == 0 || disk > 1<<60:
		return o, usage("--disk: found %q, expected a size such as 10GiB", c.String("disk"))
	case disk < leastDisk:
		return o, usage("--disk: found %q, expected %s or more: results wait there until those before them have come", c.String("disk"), humanize.IBytes(leastDisk))
	case o.Folder == "":
		return o, usage("--store: found nothing, expected the folder where jobs and results are kept")
	case (o.Cert == "") != (o.Key == ""):
		return o, usage("found one of --tls-cert and --tls-key, expected both")
	case o.CA != "" && o.Cert == "":
		return o, usage("found --tls-ca without --tls-cert, expected both: a server that checks certificates shows one")
	case !loopback(host) && o.Token == "" && o.Cert == "":
		return o, usage("--listen: found %s, which others can reach, expected --token or --tls-cert with it", c.String("listen"))
	}
	o.Disk = int64(disk)
	o.Ready = func(url string) {
		fmt.Fprintf(c.App.Writer, "Serving at %s; jobs and results are in %s. Workers: foregone work --nats %s\n", url, o.Folder, url)
	}
	return o, nil
}

// loopback reports whether a host can be reached from this machine only.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func runStatus(c *cli.Context) error {
	for _, flag := range []string{"store", "listen", "disk"} {
		if c.IsSet(flag) {
			return usage("found --%s with --status, expected --nats URL: it asks a server that is there", flag)
		}
	}
	if !c.IsSet("nats") {
		if err := c.Set("nats", defaultURL); err != nil {
			return err
		}
	}
	q, err := connect(c)
	if err != nil {
		return err
	}
	defer q.Close()
	s, err := q.Status(c.Context)
	switch {
	case c.Context.Err() != nil:
		return exit{statusInterrupted}
	case err != nil:
		return err
	case c.Bool("json"):
		return json.NewEncoder(c.App.Writer).Encode(s)
	}
	fmt.Fprintf(c.App.Writer, "%s: %s waiting, %d running, %s not fetched; %s on disk\n", q.Server(),
		english.Plural(int(s.Waiting), "job", ""), s.Running, english.Plural(int(s.Results), "result", ""), humanize.IBytes(s.Bytes))
	writeMembers(c, s.Members)
	return nil
}

// writeMembers lists who is there.
func writeMembers(c *cli.Context, members []queue.Member) {
	if len(members) == 0 {
		fmt.Fprintln(c.App.Writer, "no worker and no coordinator is there")
		return
	}
	w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nwho\thost\tprocess\tjobs\trunning\tdone\tpositions\tpositions/s\t")
	for _, m := range members {
		jobs, about := strconv.Itoa(m.Jobs), m.Task
		if m.Jobs == 0 {
			jobs = "-"
		}
		if m.Total > 0 {
			about += fmt.Sprintf(", %d %%", 100*m.Positions/m.Total)
		}
		if m.Proof > 0 || m.Disproof > 0 {
			about += fmt.Sprintf(", proof number %s, disproof number %s", humanize.Comma(int64(m.Proof)), humanize.Comma(int64(m.Disproof)))
		}
		if m.Version != natsVersion() {
			about += " another version: " + m.Version
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%d\t%s\t%s\t%s\t%s\n", m.Kind, m.Host, m.PID, jobs, m.Running, humanize.Comma(int64(m.Done)),
			humanize.Comma(int64(m.Positions)), humanize.Comma(int64(m.PerSecond)), strings.TrimSpace(about))
	}
	w.Flush()
}
