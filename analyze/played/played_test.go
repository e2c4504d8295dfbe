package played

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"foregone/analyze/games"
	"foregone/solve"
)

// randomRecord plays up to so many moves by chance from a start; a winnable patience goes along its solution for a while.
func randomRecord(t *testing.T, e games.Engine, p games.Position, random *rand.Rand, most int) games.Subject {
	t.Helper()
	s := games.Subject{Start: p}
	if !p.Sides() && p.ToMove() == "" {
		a := answer(t, e, p)
		for _, m := range a.Line[:random.IntN(1+len(a.Line))] {
			var err error
			if p, err = p.Play(m); err != nil {
				t.Fatal(err)
			}
			s.Moves = append(s.Moves, m)
		}
	}
	for range most {
		next := p.Successors()
		if len(next) == 0 || p.Over() {
			break
		}
		choice := next[random.IntN(len(next))]
		s.Moves, p = append(s.Moves, choice.Move), choice.Position
	}
	s.Final = p
	return s
}

func newEngine(t *testing.T, p games.Position) games.Engine {
	t.Helper()
	family, err := games.Lookup(p.Game())
	if err != nil {
		t.Fatal(err)
	}
	return family.NewEngine(games.Resources{})
}

func answer(t *testing.T, e games.Engine, p games.Position) games.Answer {
	t.Helper()
	a, err := e.Solve(context.Background(), p, solve.Limits{}, games.Want{Line: true})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Every value of a record is what a new engine says of the position alone, and every move said to have been better keeps it.
func TestValuesAgreeWithSolve(t *testing.T) {
	ends := map[string]int{}
	for _, tt := range []struct {
		game, rules, deal string
		records, moves    int
	}{
		{"eightoff", "", "ms 1", 20, 25},
		{"bakers", "", "ms 2", 10, 15},
		{"seatowers", "", "ms 1", 10, 15},
		{"breakthrough", "", "4x5", 10, 40},
		{"crossings", "", "3x4 rows=1", 30, 14},
		{"crossings", "steps=exact", "2x5 rows=1", 10, 14},
		{"entropy", "", "3x3", 2, 30},
	} {
		random := rand.New(rand.NewPCG(uint64(tt.records), 7))
		start := startOf(t, tt.game, tt.rules, tt.deal)
		engine, alone := newEngine(t, start), newEngine(t, start)
		if os.Getenv("FOREGONE_SLOW") != "" {
			tt.records *= 20
		}
		for range tt.records {
			s := randomRecord(t, alone, start, random, tt.moves)
			if len(s.Moves) == 0 {
				continue
			}
			g, err := Analyze(context.Background(), engine, s, solve.Limits{}, games.Want{Line: true})
			if err != nil {
				t.Fatal(err)
			}
			if g.Undecided() != 0 || len(g.Plies) != len(s.Moves) {
				t.Fatalf("%s: %d plies, %d undecided", tt.game, len(g.Plies), g.Undecided())
			}
			ends[check(t, alone, s, &g)]++
		}
	}
	for _, want := range []string{"winnable", "unwinnable", "win", "loss", "draw", "value"} {
		if ends[want] == 0 {
			t.Errorf("no record ends in %s: %v", want, ends)
		}
	}
}

// startOf returns the position of a deal.
func startOf(t *testing.T, game, rules, deal string) games.Position {
	t.Helper()
	s, err := games.Deal(game, rules, deal)
	if err != nil {
		t.Fatal(err)
	}
	return s.Start
}

// check compares a game with answers for each position alone, and returns the verdict of the last one.
func check(t *testing.T, e games.Engine, s games.Subject, g *Game) string {
	t.Helper()
	at, last := s.Start, answer(t, e, s.Start)
	for i, p := range g.Plies {
		if p.Move != s.Moves[i] || p.Position.String() != at.String() {
			t.Fatalf("ply %d is %s in %s", i+1, p.Move, p.Position)
		}
		next, err := at.Play(p.Move)
		if err != nil {
			t.Fatal(err)
		}
		after := answer(t, e, next)
		same(t, at, p.Before, last, at)
		same(t, next, p.After, after, at)
		if want := worse(at, last, next, after); p.Mistake != want {
			t.Errorf("%s in %s: mistake %v, %v to %v", p.Move, at, p.Mistake, p.Before, p.After)
		}
		if p.Mistake {
			better, err := at.Play(p.Best.Best[0])
			if err != nil {
				t.Fatal(err)
			}
			if worse(at, last, better, answer(t, e, better)) {
				t.Errorf("%s in %s is no better than %s", p.Best.Best[0], at, p.Move)
			}
			replayed := at
			for _, m := range p.Best.Line {
				if replayed, err = replayed.Play(m); err != nil {
					t.Errorf("the line in %s: %v", at, err)
				}
			}
		}
		at, last = next, after
	}
	if g.Final.Verdict != last.Verdict {
		t.Errorf("%s is %v, expected %v", at, g.Final.Verdict, last.Verdict)
	}
	if g.Turning >= 0 && !g.Plies[g.Turning].Mistake || g.Turning < 0 && slices.ContainsFunc(g.Plies, func(p Ply) bool { return p.Mistake }) {
		t.Errorf("turning at %d", g.Turning)
	}
	return last.Verdict.String()
}

// same compares a value for the side to move in from with an answer for the side to move in p.
func same(t *testing.T, p games.Position, v Value, a games.Answer, from games.Position) {
	t.Helper()
	want := a.Verdict
	if p.Sides() && p.ToMove() != from.ToMove() {
		want = want.Opposite()
	}
	if v.Verdict != want || want == solve.Value && v.Points != a.Low {
		t.Errorf("%s is worth %v to %s, expected %v %v", p, v, from.ToMove(), want, a.Low)
	}
}

// worse reports whether a move of from to p lost something, by the plain rules of a mistake.
func worse(from games.Position, before games.Answer, p games.Position, after games.Answer) bool {
	if scored, ok := from.(games.Scored); ok {
		if from.ToMove() == "draw" || before.Low == after.Low {
			return false
		}
		return scored.Maximises() == (after.Low.Float() < before.Low.Float())
	}
	order := []solve.Verdict{solve.Loss, solve.Draw, solve.Win}
	if !from.Sides() {
		return before.Verdict == solve.Winnable && after.Verdict == solve.Unwinnable
	}
	v := after.Verdict
	if p.ToMove() != from.ToMove() {
		v = v.Opposite()
	}
	return slices.Index(order, v) < slices.Index(order, before.Verdict)
}

// Within few nodes what is claimed is still true, and nothing is claimed of what is unknown.
func TestLimitsClaimNothing(t *testing.T) {
	undecided := 0
	for _, tt := range [][2]string{{"eightoff", "ms 1"}, {"breakthrough", "5x5"}, {"crossings", "4x4"}, {"entropy", "3x3"}} {
		start := startOf(t, tt[0], "", tt[1])
		engine := newEngine(t, start)
		for i, nodes := range []uint64{1, 50, 3000} {
			random := rand.New(rand.NewPCG(uint64(i), 9))
			s := randomRecord(t, engine, start, random, 20)
			g, err := Analyze(context.Background(), engine, s, solve.Limits{Nodes: nodes}, games.Want{Line: true})
			if err != nil {
				t.Fatal(err)
			}
			undecided += g.Undecided()
			for _, p := range g.Plies {
				known := p.Before.Verdict != solve.Unknown && p.After.Verdict != solve.Unknown
				if _, scored := p.Position.(games.Scored); p.Mistake && !known && !scored {
					t.Errorf("%s in %s is a mistake from %v to %v", p.Move, p.Position, p.Before, p.After)
				}
			}
			if g.Undecided() > 0 && g.Final.Limit == solve.NoLimit {
				t.Errorf("%s: what is unknown has no limit", tt[0])
			}
		}
	}
	if undecided == 0 {
		t.Error("no limit was met")
	}
}
