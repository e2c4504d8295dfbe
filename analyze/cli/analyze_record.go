package cli

import (
	"bytes"
	"context"
	"fmt"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/analyze/played"
	"foregone/analyze/report"
)

// analyzeRecord finds the value after each move of a record.
func analyzeRecord(ctx context.Context, d *batch.Done, e games.Engine, cfg *batch.Config) error {
	g, err := played.Analyze(ctx, e, d.Subject, cfg.Limits, cfg.Want)
	d.Answer, d.Detail = g.Final, &g
	return err
}

// noteRecord adds what a record means for the exit status: a position of it that is unknown counts.
func (o *outcome) noteRecord(d *batch.Done) {
	if g, ok := d.Detail.(*played.Game); ok && d.Err == nil && g.Undecided() > 0 {
		o.open = true
	}
}

// renderRecord tells a game to people: where it was lost, the value after each move, and the last position that could be
// saved with the moves that would have saved it.
func (p *analysisPrinter) renderRecord(buf *bytes.Buffer, d *batch.Done, g *played.Game) error {
	summary := report.Played(g, d.Subject.Final)
	if p.page != nil {
		if err := p.drawPage(d); err != nil || p.page.onStdout() {
			return err
		}
	}
	fmt.Fprintf(buf, "%s\n\n%s\n%s", p.named(d, summary), picture.Header(d.Subject.Start, d.Subject.ID), report.Plies(g, p.style))
	if g.Turning < 0 {
		return nil
	}
	turn := &g.Plies[g.Turning]
	fmt.Fprintf(buf, "\n%s\n\n%s\n", report.LastChance(g), p.style.Board(turn.Position))
	if len(turn.Best.Line) == 0 {
		return nil
	}
	text, err := report.Standard(turn.Position, turn.Best.Line, p.style, false)
	fmt.Fprintf(buf, "\n%s\n%s", report.Saving(g), text)
	return err
}
