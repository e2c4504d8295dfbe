package difficulty

import (
	"context"
	"math/rand/v2"

	"foregone/analyze/batch"
	"foregone/analyze/games"
	"foregone/solve"
)

// An estimate is made of plays of random moves, and a position drawn from each. The seed is the same for all deals, so that the
// estimate is one of the deal.
const (
	plays      = 400
	playMoves  = 60
	playSeed   = 1
	drawnNodes = 50_000 // for the verdict of a position drawn
)

// estimate finds which share of the positions that random play comes to is lost. A position that is not decided within its
// bound counts as half lost, and widens the interval.
func estimate(ctx context.Context, e games.Engine, p games.Position, l solve.Limits) (Share, solve.Limit, error) {
	if l.Nodes == 0 || l.Nodes > drawnNodes {
		l.Nodes = drawnNodes
	}
	rng := rand.New(rand.NewPCG(playSeed, playSeed))
	var lost, open uint64
	for range plays {
		a, err := e.Solve(ctx, draw(rng, p), l, games.Want{})
		if err != nil {
			return Share{}, solve.NoLimit, err
		}
		switch {
		case a.Limit == solve.Timeout || a.Limit == solve.Interrupted:
			return Share{}, a.Limit, nil
		case a.Verdict == solve.Unwinnable:
			lost++
		case a.Verdict == solve.Unknown:
			open++
		}
	}
	return Share{
		Value:     (float64(lost) + float64(open)/2) / plays,
		Low:       batch.Wilson(float64(lost), plays).Low,
		High:      batch.Wilson(float64(lost+open), plays).High,
		Positions: plays,
		Lost:      lost,
	}, solve.NoLimit, nil
}

// draw plays on from p by chance, every legal move being as likely as another and those that need no thought being made, until
// there is no move or playMoves were made. It returns one of the positions after these moves, p itself when there are none.
func draw(rng *rand.Rand, p games.Position) games.Position {
	drawn := p
	for n := 1; n <= playMoves && !p.Over(); n++ {
		next := p.(games.Whole).WholeSuccessors()
		if len(next) == 0 {
			break
		}
		p, _ = next[rng.IntN(len(next))].Position.Settled()
		if rng.IntN(n) == 0 { // so that each of the positions is drawn with the same chance
			drawn = p
		}
	}
	return drawn
}
