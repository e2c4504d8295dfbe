package cli

import (
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/solve"
)

func benchCommand() *cli.Command {
	var names []string
	for _, f := range games.All() {
		for _, w := range f.Workloads {
			names = append(names, w.Name)
		}
	}
	return &cli.Command{
		Name:  "bench",
		Usage: "measure the engines on a fixed workload, on one thread",
		UsageText: "foregone bench [WORKLOAD…]\n\nThe signature changes only when the search changes: it is made of every verdict, " +
			"node count and solution.\nWorkloads: " + strings.Join(names, "; "),
		Action: runBench,
	}
}

func runBench(c *cli.Context) error {
	chosen := map[string]bool{}
	for _, name := range c.Args().Slice() {
		chosen[name] = true
	}
	fmt.Fprintf(c.App.Writer, benchRow, "workload", "positions", "nodes", "time", "nodes/s", "positions/s", "signature")
	for _, f := range games.All() {
		for _, load := range f.Workloads {
			if c.NArg() > 0 && !chosen[load.Name] {
				continue
			}
			delete(chosen, load.Name)
			if err := measure(c, &f, load); err != nil {
				return err
			}
		}
	}
	for name := range chosen {
		return usage("found workload %q, expected one that foregone help bench names", name)
	}
	return nil
}

// benchRow is a line of the table, written as soon as it is known.
const benchRow = "%-36s %9s %12s %8s %11s %11s %9s\n"

func measure(c *cli.Context, f *games.Family, load games.Workload) error {
	deals, err := f.Deals(load.Game, load.Rules, load.Deals)
	if err != nil {
		return err
	}
	engine := f.NewEngine(games.Resources{})
	signature := fnv.New32a()
	var nodes uint64
	var spent time.Duration
	for i := range deals.Count() {
		s, err := deals.At(i)
		if err != nil {
			return err
		}
		start := time.Now()
		a, err := engine.Solve(c.Context, s.Final, solve.Limits{}, games.Want{Line: true})
		spent += time.Since(start)
		if err != nil {
			return err
		}
		if solve.Stopped(c.Context) != solve.NoLimit {
			return exit{statusInterrupted}
		}
		nodes += a.Nodes
		fmt.Fprintf(signature, "%v %d %v\n", a.Verdict, a.Nodes, a.Line)
	}
	seconds := spent.Seconds()
	_, err = fmt.Fprintf(c.App.Writer, benchRow, load.Name,
		humanize.Comma(int64(deals.Count())), humanize.Comma(int64(nodes)), spent.Round(time.Millisecond),
		humanize.Comma(int64(float64(nodes)/seconds)), humanize.Comma(int64(float64(deals.Count())/seconds)), fmt.Sprintf("%08x", signature.Sum32()))
	return err
}
