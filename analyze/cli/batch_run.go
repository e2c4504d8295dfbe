package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/record"
	"foregone/solve"
)

// batchRun is one run of batch: where its records go, and what is known of it so far.
type batchRun struct {
	c       *cli.Context
	ctx     context.Context // ends with a signal or --total-timeout
	fields  record.Fields
	format  batch.Format
	out     *flusher
	file    *recordFile // nil for standard output
	summary *batch.Summary
	written *os.File // of the summary, nil without
	plot    *batchPlot
	bar     *progressbar.ProgressBar
	outcome outcome
	first   bool
	cut     bool // a position was cut; nothing that follows goes to the file
}

func newBatchRun(c *cli.Context, total int64) (*batchRun, error) {
	b := &batchRun{c: c, first: true, summary: batch.NewSummary()}
	var err error
	if b.fields, err = batchFields(c); err != nil {
		return nil, err
	}
	b.format = batch.FormatOf(b.fields, program)
	b.format.TSV, b.format.Only = c.Bool("tsv"), c.String("only")
	switch {
	case c.Bool("tsv") && c.Bool("json"):
		return nil, usage("found --tsv and --json, expected one of them")
	case b.format.Only != "" && !slices.Contains(solve.VerdictNames(), b.format.Only):
		return nil, usage("--only: found %q, expected one of %s", b.format.Only, strings.Join(solve.VerdictNames(), ", "))
	case c.Bool("resume") && b.format.Only != "":
		return nil, usage("found --resume and --only, expected one of them: records that are left out cannot be counted")
	case c.Bool("resume") && !b.fields.Has("id"):
		return nil, usage("found --resume without the field id, expected it: by its id the last record is checked")
	case c.Bool("resume") && c.String("out") == "":
		return nil, usage("found --resume without --out, expected the file to go on with")
	}
	if b.plot, err = newBatchPlot(c); err != nil {
		return nil, err
	}
	for _, field := range b.plot.needs() {
		if c.Bool("resume") && !b.fields.Has(field) {
			return nil, usage("found --resume and --plot without the field %s, expected it: the records that are there are drawn by it", field)
		}
	}
	if b.written, err = createSummary(c); err != nil {
		return nil, err
	}
	if err := b.open(); err != nil {
		return nil, err
	}
	b.bar = progress(c, total)
	return b, nil
}

// open opens where the records go, and writes the header that tab-separated values begin with.
func (b *batchRun) open() error {
	header := ""
	if b.c.Bool("tsv") {
		header = strings.Join(b.fields.Names(), "\t")
	}
	var w io.Writer = b.c.App.Writer
	if name := b.c.String("out"); name != "" {
		var err error
		if b.file, err = openRecords(name, header, b.c.Bool("resume"), b.addKnown); err != nil {
			return err
		}
		w = b.file.f
	}
	b.out = newFlusher(w)
	if header != "" && (b.file == nil || b.file.empty) {
		fmt.Fprintln(b.out, header)
	}
	return nil
}

// addKnown counts a record that was there already.
func (b *batchRun) addKnown(k *known) {
	k.addTo(b.summary)
	b.plot.addKnown(k)
}

// todo returns the inputs that are to be answered: those of the shard, less those that the file has already.
func (b *batchRun) todo(src *source) (batch.Source, error) {
	tasks, err := shardOf(b.c, src)
	if err != nil || b.file == nil {
		return tasks, err
	}
	if err := b.file.skip(tasks, batch.NewLoader(src.hints)); err != nil {
		return nil, err
	}
	if b.bar != nil && b.file.records > 0 {
		b.bar.Add64(int64(b.file.records))
	}
	return tasks, nil
}

// emit takes the next record, "" where none is written, and what there is to know beside it.
func (b *batchRun) emit(text []byte, t *batch.Told) error {
	if b.file != nil && (b.cut || b.wasCut(t)) {
		b.cut = true
		return nil
	}
	b.outcome.note(b.c, t, b.first)
	b.first = false
	b.addKnown(knownOf(t))
	if b.bar != nil {
		b.bar.Add(1)
	}
	_, err := b.out.Write(text)
	return err
}

// wasCut reports whether a position was stopped by the end of the whole run and not by a limit of its own.
func (b *batchRun) wasCut(t *batch.Told) bool {
	return b.ctx.Err() != nil && (t.Limit == solve.Interrupted || t.Limit == solve.Timeout)
}

// finish flushes the records and writes the summary. err is how the run ended.
func (b *batchRun) finish(err error) error {
	if b.bar != nil {
		b.bar.Finish()
	}
	if e := b.out.stop(); err == nil {
		err = e
	}
	if b.file != nil {
		if e := b.file.f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		return err
	}
	if err := writeSummary(b.c, b.summary, b.written); err != nil {
		return err
	}
	return b.plot.finish(b.summary, &b.outcome)
}

// createSummary creates the file of --summary before the work begins, nil without the flag.
func createSummary(c *cli.Context) (*os.File, error) {
	switch name := c.String("summary"); {
	case name != "":
		return os.Create(name)
	case c.IsSet("summary"):
		return nil, usage("--summary: found nothing, expected the name of a file")
	}
	return nil, nil
}

func writeSummary(c *cli.Context, s *batch.Summary, f *os.File) error {
	if isTerminal(c.App.ErrWriter) {
		fmt.Fprint(c.App.ErrWriter, s)
	}
	if f == nil {
		return nil
	}
	if err := s.WriteJSON(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
