package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/proof"
	"foregone/analyze/verify"
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
	file   *outputFile
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
	file, err := newOutputFile(c, "proof")
	if err != nil {
		return nil, err
	}
	return &prover{c: c, file: file, size: int64(size), limits: l}, nil
}

// write is batch.Config.After.
func (p *prover) write(d *batch.Done, e games.Engine) error {
	if p.taken {
		return errors.New("--proof: found another position, expected one")
	}
	p.taken = true
	pos := d.Subject.Final
	if r, ok := pos.(verify.Repeating); ok && r.Repeats() {
		return games.ErrRepeats
	}
	strategist, ok := e.(games.Strategist)
	if !ok || !pos.Sides() {
		return games.ErrNoStrategy
	}
	winner := pos.ToMove()
	switch d.Answer.Verdict {
	case solve.Win:
	case solve.Loss:
		winner = pos.Opponent()
	default:
		d.Notices = append(d.Notices, fmt.Sprintf("no proof is written, as the verdict is %s", d.Answer.Verdict))
		return nil
	}
	var n int64
	err := p.file.write(p.c.Context, func(w io.Writer) (err error) {
		n, err = p.fill(w, d.ID, pos, winner, strategist)
		return err
	})
	switch {
	case p.c.Context.Err() != nil && err != nil:
		d.Notices = append(d.Notices, "the proof was not finished: interrupted")
		return nil
	case err != nil:
		return fmt.Errorf("--proof: %w", err)
	}
	text := fmt.Sprintf("a proof of %s %s", humanize.Comma(n), english.PluralWord(int(n), "position", ""))
	if p.file.replaces() {
		text += "; check it with: foregone verify " + p.file.name
	}
	d.Notices = append(d.Notices, p.file.name+": "+text)
	return nil
}

func (p *prover) fill(w io.Writer, id string, pos games.Position, winner string, s games.Strategist) (int64, error) {
	out, err := proof.NewWriter(w, p.size, id, pos.String(), winner)
	if err != nil {
		return 0, err
	}
	l := p.limits
	l.Nodes = 0 // was for the search
	limit, err := s.Strategy(p.c.Context, pos, l, out.Add)
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
	return out.Close()
}
