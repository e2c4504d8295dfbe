package cli

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/report"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name:      "moves",
		Usage:     "list the legal moves, and the position after each, without any search",
		UsageText: "foregone moves [options] [FILE…]",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a position"},
			&cli.BoolFlag{Name: "ascii", Usage: "letters for suits"},
		}),
		Action: runMoves,
	}
}

// movesRecord is the contract's object of moves --json.
type movesRecord struct {
	ID       string      `json:"id"`
	Position string      `json:"position"`
	Moves    []moveAfter `json:"moves"`
}

type moveAfter struct {
	Move     string `json:"move"`
	Position string `json:"position"`
}

func runMoves(c *cli.Context) error {
	enc := json.NewEncoder(c.App.Writer)
	return eachSubject(c, c.Args().Slice(), func(id string, s games.Subject, first bool) error {
		next := s.Final.Successors()
		if c.Bool("json") {
			r := movesRecord{ID: id, Position: s.Final.String(), Moves: []moveAfter{}}
			for _, n := range next {
				r.Moves = append(r.Moves, moveAfter{n.Move, n.Position.String()})
			}
			return enc.Encode(r)
		}
		if !first {
			fmt.Fprintln(c.App.Writer)
		}
		fmt.Fprintf(c.App.Writer, "%s\n%s%s\n%d legal moves\n", style(c).Board(s.Final), report.Legend(s.Final, style(c)), report.Forced(s.Final), len(next))
		for _, n := range next {
			fmt.Fprintf(c.App.Writer, "\n%-4s %s\n     %s\n", n.Move,
				report.Sentence(s.Final.Describe(n.Move), style(c)), n.Position)
		}
		return nil
	})
}
