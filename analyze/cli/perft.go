package cli

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
)

func perftCommand() *cli.Command {
	return &cli.Command{
		Name:      "perft",
		Usage:     "count the leaves of the tree of legal moves",
		UsageText: "foregone perft --depth N [options] [FILE…]",
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.IntFlag{Name: "depth", Usage: "depth `N` of the tree in moves, 0 to 100; must be given", DefaultText: "none"},
			&cli.BoolFlag{Name: "divide", Usage: "also for each first move"},
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a position"},
		}),
		Action: runPerft,
	}
}

// perftRecord is the contract's object of perft --json. Divide keeps the order of the moves.
type perftRecord struct {
	ID       string     `json:"id"`
	Position string     `json:"position"`
	Depth    int        `json:"depth"`
	Leaves   uint64     `json:"leaves"`
	Divide   *divisions `json:"divide,omitempty"`
}

type division struct {
	move   string
	leaves uint64
}

// divisions is an object from moves to leaf counts.
type divisions []division

func (d divisions) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, v := range d {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%q:%d", v.move, v.leaves)
	}
	return append(b, '}'), nil
}

// maxDepth is far beyond what can be counted, and keeps the recursion small.
const maxDepth = 100

func runPerft(c *cli.Context) error {
	depth := c.Int("depth")
	if !c.IsSet("depth") {
		return usage("found no --depth, expected the depth of the tree, such as --depth 3")
	}
	if depth < 0 || depth > maxDepth {
		return usage("--depth: found %d, expected 0 to %d", depth, maxDepth)
	}
	enc := json.NewEncoder(c.App.Writer)
	return eachSubject(c, c.Args().Slice(), func(id string, s games.Subject, _ bool) error {
		r := perftRecord{ID: id, Position: s.Final.String(), Depth: depth}
		var err error
		if c.Bool("divide") && depth > 0 {
			err = r.divide(c, s.Final)
		} else {
			r.Leaves, err = s.Final.Perft(c.Context, depth)
		}
		if err != nil {
			return exit{statusInterrupted}
		}
		if c.Bool("json") {
			return enc.Encode(r)
		}
		if r.Divide != nil {
			for _, d := range *r.Divide {
				fmt.Fprintf(c.App.Writer, "%s\t%d\n", d.move, d.leaves)
			}
		}
		_, err = fmt.Fprintf(c.App.Writer, "%s: %d leaves at depth %d\n", id, r.Leaves, depth)
		return err
	})
}

func (r *perftRecord) divide(c *cli.Context, p games.Position) error {
	r.Divide = &divisions{}
	for _, s := range p.Successors() {
		n, err := s.Position.Perft(c.Context, r.Depth-1)
		if err != nil {
			return err
		}
		*r.Divide = append(*r.Divide, division{s.Move, n})
		r.Leaves += n
	}
	return nil
}
