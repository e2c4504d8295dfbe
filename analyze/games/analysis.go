package games

import (
	"context"
	"slices"

	"foregone/solve"
)

// Analysis is what is known of a position and of each of its moves.
type Analysis struct {
	Answer             // of the position itself; Nodes are those of all moves, too, and Limit may be what left one of them open
	Moves  []MoveValue // best first, equal ones in the contract's order, as all are at the turn of chance
	Unique bool        // exactly one of Moves is best
	Spent  uint64      // nodes that were searched now: those of answers that were kept are not among them
	Facts  any         // of the position, where Facts was asked for
	Puzzle *Puzzle     // where Walk was asked for
}

// MoveValue is what a legal move is worth to the side that makes it.
type MoveValue struct {
	Move      string
	Verdict   solve.Verdict
	Exact     bool
	Distance  int      // to the end, in plies or single-card moves, the move's own among them; -1: not known
	Optimal   bool     // Distance is proven to be the best possible
	Value     Fraction // expected points, with solve.Value and Exact
	Low, High Fraction // proven bounds of them, where there are any
	Mean      *Mean    // with solve.Value: an estimate
	Estimate  *float64 // with solve.Unknown: the expected result, -1 (lost) to 1 (won)
	Best      bool     // it keeps the verdict, with Want.Optimal the distance and of points the value, or is the one advised
	Line      []string // the line from the move on that Distance is the length of, nil without one
}

// Analyst is an Engine with a way of its own to tell what moves are worth.
type Analyst interface {
	Engine
	Analyze(ctx context.Context, p Position, l solve.Limits, w Want) (Analysis, error)
}

// Judge is an Engine that compares moves of which it can prove nothing.
type Judge interface {
	Engine
	// Judge returns what it thinks of each of some moves of p, with a verdict where it proves one after all. Nodes are those of
	// all.
	Judge(ctx context.Context, p Position, moves []string, l solve.Limits) ([]MoveValue, solve.Result, error)
}

// Analyze returns what a position and every move of it are worth. The limits are for all of that together.
func Analyze(ctx context.Context, engine Engine, p Position, l solve.Limits, w Want) (Analysis, error) {
	if analyst, ok := engine.(Analyst); ok && !p.Over() {
		return analyst.Analyze(ctx, p, l, w)
	}
	return analyze(ctx, engine, p, l, w)
}

// analyze has the position answered, and then the position after each move.
func analyze(ctx context.Context, engine Engine, p Position, l solve.Limits, w Want) (Analysis, error) {
	part, own, allBest := ctx, l, w.AllBest
	w.AllBest = false
	if !p.Over() {
		var cancel context.CancelFunc
		part, cancel = solve.Part(ctx, rootShare)
		defer cancel()
		own, _ = l.Share(0, 2)
	}
	root, err := engine.Solve(part, p, own, w)
	if err != nil || p.Over() {
		return Analysis{Answer: root}, err
	}
	v := newValuation(engine, p, l, w, root)
	v.w.From = p
	if err := v.moves(ctx); err != nil {
		return Analysis{}, err
	}
	v.derive()
	v.agree()
	v.finish(allBest)
	return v.Analysis, nil
}

// rootShare is how much of the time, and of the nodes, the position itself may take.
const rootShare = 1. / 2

// valuation is an analysis in the making.
type valuation struct {
	Analysis
	engine Engine
	p      Position
	w      Want
	limits solve.Limits
	next   []Successor
}

func newValuation(engine Engine, p Position, l solve.Limits, w Want, root Answer) *valuation {
	v := &valuation{engine: engine, p: p, w: w, limits: l, Analysis: Analysis{Answer: root}}
	if root.Cache != CacheHit {
		v.Spent = root.Nodes
	}
	return v
}

// spend counts nodes.
func (v *valuation) spend(nodes uint64) {
	v.Nodes += nodes
	v.Spent += nodes
}

// take sets the value of a move of p from what was answered of the position after it.
func (m *MoveValue) take(p Position, after Answer) error {
	plies, err := p.PliesOf(m.Move)
	if err != nil {
		return err
	}
	m.Verdict, m.Low, m.High, m.Mean, m.Estimate = after.Verdict, after.Low, after.High, after.Mean, after.Estimate
	m.Exact = m.Verdict != solve.Unknown && m.Mean == nil
	m.Line, m.Distance, m.Optimal = nil, -1, false
	if m.Verdict == solve.Value && m.Exact {
		m.Value = after.Low
	}
	if p.Sides() {
		m.Verdict, m.Estimate = after.Opposite()
	}
	switch m.Verdict {
	case solve.Win, solve.Loss, solve.Winnable:
		if after.Line != nil || after.Optimal {
			m.Distance, m.Optimal = after.Distance+plies, after.Optimal
		}
		if after.Line != nil {
			m.Line = append([]string{m.Move}, after.Line...)
		}
	}
	return nil
}

// derive gives a position that was left open the verdict that follows from those of its moves.
func (v *valuation) derive() {
	if v.Verdict != solve.Unknown || !v.p.Sides() && v.p.ToMove() != "" {
		return
	}
	if len(v.Moves) == 0 {
		return
	}
	best := v.best()
	switch {
	case best.Verdict == solve.Unknown, best.Verdict == solve.Unwinnable:
		return
	case !v.open():
		v.Limit = solve.NoLimit
	case best.Verdict == solve.Draw || best.Verdict == solve.Loss:
		return
	}
	v.Verdict, v.Estimate = best.Verdict, nil
	v.Best = []string{best.Move}
	if v.Line = best.Line; v.Line != nil {
		v.Distance = best.Distance
	}
}

// open reports whether the verdict of some move is not known.
func (v *valuation) open() bool {
	return slices.ContainsFunc(v.Moves, func(m MoveValue) bool { return !m.Exact })
}

// same returns which successor of p a legal move leads to, or to one that differs by a symmetry, such as another free cell.
func same(p Position, next []Successor, move string) int {
	if i := slices.IndexFunc(next, func(s Successor) bool { return s.Move == move }); i >= 0 {
		return i
	}
	after, err := p.Play(move)
	if err != nil {
		panic(err) // the move is legal
	}
	return slices.IndexFunc(next, func(s Successor) bool { return s.Position.Canonical() == after.Canonical() })
}

// agree makes the line of a decided position and those of its moves agree: a winner has the shortest of them, a loser the longest,
// and the move that the position's begins with has it as well.
func (v *valuation) agree() {
	if len(v.Line) == 0 {
		return
	}
	if v.Verdict == solve.Loss {
		if best := v.best(); !v.Optimal && best.Line != nil && best.Distance > v.Distance {
			v.Line, v.Distance, v.Best = best.Line, best.Distance, best.Line[:1]
		}
		return
	}
	m := &v.Moves[same(v.p, v.next, v.Line[0])]
	if m.Distance < 0 || m.Distance > v.Distance {
		m.Verdict, m.Exact, m.Estimate = v.Verdict, true, nil
		m.Distance, m.Optimal, m.Line = v.Distance, v.Optimal, nil
		if m.Move == v.Line[0] {
			m.Line = v.Line
		}
	}
	v.Best = []string{m.Move}
	if best := v.best(); best.Line != nil && best.Distance < v.Distance {
		v.Line, v.Distance, v.Best = best.Line, best.Distance, best.Line[:1]
	}
}
