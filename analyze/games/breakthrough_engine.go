package games

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/phalanx"
	"foregone/solve/quiet"
	"foregone/solve/races"
)

// breakthroughEngine proves by proof-number search with the complete table of the board, if there is one on disk. On
// small boards it builds one when a proof takes long. What neither decides is judged by the playing engine.
type breakthroughEngine struct {
	tables *Tables
	proofs *races.Solver
	player *phalanx.Engine
	solved breakthrough.Position       // what proofs has decided last
	table  atomic.Pointer[quiet.Table] // of the board of the last position, nil when it has none
	built  bool                        // table is not on disk
	jobs   int
	known  func(canonical []byte) solve.Verdict

	staffing sync.Mutex
	crews    map[quiet.Size]*crew // for jobs
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

// No table is built before a proof has taken about half of the time that the table does, and none of more than
// tableWords words, which take half a minute.
const (
	leastBeforeTable = 200_000 // nodes
	wordsANode       = 80      // computed in half of the time of a node
	tableWords       = 600_000_000
	tableSize        = 16 // squares between the second rows and one more; all boards with more have more words
)

// The playing engine gets a share of the time and of the nodes, and beyond the time, for the case that nothing is left, a
// moment.
const (
	judgeShare  = 4 // a quarter
	judgeNodes  = 100_000
	judgeTime   = 100 * time.Millisecond // or its share, when that is less
	judgeMemory = 8 << 20                // bytes that are cleared at once
)

func newBreakthroughEngine(r Resources) Engine {
	e := &breakthroughEngine{tables: r.Tables, proofs: races.New(), player: phalanx.New(), jobs: max(1, r.Jobs)}
	e.proofs.Jobs = e.jobs
	return e
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
	if w.Play {
		return e.play(ctx, p, l), nil
	}
	moment := momentOf(ctx)
	proving, cancel := solve.Part(ctx, 1-1./judgeShare)
	defer cancel()
	e.known = w.Known
	e.proofs.From = nil
	if w.From != nil {
		e.proofs.From = &w.From.(*breakthroughPosition).p
	}
	a := Answer{Result: solve.Result{Limit: solve.Nodes}}
	if l.Nodes != 1 { // which is for the playing engine
		r, plies, err := e.prove(proving, p, l.Less(max(1, l.Nodes/judgeShare)), w)
		if err != nil {
			return Answer{}, err
		}
		a = Answer{Result: r, Distance: plies, Optimal: plies > 0}
	}
	if w.Known != nil && a.Nodes >= keepNodes {
		a.Proven = e.proven()
	}
	switch {
	case a.Verdict != solve.Unknown:
		return e.answer(ctx, p, l, w, a)
	case w.From != nil: // Judge compares it with others
		return a, nil
	default:
		return e.judge(ctx, p, l, a, moment), nil
	}
}

// momentOf returns what the playing engine has beyond the time, which is less when its share was.
func momentOf(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return judgeTime
	}
	return max(time.Millisecond, min(time.Until(deadline)/judgeShare, judgeTime))
}

// prove returns the verdict, and with --optimal the distance. Where a table can be built in short it is, after a while.
func (e *breakthroughEngine) prove(ctx context.Context, p *breakthrough.Position, l solve.Limits, w Want) (r solve.Result, plies int, err error) {
	size := quiet.Size{W: int(p.W), H: int(p.H)}
	e.findTable(size)
	before, small := e.beforeTable(size, l)
	first := l
	if small && (l.Nodes == 0 || l.Nodes > before) {
		first.Nodes = before
	}
	r, plies = e.search(ctx, p, first, w)
	if first.Nodes == l.Nodes || r.Limit != solve.Nodes {
		return r, plies, nil
	}
	before = r.Nodes
	l.Progress.Tell(solve.Standing{Stage: fmt.Sprintf("building the table of %v", size)})
	t, err := quiet.InMemory(ctx, size, e.jobs)
	if err != nil {
		if limit := solve.Stopped(ctx); limit != solve.NoLimit {
			return solve.Result{Limit: limit, Nodes: before}, 0, nil
		}
		return r, 0, fmt.Errorf("the table of %v: %w", size, err)
	}
	e.table.Store(t)
	e.built = true
	r, plies = e.search(ctx, p, l.After(before), w)
	r.Nodes += before
	return r, plies, nil
}

// beforeTable reports whether a table may be built, and after how many nodes.
func (e *breakthroughEngine) beforeTable(size quiet.Size, l solve.Limits) (nodes uint64, may bool) {
	if e.table.Load() != nil || size.W*(size.H-3) > tableSize {
		return 0, false
	}
	estimate, err := size.Estimate()
	if err != nil || estimate.Words > tableWords || estimate.Memory(e.jobs)+estimate.Disk >= l.Memory/2 {
		return 0, false
	}
	return max(leastBeforeTable, estimate.Words/wordsANode), true
}

// Strategy implements Strategist.
func (e *breakthroughEngine) Strategy(ctx context.Context, pos Position, l solve.Limits, yield func(position []byte, move string) error) (solve.Limit, error) {
	p := &pos.(*breakthroughPosition).p
	if e.solved != *p {
		r, _, err := e.prove(ctx, p, l, Want{})
		if err != nil || r.Verdict == solve.Unknown {
			return r.Limit, err
		}
	}
	var buf []byte
	return e.proofs.Strategy(ctx, l, func(p *breakthrough.Position, m breakthrough.Move) error {
		buf = p.AppendLine(buf[:0])
		return yield(buf, p.MoveString(m))
	})
}

func (e *breakthroughEngine) search(ctx context.Context, p *breakthrough.Position, l solve.Limits, w Want) (solve.Result, int) {
	e.solved = *p
	e.proofs.Table = nil
	if e.table.Load() != nil {
		e.proofs.Table = e.look
	}
	if !w.Optimal {
		return e.proofs.Solve(ctx, p, l), 0
	}
	d := e.proofs.Shortest(ctx, p, l)
	if d.Limit != solve.NoLimit {
		d.Plies = 0 // only a bound
	}
	return d.Result, d.Plies
}

// findTable makes the table of a board be asked, if there is one.
func (e *breakthroughEngine) findTable(size quiet.Size) {
	e.proofs.Probe = e.probe
	if t := e.table.Load(); t != nil && t.Size() == size {
		return
	}
	e.built = false
	e.table.Store(nil)
	if found, ok := e.tables.Find(breakthroughTableName(size)).(breakthroughTable); ok {
		e.table.Store(found.Table)
	}
}

// answer adds to a proven verdict what is wanted beyond it.
func (e *breakthroughEngine) answer(ctx context.Context, p *breakthrough.Position, l solve.Limits, w Want, a Answer) (Answer, error) {
	if w.AllBest {
		best, r := e.proofs.AllBest(ctx, l.After(a.Nodes))
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
	l.Spent += a.Nodes
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
func (e *breakthroughEngine) judge(ctx context.Context, p *breakthrough.Position, l solve.Limits, a Answer, moment time.Duration) Answer {
	l = l.After(a.Nodes)
	l.Memory /= 4
	if ctx.Err() != nil { // a moment more, so as not to be without a move
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), moment)
		defer cancel()
		if l.Nodes = min(l.Nodes, judgeNodes); l.Nodes == 0 {
			l.Nodes = judgeNodes
		}
		l.Memory = min(l.Memory, judgeMemory)
	}
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
