package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foregone/positions/crossings"
	"foregone/solve"
	"foregone/solve/strata"
	"foregone/solve/threats"
)

// crossingsEngine answers from the complete table of the board: from one on disk, or from one that is built in memory when
// that takes no more than seconds. Without one it searches.
type crossingsEngine struct {
	tables *Tables
	built  *builtTables // shared
	jobs   int
	needs  map[strata.Size]strata.Estimate // of the boards so far
	wins   *threats.Engine
}

// The versions of the results: lines, node counts and estimates, from tables and by search.
const (
	strataVersion  = "strata/1"
	threatsVersion = "threats/1"
)

var (
	crossingsVersions  = []string{strataVersion, threatsVersion}
	crossingsWorkloads = []Workload{
		{"crossings 4x4, one row", crossings.Name, "", "4x4 rows=1"},
		{"crossings 3x5, one row, steps=exact", crossings.Name, "steps=exact", "3x5 rows=1"},
	}
)

// mostEntries bounds the tables that are built in memory, which takes ten seconds of a core.
const mostEntries = 20_000_000

func newCrossingsEngine(r Resources) Engine {
	e := &crossingsEngine{tables: r.Tables, jobs: max(1, r.Jobs), wins: threats.New(), needs: map[strata.Size]strata.Estimate{}}
	if r.Tables != nil {
		e.built = r.Tables.built
	} else {
		e.built = newBuiltTables()
	}
	return e
}

// Version is that of the tables on boards for which one is built.
func (e *crossingsEngine) Version(p Position) string {
	if sizes := crossingsSizes(&p.(*crossingsPosition).p); len(sizes) > 0 {
		if need, err := e.estimate(sizes[0]); err == nil && need.Entries <= mostEntries {
			return strataVersion
		}
	}
	return threatsVersion
}

// Solve answers from a table. The nodes are the entries of one that had to be built, every time, whether it was there
// already or not.
func (e *crossingsEngine) Solve(ctx context.Context, pos Position, l solve.Limits, w Want) (Answer, error) {
	c := pos.(*crossingsPosition)
	if c.Over() {
		a := Answer{Result: solve.Result{Verdict: solve.Loss}, Optimal: true, Line: []string{}}
		if c.Drawn() {
			a.Verdict = solve.Draw
		}
		return a, nil
	}
	for _, name := range crossingsTableNames(&c.p) {
		t, ok := e.tables.Find(name).(crossingsTable)
		if !ok {
			continue
		}
		a, err := t.answer(&c.p, w)
		if err == nil {
			return a, nil
		}
		e.tables.Refuse(name, err)
	}
	if w.From != nil { // whose answer has counted the table, when it was built for that
		if t, ok := e.built.find(crossingsTableNames(&c.p)).(crossingsTable); ok {
			return t.answer(&c.p, w)
		}
	}
	t, need, limit, err := e.build(ctx, &c.p, l)
	switch {
	case err != nil:
		return Answer{}, err
	case limit == solve.Interrupted:
		return e.search(ctx, c, solve.Limits{Nodes: 1}, w)
	case limit != solve.NoLimit:
		return e.search(ctx, c, l, w)
	}
	a, err := t.answer(&c.p, w)
	a.Nodes = need.Entries
	return a, err
}

// build returns the table of p's board in memory and what it takes, or what kept it from being built.
func (e *crossingsEngine) build(ctx context.Context, p *crossings.Position, l solve.Limits) (t crossingsTable, need strata.Estimate, limit solve.Limit, err error) {
	sizes := crossingsSizes(p)
	if len(sizes) == 0 {
		return t, need, solve.Memory, nil
	}
	need, err = e.estimate(sizes[0])
	switch {
	case err != nil || need.Entries > mostEntries || l.Memory > 0 && need.Memory(1, false) > l.Memory:
		return t, need, solve.Memory, nil
	case l.Nodes > 0 && need.Entries > l.Nodes:
		return t, need, solve.Nodes, nil
	}
	found, err := e.built.get(ctx, crossingsTableNames(p), func() (Table, error) {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < 2*need.Work/time.Duration(e.jobs) {
			return nil, context.DeadlineExceeded
		}
		l.Progress.Tell(solve.Standing{Stage: fmt.Sprintf("building the table of %v", sizes[0])})
		t, err := strata.Build(ctx, sizes[0], strata.Options{Jobs: e.jobs, Memory: l.Memory, Progress: l.Progress.Counter()})
		if err != nil {
			return nil, fmt.Errorf("the table of %v: %w", sizes[0], err)
		}
		return crossingsTable{t}, nil
	})
	switch stopped := solve.Stopped(ctx); {
	case err == nil:
		return found.(crossingsTable), need, solve.NoLimit, nil
	case stopped != solve.NoLimit:
		return t, need, stopped, nil
	case errors.Is(err, context.DeadlineExceeded):
		return t, need, solve.Timeout, nil
	}
	return t, need, solve.NoLimit, err
}

// estimate returns what the table of a size takes, which is worked out once.
func (e *crossingsEngine) estimate(s strata.Size) (strata.Estimate, error) {
	if need, ok := e.needs[s]; ok {
		return need, nil
	}
	need, err := s.Estimate()
	if err == nil {
		e.needs[s] = need
	}
	return need, err
}
