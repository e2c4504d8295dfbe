package entropy

import (
	"io"
	"strings"
	"testing"

	"foregone/positions"
)

// Whatever is read: nothing panics, what is legal round-trips, and its moves are legal one by one.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		line3, page3, page3 + "moves: B@c2 a3-a1 A@b2 pass C@c3", "draws: ACCAB\n" + page3 + "moves:\nc2 a3a1\nb2 pass\nc3", "3 A B .\n2 . . .\n1 . . C\n  a b c", "entropy 7", "game: hyle\ndeal: 4x4\nbag: A8 B8\nacts: chaos B",
		"acts: draw\nAAA\n.DC\n..A\n", "entropy AB/BA chaos:A", `{"position":"` + line3 + `","id":7}`, "> ```\n> " + page3 + "```", "acts: order\nbag: -\nAB1/3/2C draw bag=A9", "7/7/7/7/7/7/7 draw bag=G99",
		"deal: 5\nboard: 2\nmoves: RDc3,RDd4 1. c3-c4,pass BNa1,BNa1", "board: 1\n{\"header\":{\"game\":{\"name\":\"Entropy\"}},\"moves\":[[\"RDd5\",{\"move\":\"RDe4\"}]]}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := positions.NewReader("f", strings.NewReader(text))
		for {
			item, err := r.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			Recognizes(item)
			for _, h := range []Hints{{}, {Game: Name, ToMove: "chaos:A"}} {
				record, fault := Read(item, h)
				if fault != nil {
					if fault.Line < 1 || fault.Line > 1+strings.Count(text, "\n") || fault.Column < 1 || fault.Message == "" {
						t.Fatalf("fault %v", fault)
					}
					continue
				}
				checkRecord(t, record)
			}
		}
	})
}

func checkRecord(t *testing.T, r *Record) {
	p := r.Start
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, format := range Formats() {
		text, err := Write(&p, format)
		if err != nil {
			t.Fatal(err)
		}
		if q, fault := read(text, Hints{}); fault != nil || q != p {
			t.Fatalf("%s of %q: %s, %v", format, p.String(), &q, fault)
		}
	}
	canonical, by := p.Canonical()
	if err := canonical.Validate(); err != nil || by.Apply(&p) != canonical {
		t.Fatalf("%s has the form %s: %v", &p, &canonical, err)
	}
	for _, m := range r.Moves {
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if p != r.Final {
		t.Fatalf("%s is not %s", p.String(), r.Final.String())
	}
}

func FuzzParse(f *testing.F) {
	f.Add(line3)
	f.Add("AB/BA order bag=-")
	f.Add("entropy 7 bag=A7G42")
	f.Fuzz(func(t *testing.T, line string) {
		if p, err := Parse(line); err == nil {
			checkRecord(t, &Record{Start: p, Final: p})
		}
	})
}

func FuzzParseMove(f *testing.F) {
	f.Add(line3, "B@c2 b2, 1. a3-a1 PASS C")
	f.Add("entropy 7/7/7/7/7/7/7A order", "g1-g7 g1a1 [x] ...")
	f.Add("entropy AB/1A draw bag=C2", "C C@a1 (pass")
	f.Fuzz(func(t *testing.T, start, text string) {
		line := positions.Line{Number: 1, Column: 1, Text: text}
		item := positions.Item{File: "f", Line: 1, Column: 1, Body: []positions.Line{{Number: 1, Column: 1, Text: start}}, Moves: []positions.Line{line}}
		r, fault := Read(&item, Hints{})
		if fault != nil {
			return
		}
		checkRecord(t, r)
		for _, word := range strings.Fields(text) {
			if m, err := r.Start.ParseMove(word); err == nil {
				if again, err := r.Start.ParseWritten(r.Start.MoveString(m)); err != nil || again != m {
					t.Fatalf("%s is read as %v, %v", r.Start.MoveString(m), again, err)
				}
			}
		}
	})
}
