package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/solve"
	"foregone/solve/store"
)

func cacheCommand() *cli.Command {
	return &cli.Command{
		Name:  "cache",
		Usage: "the cache on disk: info, verify, clear",
		UsageText: "foregone cache info     where it is and what it has\n" +
			"foregone cache verify   check every record, and prove a sample again\n" +
			"foregone cache clear    remove it; asks first on a terminal",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "cache", Usage: "folder of the cache on disk: `DIR`"},
			&cli.StringFlag{Name: "cache-size", Value: "1GiB", Usage: "the most that the cache on disk may take: `SIZE`", Hidden: true},
			&cli.BoolFlag{Name: "json", Usage: "one JSON object"},
			&cli.BoolFlag{Name: "yes", Usage: "clear: do not ask"},
			&cli.IntFlag{Name: "sample", Value: 100, Usage: "verify: prove `N` verdicts again"},
			&cli.DurationFlag{Name: "timeout", Value: 10 * time.Second, Usage: "verify: stop each proof after `D`"},
			&cli.Int64Flag{Name: "seed", Usage: "verify: the seed `S` of the sample"},
			&cli.BoolFlag{Name: "child", Hidden: true},
		},
		Action: runCache,
	}
}

func runCache(c *cli.Context) error {
	dir, err := cacheDir(c)
	switch {
	case err != nil:
		return err
	case dir == "":
		return errors.New("there is no folder for a cache: found neither --cache, FOREGONE_CACHE nor a home")
	case c.NArg() != 1:
		return usage("found %s, expected one of info, verify, clear", english.Plural(c.NArg(), "argument", ""))
	}
	switch c.Args().First() {
	case "info":
		return cacheInfo(c, dir)
	case "verify":
		return cacheVerify(c, dir)
	case "clear":
		return cacheClear(c, dir)
	case "try": // of another process of this program
		s, err := store.Open(dir, store.Options{Locked: true})
		if err != nil {
			return err
		}
		return s.Close()
	}
	return usage("found %q, expected one of info, verify, clear", c.Args().First())
}

type infoRecord struct {
	Place     string      `json:"place"`
	Format    int         `json:"format"`
	Bytes     int64       `json:"bytes"`
	Snapshots int         `json:"snapshots"`
	Damaged   uint64      `json:"damaged,omitzero"`
	Entries   []infoEntry `json:"entries"`
}

type infoEntry struct {
	Game    string `json:"game"`
	Rules   string `json:"rules,omitzero"`
	Version string `json:"version"`
	Asked   uint64 `json:"asked"`
	Facts   uint64 `json:"facts"`
	Bytes   int64  `json:"bytes"`
}

func cacheInfo(c *cli.Context, dir string) error {
	r := infoRecord{Place: dir, Entries: []infoEntry{}}
	if _, err := os.Stat(dir); err == nil {
		s, err := store.Open(dir, store.Options{Report: cacheReport(c), Try: tryStore})
		if err != nil {
			return fmt.Errorf("cache %s: %w", dir, plain(err))
		}
		info, err := s.Info()
		if e := s.Close(); err == nil {
			err = e
		}
		if err != nil {
			return fmt.Errorf("cache %s: %w", dir, err)
		}
		r.Format, r.Bytes, r.Snapshots, r.Damaged = info.Format, info.Bytes, info.Snapshots, info.Damaged
		for _, k := range info.Classes {
			r.Entries = append(r.Entries, infoEntry{k.Game, k.Rules, k.Engine, k.Origins, k.Facts, k.Bytes})
		}
		slices.SortFunc(r.Entries, func(a, b infoEntry) int {
			return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Rules, b.Rules), cmp.Compare(a.Version, b.Version))
		})
	}
	if c.Bool("json") {
		return json.NewEncoder(c.App.Writer).Encode(r)
	}
	fmt.Fprintf(c.App.Writer, "%s: %s, %s of interrupted searches\n", r.Place, humanize.IBytes(uint64(r.Bytes)),
		english.Plural(r.Snapshots, "snapshot", ""))
	if r.Damaged > 0 {
		fmt.Fprintf(c.App.Writer, "%d records are damaged and not used\n", r.Damaged)
	}
	if len(r.Entries) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ngame\trules\tengine\tasked\tpositions\tbytes")
	for _, e := range r.Entries {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", e.Game, e.Rules, e.Version, humanize.Comma(int64(e.Asked)),
			humanize.Comma(int64(e.Facts)), humanize.IBytes(uint64(e.Bytes)))
	}
	return w.Flush()
}

func cacheClear(c *cli.Context, dir string) error {
	if !c.Bool("yes") {
		if !isTerminal(c.App.ErrWriter) {
			return usage("found no terminal to ask on, expected --yes")
		}
		fmt.Fprintf(c.App.ErrWriter, "Remove the cache in %s? [y/N] ", dir)
		line, err := bufio.NewReader(c.App.Reader).ReadString('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if a := strings.ToLower(strings.TrimSpace(line)); a != "y" && a != "yes" {
			return exit{statusFailed}
		}
	}
	if err := store.Clear(dir); err != nil {
		return fmt.Errorf("cache %s: %w", dir, plain(err))
	}
	return nil
}

// checked is what verify found.
type checked struct {
	Records uint64 `json:"records"`
	Damaged uint64 `json:"damaged"`
	Proven  int    `json:"proven"`
	Open    int    `json:"open"`
	Wrong   int    `json:"wrong"`
}

// cacheVerify works in another process, since badger ends the process over some damaged files.
func cacheVerify(c *cli.Context, dir string) error {
	if c.Bool("child") {
		return verifyStore(c, dir)
	}
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("cache %s: %w", dir, plain(err))
	}
	out, err := child(c.Context, "cache", "verify", "--child", "--cache", dir, "--sample", fmt.Sprint(c.Int("sample")),
		"--timeout", c.Duration("timeout").String(), "--seed", fmt.Sprint(c.Int64("seed")))
	var r checked
	if json.Unmarshal([]byte(out), &r) != nil {
		var died *exec.ExitError
		if errors.As(err, &died) && len(died.Stderr) > 0 {
			line, _, _ := strings.Cut(string(died.Stderr), "\n")
			return fmt.Errorf("cache %s cannot be read: %s", dir, strings.TrimPrefix(line, "foregone: "))
		}
		return fmt.Errorf("cache %s cannot be read: %w", dir, err)
	}
	if c.Bool("json") {
		fmt.Fprint(c.App.Writer, out)
	} else {
		fmt.Fprintf(c.App.Writer, "%s checked, %d damaged; of a sample %d proven again, %d not within the time, %d wrong\n",
			english.Plural(int(r.Records), "record", ""), r.Damaged, r.Proven, r.Open, r.Wrong)
	}
	switch {
	case r.Wrong > 0 || r.Damaged > 0:
		return exit{statusAgainst}
	case r.Open > 0:
		return exit{statusOpen}
	}
	return nil
}

func verifyStore(c *cli.Context, dir string) error {
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		return plain(err)
	}
	defer s.Close()
	info, err := s.Info()
	if err != nil {
		return err
	}
	r := checked{Damaged: info.Damaged}
	for _, k := range info.Classes {
		r.Records += k.Facts
	}
	sample, err := sampleOf(s, c.Int("sample"), c.Int64("seed"))
	if err != nil {
		return err
	}
	for _, origin := range sample {
		if err := proveAgain(c, s, origin, &r); err != nil {
			return err
		}
	}
	return json.NewEncoder(c.App.Writer).Encode(r)
}

type origin struct {
	class *store.Class
	fact  store.Fact
}

// sampleOf draws n of the facts that were asked for themselves, each with the same chance.
func sampleOf(s *store.Store, n int, seed int64) ([]origin, error) {
	var sample []origin
	seen := 0
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	err := s.Origins(func(c *store.Class, f store.Fact) error {
		seen++
		if len(sample) < n {
			sample = append(sample, origin{c, f})
		} else if i := r.IntN(seen); i < n {
			sample[i] = origin{c, f}
		}
		return nil
	})
	return sample, err
}

// proveAgain compares a fact with what its engine says now, and replays its line by the rules.
func proveAgain(c *cli.Context, s *store.Store, o origin, r *checked) error {
	p, err := games.Parse(o.fact.Origin)
	if err != nil {
		r.Wrong++
		return nil
	}
	family, err := games.Lookup(p.Game())
	if err != nil {
		return err
	}
	engine := family.NewEngine(games.Resources{})
	if engine.Version(p) != o.class.Engine {
		return nil // of another version, and never used
	}
	kept, err := games.NewCached(engine, s).Solve(c.Context, p, solve.Limits{Nodes: 1}, games.Want{Line: true})
	if err != nil {
		return err
	}
	ctx := c.Context
	if d := c.Duration("timeout"); d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	again, err := engine.Solve(ctx, p, solve.Limits{}, games.Want{})
	switch {
	case err != nil:
		return err
	case kept.Cache != games.CacheHit:
		r.Damaged++
	case again.Verdict == solve.Unknown:
		r.Open++
	case again.Verdict != kept.Verdict:
		r.Wrong++
	default:
		r.Proven++
	}
	return nil
}
