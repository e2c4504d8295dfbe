// Package verify checks records with nothing but the rules of the game: a solution is replayed, and where there
// is none to replay the verdict is proven again by a slow search without any pruning.
package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

// Position is what a check needs of a game's position P. Canonical is equal only for positions that the rules
// do not tell apart; PliesOf is the number of single-card moves, or plies, that a move stands for.
type Position[P any] interface {
	Game() string
	Rules() string
	Over() bool
	Won() bool
	Sides() bool
	ToMove() string
	Opponent() string
	Play(move string) (P, error)
	PliesOf(move string) (int, error)
	Reachable() []P
	Canonical() string
}

// Record is the part of a record that can be checked.
type Record struct {
	ID       string          `json:"id"`
	Game     string          `json:"game"`
	Rules    *string         `json:"rules"`
	Position string          `json:"position"`
	Verdict  string          `json:"verdict"`
	Exact    *bool           `json:"exact"`
	Distance *int            `json:"distance"`
	Steps    *int            `json:"steps"`
	Best     []string        `json:"best"`
	Line     []string        `json:"line"`
	Winner   string          `json:"winner"`
	Optimal  *bool           `json:"optimal"`
	Value    *float64        `json:"value"`
	Fraction string          `json:"fraction"`
	Error    json.RawMessage `json:"error"`

	Fault string `json:"-"` // why the record could not be read as one; "" when it could
}

// Outcome is what came of a check. OK without Checked: nothing wrong was seen, but nothing is proven either.
type Outcome struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Checked bool   `json:"checked"`
	Message string `json:"message,omitempty"`
}

func wrong(format string, args ...any) Outcome {
	return Outcome{Checked: true, Message: fmt.Sprintf(format, args...)}
}

func open(format string, args ...any) Outcome {
	return Outcome{OK: true, Message: fmt.Sprintf(format, args...)}
}

func right(format string, args ...any) Outcome {
	return Outcome{OK: true, Checked: true, Message: fmt.Sprintf(format, args...)}
}

// Check checks one record. parse reads its position; maxPositions bounds the slow search.
func Check[P Position[P]](ctx context.Context, r *Record, parse func(string) (P, error), maxPositions int) Outcome {
	o := check(ctx, r, parse, maxPositions)
	o.ID = r.ID
	return o
}

func check[P Position[P]](ctx context.Context, r *Record, parse func(string) (P, error), maxPositions int) Outcome {
	if r.Fault != "" {
		return wrong("%s", r.Fault)
	}
	if len(r.Error) > 0 && string(r.Error) != "null" {
		return open("an error record, without a verdict")
	}
	if r.Position == "" {
		return open("the record has no position")
	}
	p, err := parse(r.Position)
	if err != nil {
		return wrong("position: %v", err)
	}
	if r.Game != "" && r.Game != p.Game() {
		return wrong("game: %q, but the position is of %s", r.Game, p.Game())
	}
	if r.Rules != nil && *r.Rules != p.Rules() {
		return wrong("rules: %q, but the position has %q", *r.Rules, p.Rules())
	}
	if scored, ok := any(p).(Scored); ok {
		switch r.Verdict {
		case "value":
			return checkValue(ctx, r, p, scored, maxPositions)
		case "unknown", "":
		default:
			return wrong("verdict: found %q, expected value or unknown", r.Verdict)
		}
	} else if p.Sides() {
		switch r.Verdict {
		case "win", "loss", "draw":
			if repeats(p) {
				return checkLoops(ctx, r, p, maxPositions)
			}
		}
		switch r.Verdict {
		case "win", "loss":
			return checkSides(ctx, r, p, maxPositions)
		case "winnable", "unwinnable":
			return wrong("verdict: found %q, expected win, loss or unknown", r.Verdict)
		}
	} else if r.Winner != "" {
		return wrong("winner: %q, but a patience has none", r.Winner)
	}
	switch r.Verdict {
	case "winnable":
		return checkWinnable(ctx, r, p, maxPositions)
	case "unwinnable":
		return checkUnwinnable(ctx, r, p, maxPositions)
	case "unknown":
		if r.Exact != nil && *r.Exact {
			return wrong("exact: true, but the verdict is unknown")
		}
		return open("the verdict is unknown")
	case "":
		return open("the record has no verdict")
	}
	return wrong("verdict: found %q, expected winnable, unwinnable or unknown", r.Verdict)
}

func checkWinnable[P Position[P]](ctx context.Context, r *Record, p P, maxPositions int) Outcome {
	if r.Exact != nil && !*r.Exact {
		return wrong("exact: false, but the verdict is winnable")
	}
	if r.Line == nil {
		if o := bySearch(ctx, p, "winnable", maxPositions); !o.OK || !o.Checked {
			return o
		}
		return checkBest(ctx, r, p, maxPositions)
	}
	start, plies := p, 0
	for i, move := range r.Line {
		n, err := p.PliesOf(move)
		if err == nil {
			p, err = p.Play(move)
		}
		if err != nil {
			return wrong("line, step %d: %v", i+1, err)
		}
		plies += n
	}
	if !p.Won() {
		return wrong("line: after its %d steps the game is not won", len(r.Line))
	}
	if r.Steps != nil && *r.Steps != len(r.Line) {
		return wrong("steps: %d, but the line has %d", *r.Steps, len(r.Line))
	}
	if r.Distance != nil && *r.Distance != plies {
		return wrong("distance: %d, but the line has %d single-card moves", *r.Distance, plies)
	}
	if r.Optimal != nil && *r.Optimal && plies > 0 {
		return open("%d steps replayed to the end, but whether there is a shorter line is not checked", len(r.Line))
	}
	if o := checkBest(ctx, r, start, maxPositions); !o.OK || !o.Checked {
		return o
	}
	return right("%d steps replayed to the end", len(r.Line))
}

// checkBest plays the moves that are said to keep the verdict. The line proves its first one, which must be among
// them; the others are proven by search.
func checkBest[P Position[P]](ctx context.Context, r *Record, p P, maxPositions int) Outcome {
	if r.Best == nil {
		return right("proven again by a search without pruning")
	}
	if len(r.Best) > 0 && p.Won() {
		return wrong("best: %s, but the game is over", strings.Join(r.Best, " "))
	}
	var proven string
	if len(r.Line) > 0 {
		next, err := p.Play(r.Line[0])
		if err != nil {
			return wrong("line, step 1: %v", err)
		}
		proven = next.Canonical()
	}
	found := proven == ""
	for _, move := range r.Best {
		next, err := p.Play(move)
		if err != nil {
			return wrong("best: %v", err)
		}
		if next.Canonical() == proven {
			found = true
			continue
		}
		won, seen, done := Exhaust(ctx, next, maxPositions)
		switch {
		case !done:
			return open("best: after %s %s positions were searched without pruning, and none of them is won", move, comma(seen))
		case !won:
			return wrong("best: %s does not keep the position winnable (%s positions searched)", move, comma(seen))
		}
	}
	if !found {
		return wrong("best: the first move of the line, %s, is not among them", r.Line[0])
	}
	return right("proven again by a search without pruning")
}

func checkUnwinnable[P Position[P]](ctx context.Context, r *Record, p P, maxPositions int) Outcome {
	if r.Exact != nil && !*r.Exact {
		return wrong("exact: false, but the verdict is unwinnable")
	}
	switch {
	case len(r.Line) > 0:
		return wrong("line: an unwinnable position has none")
	case len(r.Best) > 0:
		return wrong("best: an unwinnable position has none")
	case r.Distance != nil || r.Steps != nil:
		return wrong("distance: an unwinnable position has none")
	}
	return bySearch(ctx, p, "unwinnable", maxPositions)
}

// bySearch proves a verdict again.
func bySearch[P Position[P]](ctx context.Context, p P, verdict string, maxPositions int) Outcome {
	found, seen, done := Exhaust(ctx, p, maxPositions)
	switch {
	case !done:
		return open("%s positions searched without pruning, and the end is not reached", comma(seen))
	case found != (verdict == "winnable"):
		return wrong("verdict: %s, but a search without pruning finds the opposite (%s positions)", verdict, comma(seen))
	default:
		return right("proven again by a search without pruning: %s positions", comma(seen))
	}
}

func comma(n int) string { return humanize.Comma(int64(n)) }

// Exhaust, with a bound of 0 for none, searches every position that can be reached from p, depth first, each once, until one is won. done is
// false when the bound on positions or ctx came first.
func Exhaust[P Position[P]](ctx context.Context, p P, maxPositions int) (won bool, seen int, done bool) {
	visited := map[string]struct{}{p.Canonical(): {}}
	open := []P{p}
	for len(open) > 0 {
		if maxPositions > 0 && len(visited) > maxPositions || len(visited)%256 == 0 && ctx.Err() != nil {
			return false, len(visited), false
		}
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if p.Won() {
			return true, len(visited), true
		}
		for _, next := range p.Reachable() {
			key := next.Canonical()
			if _, old := visited[key]; !old {
				visited[key] = struct{}{}
				open = append(open, next)
			}
		}
	}
	return false, len(visited), true
}
