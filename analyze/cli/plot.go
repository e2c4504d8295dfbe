package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/chart"
	"foregone/analyze/report"
	"foregone/solve"
)

// What --plot-of names.
const (
	plotNodes  = "nodes"
	plotLength = "length"
	plotValue  = "value"
)

func plotFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "plot", Usage: "draw how the answers are distributed into the file `F`, SVG or PNG by its ending"},
		&cli.StringFlag{Name: "plot-of", Usage: "of `nodes|length|value`", DefaultText: "value of scores, else nodes"},
	}
}

// newPlotFile returns the file of --plot and its format, before the work begins; nil without the flag.
func newPlotFile(c *cli.Context) (*outputFile, chart.Format, error) {
	if !c.IsSet("plot") {
		return nil, "", nil
	}
	format, err := chart.FormatOf(c.String("plot"))
	if err != nil {
		return nil, "", usage("--plot: %v", err)
	}
	file, err := newOutputFile(c, "plot")
	return file, format, err
}

// batchPlot gathers what --plot draws, in bounded memory. A nil one gathers nothing.
type batchPlot struct {
	c       *cli.Context
	file    *outputFile
	format  chart.Format
	of      string // "" for the value where all are scores, else the nodes
	nodes   histograms
	lengths histograms
	values  histograms // by what they are, exact or estimates
	sum     float64    // of values
	games   []string   // the first few
	lacking map[string]uint64
}

// histograms are counts by class.
type histograms map[string]*chart.Histogram

func (h histograms) add(class string, v float64, make func() *chart.Histogram) {
	counts := h[class]
	if counts == nil {
		counts = make()
		h[class] = counts
	}
	counts.Add(v)
}

// newBatchPlot returns what --plot asks of a batch whose records have some fields, nil without the flag.
func newBatchPlot(c *cli.Context) (*batchPlot, error) {
	of := c.String("plot-of")
	switch {
	case !c.IsSet("plot") && c.IsSet("plot-of"):
		return nil, usage("--plot-of: found no --plot that it is for")
	case c.IsSet("plot-of") && of != plotNodes && of != plotLength && of != plotValue:
		return nil, usage("--plot-of: found %q, expected nodes, length or value", of)
	}
	for _, other := range []string{"out", "summary"} {
		if name := c.String("plot"); name != "" && name == c.String(other) {
			return nil, usage("--plot: found %s, which --%s writes, expected another file", name, other)
		}
	}
	file, format, err := newPlotFile(c)
	if file == nil || err != nil {
		return nil, err
	}
	return &batchPlot{c: c, file: file, format: format, of: of, nodes: histograms{}, lengths: histograms{}, values: histograms{}, lacking: map[string]uint64{}}, nil
}

// needs returns the fields of records that the picture is drawn from.
func (p *batchPlot) needs() []string {
	switch {
	case p == nil:
		return nil
	case p.of == plotLength:
		return []string{"verdict", "distance"}
	case p.of == plotValue:
		return []string{"verdict", "value"}
	}
	return []string{"verdict", "nodes"}
}

// wantsLines reports whether it draws the lengths of solutions.
func (p *batchPlot) wantsLines() bool { return p != nil && p.of == plotLength }

func (p *batchPlot) addKnown(k *known) {
	if p == nil || k.failed {
		return
	}
	if k.game != "" && len(p.games) < mostNamed && !slices.Contains(p.games, k.game) {
		p.games = append(p.games, k.game)
	}
	v := k.verdict
	switch {
	case p.of == plotLength && k.distance != nil:
		p.lengths.add(v, float64(max(0, *k.distance)), chart.NewHistogram)
	case p.of == plotLength && v != solve.Unknown.String() && v != solve.Unwinnable.String() && v != solve.Draw.String() && v != solve.Value.String():
		p.lacking["length"]++
	}
	if p.of == "" || p.of == plotNodes {
		if k.nodes != nil {
			p.nodes.add(v, float64(*k.nodes), chart.NewLogHistogram)
		} else {
			p.lacking[plotNodes]++
		}
	}
	if p.of == "" || p.of == plotValue {
		switch {
		case k.value != nil:
			class := "exact"
			if k.estimate {
				class = "estimated by games"
			}
			p.values.add(class, max(0, *k.value), func() *chart.Histogram { return chart.NewFineHistogram(0.05) })
			p.sum += *k.value
		case v == solve.Value.String() || v == "":
			p.lacking[plotValue]++
		}
	}
}

// mostNamed is how many games a title names.
const mostNamed = 4

// finish draws the picture and writes it.
func (p *batchPlot) finish(s *batch.Summary, o *outcome) error {
	if p == nil {
		return nil
	}
	if p.of == "" {
		p.of = plotNodes
		if s.OnlyValues() && len(p.values) > 0 {
			p.of = plotValue
		}
	}
	d := p.distribution(s)
	if n := p.lacking[p.of]; n > 0 && len(d.Parts) > 0 {
		fmt.Fprintf(p.c.App.ErrWriter, "foregone: --plot: %s left out, of which the records do not have the %s\n", english.Plural(int(n), "position", ""), p.of)
	}
	if len(d.Parts) == 0 {
		fmt.Fprintf(p.c.App.ErrWriter, "foregone: --plot: found no %s to draw, %s is not written\n", p.of, p.file.name)
		o.failed = true
		return nil
	}
	return p.file.write(context.WithoutCancel(p.c.Context), func(w io.Writer) error { return d.Write(w, p.format) })
}

func (p *batchPlot) distribution(s *batch.Summary) *chart.Distribution {
	counts := map[string]histograms{plotNodes: p.nodes, plotLength: p.lengths, plotValue: p.values}[p.of]
	d := &chart.Distribution{Y: "positions", Each: "position"}
	single, sides := false, false // players
	order := append(solve.VerdictNames()[1:], solve.Unknown.String(), "", "exact", "estimated by games")
	for _, class := range order {
		if h := counts[class]; h != nil {
			d.Parts = append(d.Parts, chart.Part{Name: report.Class(class), Counts: h})
			single = single || class == solve.Winnable.String() || class == solve.Unwinnable.String()
			sides = sides || class == solve.Win.String() || class == solve.Loss.String() || class == solve.Draw.String()
		}
	}
	d.X = report.PlotAxis(p.of, single, sides)
	share, decided := s.InFavour()
	switch {
	case p.of == plotValue && len(d.Parts) > 0:
		n := uint64(0)
		for _, part := range d.Parts {
			n += part.Counts.N()
		}
		d.Title = report.MeanScore(n, p.sum/float64(n))
	case decided > 0:
		d.Title = report.Share(share, decided, single, sides)
	default:
		d.Title = report.PlotTitle(p.of)
	}
	var names []string
	if len(p.games) < mostNamed {
		names = p.games
	}
	d.Title += "\n" + report.Answered(names, s)
	return d
}
