package games

import (
	"context"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/expected"
	"foregone/solve/layers"
	"foregone/solve/palindromes"
)

// entropyEngine computes exact values: from the complete table of the bag, if there is one on disk, else by search. Where
// they are out of reach it estimates them by games.
type entropyEngine struct {
	tables *Tables
	exact  *palindromes.Solver
	player *expected.Player
}

// palindromesVersion is the version of the results: node counts, and the choice among the best moves.
const palindromesVersion = "palindromes/1"

var (
	entropyVersions  = []string{palindromesVersion}
	entropyWorkloads = []Workload{
		{"entropy 3x3", entropy.Name, "", "3x3"},
		{"entropy 3x3, 5+4", entropy.Name, "", "3x3 bag=A5B4"},
	}
)

func newEntropyEngine(r Resources) Engine {
	e := &entropyEngine{tables: r.Tables, exact: palindromes.New(), player: expected.New()}
	e.exact.Jobs = r.Jobs
	return e
}

// Version returns the version of the engine.
func (e *entropyEngine) Version(Position) string { return palindromesVersion }

// Solve computes the value of a position. It needs no more for --optimal: every exact value is that of best play.
func (e *entropyEngine) Solve(ctx context.Context, pos Position, l solve.Limits, w Want) (Answer, error) {
	p := &pos.(*entropyPosition).p
	if p.Over() {
		score := Fraction{int64(p.Score()), 1}
		return Answer{Result: solve.Result{Verdict: solve.Value}, Optimal: true, Low: score, High: score}, nil
	}
	if a, ok := e.fromTable(pos); ok {
		return a, nil
	}
	if w.Play {
		return e.play(ctx, p, l, w), nil
	}
	a := Answer{}
	if within(ctx, p, l) {
		attempt, cancel := solve.Part(ctx, 1./2)
		a = e.compute(attempt, p, l.Less(l.Nodes/2), w)
		cancel()
		spent := l.Nodes > 0 && a.Nodes >= l.Nodes
		if a.Verdict == solve.Value || spent || solve.Stopped(ctx) == solve.Interrupted {
			return a, nil
		}
	}
	return e.estimate(ctx, p, l.After(a.Nodes), w, a), nil
}

// compute returns the exact value or, when a limit stops that, bounds and the best move so far.
func (e *entropyEngine) compute(ctx context.Context, p *entropy.Position, l solve.Limits, w Want) Answer {
	r := e.exact.Solve(ctx, p, l)
	a := Answer{Result: r.Result, Low: Fraction(r.Low), High: Fraction(r.High)}
	a.Optimal = a.Verdict == solve.Value
	if p.Acts == entropy.Draw {
		return a
	}
	a.Best = []string{p.MoveString(r.Best)}
	if a.Verdict == solve.Value && w.AllBest {
		e.addAllBest(ctx, p, l, &a)
	}
	return a
}

// addAllBest puts all best moves in the place of the one that was found. When a limit stops that the others stay out.
func (e *entropyEngine) addAllBest(ctx context.Context, p *entropy.Position, l solve.Limits, a *Answer) {
	best, r := e.exact.AllBest(ctx, l.After(a.Nodes))
	a.Nodes += r.Nodes
	a.Limit = r.Limit
	if r.Limit != solve.NoLimit {
		return
	}
	a.Best = nil
	for _, m := range best {
		a.Best = append(a.Best, p.MoveString(m))
	}
}

// fromTable answers a position from the table of its bag, with all best moves.
func (e *entropyEngine) fromTable(pos Position) (Answer, bool) {
	p := &pos.(*entropyPosition).p
	if p.N > layers.MaxSize {
		return Answer{}, false
	}
	name := entropyTableName(startOf(p))
	t := e.tables.Find(name)
	if t == nil {
		return Answer{}, false
	}
	a, err := t.Probe(pos)
	if err == nil && a.Verdict == solve.Value && p.Acts != entropy.Draw {
		for _, s := range pos.Successors() {
			var after Answer
			if after, err = t.Probe(s.Position); err != nil {
				break
			}
			if after.Low == a.Low {
				a.Best = append(a.Best, s.Move)
			}
		}
	}
	if err != nil {
		e.tables.Refuse(name, err)
	}
	return a, err == nil && a.Verdict == solve.Value
}
