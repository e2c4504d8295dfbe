package games

import (
	"context"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"

	"foregone/positions/crossings"
	"foregone/solve"
	"foregone/solve/strata"
)

// crossingsSizes returns the sizes whose tables have a position, the smallest first.
func crossingsSizes(p *crossings.Position) []strata.Size {
	most := max(p.Stones[crossings.Red].Len(), p.Stones[crossings.Black].Len())
	var sizes []strata.Size
	for rows := 1; rows <= 2; rows++ {
		s := strata.Size{W: int(p.W), H: int(p.H), Rows: rows, Steps: p.Steps}
		if most <= rows*s.W && s.Valid() == nil {
			sizes = append(sizes, s)
		}
	}
	return sizes
}

func crossingsTableNames(p *crossings.Position) []string {
	var names []string
	for _, s := range crossingsSizes(p) {
		names = append(names, crossingsTableName(s))
	}
	return names
}

func crossingsTableName(s strata.Size) string { return crossings.Name + " " + s.String() }

// crossingsPlan is the table of a board, asked for with a start position.
type crossingsPlan struct {
	size     strata.Size
	estimate strata.Estimate
	start    *crossingsPosition
}

func planCrossingsTable(_, rules, board string) (TablePlan, error) {
	d, start, err := crossingsDeal(rules, board)
	if err != nil {
		return nil, err
	}
	p := &crossingsPlan{
		size:  strata.Size{W: d.W, H: d.H, Rows: d.Rows, Steps: start.p.Steps},
		start: start,
	}
	if p.estimate, err = p.size.Estimate(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *crossingsPlan) Name() string    { return crossingsTableName(p.size) }
func (p *crossingsPlan) Start() Position { return p.start }

func (p *crossingsPlan) Need(jobs int, startOnly bool) TableNeed {
	e := p.estimate
	n := TableNeed{
		Size:   fmt.Sprintf("%s positions in %s slices", humanize.Comma(int64(e.Entries)), humanize.Comma(int64(e.Slices))),
		Memory: e.Memory(jobs, !startOnly),
		Least:  e.Memory(1, !startOnly),
		Disk:   e.Disk,
		Work:   e.Work,
		Units:  e.Units,
	}
	if startOnly {
		n.Disk = 0
	}
	return n
}

func (p *crossingsPlan) Pace(ctx context.Context) (float64, error) { return strata.Pace(ctx) }

func (p *crossingsPlan) Build(ctx context.Context, o TableOptions) (Table, error) {
	t, err := strata.Build(ctx, p.size, strata.Options{Jobs: o.Jobs, Memory: o.Memory, Path: o.Path, Anew: o.Anew, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	if o.Samples > 0 {
		if o.Again.Followed, err = (crossingsTable{t}).Follow(ctx, o.Samples, o.Jobs); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return crossingsTable{t}, nil
}

func openCrossingsTable(path string) (Table, error) {
	t, err := strata.Open(path)
	if err != nil {
		return nil, err
	}
	return crossingsTable{t}, nil
}

// crossingsTable is a table with the types erased.
type crossingsTable struct{ *strata.Table }

func (t crossingsTable) Name() string { return crossingsTableName(t.Size()) }

func (t crossingsTable) Probe(p Position) (Answer, error) {
	c, ok := p.(*crossingsPosition)
	if !ok {
		return Answer{}, nil
	}
	v, ok, err := t.Table.Probe(&c.p)
	if err != nil || !ok {
		return Answer{}, err
	}
	return valued(v), nil
}

// valued returns what a value says. Of a draw there is no distance.
func valued(v strata.Value) Answer {
	return Answer{Result: solve.Result{Verdict: v.Verdict()}, Optimal: true, Distance: max(0, v.Distance())}
}

// Count returns what the table counts.
func (t crossingsTable) Count() (Counted, error) {
	s, err := t.Summary()
	return Counted(s), err
}

// Follow implements Following.
func (t crossingsTable) Follow(ctx context.Context, samples, jobs int) (uint64, error) {
	return t.CheckValues(ctx, strata.CheckOptions{Samples: uint64(samples), Jobs: jobs})
}

// answer returns the value of a position that is not over, and what is wanted beyond it.
func (t crossingsTable) answer(p *crossings.Position, w Want) (Answer, error) {
	v, err := t.value(p)
	if err != nil {
		return Answer{}, err
	}
	a := valued(v)
	wide := w.AllBest && !w.Optimal && v != strata.Draw
	a.Optimal = !wide // as far as the moves are concerned
	best, err := t.best(p, v, wide)
	if err != nil {
		return Answer{}, err
	}
	if !w.AllBest {
		best = best[:1]
	}
	a.Best = (&crossingsPosition{*p}).names(best)
	if v != strata.Draw && (w.Line || w.Keep > 0) {
		a.Line, err = t.line(*p, v)
	}
	return a, err
}

// value returns the value of a position that the table must have.
func (t crossingsTable) value(p *crossings.Position) (strata.Value, error) {
	v, ok, err := t.Table.Probe(p)
	if err == nil && !ok {
		err = fmt.Errorf("the table of %s does not have %s", t.Name(), p)
	}
	return v, err
}

// best returns the moves that keep the value v of p, in order: with its distance, or when wide any that has the same verdict.
func (t crossingsTable) best(p *crossings.Position, v strata.Value, wide bool) ([]crossings.Move, error) {
	var best []crossings.Move
	for _, m := range p.Moves(nil) {
		next := *p
		next.Make(m)
		after, err := t.value(&next)
		if err != nil {
			return nil, err
		}
		if after = after.Before(); after == v || wide && after.Verdict() == v.Verdict() {
			best = append(best, m)
		}
	}
	if len(best) == 0 {
		return nil, fmt.Errorf("the table of %s is wrong: no move keeps the value of %s", t.Name(), p)
	}
	return best, nil
}

// line plays best moves from p, which is won or lost, to the end.
func (t crossingsTable) line(p crossings.Position, v strata.Value) ([]string, error) {
	line := []string{}
	for left := v.Distance(); left > 0; left-- {
		best, err := t.best(&p, v, false)
		if err != nil {
			return nil, err
		}
		line = append(line, p.MoveString(best[0]))
		if err := p.Play(best[0]); err != nil {
			return nil, fmt.Errorf("the line found is faulty: %w", err)
		}
		if v, err = t.value(&p); err != nil {
			return nil, err
		}
	}
	winner, won := p.Winner()
	if !won || winner == p.ToMove {
		return nil, fmt.Errorf("the line found does not end the game, but at %s", &p)
	}
	return line, nil
}
