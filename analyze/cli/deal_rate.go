package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"foregone/analyze/batch"
	"foregone/analyze/difficulty"
	"foregone/analyze/games"
	"foregone/analyze/record"
	"foregone/solve"
)

const rateText = `foregone rate [options] [FILE…]

Without FILE, -p and --deal the position is read from standard input. Of a position of a patience that can be won it tells

   how many of the positions that can be reached from it are lost: they cannot be won any more. Positions that differ
      only by moves that never hurt, or by the names of columns and cells, count as one
   with what chance play at random wins: play that makes the moves that never hurt, and any of the others
   at how many steps of the solution one of several moves alone keeps it winnable
   how many positions the solver searched for the verdict

Where too many positions can be reached, as in FreeCell and Baker's Game, the share lost is an estimate, that of the positions
in 400 plays of random moves. A deal is easy when its share lost is less than that of three of four winnable deals of its
game, hard when it is more than that of three of four, else medium; under other rules than the game's own it has no level.`

func rateCommand() *cli.Command {
	return &cli.Command{
		Name:      "rate",
		Usage:     "say how hard a deal of a patience is",
		UsageText: rateText,
		Flags: slices.Concat(inputFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a position"},
			&cli.DurationFlag{Name: "timeout", Value: defaultTimeout, Usage: "stop each position after `D`, such as 30s (0: never)"},
			&cli.Uint64Flag{Name: "nodes", Value: pickNodes, Usage: "stop each search and count after `N` positions (0: never)"},
			&cli.StringFlag{Name: "memory", Usage: "memory of the whole process, at least 256MiB, such as `2GiB` (default: half of the machine's)"},
			&cli.IntFlag{Name: "jobs", Usage: "`N` positions rated at the same time", DefaultText: "as many as there are cores"},
		}),
		Action: runRate,
	}
}

func runRate(c *cli.Context) error {
	cfg, err := rateConfig(c)
	if err != nil {
		return err
	}
	if cfg.Timeout = c.Duration("timeout"); cfg.Timeout < 0 {
		return usage("--timeout: found %s, expected 0 or more", cfg.Timeout)
	}
	src, err := newSource(c, c.Args().Slice())
	if err != nil {
		return err
	}
	cfg.Hints = src.hints
	raters := sync.Pool{New: func() any { return new(difficulty.Rater) }}
	cfg.Answer = func(ctx context.Context, d *batch.Done, e games.Engine) error {
		p := d.Subject.Final
		if !difficulty.Handles(p.Game()) {
			return fmt.Errorf("found %s, expected a patience: no other games are rated", p.Game())
		}
		r := raters.Get().(*difficulty.Rater)
		defer raters.Put(r)
		m, err := r.Rate(ctx, e, p, cfg.Limits, difficulty.Unrated)
		d.Answer, d.Detail = m.Answer, &m
		return err
	}
	cfg.Render = renderRating
	if c.Bool("json") {
		cfg.Render = renderRatingJSON
	}
	var o outcome
	cfg.Emit = func(text []byte, d *batch.Done) error {
		told := d.Tell()
		o.note(c, &told, false)
		o.open = o.open || told.Limit != solve.NoLimit
		_, err := c.App.Writer.Write(text)
		return err
	}
	if err := batch.Run(c.Context, src.orStdin(c), cfg); err != nil {
		return err
	}
	return o.interruptedBy(c.Context).err()
}

// renderRating tells a rating to people, in one line.
func renderRating(buf *bytes.Buffer, d *batch.Done) error {
	m, ok := d.Detail.(*difficulty.Rating)
	if !ok || d.Err != nil {
		return nil
	}
	fmt.Fprintf(buf, "%s: ", d.ID)
	switch d.Answer.Verdict {
	case solve.Winnable:
		fmt.Fprintf(buf, "%s; found after %s searched\n", m.Words(), english.Plural(int(d.Answer.Nodes), "position", ""))
	case solve.Unwinnable:
		fmt.Fprintln(buf, "not winnable: only what can be won is rated")
	default:
		fmt.Fprintf(buf, "not decided (%s)\n", d.Answer.Limit)
	}
	return nil
}

// ratingRecord is the object of rate --json: that of solve, and what was measured.
type ratingRecord struct {
	record.Record
	Difficulty string      `json:"difficulty,omitzero"`
	Harder     *float64    `json:"harder_than,omitzero"` // the share of winnable deals that have a smaller share lost
	Lost       *lostRecord `json:"lost,omitzero"`
	Chance     *float64    `json:"chance,omitzero"` // with which play at random wins
	Only       *int        `json:"only,omitzero"`   // steps of the line at which one of several moves alone keeps the win
}

// lostRecord is the share of positions that are lost: of all that can be reached, or of those that random play came to, with the
// 95 % interval.
type lostRecord struct {
	Share     float64  `json:"share"`
	Exact     bool     `json:"exact"`
	Low       *float64 `json:"low,omitzero"`
	High      *float64 `json:"high,omitzero"`
	Lost      uint64   `json:"lost"`
	Positions uint64   `json:"positions"`
}

func toLostRecord(s *difficulty.Share) *lostRecord {
	r := &lostRecord{Share: s.Value, Exact: s.Exact, Lost: s.Lost, Positions: s.Positions}
	if !s.Exact {
		r.Low, r.High = &s.Low, &s.High
	}
	return r
}

func renderRatingJSON(buf *bytes.Buffer, d *batch.Done) error {
	r := ratingRecord{Record: d.Record(record.Fields{}, program)}
	if m, ok := d.Detail.(*difficulty.Rating); ok && d.Err == nil && d.Answer.Verdict == solve.Winnable {
		r.Difficulty = m.Level.String()
		if m.Level != difficulty.Unrated {
			r.Harder = &m.Harder
		}
		if m.Lost.Positions > 0 {
			r.Lost = toLostRecord(&m.Lost)
		}
		if m.Lost.Exact {
			r.Chance = &m.Chance
		}
		if m.Walked {
			r.Only = &m.Only
		}
	}
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc.Encode(r)
}
