package verify

import (
	"context"
	"math"
	"math/big"
	"strings"
)

// Scored is what a check needs, beyond Position, of a game whose result is a number of points, which one side wants to be
// high and the other low, and in which chance takes part.
type Scored interface {
	Maximises() bool // who acts wants many points
	Weights() []int  // at the turn of chance: how many times each of Reachable comes up; else nil
	Score() int      // of the board as it stands
}

// checkValue checks a record of an expected score. It is computed again from all that follows, in fractions.
func checkValue[P Position[P]](ctx context.Context, r *Record, p P, scored Scored, maxPositions int) Outcome {
	switch {
	case r.Exact != nil && !*r.Exact:
		return open("an estimate")
	case r.Fraction == "" && r.Value == nil:
		return open("the record has no value")
	case r.Line != nil || r.Distance != nil || r.Steps != nil:
		return wrong("line: an expected score has none, nor a distance or steps")
	case r.Winner != "":
		return wrong("winner: %q, but an expected score has none", r.Winner)
	case r.Best != nil && len(r.Best) == 0:
		return wrong("best: found no move, expected one at least")
	case len(r.Best) > 0 && (p.Over() || scored.Weights() != nil):
		return wrong("best: %s, but nobody acts", strings.Join(r.Best, " "))
	}
	if r.Fraction != "" {
		if f, ok := new(big.Rat).SetString(r.Fraction); !ok || f.String() != r.Fraction {
			return wrong("fraction: found %q, expected one in lowest terms such as 46/3", r.Fraction)
		}
	}
	e := expectation[P]{ctx: ctx, most: maxPositions, known: map[string]*big.Rat{}}
	value := e.value(p)
	if value == nil {
		return open("%s positions searched without pruning, and the end is not reached", comma(e.seen))
	}
	if r.Fraction != "" && r.Fraction != value.String() {
		return wrong("fraction: %s, but a search without pruning finds %s (%s positions)", r.Fraction, value, comma(e.seen))
	}
	if number, _ := value.Float64(); r.Value != nil && math.Abs(*r.Value-number) > 1e-9*max(1, number) {
		return wrong("value: %v, but a search without pruning finds %v, %s", *r.Value, number, value)
	}
	for _, move := range r.Best {
		next, err := p.Play(move)
		if err != nil {
			return wrong("best: %v", err)
		}
		switch after := e.value(next); {
		case after == nil:
			return open("best: after %s %s positions were searched, and the end is not reached", move, comma(e.seen))
		case after.Cmp(value) != 0:
			return wrong("best: %s is worth %s, not %s", move, after, value)
		}
	}
	return right("computed again by a search without pruning: %s positions", comma(e.seen))
}

// expectation computes values by going through all that follows, each position once.
type expectation[P Position[P]] struct {
	ctx   context.Context
	seen  int
	most  int // 0: no bound
	known map[string]*big.Rat
}

// value returns the expected score of p under best play, nil when a bound comes first.
func (e *expectation[P]) value(p P) *big.Rat {
	key := p.Canonical()
	if v, ok := e.known[key]; ok {
		return v
	}
	if e.most > 0 && e.seen == e.most || e.seen%256 == 0 && e.ctx.Err() != nil {
		return nil
	}
	e.seen++
	scored := any(p).(Scored)
	v := new(big.Rat)
	if p.Over() {
		v.SetInt64(int64(scored.Score()))
	} else {
		weights, all := scored.Weights(), int64(0)
		for i, next := range p.Reachable() {
			after := e.value(next)
			switch {
			case after == nil:
				return nil
			case weights != nil:
				all += int64(weights[i])
				v.Add(v, new(big.Rat).Mul(after, big.NewRat(int64(weights[i]), 1)))
			case i == 0 || (after.Cmp(v) > 0) == scored.Maximises():
				v.Set(after)
			}
		}
		if weights != nil {
			v.Mul(v, big.NewRat(1, all))
		}
	}
	e.known[key] = v
	return v
}
