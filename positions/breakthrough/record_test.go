package breakthrough

import (
	"math/rand/v2"
	"strings"
	"testing"

	"foregone/positions"
)

func TestMovesAreReadInEveryForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range sizes() {
		p := scattered(rng, size[0], size[1])
		for _, m := range p.Moves(nil) {
			text := p.MoveString(m)
			from, to := p.SquareName(m.From), p.SquareName(m.To)
			if w, err := p.ParseWritten(text); err != nil || w != m {
				t.Fatalf("%s is read as %v, %v", text, w, err)
			}
			forms := []string{text, strings.ToUpper(text), from + "-" + to, from + "–" + to, from + to, from + to + "!?", " " + text + " "}
			if m.Capture {
				forms = append(forms, from+to+"*", from+"-"+to+"*", from+":"+to, from+"×"+to, strings.ToUpper(from+to)+"*")
			}
			for _, form := range forms {
				if got, err := p.ParseMove(form); err != nil || got != m {
					t.Fatalf("%s: %s is read as %v, %v", &p, form, got, err)
				}
				if form == text {
					continue
				}
				if w, err := p.ParseWritten(form); err == nil && (w == m || form != from+to) {
					t.Fatalf("%q is read as written: %v", form, w)
				}
			}
		}
	}
}

func TestTextsThatAreNoMoves(t *testing.T) {
	p := mustStart(t, 4, 12, 2)
	for _, text := range []string{
		"", "a", "a2", "a2a", "a2a0", "a2a03", "a02a3", "a2 a3", "a2--a3", "a2-xa3", "a2a3a4", "e2e3", "a2a13", "a2a100", "2a3a", "a2xa3*", "é2a3", "a2a3é", "-a2a3", "a2a3-", "a²a3", "*", "x",
	} {
		if m, err := p.ParseMove(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		} else if _, illegal := err.(*IllegalError); illegal {
			t.Errorf("%q: %v", text, err)
		}
		if m, err := p.ParseWritten(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
}

func TestWordsThatAreNoMovesArePassedOver(t *testing.T) {
	for _, moves := range []string{
		"a2a3 b4xa3 b2xa3", "A2-A3 B4XA3 B2a3*", "1. a2-a3 b4xa3 2. b2xa3", "1.a2a3 b4a3* 2.b2a3*", "a2a3, b4xa3, b2xa3.", "1) a2a3 b4xa3 2) b2xa3 resign", "1: a2a3! b4xa3?! 2: b2xa3 1-0",
		"[Event \"a game\"]\n[Result \"1-0\"]\n\n1. a2a3 {a\ncomment} b4xa3 (b4b3) 2. b2xa3 *", "a2a3\nb4xa3 # taken\n\n2... b2xa3\nresigns",
	} {
		r, fault := readItem("game: breakthrough\nto-move: white\nbbb\n.b.\n...\nwww\n.ww\nmoves: "+moves, Hints{})
		if fault != nil {
			t.Errorf("%q: %v", moves, fault)
			continue
		}
		var got []string
		p := r.Start
		for _, m := range r.Moves {
			got = append(got, p.MoveString(m))
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if strings.Join(got, " ") != "a2a3 b4xa3 b2xa3" || p != r.Final || r.Final.String() != "breakthrough bbb/3/w2/2w/1ww b" {
			t.Errorf("%q: %v, %s", moves, got, &r.Final)
		}
	}
}

func TestNothingIsPlayedAfterTheEnd(t *testing.T) {
	p, err := Parse("breakthrough 1b/1b/w1/2 w")
	if err != nil {
		t.Fatal(err)
	}
	start := p
	moves, fault := p.ParseMoves("f", []positions.Line{{Number: 1, Column: 1, Text: "a2a3 b3b2 a3xb4 b2b1"}})
	if len(moves) != 3 || fault == nil || fault.Error() != "f:1:17: found move b2b1, which is not legal: the game is over, White has won" {
		t.Errorf("%v, %v", moves, fault)
	}
	if winner, over := p.Winner(); start.Over() || !over || winner != White {
		t.Errorf("%s", &p)
	}
}
