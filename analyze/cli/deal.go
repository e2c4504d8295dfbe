package cli

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/difficulty"
	"foregone/analyze/games"
)

const dealText = `foregone deal [options] GAME N[..M]
foregone deal [options] GAME --count N [--seed S]

Numbered deals or start positions, or with --count and no number random deals of --seed. For example:

   foregone deal eightoff 1..100
   foregone deal eightoff "kpat 1"
   foregone deal breakthrough 5x6
   foregone deal eightoff --difficulty hard --count 10 --seed 7

--winnable and --difficulty pass over the others; of those that are written a comment says why. How hard a deal is goes by
the share of the positions that can be reached from it that are lost (see foregone help rate): hard is more than in three of
four winnable deals, easy less than in three of four.`

func dealCommand() *cli.Command {
	return &cli.Command{
		Name:      "deal",
		Usage:     "write numbered deals, or random ones worth playing",
		UsageText: dealText,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "rules", Usage: "rule `OPTIONS`, such as \"empty=any ncells=4\""},
			&cli.IntFlag{Name: "rows", Usage: "`N` home rows of each side, 1 or 2, on a board of squares", DefaultText: "2"},
			&cli.StringFlag{Name: "to", Value: "page", Usage: "write in this `NOTATION`: line, page; cards: fcsolve, solvitaire; Breakthrough: openspiel, fen, ludii"},
			&cli.BoolFlag{Name: "winnable", Usage: "only deals of a patience that can be won"},
			&cli.StringFlag{Name: "difficulty", Usage: "only winnable deals that are `easy|medium|hard`", DefaultText: "any"},
			&cli.Uint64Flag{Name: "count", Usage: "write `N` deals", DefaultText: "all"},
			&cli.Uint64Flag{Name: "seed", Usage: "the seed `S` of random deals"},
			&cli.Uint64Flag{Name: "nodes", Value: pickNodes, Usage: "give up a deal after `N` positions searched (0: never)"},
			&cli.IntFlag{Name: "jobs", Usage: "`N` deals looked at at the same time", DefaultText: "as many as there are cores"},
		},
		Action: runDeal,
	}
}

func runDeal(c *cli.Context) error {
	d, err := readDealing(c)
	if err != nil {
		return err
	}
	if d.picks() {
		return d.pick(c)
	}
	for i := range d.written() {
		if c.Context.Err() != nil {
			return exit{statusInterrupted}
		}
		s, err := d.deals.At(i)
		if err != nil {
			return usage("%v", err)
		}
		if err := writeDeal(c, s, "", i == 0); err != nil {
			return err
		}
	}
	return nil
}

// writeDeal writes a deal in the notation of --to. A page has its name, and why it was picked, unless that is "".
func writeDeal(c *cli.Context, s games.Subject, why string, first bool) error {
	to := c.String("to")
	if to != "page" {
		return writeAs(c, s.Final, to, first)
	}
	head := ""
	if !first {
		head = "---\n"
	}
	head += "id: " + s.ID + "\n"
	if why != "" {
		head += "# " + why + "\n"
	}
	if _, err := fmt.Fprint(c.App.Writer, head); err != nil {
		return err
	}
	return writeAs(c, s.Final, to, true)
}

// dealing is what deals are written, and which are passed over.
type dealing struct {
	game   string
	rules  string
	text   string // of the deals
	deals  games.Deals
	random bool // no deals were named
	criteria
}

// readDealing reads what deal is asked for.
func readDealing(c *cli.Context) (*dealing, error) {
	switch {
	case c.NArg() == 1 && !c.IsSet("count") && (c.IsSet("winnable") || c.IsSet("difficulty") || c.IsSet("seed")):
		return nil, usage("found no deal and no --count, expected one of them, such as --count 10")
	case c.NArg() == 0, c.NArg() == 1 && !c.IsSet("count"):
		return nil, usage("found %s, expected a game and a deal, such as: foregone deal eightoff 1", english.Plural(c.NArg(), "argument", ""))
	}
	d := &dealing{game: c.Args().First(), rules: c.String("rules"), random: c.NArg() == 1}
	family, err := games.Lookup(d.game)
	if err != nil {
		return nil, usage("%v", err)
	}
	for _, name := range [...]string{"count", "seed", "winnable", "difficulty"} {
		if c.IsSet(name) && !difficulty.Handles(d.game) {
			return nil, usage("found --%s and %s, expected a patience, such as eightoff", name, d.game)
		}
	}
	d.text = strings.Join(c.Args().Tail(), " ")
	switch {
	case d.random:
		d.text = fmt.Sprintf("random %d/1..%d", c.Uint64("seed"), uint64(lastRandom))
	case c.IsSet("seed"):
		return nil, usage("found --seed and the deal %q, expected one of them: random deals are written without a number", d.text)
	}
	if c.IsSet("rows") {
		d.text += fmt.Sprintf(" rows=%d", c.Int("rows"))
	}
	if d.deals, err = family.Deals(d.game, d.rules, d.text); err != nil {
		return nil, usage("%v", err)
	}
	first, err := d.deals.At(0)
	if err != nil {
		return nil, usage("%v", err)
	}
	d.criteria, err = readCriteria(c, first.Final)
	return d, err
}

// written returns how many deals are written when none is passed over.
func (d *dealing) written() uint64 {
	if d.count > 0 {
		return min(d.count, d.deals.Count())
	}
	return d.deals.Count()
}
