// Package difficulty says how hard a deal of a patience is.
//
// Easy, medium and hard go by the share of the positions that can be reached from the deal that are lost, from which it cannot
// be won any more: less than in three quarters of the winnable deals, more than in three quarters, or between.
//
// Of three measures this is the one that hangs on the deal and the rules alone: how many steps of a solution allow but one
// move hangs on the solution, and how many positions the solver takes on the solver. It is also the one that agrees best with
// the chance that play at random wins (see TestScales).
package difficulty

import (
	"context"
	"fmt"
	"strings"

	"foregone/analyze/games"
	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/deadends"
)

// Level is how hard a deal is among the winnable deals of its game. The zero value is Unrated.
type Level uint8

const (
	Unrated Level = iota
	Easy
	Medium
	Hard
)

var levelNames = [...]string{"", "easy", "medium", "hard"}

func (l Level) String() string { return levelNames[l] }

// Handles reports whether a game is a patience.
func Handles(game string) bool {
	_, ok := patience.Preset(strings.ToLower(game))
	return ok
}

// ParseLevel reads a level as String writes it.
func ParseLevel(text string) (Level, error) {
	for l := Easy; l <= Hard; l++ {
		if l.String() == text {
			return l, nil
		}
	}
	return Unrated, fmt.Errorf("found %q, expected easy, medium or hard", text)
}

// Rating is what was measured of a position. Without the verdict Winnable there is nothing but that, the nodes and the limit.
type Rating struct {
	Answer games.Answer // with the solution that is told; the limit is of any of the measures, the nodes those for the verdict
	Lost   Share
	Level  Level
	Harder float64 // the share of the winnable deals of the game that have a smaller share lost; with a Level only
	Only   int     // steps of the solution at which one of several moves alone keeps the win
	Walked bool    // Only is known
	Chance float64 // with which play at random wins, as package deadends has it; with an exact share only
}

// Share is how many positions are lost. An exact one is of all that can be reached, in the normal form of package deadends; an
// estimate is of positions that random play comes to. Positions is 0 where nothing was measured.
type Share struct {
	Value     float64 // 0 to 1
	Low, High float64 // the 95 % interval of an estimate
	Positions uint64  // all, or those drawn
	Lost      uint64
	Exact     bool
}

// Rater rates one position after the other with the same tables. The zero value is ready. It is not safe for concurrent use.
type Rater struct {
	counter deadends.Counter
}

// Rate measures a position of a patience. Unless level is Unrated it is the one that is wanted: of a position that turns out
// to be of another one there is neither a solution nor what is measured along it.
func (r *Rater) Rate(ctx context.Context, e games.Engine, p games.Position, l solve.Limits, level Level) (Rating, error) {
	var m Rating
	var err error
	if m.Answer, err = e.Solve(ctx, p, l, games.Want{}); err != nil || m.Answer.Verdict != solve.Winnable {
		return m, err
	}
	if err := r.share(ctx, e, p, l, &m); err != nil || level != Unrated && m.Level != level {
		return m, err
	}
	if m.Lost.Exact {
		m.Chance = r.counter.Chance()
	}
	return m, solution(ctx, e, p, l, &m)
}

// Solve finds the verdict and the solution alone.
func Solve(ctx context.Context, e games.Engine, p games.Position, l solve.Limits) (Rating, error) {
	var m Rating
	var err error
	m.Answer, err = e.Solve(ctx, p, l, games.Want{Line: true, Short: true})
	return m, err
}

// share finds the share lost, and what follows from it: exactly where all positions can be visited, else by an estimate.
func (r *Rater) share(ctx context.Context, e games.Engine, pos games.Position, l solve.Limits, m *Rating) error {
	p, err := patience.Parse(pos.String())
	if err != nil {
		return err
	}
	if deadends.Handles(p.Rules) {
		n := r.counter.Count(ctx, &p, l)
		m.Answer.Limit = n.Limit
		if n.Limit == solve.NoLimit && n.All > 0 {
			m.Lost = Share{Value: float64(n.Dead) / float64(n.All), Positions: n.All, Lost: n.Dead, Exact: true}
			m.place(pos)
		}
		if n.Limit != solve.Nodes && n.Limit != solve.Memory {
			return nil
		}
	}
	var limit solve.Limit
	if m.Lost, limit, err = estimate(ctx, e, pos, l); err != nil || limit != solve.NoLimit {
		m.Answer.Limit = limit
		return err
	}
	if m.Answer.Limit == solve.NoLimit {
		m.place(pos)
	}
	return nil
}

// place finds the level that the share lost stands for.
func (m *Rating) place(p games.Position) {
	if s, ok := scaleOf(p); ok {
		m.Harder, m.Level = s.place(m.Lost.Value), s.level(m.Lost.Value)
	}
}

// solution finds the solution and counts the steps at which one of several moves alone keeps the win.
func solution(ctx context.Context, e games.Engine, p games.Position, l solve.Limits, m *Rating) error {
	a, err := e.Solve(ctx, p, l, games.Want{Line: true, Short: true})
	if err != nil {
		return err
	}
	if a.Verdict != solve.Winnable {
		m.Answer.Limit = a.Limit
		return nil
	}
	m.Answer.Line, m.Answer.Distance, m.Answer.Best = a.Line, a.Distance, a.Best
	for _, move := range a.Line {
		keep, limit, err := keeping(ctx, e, p, l)
		if err != nil {
			return err
		}
		if limit != solve.NoLimit {
			m.Answer.Limit = limit
			return nil
		}
		if keep == 1 {
			m.Only++
		}
		if p, err = p.Play(move); err != nil {
			return err
		}
	}
	m.Walked = true
	return nil
}

// keeping returns how many of several moves of p keep the win, 2 for all above that, and 2 where there is one move alone.
func keeping(ctx context.Context, e games.Engine, p games.Position, l solve.Limits) (keep int, _ solve.Limit, _ error) {
	moves := p.(games.Whole).WholeSuccessors()
	if len(moves) == 1 {
		return 2, solve.NoLimit, nil
	}
	for _, s := range moves {
		a, err := e.Solve(ctx, s.Position, l, games.Want{From: p})
		switch {
		case err != nil, a.Verdict == solve.Unknown:
			return 0, a.Limit, err
		case a.Verdict == solve.Winnable:
			if keep++; keep == 2 {
				return keep, solve.NoLimit, nil
			}
		}
	}
	return keep, solve.NoLimit, nil
}
