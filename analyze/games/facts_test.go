package games

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/positions/crossings"
	"foregone/solve"
)

func facts[F any](t *testing.T, p Position, a *Analysis) F {
	t.Helper()
	f, ok := p.(Factual).Facts(a).(F)
	if !ok {
		t.Fatalf("%v: found %T", p, p.(Factual).Facts(a))
	}
	return f
}

// wandered returns the position after up to so many random moves.
func wandered(rng *rand.Rand, p Position, most int) Position {
	for range rng.IntN(most + 1) {
		next := p.Reachable()
		if len(next) == 0 {
			return p
		}
		p = next[rng.IntN(len(next))]
	}
	return p
}

// startOfDeal returns a start position.
func startOfDeal(t *testing.T, game, rules, deal string) Position {
	t.Helper()
	s, err := Deal(game, rules, deal)
	if err != nil {
		t.Fatal(err)
	}
	return s.Final
}

// What lies on the wanted cards is found again in the one-line notation.
func TestPatienceFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	for n := range 200 {
		p := wandered(rng, startOfDeal(t, "eightoff", "", fmt.Sprintf("ms %d", n+1)), 40)
		if p.Over() {
			continue
		}
		f := facts[PatienceFacts](t, p, &Analysis{})
		text := strings.Fields(p.String())
		columns := strings.Split(text[1], "/")
		cells, empty := 8, 0
		for _, word := range text {
			if found, ok := strings.CutPrefix(word, "cells="); ok {
				cells = 8 - len(strings.ReplaceAll(found, "-", ""))/2
			}
		}
		for _, c := range columns {
			if c == "-" {
				empty++
			}
		}
		if f.FreeCells != cells || f.Cells != 8 || f.EmptyColumns != empty {
			t.Fatalf("%v: %+v", p, f)
		}
		for _, b := range f.Next {
			if i := strings.Index("12345678", b.Place); i >= 0 {
				if !strings.HasSuffix(columns[i], b.Card+strings.Join(b.Above, "")) {
					t.Errorf("%v: %+v", p, b)
				}
			} else if !strings.Contains(p.String(), b.Card) || len(b.Above) > 0 {
				t.Errorf("%v: %+v", p, b)
			}
		}
		if len(f.Next) > 4 || len(f.Next) == 0 {
			t.Errorf("%v: %d wanted cards", p, len(f.Next))
		}
	}
}

// met reports whether a piece can come to a square of the other side's: one that is ahead by at least as many rows as it is
// aside by columns.
func met(p *breakthrough.Position, side breakthrough.Side, sq breakthrough.Square) bool {
	ahead := 1
	if side == breakthrough.Black {
		ahead = -1
	}
	for enemy := range breakthrough.Square(p.W * p.H) {
		rows := (int(uint8(enemy)/p.W) - int(uint8(sq)/p.W)) * ahead
		columns := int(uint8(enemy)%p.W) - int(uint8(sq)%p.W)
		if p.Pieces[side.Other()].Has(enemy) && rows > 0 && max(columns, -columns) <= rows {
			return true
		}
	}
	return false
}

// Runners are the pieces that come to no square of the other side's, and one that is home before the other side can be wins.
func TestRaceFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 10))
	e := newBreakthroughEngine(Resources{})
	runners, won := 0, 0
	for i := range 1000 {
		p := wandered(rng, startOfDeal(t, "breakthrough", "", []string{"3x6", "4x5", "2x7"}[i%3]), 24)
		if p.Over() {
			continue
		}
		b := &p.(*breakthroughPosition).p
		f := facts[RaceFacts](t, p, &Analysis{Answer: Answer{Result: solve.Result{Verdict: solve.Loss}}})
		for _, r := range f.Sides {
			side := breakthrough.White
			if r.Side == "black" {
				side = breakthrough.Black
			}
			for sq := range breakthrough.Square(b.W * b.H) {
				if !b.Pieces[side].Has(sq) {
					continue
				}
				want := !met(b, side, sq)
				if got := slices.Contains(r.Runners, b.SquareName(sq)); got != want {
					t.Fatalf("%v: %s is a runner: %v, want %v", p, b.SquareName(sq), got, want)
				}
			}
			runners += len(r.Runners)
		}
		if own, other := f.Sides[0], f.Sides[1]; own.Home > 0 && own.Home < 2*other.Steps {
			won++
			if a := answer(t, e, p, Want{}); a.Verdict != solve.Win {
				t.Errorf("%v: %+v, but it is a %v", p, f, a.Verdict)
			}
		}
	}
	if runners < 100 || won < 20 {
		t.Errorf("only %d runners, %d races won", runners, won)
	}
}

// A piece is stuck when the values of its moves say so.
func TestStuck(t *testing.T) {
	p := parsedLine(t, "breakthrough .bb/.b./.bw/w../w.w w")
	a := analysis(t, newBreakthroughEngine(Resources{}), p, solve.Limits{}, Want{})
	if got := facts[RaceFacts](t, p, &a).Stuck; !slices.Equal(got, []string{"a1", "a2", "c1"}) {
		t.Errorf("found %v", got)
	}
}

// Captures and crossings are told by the boards after the moves, groups by the stones beside each other.
func TestCrossingsFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	captures, crossed := 0, 0
	for range 300 {
		p := wandered(rng, startOfDeal(t, "crossings", "", "4x6"), 30)
		if p.Over() {
			continue
		}
		c := p.(*crossingsPosition).p
		f := facts[CrossingsFacts](t, p, nil)
		for i, own := range f.Sides {
			q := c
			if i == 1 {
				q.ToMove = q.ToMove.Other()
			}
			var takes, crosses []string
			if i == 0 || !c.MustCross() {
				for _, m := range q.Moves(nil) {
					next := q
					next.Make(m)
					if next.Stones[next.ToMove].Len() < c.Stones[next.ToMove].Len() {
						takes = append(takes, q.MoveString(m))
					}
					if next.Crossed(q.ToMove).Len() > q.Crossed(q.ToMove).Len() {
						crosses = append(crosses, q.MoveString(m))
					}
				}
			}
			captures, crossed = captures+len(takes), crossed+len(crosses)
			if !slices.Equal(own.Captures, takes) && len(takes)+len(own.Captures) > 0 || !slices.Equal(own.Crossing, crosses) && len(crosses)+len(own.Crossing) > 0 {
				t.Fatalf("%v: %+v, want %v and %v", p, own, takes, crosses)
			}
			if got, want := pairs(own.Groups), neighbours(&c, q.ToMove); got != want {
				t.Errorf("%v: %v have %d pairs, want %d", p, own.Groups, got, want)
			}
		}
	}
	if captures < 20 || crossed < 20 {
		t.Errorf("only %d captures and %d crossings", captures, crossed)
	}
}

// pairs returns how many pairs of stones beside each other groups have.
func pairs(groups map[string]int) int {
	n := 0
	for size, count := range groups {
		n += int(size[0]-'1') * count
	}
	return n
}

func neighbours(p *crossings.Position, side crossings.Side) int {
	n := 0
	free := p.Stones[side].AndNot(p.FarRow(side))
	for a := range crossings.Square(p.W * p.H) {
		for b := range a {
			columns, rows := int(uint8(a)%p.W)-int(uint8(b)%p.W), int(uint8(a)/p.W)-int(uint8(b)/p.W)
			if free.Has(a) && free.Has(b) && columns*columns <= 1 && rows*rows <= 1 {
				n++
			}
		}
	}
	return n
}

// Regions are the cells that can be reached from each other, lines are worth their points when they are full.
func TestEntropyFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 12))
	for range 200 {
		p := wandered(rng, startOfDeal(t, "entropy", "", "4x4"), 50)
		if p.Over() {
			continue
		}
		f := facts[EntropyFacts](t, p, nil)
		b := p.Board().(SquareBoard)
		region := map[string]int{}
		cells := 0
		for i, r := range f.Regions {
			for _, name := range r {
				region[name] = i + 1
				cells++
			}
		}
		at := func(column, row int) (string, bool) {
			return fmt.Sprintf("%c%d", 'a'+column, row+1), b.Squares[row*4+column] == '.'
		}
		empty := 0
		for i := range 16 {
			name, hole := at(i%4, i/4)
			if !hole {
				continue
			}
			empty++
			for _, next := range [][2]int{{i%4 + 1, i / 4}, {i % 4, i/4 + 1}} {
				if next[0] > 3 || next[1] > 3 {
					continue
				}
				if other, hole := at(next[0], next[1]); hole && region[name] != region[other] {
					t.Errorf("%v: %s and %s are in other regions: %v", p, name, other, f.Regions)
				}
			}
		}
		points := p.(Scored).Points()
		for i := range 4 {
			if f.Rows[i].Points != points.Rows[i] || f.Columns[i].Points != points.Columns[i] ||
				f.Rows[i].Expected < float64(points.Rows[i]) || f.Columns[i].Expected < float64(points.Columns[i]) {
				t.Errorf("%v: %+v", p, f)
			}
		}
		if empty != cells || len(region) != cells {
			t.Errorf("%v: %v", p, f.Regions)
		}
	}
}

// At every step of a solution the others are those that keep the value, by searches of their own.
func TestWalk(t *testing.T) {
	checked := 0
	for _, line := range []string{
		"breakthrough .bb/.b./.bw/w../w.w w", "breakthrough .bb/.b./.bw/w../w.w w", "eightoff -/KC/-/-/-/-/-/KD cells=KHKS home=CQDQHQSQ",
	} {
		p := parsedLine(t, line)
		f, err := Lookup(p.Game())
		if err != nil {
			t.Fatal(err)
		}
		w := Want{Line: true, Optimal: checked > 0 && p.Sides()}
		e := f.NewEngine(Resources{})
		a := analysis(t, e, p, solve.Limits{}, w)
		z, err := Walk(t.Context(), e, p, solve.Limits{}, w, &a)
		if err != nil {
			t.Fatal(err)
		}
		only := 0
		for ply, move := range a.Line {
			for _, s := range z.Steps {
				if s.Ply != ply+1 {
					continue
				}
				checked++
				want := answer(t, f.NewEngine(Resources{}), p, Want{AllBest: true, Line: true, Optimal: w.Optimal}).Best
				if s.Move != move || len(want) != len(s.Others)+1 || s.Only != (len(want) == 1) || s.Moves != len(moves(p)) {
					t.Errorf("%v: %+v, want %v", p, s, want)
				}
				for _, m := range s.Others {
					if !slices.Contains(want, m.Move) {
						t.Errorf("%v: %s is none of %v", p, m.Move, want)
					}
				}
				if s.Only && s.Moves > 1 {
					only++
				}
			}
			if p, err = p.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		if z.Only != only || z.Limit != solve.NoLimit {
			t.Errorf("%s: %d moves alone, want %d", line, z.Only, only)
		}
	}
	if checked < 10 {
		t.Errorf("only %d steps", checked)
	}
	lost := parsedLine(t, "breakthrough bbb/.b./.b./w../www w")
	e := newBreakthroughEngine(Resources{})
	a := analysis(t, e, lost, solve.Limits{}, Want{Line: true})
	if z, err := Walk(t.Context(), e, lost, solve.Limits{}, Want{}, &a); err != nil || len(z.Steps) > 0 {
		t.Errorf("found %+v, %v", z, err)
	}
}

// Within any bound of nodes a walk stays in it, and claims nothing that all the work would not show.
func TestWalkWithinLimits(t *testing.T) {
	open, decided := 0, 0
	for _, game := range []string{"eightoff", "breakthrough"} {
		f, err := Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		start := startOfDeal(t, game, "", map[string]string{"eightoff": "ms 1", "breakthrough": "3x6"}[game])
		for nodes := uint64(60); nodes < 200_000; nodes *= 3 {
			p, l := start, solve.Limits{Nodes: nodes}
			w := Want{Line: true, Optimal: p.Sides()}
			e := f.NewEngine(Resources{})
			a := analysis(t, e, p, l, w)
			z, err := Walk(t.Context(), e, p, l, w, &a)
			if err != nil {
				t.Fatal(err)
			}
			if a.Nodes > nodes {
				t.Errorf("%s: %d nodes of %d", game, a.Nodes, nodes)
			}
			for _, s := range z.Steps {
				if s.Open {
					open++
					continue
				}
				decided++
				if s.Only && s.Ply == 1 && !analysis(t, f.NewEngine(Resources{}), p, solve.Limits{}, w).Unique {
					t.Errorf("%s: within %d nodes %s is the only move", game, nodes, s.Move)
				}
			}
		}
	}
	if open < 10 || decided < 10 {
		t.Errorf("%d steps are open and %d are decided", open, decided)
	}
}

// A solution may use another free cell than the first, which is the same move.
func TestSameMoves(t *testing.T) {
	p := parsedLine(t, "eightoff KCQC/-/-/-/-/-/-/- cells=-KH-KDKS home=CJDQHQSQ")
	next := moves(p)
	if got := next[same(p, next, "1c")].Move; got != "1a" {
		t.Errorf("found %s", got)
	}
	if got := next[same(p, next, "b4")].Move; got != "b2" {
		t.Errorf("found %s", got)
	}
}
