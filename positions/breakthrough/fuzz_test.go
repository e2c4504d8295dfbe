package breakthrough

import (
	"io"
	"strings"
	"testing"

	"foregone/positions"
)

// Whatever is read: nothing panics, what is legal round-trips, and its moves are legal one by one.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		line5, page5, page5 + "moves: c2c3 a4a3", "5 b b\n4 . .\n3 . .\n2 w .\n1 . w\n  a b", "2 2\n. .\n1 1", "b b 3\n. . 2\nw w 1", "  b a\n1 w .\n2 . b\n3 . .",
		"+--+\n|bb|\n|..|\n|ww|\n+--+", "breakthrough 5x5 rows=1", "deal: 8x8\nto-move: b\nmoves: 1. a7a6", "pp/2/2/PP w - - 0 1", "game: breakthrough\nbb/2/ww b",
		`{"position":"` + line5 + `","id":7}`, "> ```\n> " + page5 + "```", "\ufeffbb\n··\nww", "2........./.........b",
		pgn, "[White \"\"]\n%\n{;\n} ;{",
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
			for _, h := range []Hints{{}, {Game: Name, ToMove: "black"}} {
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
		if q, fault := read(text, Hints{ToMove: p.ToMove.String()}); fault != nil || q != p {
			t.Fatalf("%s of %q: %s, %v", format, p.String(), &q, fault)
		}
	}
	checkRules(t, &p)
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
	f.Add(line5)
	f.Add("10b/11/w10 b")
	f.Add("PP/2/pp w - - 0 1")
	f.Fuzz(func(t *testing.T, line string) {
		if p, err := Parse(line); err == nil {
			checkRecord(t, &Record{Start: p, Final: p})
		}
	})
}

func FuzzParseMove(f *testing.F) {
	f.Add(line5, "a2-a3 c3 b4xa3, 1. A2A3 a6b5*")
	f.Add("breakthrough 16x8", "p2p3 p7-o6 [x] ...")
	f.Add("breakthrough 1b/1b/w1/2 w", "a2xb3 (b3")
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
