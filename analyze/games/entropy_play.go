package games

import (
	"context"
	"fmt"
	"math"
	"time"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/expected"
	"foregone/solve/palindromes"
)

const (
	// alwaysTried is the size of board up to which an exact value is always tried for.
	alwaysTried = 4
	// hope is how many times as much as the limits allow the exact search may be likely to need to be tried.
	hope = 4
	// estimateGames are played for an estimate and after each of the best moves.
	estimateGames = 1000
)

// within reports whether an exact value may be found within the limits.
func within(ctx context.Context, p *entropy.Position, l solve.Limits) bool {
	if !palindromes.Fits(p) {
		return false
	}
	if p.N <= alwaysTried {
		return true
	}
	most := uint64(math.MaxUint64)
	if l.Nodes > 0 {
		most = hope * l.Nodes
	}
	if end, ok := ctx.Deadline(); ok {
		most = min(most, hope*uint64(max(0, time.Until(end)/expected.ExactTime)))
	}
	return expected.ExactNodes(p) <= most
}

// play returns a good move.
func (e *entropyEngine) play(ctx context.Context, p *entropy.Position, l solve.Limits, w Want) Answer {
	e.player.Games = 0
	r := e.player.Solve(ctx, p, l, w.Seed)
	a := Answer{Result: r.Result}
	if p.Acts != entropy.Draw {
		a.Best = []string{p.MoveString(r.Best)}
	}
	return a
}

// estimate adds to an answer, which may have bounds, a score by games and the best moves.
func (e *entropyEngine) estimate(ctx context.Context, p *entropy.Position, l solve.Limits, w Want, a Answer) Answer {
	e.player.Games = estimateGames
	r := e.player.Solve(ctx, p, l, w.Seed)
	a.Nodes += r.Nodes
	if r.Games < 2 { // stopped before there was an interval
		a.Verdict, a.Limit = solve.Unknown, r.Limit
		if len(a.Best) == 0 && p.Acts != entropy.Draw {
			a.Best = []string{p.MoveString(r.Best)}
		}
		return a
	}
	a.Verdict = solve.Value
	if a.Limit == solve.NoLimit {
		a.Limit = r.Limit
	}
	a.Mean = meanOf(r, a)
	if len(r.Moves) > 0 {
		a.Best = nil
	}
	for _, m := range r.Moves {
		text := p.MoveString(m.Move)
		a.Best = append(a.Best, text)
		a.Ranked = append(a.Ranked, Ranked{text, Mean{m.Mean, m.Mean - m.Half, m.Mean + m.Half, r.Games}})
	}
	return a
}

// meanOf returns the mean of games, or the proven bound that excludes it with both bounds: quick players can miss what was
// proven.
func meanOf(r expected.Answer, a Answer) *Mean {
	low, high := a.Low.Float(), a.High.Float()
	switch {
	case a.Low.Den > 0 && r.Mean < low:
		return &Mean{low, low, high, r.Games}
	case a.Low.Den > 0 && r.Mean > high:
		return &Mean{high, low, high, r.Games}
	}
	return &Mean{r.Mean, r.Mean - r.Half, r.Mean + r.Half, r.Games}
}

// entropyReference is a player to measure others by.
type entropyReference struct {
	player *expected.Reference
	of     string // size and colours that the player is for
	side   entropy.Turn
}

// In the reference players a pair of cells matches with probability 1/C when one of them is filled, and 2/C when none is, of
// C colours.
const referenceOne, referenceBoth = 1, 2

// entropyReferences are Order and Chaos by expected palindromes.
var entropyReferences = map[string]func() Engine{
	"exp2": func() Engine { return &entropyReference{side: entropy.Order} },
	"c2":   func() Engine { return &entropyReference{side: entropy.Chaos} },
}

func (r *entropyReference) Version(Position) string { return "expected/1" }

func (r *entropyReference) Solve(_ context.Context, pos Position, _ solve.Limits, _ Want) (Answer, error) {
	p := &pos.(*entropyPosition).p
	if p.Over() || p.Acts != r.side {
		return Answer{}, fmt.Errorf("found a turn of %v, expected one of %v, whom this player plays", p.Acts, r.side)
	}
	if of := entropyTableName(startOf(p)); r.of != of {
		r.player, r.of = expected.NewReference(p, referenceOne, referenceBoth), of
	}
	return Answer{Best: []string{p.MoveString(r.player.Move(p))}}, nil
}
