package verify

import (
	"context"
	"strings"
)

// checkSides checks a record of a game for two sides that cannot repeat a position. Its line is replayed, and its
// verdict is proven again by a search without pruning but for the order of the moves.
func checkSides[P Position[P]](ctx context.Context, r *Record, p P, maxPositions int) Outcome {
	winner := p.ToMove()
	if r.Verdict == "loss" {
		winner = p.Opponent()
	}
	switch {
	case r.Exact != nil && !*r.Exact:
		return wrong("exact: false, but the verdict is %s", r.Verdict)
	case r.Winner != "" && r.Winner != winner:
		return wrong("winner: %s, but with a %s it is %s", r.Winner, r.Verdict, winner)
	case r.Steps != nil:
		return wrong("steps: %d, but a board game has none", *r.Steps)
	case p.Over() && len(r.Best) > 0:
		return wrong("best: %s, but the game is over", strings.Join(r.Best, " "))
	}
	if o := replaySides(r, p, winner); !o.OK {
		return o
	}
	s := exhaust[P]{ctx: ctx, left: maxPositions, bounded: maxPositions > 0, known: map[string]outcomeOf{}}
	optimal := r.Optimal != nil && *r.Optimal
	root := s.decide(p, optimal)
	switch {
	case s.stopped:
		return open("%s positions searched without pruning, and the end is not reached", comma(len(s.known)))
	case root.win != (r.Verdict == "win"):
		return wrong("verdict: %s, but a search without pruning finds the opposite (%s positions)", r.Verdict, comma(len(s.known)))
	case optimal && r.Distance != nil && *r.Distance != root.distance:
		return wrong("distance: %d, but a search without pruning finds %d", *r.Distance, root.distance)
	}
	for _, move := range r.Best {
		next, err := p.Play(move)
		if err != nil {
			return wrong("best: %v", err)
		}
		after := s.decide(next, optimal)
		switch {
		case s.stopped:
			return open("best: after %s %s positions were searched, and the end is not reached", move, comma(len(s.known)))
		case after.win == root.win:
			return wrong("best: %s does not keep the verdict", move)
		case optimal && after.distance != root.distance-1:
			return wrong("best: %s keeps the verdict, but not the distance", move)
		}
	}
	return right("proven again by a search without pruning: %s positions", comma(len(s.known)))
}

// replaySides plays the line, at whose end the winner must have won.
func replaySides[P Position[P]](r *Record, p P, winner string) Outcome {
	if r.Line == nil {
		return right("")
	}
	for i, move := range r.Line {
		next, err := p.Play(move)
		if err != nil {
			return wrong("line, ply %d: %v", i+1, err)
		}
		p = next
	}
	last := p.Opponent()
	if p.Won() {
		last = p.ToMove()
	}
	switch {
	case !p.Over():
		return wrong("line: after its %d plies the game is not over", len(r.Line))
	case last != winner:
		return wrong("line: at its end %s has won, not %s", last, winner)
	case r.Distance != nil && *r.Distance != len(r.Line):
		return wrong("distance: %d, but the line has %d plies", *r.Distance, len(r.Line))
	}
	return right("")
}

// outcomeOf is the value of a position for the side to move. The distance in plies counts only where it was asked for.
type outcomeOf struct {
	win      bool
	distance int
}

// exhaust decides positions by going through all that follows, each position once.
type exhaust[P Position[P]] struct {
	ctx     context.Context
	left    int
	bounded bool
	stopped bool
	known   map[string]outcomeOf
}

// decide returns the value of p; with exact, the distance too, for which every move must be looked at.
func (s *exhaust[P]) decide(p P, exact bool) outcomeOf {
	key := p.Canonical()
	if o, ok := s.known[key]; ok {
		return o
	}
	if s.bounded && s.left == 0 || len(s.known)%256 == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
	if s.stopped {
		return outcomeOf{}
	}
	s.left--
	o := outcomeOf{win: p.Won()}
	if !p.Over() {
		for _, next := range p.Reachable() {
			after := s.decide(next, exact)
			if s.stopped {
				return outcomeOf{}
			}
			d := after.distance + 1
			switch win := !after.win; {
			case win && (!o.win || d < o.distance):
				o = outcomeOf{true, d}
			case !win && !o.win:
				o.distance = max(o.distance, d)
			}
			if o.win && !exact {
				break
			}
		}
	}
	s.known[key] = o
	return o
}
