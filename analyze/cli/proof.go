package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/proof"
	"foregone/solve"
)

func proofFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "proof", Usage: "write the winner's whole strategy to the file `F`, for verify"},
		&cli.StringFlag{Name: "proof-size", Value: "1GiB", Usage: "give the proof up when it grows beyond `SIZE`"},
	}
}

// prover writes the proof of the one position that is asked for.
type prover struct {
	c      *cli.Context
	path   string
	size   int64
	limits solve.Limits
	taken  bool
}

// newProver returns what --proof asks for, nil for nothing.
func newProver(c *cli.Context, l solve.Limits) (*prover, error) {
	size, err := humanize.ParseBytes(c.String("proof-size"))
	switch {
	case err != nil || size < 1 || size > 1<<50:
		return nil, usage("--proof-size: found %q, expected a size such as 1GiB", c.String("proof-size"))
	case !c.IsSet("proof") && c.IsSet("proof-size"):
		return nil, usage("--proof-size: found no --proof that it bounds")
	case !c.IsSet("proof"):
		return nil, nil
	case c.String("proof") == "":
		return nil, usage("--proof: found nothing, expected a file")
	}
	return &prover{c: c, path: c.String("proof"), size: int64(size), limits: l}, nil
}

// write is batch.Config.After.
func (p *prover) write(d *batch.Done, e games.Engine) error {
	if p.taken {
		return errors.New("--proof: found another position, expected one")
	}
	p.taken = true
	pos := d.Subject.Final
	strategist, ok := e.(games.Strategist)
	if !ok || pos.ToMove() == "" {
		return games.ErrNoStrategy
	}
	winner := pos.ToMove()
	switch d.Answer.Verdict {
	case solve.Win:
	case solve.Loss:
		winner = pos.Opponent()
	default:
		fmt.Fprintf(p.c.App.ErrWriter, "foregone: no proof is written, as the verdict is %s\n", d.Answer.Verdict)
		return nil
	}
	f, err := os.Create(p.path + ".part")
	if err != nil {
		return fmt.Errorf("--proof: %w", err)
	}
	defer os.Remove(f.Name())
	n, err := p.fill(f, d.ID, pos, winner, strategist)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), p.path)
	}
	if err != nil {
		return fmt.Errorf("--proof: %w", err)
	}
	fmt.Fprintf(p.c.App.ErrWriter, "foregone: %s: a proof of %s %s; check it with: foregone verify %[1]s\n", p.path,
		humanize.Comma(n), english.PluralWord(int(n), "position", ""))
	return nil
}

func (p *prover) fill(f *os.File, id string, pos games.Position, winner string, s games.Strategist) (int64, error) {
	w, err := proof.NewWriter(f, p.size, id, pos.String(), winner)
	if err != nil {
		return 0, err
	}
	l := p.limits
	l.Nodes = 0 // was for the search
	limit, err := s.Strategy(p.c.Context, pos, l, w.Add)
	switch {
	case errors.Is(err, proof.ErrTooLarge):
		return 0, fmt.Errorf("%w: %s (--proof-size)", err, humanize.IBytes(uint64(p.size)))
	case err != nil:
		return 0, err
	case limit == solve.Interrupted:
		return 0, context.Canceled
	case limit != solve.NoLimit:
		return 0, fmt.Errorf("not finished: %s", limit)
	}
	return w.Close()
}
