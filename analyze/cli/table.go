package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/record"
	"foregone/analyze/report"
	"foregone/solve"
)

func tableCommand() *cli.Command {
	return &cli.Command{
		Name:  "table",
		Usage: "complete tables of small boards: build, probe, info",
		UsageText: "foregone table build breakthrough 5x6   build the table of a board, after saying what that takes\n" +
			"foregone table probe -p POSITION        what a table says of a position and of its moves\n" +
			"foregone table info [FILE…]             the tables that there are; --check reads them whole",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			tablesFlag(),
			&cli.StringFlag{Name: "cache", Usage: "folder of the cache on disk, where tables and the start's values are kept: `DIR`"},
			&cli.BoolFlag{Name: "no-cache", Usage: "build: do not keep the start's values in the cache"},
			&cli.StringFlag{Name: "cache-size", Value: "1GiB", Hidden: true},
			&cli.IntFlag{Name: "rows", Usage: "build: `N` home rows of each side in the start position, 1 or 2", DefaultText: "2"},
			&cli.StringFlag{Name: "bag", Usage: "build: the `CHIPS` of Entropy's bag, such as A5B4 (default: n of each of n colours)"},
			&cli.BoolFlag{Name: "start-only", Usage: "build: keep nothing but the value of the start, its best moves and the replies"},
			&cli.BoolFlag{Name: "dry-run", Aliases: []string{"n"}, Usage: "build: say what it would take, and stop"},
			&cli.StringFlag{Name: "memory", Usage: "build: memory of the whole process, such as `2GiB` (default: half of the machine's)"},
			&cli.IntFlag{Name: "jobs", Usage: "build: `N` parts at the same time", DefaultText: "as many as there are cores"},
			&cli.IntFlag{Name: "sample", Usage: "build: prove about `N` entries of all parts again by search; of Crossings, and with info: compare them with those after each move"},
			&cli.BoolFlag{Name: "check", Usage: "info: read whole tables and compare all checksums"},
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a table or position"},
		}),
		Action: runTable,
	}
}

func runTable(c *cli.Context) error {
	switch c.Args().First() {
	case "build":
		return tableBuild(c)
	case "probe":
		return tableProbe(c)
	case "info":
		return tableInfo(c)
	case "":
		return usage("found no argument, expected one of build, probe, info")
	}
	return usage("found %q, expected one of build, probe, info", c.Args().First())
}

func tablesFlag() cli.Flag {
	return &cli.StringFlag{Name: "tables", Usage: "folder of complete tables: `DIR` (default: tables in the cache's folder)"}
}

// tablesDir returns the folder of the complete tables, "" for none.
func tablesDir(c *cli.Context) (string, error) {
	if c.IsSet("tables") && c.String("tables") == "" {
		return "", usage("--tables: found nothing, expected a folder")
	}
	if dir := cmp.Or(c.String("tables"), os.Getenv("FOREGONE_TABLES")); dir != "" {
		return dir, nil
	}
	dir, err := cacheDir(c)
	if err != nil || dir == "" {
		return "", err
	}
	return filepath.Join(dir, "tables"), nil
}

// openTables returns the tables that the flags ask for.
func openTables(c *cli.Context) (*games.Tables, error) {
	dir, err := tablesDir(c)
	if err != nil {
		return nil, err
	}
	return games.NewTables(dir, func(message string) { fmt.Fprintf(c.App.ErrWriter, "foregone: %s\n", message) }), nil
}

// tableProbe answers positions from tables alone.
func tableProbe(c *cli.Context) error {
	tables, err := openTables(c)
	if err != nil {
		return err
	}
	return eachSubject(c, c.Args().Tail(), func(id string, s games.Subject, first bool) error {
		family, err := games.Lookup(s.Final.Game())
		if err != nil {
			return err
		}
		if family.TableNames == nil {
			return fmt.Errorf("%s: found a position of %s, of which there are no tables", id, s.Final.Game())
		}
		names := family.TableNames(s.Final)
		if len(names) == 0 {
			return fmt.Errorf("%s: found a board of which there are no tables", id)
		}
		var t games.Table
		for i := 0; i < len(names) && t == nil; i++ {
			t = tables.Find(names[i])
		}
		if t == nil {
			return fmt.Errorf("%s: found no table of %s, expected one: foregone table build %[2]s", id, names[0])
		}
		a, others, err := probe(t, s.Final)
		if err != nil {
			return err
		}
		if a.Verdict == solve.Unknown {
			return fmt.Errorf("%s: the table of %s does not have this position", id, t.Name())
		}
		if c.Bool("json") {
			r := record.FromAnswer(id, s, a, 0, record.Fields{})
			r.ElapsedMS = nil
			line, err := record.Fields{}.AppendJSON(nil, &r)
			if err == nil {
				_, err = c.App.Writer.Write(line)
			}
			return err
		}
		if !first {
			fmt.Fprintln(c.App.Writer)
		}
		fmt.Fprintf(c.App.Writer, "%s\n\n%s\n%s", report.Verdict(s.Final, a, ""), style(c).Board(s.Final), report.Legend(s.Final, style(c)))
		if len(a.Best) > 0 {
			fmt.Fprintf(c.App.Writer, "\n%s\n", report.Best(a))
			if words := report.OtherMoves(a, others); words != "" {
				fmt.Fprintln(c.App.Writer, words)
			}
		}
		return nil
	})
}

// probe returns what a table says of a position, with all its best moves, and the others. Where the table has distances the
// best moves keep that too. Chance has neither.
func probe(t games.Table, p games.Position) (a games.Answer, others []games.Valued, err error) {
	if a, err = t.Probe(p); err != nil || a.Verdict == solve.Unknown {
		return a, nil, err
	}
	if scored, ok := p.(games.Scored); ok && scored.Weights() != nil {
		return a, nil, nil
	}
	for _, s := range p.Successors() {
		after, err := t.Probe(s.Position)
		if err != nil {
			return a, nil, err
		}
		if after.Verdict == a.Verdict.Opposite() && after.Low == a.Low && (a.Distance == 0 || after.Distance+1 == a.Distance) {
			a.Best = append(a.Best, s.Move)
		} else {
			others = append(others, games.Valued{Move: s.Move, Answer: after})
		}
	}
	return a, others, nil
}

// tableRecord is a table as info and build print it.
type tableRecord struct {
	Table string `json:"table"`
	File  string `json:"file,omitzero"`
	Bytes int64  `json:"bytes,omitzero"`
	Error string `json:"error,omitzero"`

	*games.Counted
	Followed uint64 `json:"followed,omitzero"` // entries that were compared with those after each move
}

// count adds what a table counts, if it does.
func (r *tableRecord) count(t games.Table) error {
	counting, ok := t.(games.Counting)
	if !ok {
		return nil
	}
	counted, err := counting.Count()
	r.Counted = &counted
	return err
}

// tableInfo lists the tables of the folder, or those that are named.
func tableInfo(c *cli.Context) error {
	names := c.Args().Tail()
	if len(names) == 0 {
		dir, err := tablesDir(c)
		if err != nil {
			return err
		}
		if names, err = filepath.Glob(filepath.Join(dir, "*"+games.TableExt)); err != nil {
			return err
		}
		if len(names) == 0 && !c.Bool("json") {
			fmt.Fprintf(c.App.Writer, "%s: no tables\n", dir)
			return nil
		}
	}
	w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
	var o outcome
	for _, name := range names {
		r := tableRecord{File: name}
		t, err := games.OpenTable(name)
		if err == nil {
			r.Table = t.Name()
			if c.Bool("check") {
				err = t.Check(c.Context)
			}
			if err == nil {
				err = r.count(t)
			}
			if samples := c.Int("sample"); err == nil && samples > 0 {
				r.Followed, err = follow(c, t, samples)
			}
			if own := games.TableFile(r.Table); err == nil && filepath.Ext(name) == games.TableExt && filepath.Base(name) != own {
				err = fmt.Errorf("%s: found the table of %s, expected it under the name %s", name, r.Table, own)
			}
			err = errors.Join(err, t.Close())
		}
		if c.Context.Err() != nil {
			return exit{statusInterrupted}
		}
		if err != nil {
			o.failed = true
			r.Error = err.Error()
			fmt.Fprintf(c.App.ErrWriter, "foregone: %v\n", err)
		}
		if info, err := os.Stat(name); err == nil {
			r.Bytes = info.Size()
		}
		switch {
		case c.Bool("json"):
			if err := json.NewEncoder(c.App.Writer).Encode(r); err != nil {
				return err
			}
		case err == nil:
			fmt.Fprintf(w, "%s\t%s\t%s\n", r.Table, humanize.IBytes(uint64(r.Bytes)), r.File)
			if r.Counted != nil {
				fmt.Fprintf(w, "  %s\n", report.Counted(r.Counted))
			}
			if r.Followed > 0 {
				fmt.Fprintf(w, "  %s\n", report.Followed(r.Followed))
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return o.err()
}

// follow compares entries of a table with those after each move, all of them when there are no more than samples.
func follow(c *cli.Context, t games.Table, samples int) (uint64, error) {
	following, ok := t.(games.Following)
	if !ok {
		return 0, usage("--sample: found the table of %s, whose entries are only proven while it is built", t.Name())
	}
	if err := inRange("sample", samples, 0, mostSamples); err != nil {
		return 0, err
	}
	return following.Follow(c.Context, samples, cores())
}

// planned returns the plan that the arguments of build ask for.
func planned(c *cli.Context) (games.TablePlan, error) {
	if c.NArg() < 3 {
		return nil, usage("found %s, expected a game and a board, such as: foregone table build breakthrough 5x6",
			english.Plural(c.NArg()-1, "argument", ""))
	}
	family, err := games.Lookup(c.Args().Get(1))
	if err != nil {
		return nil, usage("%v", err)
	}
	if family.PlanTable == nil {
		return nil, usage("found %s, of which there are no tables", c.Args().Get(1))
	}
	board := strings.Join(c.Args().Slice()[2:], " ")
	if c.IsSet("rows") {
		board += fmt.Sprintf(" rows=%d", c.Int("rows"))
	}
	if c.IsSet("bag") {
		board += " bag=" + c.String("bag")
	}
	plan, err := family.PlanTable(c.Args().Get(1), c.String("rules"), board)
	if err != nil {
		return nil, usage("%v", err)
	}
	return plan, nil
}
