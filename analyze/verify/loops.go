package verify

import (
	"context"
	"strings"
)

// Repeating is a Position of a game that may come back to a position, so that it may never end.
type Repeating interface {
	Repeats() bool
}

func repeats(p any) bool {
	r, ok := p.(Repeating)
	return ok && r.Repeats()
}

// checkLoops checks a record of a game for two sides that may never end. Its line is replayed. A win or loss is proven again
// within its distance, which no repetition can lengthen; that, a draw, and what that leaves open, by all positions that can
// be reached, valued backwards from the ends.
func checkLoops[P Position[P]](ctx context.Context, r *Record, p P, maxPositions int) Outcome {
	if o := consistent(r, p); !o.OK {
		return o
	}
	if len(r.Best) > 0 && p.Over() {
		return wrong("best: %s, but the game is over", strings.Join(r.Best, " "))
	}
	if r.Verdict != "draw" && r.Distance != nil {
		w := within[P]{ctx: ctx, left: maxPositions / 4, bounded: maxPositions > 0, known: map[bound]result{}}
		if o, done := w.check(r, p); done {
			return o
		}
	}
	g, done := reach(ctx, p, maxPositions)
	if !done {
		return open("%s positions searched without pruning, and the end is not reached (--nodes); the table of the board can be verified", comma(len(g.positions)))
	}
	g.value()
	return g.check(r, p)
}

// consistent compares the keys of a record with its verdict, and replays its line.
func consistent[P Position[P]](r *Record, p P) Outcome {
	winner := map[string]string{"win": p.ToMove(), "loss": p.Opponent()}[r.Verdict]
	switch {
	case r.Exact != nil && !*r.Exact:
		return wrong("exact: false, but the verdict is %s", r.Verdict)
	case r.Winner != "" && r.Winner != winner && r.Verdict == "draw":
		return wrong("winner: %s, but with a draw there is none", r.Winner)
	case r.Winner != "" && r.Winner != winner:
		return wrong("winner: %s, but with a %s it is %s", r.Winner, r.Verdict, winner)
	case r.Steps != nil:
		return wrong("steps: %d, but a board game has none", *r.Steps)
	case r.Verdict != "draw":
		return replaySides(r, p, winner)
	case len(r.Line) > 0:
		return wrong("line: a draw has none")
	case r.Distance != nil && (*r.Distance != 0 || !p.Over()):
		return wrong("distance: %d, but with a draw there is none", *r.Distance)
	}
	return right("")
}

// within decides whether a game is over in so many plies, each position once for every number of plies.
type within[P Position[P]] struct {
	ctx     context.Context
	left    int
	bounded bool
	stopped bool
	known   map[bound]result
}

type bound struct {
	position string
	plies    int
}

// result is that of the side to move.
type result int8

const (
	lost result = iota - 1
	undecided
	won
)

// decide returns whether the side to move wins or loses within so many plies.
func (s *within[P]) decide(p P, plies int) result {
	key := bound{p.Canonical(), plies}
	if r, ok := s.known[key]; ok {
		return r
	}
	if s.bounded && s.left <= 0 || len(s.known)%256 == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
	if s.stopped {
		return undecided
	}
	s.left--
	r := undecided
	switch {
	case p.Over():
		r = ended(p)
	case plies > 0:
		r = lost
		for _, next := range p.Reachable() {
			if r = max(r, -s.decide(next, plies-1)); r == won {
				break
			}
		}
	}
	if s.stopped {
		return undecided
	}
	s.known[key] = r
	return r
}

// ended is the result of a game that is over.
func ended[P Position[P]](p P) result {
	switch {
	case p.Won():
		return won
	case isDrawn(p):
		return undecided
	}
	return lost
}

// Drawable is a Position of a game that may end without a winner.
type Drawable interface {
	Drawn() bool // over, without a winner
}

func isDrawn(p any) bool {
	d, ok := p.(Drawable)
	return ok && d.Drawn()
}

// check compares a record with what comes out within its distance; done is false when that leaves something open.
func (s *within[P]) check(r *Record, p P) (o Outcome, done bool) {
	want, d := won, *r.Distance
	if r.Verdict == "loss" {
		want = lost
	}
	optimal := r.Optimal != nil && *r.Optimal
	switch s.decide(p, d) {
	case -want:
		return wrong("verdict: %s, but a search without pruning finds the opposite in %d plies", r.Verdict, d), !s.stopped
	case undecided:
		return o, false
	}
	if optimal && d > 0 && s.decide(p, d-1) == want {
		return wrong("distance: %d, but a search without pruning finds less", d), !s.stopped
	}
	for _, move := range r.Best {
		next, err := p.Play(move)
		if err != nil {
			return wrong("best: %v", err), true
		}
		if s.decide(next, d-1) != -want || optimal && want == lost && s.decide(next, d-2) == won {
			return o, false
		}
	}
	return right("proven again by a search without pruning: %s positions", comma(len(s.known))), !s.stopped
}

// graph is all positions that can be reached from the first one.
type graph[P Position[P]] struct {
	positions []P
	next      [][]int32 // after each move
	results   []result
	plies     []int32 // of what is won or lost
}

// reach finds the graph of p; done is false when the bound on positions, 0 for none, or ctx came first.
func reach[P Position[P]](ctx context.Context, p P, maxPositions int) (g *graph[P], done bool) {
	g = &graph[P]{positions: []P{p}}
	numbers := map[string]int32{p.Canonical(): 0}
	for i := 0; i < len(g.positions); i++ {
		if maxPositions > 0 && len(g.positions) > maxPositions || i%256 == 0 && ctx.Err() != nil {
			return g, false
		}
		var after []int32
		for _, next := range g.positions[i].Reachable() {
			key := next.Canonical()
			n, old := numbers[key]
			if !old {
				n = int32(len(g.positions))
				numbers[key] = n
				g.positions = append(g.positions, next)
			}
			after = append(after, n)
		}
		g.next = append(g.next, after)
	}
	return g, true
}

// value values the positions backwards from the ends, by levels of the distance: a win has a move to a loss that is one
// nearer to the end, in a loss every move leads to a win of which the slowest is. What is left is drawn.
func (g *graph[P]) value() {
	g.results, g.plies = make([]result, len(g.positions)), make([]int32, len(g.positions))
	before := make([][]int32, len(g.positions))
	open := make([]int, len(g.positions)) // moves that do not lose yet
	var level []int32
	for i, p := range g.positions {
		for _, n := range g.next[i] {
			before[n] = append(before[n], int32(i))
		}
		if open[i] = len(g.next[i]); p.Over() {
			if g.results[i] = ended(p); g.results[i] != undecided {
				level = append(level, int32(i))
			}
		}
	}
	for plies := int32(1); len(level) > 0; plies++ {
		var following []int32
		for _, n := range level {
			for _, i := range before[n] {
				open[i]--
				if g.results[i] == undecided && (g.results[n] == lost || open[i] == 0) {
					g.results[i], g.plies[i] = -g.results[n], plies
					following = append(following, i)
				}
			}
		}
		level = following
	}
}

// check compares a record with the values.
func (g *graph[P]) check(r *Record, p P) Outcome {
	name := func(n int32) string { return [...]string{"loss", "draw", "win"}[g.results[n]+1] }
	optimal := r.Optimal != nil && *r.Optimal
	switch {
	case name(0) != r.Verdict:
		return wrong("verdict: %s, but a search without pruning finds a %s (%s positions)", r.Verdict, name(0), comma(len(g.positions)))
	case optimal && r.Distance != nil && *r.Distance != int(g.plies[0]):
		return wrong("distance: %d, but a search without pruning finds %d", *r.Distance, g.plies[0])
	}
	after := map[string]int32{}
	for i, n := range p.Reachable() {
		after[n.Canonical()] = g.next[0][i]
	}
	for _, move := range r.Best {
		next, err := p.Play(move)
		if err != nil {
			return wrong("best: %v", err)
		}
		n := after[next.Canonical()]
		switch {
		case g.results[n] != -g.results[0]:
			return wrong("best: %s does not keep the verdict", move)
		case optimal && g.results[0] != undecided && g.plies[n] != g.plies[0]-1:
			return wrong("best: %s keeps the verdict, but not the distance", move)
		}
	}
	return right("proven again by a search without pruning: %s positions", comma(len(g.positions)))
}
