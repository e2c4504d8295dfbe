package games

import (
	"slices"
	"strings"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Facts implements Factual.
func (e *breakthroughPosition) Facts(a *Analysis) any {
	own, other := e.racers(e.p.ToMove), e.racers(e.p.ToMove.Other())
	f := RaceFacts{Sides: [2]Racers{own, other}, Stuck: e.stuck(a)}
	if own.Home > 0 && other.Home > 0 {
		lead := other.Home - own.Home
		f.Lead = &lead
	}
	return f
}

// racers tells what a side has on the way.
func (e *breakthroughPosition) racers(side breakthrough.Side) Racers {
	p := &e.p
	r := Racers{Side: side.String(), Runners: []string{}, Steps: int(p.H)}
	type runner struct {
		steps int
		name  string
	}
	var runners []runner
	for sq := range breakthrough.Square(p.W * p.H) {
		if !p.Pieces[side].Has(sq) {
			continue
		}
		steps := int(p.H) - 1 - int(uint8(sq)/p.W)
		if side == breakthrough.Black {
			steps = int(uint8(sq) / p.W)
		}
		r.Steps = min(r.Steps, steps)
		if e.runs(side, sq, steps) {
			runners = append(runners, runner{steps, p.SquareName(sq)})
		}
	}
	slices.SortStableFunc(runners, func(a, b runner) int { return a.steps - b.steps })
	for _, x := range runners {
		r.Runners = append(r.Runners, x.name)
	}
	if len(runners) > 0 {
		if r.Home = 2 * runners[0].steps; side == p.ToMove {
			r.Home--
		}
	}
	return r
}

// runs reports whether nothing can stop a piece so many steps from the far row: no piece of the other side is on any square
// that it can come to. Those beside these squares come too late.
func (e *breakthroughPosition) runs(side breakthrough.Side, sq breakthrough.Square, steps int) bool {
	w, row, column := int(e.p.W), int(uint8(sq)/e.p.W), int(uint8(sq)%e.p.W)
	enemies := e.p.Pieces[side.Other()]
	for n := 1; n <= steps; n++ {
		at := row + n
		if side == breakthrough.Black {
			at = row - n
		}
		for c := max(0, column-n); c <= min(w-1, column+n); c++ {
			if enemies.Has(breakthrough.Square(at*w + c)) {
				return false
			}
		}
	}
	return true
}

// stuck returns the pieces all of whose moves are proven to lose, in a position that is not lost.
func (e *breakthroughPosition) stuck(a *Analysis) []string {
	if a.Verdict == solve.Loss {
		return nil
	}
	var names []string
	loses := map[string]bool{}
	for _, m := range a.Moves {
		from := squareOf(m.Move)
		if _, known := loses[from]; !known {
			loses[from] = true
			names = append(names, from)
		}
		loses[from] = loses[from] && m.Verdict == solve.Loss
	}
	slices.Sort(names)
	return slices.DeleteFunc(names, func(from string) bool { return !loses[from] })
}

// squareOf returns the square from which a move goes.
func squareOf(move string) string {
	return move[:1] + move[1:1+len(move[1:])-len(strings.TrimLeft(move[1:], "0123456789"))]
}
