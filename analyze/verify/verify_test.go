package verify_test

import (
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/verify"
	"foregone/solve"
)

const nearlyWon = "freecell -/KCQC/-/-/-/-/-/KD cells=KHKS home=CJDQHQSQ"

func check(t *testing.T, r verify.Record, bound int) verify.Outcome {
	t.Helper()
	return verify.Check(t.Context(), &r, games.Parse, bound)
}

func ptr[T any](v T) *T { return &v }

func TestCheck(t *testing.T) {
	good := verify.Record{ID: "x", Position: nearlyWon, Verdict: "winnable", Exact: ptr(true),
		Line: strings.Fields("2h 2h 8h ah bh"), Steps: ptr(5), Distance: ptr(5), Best: []string{"2h"}}
	tests := []struct {
		name        string
		change      func(r *verify.Record)
		ok, checked bool
		message     string
	}{
		{"a right record", func(*verify.Record) {}, true, true, "5 steps replayed"},
		{"no line", func(r *verify.Record) { r.Line, r.Steps, r.Distance = nil, nil, nil }, true, true, "without pruning"},
		{"no line, but best", func(r *verify.Record) { r.Line, r.Best = nil, []string{"8h"} }, true, true, "without pruning"},
		{"a step left out", func(r *verify.Record) { r.Line = r.Line[1:] }, false, true, "not won"},
		{"cut short", func(r *verify.Record) { r.Line = r.Line[:4] }, false, true, "not won"},
		{"an illegal step", func(r *verify.Record) { r.Line = strings.Fields("2h 2h 8a ah bh") }, false, true, "step 3"},
		{"no move at all", func(r *verify.Record) { r.Line = strings.Fields("2h zz") }, false, true, "step 2"},
		{"steps", func(r *verify.Record) { r.Steps = ptr(6) }, false, true, "steps: 6"},
		{"distance", func(r *verify.Record) { r.Distance = ptr(4) }, false, true, "distance: 4"},
		{"best", func(r *verify.Record) { r.Best = []string{"1h"} }, false, true, "best"},
		{"another best", func(r *verify.Record) { r.Best = []string{"8h"} }, false, true, "not among them"},
		{"no best", func(r *verify.Record) { r.Best = []string{} }, false, true, "not among them"},
		{"all best", func(r *verify.Record) { r.Best = []string{"2h", "8h", "8c"} }, true, true, "5 steps"},
		{"optimal", func(r *verify.Record) { r.Optimal = ptr(true) }, true, false, "shorter"},
		{"winner", func(r *verify.Record) { r.Winner = "white" }, false, true, "winner"},
		{"steps of an unwinnable one", func(r *verify.Record) { r.Verdict, r.Line, r.Best = "unwinnable", nil, nil }, false, true, "distance"},
		{"an unreadable key", func(r *verify.Record) { r.Fault = "steps: found a string" }, false, true, "steps"},
		{"exact", func(r *verify.Record) { r.Exact = ptr(false) }, false, true, "exact"},
		{"unwinnable", func(r *verify.Record) {
			r.Verdict, r.Line, r.Best, r.Steps, r.Distance = "unwinnable", nil, nil, nil, nil
		}, false, true, "opposite"},
		{"unwinnable with a line", func(r *verify.Record) { r.Verdict = "unwinnable" }, false, true, "has none"},
		{"another game", func(r *verify.Record) { r.Game = "bakers" }, false, true, "game"},
		{"other rules", func(r *verify.Record) { r.Rules = ptr("empty=none") }, false, true, "rules"},
		{"a card twice", func(r *verify.Record) { r.Position = strings.Replace(nearlyWon, "KD", "KC", 1) }, false, true, "KC"},
		{"no position", func(r *verify.Record) { r.Position = "" }, true, false, "no position"},
		{"no verdict", func(r *verify.Record) { r.Verdict = "" }, true, false, "no verdict"},
		{"unknown", func(r *verify.Record) { r.Verdict, r.Exact = "unknown", ptr(false) }, true, false, "unknown"},
		{"another word", func(r *verify.Record) { r.Verdict = "lost" }, false, true, "lost"},
		{"an error", func(r *verify.Record) { r.Error = []byte(`{"file":"-"}`) }, true, false, "error"},
	}
	for _, tt := range tests {
		r := good
		tt.change(&r)
		if o := check(t, r, 1000); o.OK != tt.ok || o.Checked != tt.checked || !strings.Contains(o.Message, tt.message) || o.ID != "x" {
			t.Errorf("%s: %+v, want ok %v, checked %v and %q", tt.name, o, tt.ok, tt.checked, tt.message)
		}
	}
	r := good
	r.Line = nil
	if o := check(t, r, 1); o.Checked || !o.OK {
		t.Errorf("with a bound of one position: %+v", o)
	}
}

// The search without pruning and the engines agree wherever the first comes to an end.
func TestExhaustAgreesWithEngines(t *testing.T) {
	bound := 3000
	checked, unwinnable := 0, 0
	for _, game := range []struct{ name, rules string }{
		{"eightoff", "ncells=4"}, {"eightoff", "ncells=4 empty=none"}, {"eightoff", "ncells=4 build=alternate empty=none"},
		{"seatowers", "ncells=2"}, {"bakers", "ncells=1"}, {"freecell", "ncells=0"}, {"freecell", "ncells=1 build=any empty=kings"},
	} {
		f, err := games.Lookup(game.name)
		if err != nil {
			t.Fatal(err)
		}
		deals, err := f.Deals(game.name, game.rules, "ms 1..40")
		if err != nil {
			t.Fatal(err)
		}
		engine := f.NewEngine(games.Resources{})
		for i := range deals.Count() {
			s, err := deals.At(i)
			if err != nil {
				t.Fatal(err)
			}
			won, _, done := verify.Exhaust(t.Context(), s.Final, bound)
			if !done {
				continue
			}
			checked++
			want := solve.Unwinnable
			if won {
				want = solve.Winnable
			} else {
				unwinnable++
			}
			a, err := engine.Solve(t.Context(), s.Final, solve.Limits{}, games.Want{})
			if err != nil || a.Verdict != want {
				t.Errorf("%s %s: %v %v, want %v", game, s.ID, a.Verdict, err, want)
			}
		}
	}
	if checked < 100 || unwinnable < 80 {
		t.Errorf("only %d positions were exhausted, %d of them unwinnable", checked, unwinnable)
	}
	t.Logf("%d positions, %d unwinnable", checked, unwinnable)
}

// TestLoops checks records of a game whose positions may come back.
func TestLoops(t *testing.T) {
	const (
		lost  = "crossings 1bR/1r1/Br1 b"
		drawn = "crossings RR1/1b1/BrB b"
	)
	line := strings.Fields("b3-c2 b1-b3 c2-b1 b2-a3")
	tests := []struct {
		name        string
		r           verify.Record
		bound       int
		ok, checked bool
		message     string
	}{
		{"a loss", verify.Record{Position: lost, Verdict: "loss", Winner: "red", Distance: ptr(4), Optimal: ptr(true), Line: line, Best: line[:1]}, 0, true, true, "proven again"},
		{"the verdict alone", verify.Record{Position: lost, Verdict: "loss"}, 0, true, true, "proven again"},
		{"the distance alone", verify.Record{Position: lost, Verdict: "loss", Distance: ptr(4)}, 400, true, true, "proven again"},
		{"too few positions", verify.Record{Position: lost, Verdict: "loss"}, 20, true, false, "the end is not reached"},
		{"a win", verify.Record{Position: lost, Verdict: "win"}, 0, false, true, "finds a loss"},
		{"a win in 3", verify.Record{Position: lost, Verdict: "win", Distance: ptr(5)}, 0, false, true, "finds the opposite"},
		{"a draw", verify.Record{Position: lost, Verdict: "draw"}, 0, false, true, "finds a loss"},
		{"too long", verify.Record{Position: lost, Verdict: "loss", Distance: ptr(6), Optimal: ptr(true)}, 0, false, true, "finds less"},
		{"too short", verify.Record{Position: lost, Verdict: "loss", Distance: ptr(2), Optimal: ptr(true)}, 0, false, true, "finds 4"},
		{"no best", verify.Record{Position: lost, Verdict: "loss", Distance: ptr(4), Optimal: ptr(true), Best: []string{"b3-a3"}}, 0, false, true, "not the distance"},
		{"any move of a loss", verify.Record{Position: lost, Verdict: "loss", Best: []string{"b3-a2", "b3-a3", "b3-c2"}}, 0, true, true, "proven again"},
		{"the other side's", verify.Record{Position: lost, Verdict: "loss", Winner: "black"}, 0, false, true, "winner"},
		{"cut short", verify.Record{Position: lost, Verdict: "loss", Line: line[:3]}, 0, false, true, "not over"},
		{"drawn", verify.Record{Position: drawn, Verdict: "draw", Best: []string{"b2-c2"}}, 0, true, true, "proven again"},
		{"no draw", verify.Record{Position: drawn, Verdict: "win"}, 0, false, true, "finds a draw"},
		{"a draw with a winner", verify.Record{Position: drawn, Verdict: "draw", Winner: "red"}, 0, false, true, "there is none"},
		{"a draw with a line", verify.Record{Position: drawn, Verdict: "draw", Line: []string{"b2-c2"}}, 0, false, true, "has none"},
		{"a draw with a distance", verify.Record{Position: drawn, Verdict: "draw", Distance: ptr(7)}, 0, false, true, "there is none"},
		{"another game's verdict", verify.Record{Position: drawn, Verdict: "winnable"}, 0, false, true, "expected win, loss"},
	}
	for _, test := range tests {
		o := check(t, test.r, test.bound)
		if o.OK != test.ok || o.Checked != test.checked || !strings.Contains(o.Message, test.message) {
			t.Errorf("%s: found %+v, want %v, %v, %q", test.name, o, test.ok, test.checked, test.message)
		}
	}
}
