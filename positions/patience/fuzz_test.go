package patience

import (
	"io"
	"strings"
	"testing"

	"foregone/positions"
)

// Whatever is read: nothing panics, what is legal round-trips, and its moves are legal one by one.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		line1, page1, rows1, screen1, solvitairePrint, solvitaireDeal, square, colons(page1), numbered(page1), "deal: ms 465\nmoves: 8b 1a", "deal: kpat 1",
		"freecell ms 24", "game: freecell\ndeal: random 3/4\nmoves:\n" + freecell24, "Foundations: H-K C-K D-K S-9\nFC: - - - -\nTS\n\nJS\n\nQS\n\nKS\n\n",
		`{"position":"` + line1 + `","id":7}`, "> ```\n> " + page1 + "```", "\ufeff♠A ♥2 🂡 10♣\n", "eightoff -/-/-/-/-/-/-/- home=CKDKHKSK ncells=0 build=any empty=none",
		kpatShort(), "<dealer id=\"3\"><pile index=\"1\"><card suit=\"0\" value=\"1\"/></pile></dealer>", "game: freecell\n<kpat-game game-type=\"freecell\"><state/></kpat-game>",
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
			for _, h := range []Hints{{}, {Game: "freecell", Rules: "ncells=5"}} {
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
	if q, err := Parse(p.String()); err != nil || q != p {
		t.Fatalf("Parse(%q): %v, %v", p.String(), q, err)
	}
	if q, fault := read(p.Page(), Hints{}); fault != nil || q != p {
		t.Fatalf("the page of %q: %v, %v", p.String(), q, fault)
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
	f.Add(line1)
	f.Add("bakers KH/-/-/-/-/-/-/- home=CKDKHQSK")
	f.Add("seatowers ----/////")
	f.Fuzz(func(t *testing.T, line string) {
		if p, err := Parse(line); err == nil {
			checkRecord(t, &Record{Start: p, Final: p})
		}
	})
}

func FuzzParseMove(f *testing.F) {
	f.Add("freecell ms 24", "8b 26v3, 1h 4h")
	f.Add("freecell ms 1", "a0v2")
	f.Add("eightoff ms 1", eightoff1)
	f.Add("seatowers ms 5 ", "0a [x] 1) 9b ...")
	f.Add("freecell KCQHJSTH9S8H7S/KS/-/-/2C/3C/4C/5C cells=6C7C8C", "12v6")
	f.Fuzz(func(t *testing.T, start, text string) {
		item := positions.Item{File: "f", Line: 1, Column: 1, Body: []positions.Line{{Number: 1, Column: 1, Text: start}}, Moves: linesOf(text)}
		if r, fault := Read(&item, Hints{}); fault == nil {
			checkRecord(t, r)
			for _, word := range strings.Fields(text) {
				if m, err := r.Start.ParseMove(word); err == nil {
					if again, err := ParseWritten(m.String()); err != nil || again != m {
						t.Fatalf("%s is read as %s, %v", m, again, err)
					}
				}
			}
		}
	})
}
