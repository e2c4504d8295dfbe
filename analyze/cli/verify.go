package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"foregone/analyze/games"
	"foregone/analyze/proof"
	"foregone/analyze/verify"
)

// maxVerifyPositions bounds the search without pruning: a quarter of a kilobyte a position, three times as much where
// it branches widely.
const maxVerifyPositions = 1_000_000

// maxRecord is the longest record that is read.
const maxRecord = 1 << 20

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "check records of solve --json and batch, proof files and tables, by the plain rules",
		UsageText: "foregone verify [options] [FILE…]\n\nSolutions are replayed; an unwinnable position is searched again " +
			"without any pruning, within bounds. Proofs of solve --proof are followed to every end. Of a table, each value is compared " +
			"with those after each move; of a large one, about N that are chosen at random.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a record"},
			&cli.DurationFlag{Name: "timeout", Value: defaultTimeout, Usage: "give up a record after `D` (0: never), and a proof only if this is given"},
			&cli.IntFlag{Name: "nodes", Value: maxVerifyPositions, Usage: "give up a record after `N` positions (0: never), and a proof only if this is given"},
		},
		Action: runVerify,
	}
}

func runVerify(c *cli.Context) error {
	switch d, n := c.Duration("timeout"), c.Int("nodes"); {
	case d < 0:
		return usage("--timeout: found %s, expected 0 or more", d)
	case n < 0:
		return usage("--nodes: found %d, expected 0 or more", n)
	}
	names := c.Args().Slice()
	if len(names) == 0 {
		if isTerminal(c.App.Reader) {
			fmt.Fprintln(c.App.ErrWriter, "Paste records of foregone solve --json, then press Ctrl-D on an empty line.")
		}
		names = []string{"-"}
	}
	v := verifier{c: c}
	for _, name := range names {
		if err := v.file(name); err != nil {
			return err
		}
	}
	return v.interruptedBy(c.Context).err()
}

// verifier checks files of records; outcome.against means that a record is wrong.
type verifier struct {
	outcome
	c     *cli.Context
	place int
}

func (v *verifier) file(name string) error {
	r := v.c.App.Reader
	if name != "-" {
		f, err := open(v.c.Context, name, os.O_RDONLY)
		switch {
		case v.c.Context.Err() != nil:
			return nil
		case err != nil:
			return v.bad(name, 1, unreadable(err))
		}
		defer f.Close()
		r = &interruptible{ctx: v.c.Context, in: f}
	}
	in := bufio.NewReaderSize(r, 1<<16)
	if name != "-" && isTable(in) {
		return v.table(name)
	}
	if proof.Recognizes(in) {
		return v.proof(name, in)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRecord)
	before := v.place
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		if v.c.Context.Err() != nil {
			return nil
		}
		v.place++
		var rec verify.Record
		err := json.Unmarshal(line, &rec)
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) && wrongType.Field != "" {
			rec.Fault = fmt.Sprintf("%s: found a %s", wrongType.Field, wrongType.Value)
			err = nil
		}
		if err != nil {
			if err := v.bad(name, n, "found text that is no record, expected a JSON object of solve --json or batch"); err != nil {
				return err
			}
			continue
		}
		if rec.ID == "" {
			rec.ID = fmt.Sprint(v.place)
		}
		if err := v.record(&rec); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case v.c.Context.Err() != nil: // what was read may be cut
	case err == bufio.ErrTooLong:
		return v.bad(name, 1, "found a line of more than 1 MiB, expected a record")
	case err != nil:
		return v.bad(name, 1, unreadable(err))
	case v.place == before:
		return v.bad(name, 1, "found nothing, expected a record of solve --json or batch")
	}
	return nil
}

func (v *verifier) bad(name string, line int, message string) error {
	v.failed = true
	_, err := fmt.Fprintf(v.c.App.ErrWriter, "%s:%d:1: %s\n", name, line, message)
	return err
}

func (v *verifier) record(rec *verify.Record) error {
	ctx := v.c.Context
	if d := v.c.Duration("timeout"); d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	return v.say(verify.Check(ctx, rec, games.Parse, v.c.Int("nodes")))
}

// proof checks a file that solve --proof wrote. The bounds for records are none for proofs, unless they are asked for.
func (v *verifier) proof(name string, r io.Reader) error {
	ctx := v.c.Context
	if d := v.c.Duration("timeout"); d > 0 && v.c.IsSet("timeout") {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	most := 0
	if v.c.IsSet("nodes") {
		most = v.c.Int("nodes")
	}
	v.place++
	o, err := proof.Check(ctx, &interruptible{ctx: ctx, in: r}, games.Parse, most)
	if err != nil {
		return v.bad(name, 1, unreadable(err))
	}
	o.ID = cmp.Or(o.ID, name)
	return v.say(o)
}

func (v *verifier) say(o verify.Outcome) error {
	v.against = v.against || !o.OK
	v.open = v.open || !o.Checked
	if v.c.Bool("json") {
		return json.NewEncoder(v.c.App.Writer).Encode(o)
	}
	return say(v.c.App.Writer, o)
}

func say(w io.Writer, o verify.Outcome) error {
	word := "ok"
	switch {
	case !o.OK:
		word = "WRONG"
	case !o.Checked:
		word = "not checked"
	}
	_, err := fmt.Fprintf(w, "%s: %s: %s\n", o.ID, word, o.Message)
	return err
}
