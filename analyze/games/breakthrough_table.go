package games

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/dustin/go-humanize"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/quiet"
	"foregone/solve/races"
)

// breakthroughPlan is the table of a board, asked for with a start position.
type breakthroughPlan struct {
	size     quiet.Size
	estimate quiet.Estimate
	start    *breakthroughPosition
}

func planBreakthroughTable(_, rules, board string) (TablePlan, error) {
	if err := breakthrough.CheckRules(rules); err != nil {
		return nil, err
	}
	d, err := breakthrough.ParseDeal(board)
	if err != nil {
		return nil, err
	}
	start, err := d.Start()
	if err != nil {
		return nil, err
	}
	p := &breakthroughPlan{size: quiet.Size{W: d.W, H: d.H}, start: &breakthroughPosition{start}}
	if p.estimate, err = p.size.Estimate(); err != nil {
		return nil, err
	}
	return p, nil
}

func breakthroughTableName(s quiet.Size) string {
	return fmt.Sprintf("%s %dx%d", breakthrough.Name, s.W, s.H)
}

func (p *breakthroughPlan) Name() string    { return breakthroughTableName(p.size) }
func (p *breakthroughPlan) Start() Position { return p.start }

func (p *breakthroughPlan) Need(jobs int, startOnly bool) TableNeed {
	e := p.estimate
	n := TableNeed{
		Size:   fmt.Sprintf("%s words in %s slices", humanize.Comma(int64(e.Words)), humanize.Comma(int64(e.Slices))),
		Memory: e.Memory(jobs),
		Least:  e.Memory(1) - e.Live,
		Disk:   e.Disk,
		Work:   e.Work,
		Units:  e.Words,
	}
	if startOnly {
		n.Disk = 0
	}
	return n
}

func (p *breakthroughPlan) Pace(ctx context.Context) (float64, error) { return quiet.Pace(ctx) }

func (p *breakthroughPlan) Build(ctx context.Context, o TableOptions) (Table, error) {
	options := quiet.Options{Jobs: o.Jobs, Memory: o.Memory, Path: o.Path, Spill: o.Spill, Anew: o.Anew, Progress: o.Progress}
	var samples []sample
	if o.Samples > 0 {
		options.Samples = o.Samples
		options.Sample = func(p *breakthrough.Position, v solve.Verdict) { samples = append(samples, sample{*p, v}) }
	}
	t, err := quiet.Build(ctx, p.size, options)
	if err != nil {
		return nil, err
	}
	if o.Samples > 0 {
		if err := proveSamples(ctx, samples, o); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return breakthroughTable{t}, nil
}

// sample is an entry of a table.
type sample struct {
	position breakthrough.Position
	verdict  solve.Verdict
}

// Bounds of the proof of a sample.
const (
	sampleNodes  = 5_000_000
	sampleMemory = 256 << 20
)

// proveSamples proves entries again, without any table.
func proveSamples(ctx context.Context, samples []sample, o TableOptions) error {
	var next atomic.Int64
	var mu sync.Mutex
	var wait sync.WaitGroup
	for range max(1, o.Jobs) {
		wait.Go(func() {
			s := races.New()
			for i := next.Add(1) - 1; i < int64(len(samples)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				r := s.Solve(ctx, &samples[i].position, solve.Limits{Nodes: sampleNodes, Memory: sampleMemory})
				mu.Lock()
				switch r.Verdict {
				case solve.Unknown:
					o.Again.Open++
				case samples[i].verdict:
					o.Again.Proven++
				default:
					o.Again.Wrong++
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if ctx.Err() == nil && o.Again.Wrong > 0 {
		return fmt.Errorf("the table is wrong: %d of %d entries are proven to be otherwise", o.Again.Wrong, len(samples))
	}
	return ctx.Err()
}

func openBreakthroughTable(path string) (Table, error) {
	t, err := quiet.Open(path)
	if err != nil {
		return nil, err
	}
	return breakthroughTable{t}, nil
}

// breakthroughTable is a table with the types erased.
type breakthroughTable struct{ *quiet.Table }

func (t breakthroughTable) Name() string { return breakthroughTableName(t.Size()) }

func (t breakthroughTable) Probe(p Position) (Answer, error) {
	b, ok := p.(*breakthroughPosition)
	if !ok {
		return Answer{}, nil
	}
	v, err := t.Table.Probe(&b.p)
	return Answer{Result: solve.Result{Verdict: v}}, err
}
