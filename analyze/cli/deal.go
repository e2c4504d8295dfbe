package cli

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
)

func dealCommand() *cli.Command {
	return &cli.Command{
		Name:      "deal",
		Usage:     "write numbered deals",
		UsageText: "foregone deal [options] GAME N[..M]\n\nFor example: foregone deal eightoff 1..100, foregone deal eightoff \"kpat 1\", or foregone deal breakthrough 5x6.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "rules", Usage: "rule `OPTIONS`, such as \"empty=any ncells=4\""},
			&cli.IntFlag{Name: "rows", Usage: "`N` home rows of each side, 1 or 2, on a board of squares", DefaultText: "2"},
			&cli.StringFlag{Name: "to", Value: "page", Usage: "write in this `NOTATION`: line, page; cards: fcsolve, solvitaire; Breakthrough: openspiel, fen, ludii"},
		},
		Action: runDeal,
	}
}

func runDeal(c *cli.Context) error {
	if c.NArg() < 2 {
		return usage("found %s, expected a game and a deal, such as: foregone deal eightoff 1", english.Plural(c.NArg(), "argument", ""))
	}
	family, err := games.Lookup(c.Args().First())
	if err != nil {
		return usage("%v", err)
	}
	text := strings.Join(c.Args().Tail(), " ")
	if c.IsSet("rows") {
		text += fmt.Sprintf(" rows=%d", c.Int("rows"))
	}
	deals, err := family.Deals(c.Args().First(), c.String("rules"), text)
	if err != nil {
		return usage("%v", err)
	}
	for i := range deals.Count() {
		if c.Context.Err() != nil {
			return exit{statusInterrupted}
		}
		s, err := deals.At(i)
		if err != nil {
			return usage("%v", err)
		}
		if c.String("to") == "page" {
			if i > 0 {
				fmt.Fprintln(c.App.Writer, "---")
			}
			fmt.Fprintf(c.App.Writer, "id: %s\n", s.ID)
		}
		if err := writeAs(c, s.Final, c.String("to"), i == 0 || c.String("to") == "page"); err != nil {
			return err
		}
	}
	return nil
}
