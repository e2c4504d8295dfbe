package games

import (
	"context"
	"fmt"
	"time"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/phalanx"
	"foregone/solve/quiet"
	"foregone/solve/races"
)

// breakthroughEngine proves by proof-number search and, on small boards, from a complete table that it builds when a
// proof takes long. What neither decides is judged by the playing engine.
type breakthroughEngine struct {
	proofs *races.Solver
	player *phalanx.Engine
	table  *quiet.Table // of the size of the last position that needed one
}

// racesVersion is the version of the results: lines, node counts and estimates.
const racesVersion = "races/1"

var (
	breakthroughVersions  = []string{racesVersion}
	breakthroughWorkloads = []Workload{
		{"breakthrough 4x5", breakthrough.Name, "", "4x5"},
		{"breakthrough 3x6", breakthrough.Name, "", "3x6"},
	}
)

// Before the nodes of beforeTable are spent no table is built, and none of more than tableWords words, which take a
// second or so.
const (
	beforeTable = 200_000
	tableWords  = 40_000_000
)

// What the playing engine gets beyond a limit that stopped the proof, and which share of the time before.
const (
	judgeNodes = 100_000
	judgeTime  = 100 * time.Millisecond
	judgeShare = 4 // a quarter
)

func newBreakthroughEngine() Engine {
	return &breakthroughEngine{proofs: races.New(), player: phalanx.New()}
}

// Version returns the version of the engine.
func (e *breakthroughEngine) Version(Position) string { return racesVersion }

func (e *breakthroughEngine) Solve(ctx context.Context, pos Position, l solve.Limits, w Want) (Answer, error) {
	p := &pos.(*breakthroughPosition).p
	if p.Over() {
		a := Answer{Result: solve.Result{Verdict: solve.Loss}, Optimal: true, Line: []string{}}
		if pos.Won() {
			a.Verdict = solve.Win
		}
		return a, nil
	}
	proving, cancel := e.share(ctx, p)
	defer cancel()
	r, plies, err := e.prove(proving, p, l, w)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Result: r, Distance: plies, Optimal: plies > 0}
	if a.Verdict == solve.Unknown {
		return e.judge(ctx, p, l, a), nil
	}
	return e.answer(ctx, p, l, w, a)
}

// share returns a context that leaves the playing engine its part of the time.
func (e *breakthroughEngine) share(ctx context.Context, p *breakthrough.Position) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	left := time.Until(deadline)
	return context.WithDeadline(ctx, deadline.Add(-left/judgeShare))
}

// prove returns the verdict, and with --optimal the distance. Where a table can be built in short it is, after a while.
func (e *breakthroughEngine) prove(ctx context.Context, p *breakthrough.Position, l solve.Limits, w Want) (r solve.Result, plies int, err error) {
	e.proofs.Probe = nil
	size := quiet.Size{W: int(p.W), H: int(p.H)}
	if e.table != nil && e.table.Size() == size {
		e.proofs.Probe = e.probe
	}
	first := l
	estimate, err := size.Estimate()
	small := err == nil && estimate.Words <= tableWords && e.proofs.Probe == nil && estimate.Memory(1) < l.Memory/2
	if small && (l.Nodes == 0 || l.Nodes > beforeTable) {
		first.Nodes = beforeTable
	}
	r, plies = e.search(ctx, p, first, w)
	if first.Nodes == l.Nodes || r.Limit != solve.Nodes {
		return r, plies, nil
	}
	before := r.Nodes
	if e.table, err = quiet.InMemory(ctx, size); err != nil {
		if limit := solve.Stopped(ctx); limit != solve.NoLimit {
			return solve.Result{Limit: limit, Nodes: before}, 0, nil
		}
		return r, 0, fmt.Errorf("the table of %v: %w", size, err)
	}
	e.proofs.Probe = e.probe
	r, plies = e.search(ctx, p, l, w)
	r.Nodes += before
	return r, plies, nil
}

func (e *breakthroughEngine) search(ctx context.Context, p *breakthrough.Position, l solve.Limits, w Want) (solve.Result, int) {
	if !w.Optimal {
		return e.proofs.Solve(ctx, p, l), 0
	}
	d := e.proofs.Shortest(ctx, p, l)
	if d.Limit != solve.NoLimit {
		d.Plies = 0 // only a bound
	}
	return d.Result, d.Plies
}

// probe asks the table. It has a verdict for every position of its size, but for more pieces than a start has.
func (e *breakthroughEngine) probe(p *breakthrough.Position) solve.Verdict {
	v, err := e.table.Probe(p)
	if err != nil {
		return solve.Unknown
	}
	return v
}

// answer adds to a proven verdict what is wanted beyond it.
func (e *breakthroughEngine) answer(ctx context.Context, p *breakthrough.Position, l solve.Limits, w Want, a Answer) (Answer, error) {
	if w.AllBest {
		best, r := e.proofs.AllBest(ctx, l)
		a.Nodes += r.Nodes
		for _, m := range best {
			a.Best = append(a.Best, p.MoveString(m))
		}
		if r.Limit != solve.NoLimit {
			a.Limit = r.Limit
		}
	}
	if !w.Line && (w.Keep == 0 || a.Nodes < w.Keep) {
		return a, nil
	}
	line, whole := e.proofs.Line(ctx, l)
	q := *p
	for i, m := range line {
		text := q.MoveString(m)
		if err := q.Play(m); err != nil {
			return a, fmt.Errorf("the line found is faulty at ply %d: %w", i+1, err)
		}
		a.Line = append(a.Line, text)
	}
	if len(a.Best) == 0 && len(a.Line) > 0 {
		a.Best = a.Line[:1]
	}
	switch {
	case !whole: // the verdict stands without
		a.Line = nil
		return a, nil
	case !q.Over():
		return a, fmt.Errorf("the line found does not end the game")
	}
	if winner, _ := q.Winner(); (winner == p.ToMove) != (a.Verdict == solve.Win) {
		return a, fmt.Errorf("the line found is won by the wrong side")
	}
	if a.Optimal && a.Distance != len(a.Line) {
		return a, fmt.Errorf("the line found has %d plies, and the distance is %d", len(a.Line), a.Distance)
	}
	a.Distance = len(a.Line)
	return a, nil
}

// judge adds the playing engine's best move and estimate, or its verdict if it proves one.
func (e *breakthroughEngine) judge(ctx context.Context, p *breakthrough.Position, l solve.Limits, a Answer) Answer {
	if ctx.Err() != nil { // a moment more, so as not to be without a move
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), judgeTime)
		defer cancel()
		l.Nodes = judgeNodes
	}
	l.Progress = nil
	l.Memory /= 4
	j := e.player.Solve(ctx, p, l)
	a.Nodes += j.Nodes
	a.Best = []string{p.MoveString(j.Best)}
	if j.Verdict == solve.Unknown {
		a.Estimate = &j.Estimate
		return a
	}
	a.Verdict, a.Limit = j.Verdict, solve.NoLimit
	return a
}
