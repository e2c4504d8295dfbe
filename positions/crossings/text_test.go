package crossings

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foregone/positions"
)

const line5 = "crossings bbbbb/5/2r2/5/rr1rr b"

const page5 = "game: crossings\nto-move: black\nbbbbb\n.....\n..r..\n.....\nrr.rr\n"

// read reads the only item of a text.
func read(text string, h Hints) (Position, *positions.Error) {
	r, fault := readItem(text, h)
	if fault != nil {
		return Position{}, fault
	}
	return r.Start, nil
}

func readItem(text string, h Hints) (*Record, *positions.Error) {
	items := positions.NewReader("f", strings.NewReader(text))
	item, err := items.Next()
	if err != nil {
		return nil, &positions.Error{Message: err.Error()}
	}
	r, fault := Read(item, h)
	if fault != nil {
		return nil, fault
	}
	if _, err := items.Next(); err != io.EOF {
		return nil, &positions.Error{Message: "more than one item"}
	}
	return r, nil
}

func TestEveryFormIsRead(t *testing.T) {
	want := mustParse(t, line5)
	if want.String() != line5 || want.Page() != page5 {
		t.Errorf("%s\n%s", &want, want.Page())
	}
	rows := strings.SplitAfterN(page5, "\n", 3)[2]
	for _, test := range []struct {
		text  string
		hints Hints
	}{
		{line5, Hints{}},
		{strings.ToUpper(line5), Hints{}},
		{line5 + " steps=upto", Hints{}},
		{"bbbbb/5/..r2/5/rr1rr Black", Hints{Rules: "steps=upto"}},
		{"crossings bbbbb/5/2r2/5/rr1rr", Hints{ToMove: "black"}},
		{page5, Hints{}},
		{"rules: steps=upto\n" + page5, Hints{}},
		{"to-move: black\n" + rows, Hints{}},
		{rows, Hints{ToMove: "b"}},
		{"> ```\n> " + strings.ReplaceAll(strings.TrimSpace(page5), "\n", "\n> ") + "\n> ```", Hints{}},
		{"  A B C D E\n5 b b b b b 5\n4 . . . . . 4\n3 . . r . . 3\n2 . . . . . 2\n1 r r . r r 1\n  A B C D E", Hints{ToMove: "black"}},
		{"to-move: black\nbbbbb/5/2r2/5/rr1rr\n", Hints{}},
		{`{"position":"` + line5 + `"}`, Hints{}},
	} {
		got, fault := read(test.text, test.hints)
		if fault != nil || got != want {
			t.Errorf("%v of %s, %v", fault, &got, test.text)
		}
		item, err := positions.NewReader("f", strings.NewReader(test.text)).Next()
		if err != nil || !Recognizes(item) {
			t.Errorf("not recognized: %s", test.text)
		}
	}
	exact := want
	exact.Steps = Exact
	for _, text := range []string{line5 + " steps=exact", exact.Page(), "rules: Steps=Exact\n" + page5} {
		if got, fault := read(text, Hints{}); fault != nil || got != exact {
			t.Errorf("%v of %s", fault, text)
		}
	}
	if got, fault := read(line5, Hints{Rules: "steps=exact"}); fault != nil || got != exact || got.String() != line5+" steps=exact" {
		t.Errorf("%v, %s", fault, &got)
	}
}

func TestOtherGamesAreNotRecognized(t *testing.T) {
	for _, text := range []string{
		"breakthrough bbbbb/5/5/5/wwwww b", "bbb/3/www w", "to-move: white\nbbb\n...\nwww", "game: breakthrough\nbbb\nrrr", "entropy AB1/3/2C chaos:B",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "JD KD 2S 4C\n2D KC KS 5C", "deal: 8x8", "8x8", "hello world", "",
	} {
		item, err := positions.NewReader("f", strings.NewReader(text)).Next()
		if err == nil && Recognizes(item) {
			t.Errorf("recognized: %s", text)
		}
	}
}

func TestEveryNotationRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(MinWidth, MaxWidth).Draw(t, "columns")
		h := rapid.IntRange(MinHeight, MaxHeight).Draw(t, "rows")
		p := scattered(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "stones"), 0)), w, h)
		if q, err := Parse(p.String()); err != nil || q != p {
			t.Fatalf("Parse(%q) is %q, %v", p.String(), q.String(), err)
		}
		for _, format := range Formats() {
			text, err := Write(&p, format)
			if err != nil {
				t.Fatal(err)
			}
			if q, fault := read(text, Hints{}); fault != nil || q != p {
				t.Fatalf("read %s, %v, of\n%s", &q, fault, text)
			}
		}
		for _, m := range p.Moves(nil) {
			text := p.MoveString(m)
			if w, err := p.ParseWritten(text); err != nil || w != m {
				t.Fatalf("%s is read as %v, %v", text, w, err)
			}
			forms := []string{text, strings.ToUpper(text)}
			if m != Pass {
				from, lead, to := p.SquareName(m.From), p.SquareName(p.Lead(m)), p.SquareName(m.To)
				forms = append(forms, from+to, from+":"+lead+">"+to)
			}
			for _, form := range forms {
				if got, err := p.ParseMove(form); err != nil || got != m {
					t.Fatalf("%s: %s is read as %v, %v", &p, form, got, err)
				}
			}
		}
	})
	if _, err := Write(&Position{W: 3, H: 3}, "fen"); err == nil || err.Error() != `found notation "fen", expected line, page` {
		t.Error(err)
	}
}

func TestFaultsAreNamedWithTheirPlaces(t *testing.T) {
	for _, test := range []struct {
		text, want string
		hints      Hints
	}{
		{"crossings bbb/3/rrr", "1:20: found no side to move, expected r or b after the rows (or --to-move)", Hints{}},
		{"crossings bbb/3/rrr w", `1:21: found "w", expected r or b, the side to move`, Hints{}},
		{"crossings bbb/3/rrr r steps=all", `1:23: found rule "steps=all", expected steps=upto or steps=exact`, Hints{}},
		{"crossings bbb/3/rrr r 7", `1:23: found "7", expected nothing but steps=upto or steps=exact after the side to move`, Hints{}},
		{"crossings bbb/3/rrr r steps=upto", "1:23: found steps=upto, expected steps=exact as --rules says", Hints{Rules: "steps=exact"}},
		{"crossings bbb/3/rrr r steps=upto steps=exact", "1:34: found steps=exact, expected steps=upto as line 1 says", Hints{}},
		{"crossings bbx/3/rrr r", `1:13: found "x", expected b, r or .`, Hints{}},
		{"crossings bb/3/rrr r", "1:14: found a row of 3 squares, expected 2 as in the first row", Hints{}},
		{"crossings b/1/r r", "1:11: found a board of 1x3 (columns x rows), expected 2 to 12 columns and 3 to 12 rows", Hints{}},
		{"crossings 13/13/13 r", "1:11: found a row of more than 12 squares, expected at most 12", Hints{}},
		{"crossings 3/3/3 r", "1:11: found a board without stones, expected some", Hints{}},
		{"crossings r1b/3/rr1 r", "1:11: found 1 crossed of Red's and 0 of Black's with red to move, expected black to move, who must cross now", Hints{}},
		{"crossings rrb/3/rr1 b", "1:11: found 2 crossed of Red's and 0 of Black's with black to move, expected as many crossed stones of Red's, or one more", Hints{}},
		{"crossings 3/3/rbb b", "1:11: found 0 crossed of Red's and 2 of Black's with black to move, expected as many crossed stones of Red's, or one more", Hints{}},
		{"crossings bbb/3/rrr r", "1:21: found Red to move, expected Black as --to-move says", Hints{ToMove: "black"}},
		{"crossings bbb/3/rrr r", `1:1: --to-move: found "white", expected red or black`, Hints{ToMove: "white"}},
		{"game: spider\nrrr\n...\nbbb", `1:7: found game "spider", expected crossings`, Hints{}},
		{line5, `1:1: --game: found game "chess", expected crossings`, Hints{Game: "chess"}},
		{line5, `1:1: --rules: found rule "rows=1", expected steps=upto or steps=exact`, Hints{Rules: "rows=1"}},
		{"bag: A2\n" + page5, `1:6: found "bag:", expected no such key in crossings`, Hints{}},
		{"crossings 8x8 rows=3", "1:11: found 3 home rows, expected 1 or 2", Hints{}},
		{"crossings 5x3", "1:11: found a board of 5x3 (columns x rows), expected at least 4 rows for two home rows each (rows=1: one)", Hints{}},
		{"deal: 8x8\nbbb\n", "2:1: found a board beside `deal:`, expected one of them", Hints{Game: Name}},
		{page5 + "moves: a5-a4 c3-c4 a4xc4", "8:20: found move a4xc4, which is not legal: c4 is more than 1 ahead of a4, and a group moves as far as it has stones", Hints{}},
		{page5 + "moves: a5a6", `8:8: found "a5a6", expected a move such as d1-d4 or b1xf5, on squares from a1 to e5`, Hints{}},
	} {
		_, fault := readItem(test.text, test.hints)
		if fault == nil || fault.Error() != "f:"+test.want {
			t.Errorf("%q:\n  %v, want\n  f:%s", test.text, fault, test.want)
		}
	}
}

func TestIllegalMovesAreExplained(t *testing.T) {
	for _, test := range []struct{ line, move, want string }{
		{"bbb/3/3/rrr r", "a4-a3", "a4 is Black's, and Red is to move"},
		{"bbb/3/3/rrr r", "a2-a3", "a2 is empty"},
		{"Rb1/3/3/Br1 r", "a4-a3", "the stone on a4 has crossed and is locked"},
		{"bbb/3/3/rrr r", "a1-b3", "a1 and b3 are not on one line"},
		{"bbb/3/3/rrr r", "a1-b1", "b1 has a stone of Red's own"},
		{"bbb/3/3/rrr r", "a1-a3", "a3 is more than 1 ahead of a1, and a group moves as far as it has stones"},
		{"bbb/r2/3/1rr r", "a3xa4", "a4 is taken, and a single stone never captures"},
		{"b2/b2/r2/r1r r", "a1xa3", "the stones in line from a3 on are not fewer than the 2 of the group"},
		{"1bb/b2/r2/r1r r", "a1-a3", "it captures, which is written a1xa3"},
		{"1bb/b2/r2/r1r r", "a1-a4", "it ends on a3, where it captures"},
		{"3/r2/3/r1r r", "a1xa2", "there is nothing to capture on a2"},
		{"3/3/r2/r1r r steps=exact", "a1-a3", "with steps=exact a group of 2 moves 2 squares"},
		{"b2/3/r2/r1r b", "pass", "Black has another move"},
		{"R2/3/r2/3 b", "pass", "the game is over, Red has won"},
		{"R2/3/b2/1r1 b", "a2-b2", "Black must cross now"},
		{"1R/1r/b1/1B r", "pass", "Red has another move"},
		{"R1/2/1B b", "pass", "the game is over, neither side has a move"},
	} {
		p := mustParse(t, test.line)
		m, err := p.ParseWritten(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Play(m); fmt.Sprint(got) != fmt.Sprintf("move %s is not legal: %s", test.move, test.want) {
			t.Errorf("%s on %s: %v, want %s", test.move, test.line, got, test.want)
		}
	}
	p := mustParse(t, "3/3/r2/r1r r")
	if _, err := p.ParseMove("a1:a1>a3"); err == nil || err.Error() != "move a1:a1>a3 is not legal: a2 leads the group of a1, not a1" {
		t.Error(err)
	}
}

func TestDeals(t *testing.T) {
	for _, test := range []struct{ text, deal, line string }{
		{"crossings 3x4", "3x4", "crossings bbb/bbb/rrr/rrr r"},
		{"crossings 5×6 rows=1", "5x6 rows=1", "crossings bbbbb/5/5/5/5/rrrrr r"},
		{"game: crossings\ndeal: 8x8\nrules: steps=exact", "8x8", "crossings bbbbbbbb/bbbbbbbb/8/8/8/8/rrrrrrrr/rrrrrrrr r steps=exact"},
	} {
		r, fault := readItem(test.text, Hints{})
		if fault != nil {
			t.Errorf("%s: %v", test.text, fault)
			continue
		}
		if r.ID != test.deal || r.Deal.String() != test.deal || r.Start.String() != test.line {
			t.Errorf("%s: %s, %s", test.text, r.ID, &r.Start)
		}
	}
}

func TestRepetitionIsNoticedInRecords(t *testing.T) {
	page := "game: crossings\nto-move: red\nb..\n...\n...\nr..\nmoves: "
	for _, test := range []struct {
		moves string
		want  int
	}{
		{"a1-a2 a4-a3", 0},
		{"1. a1-b1 a4-b4 2. b1-a1 b4-a4 3. a1-b1 a4-b4 4. b1-a1", 0},
		{"1. a1-b1 a4-b4 2. b1-a1 b4-a4 3. a1-b1 a4-b4 4. b1-a1 b4-a4 5. a1-a2", 8},
	} {
		r, fault := readItem(page+test.moves, Hints{})
		if fault != nil || r.Repetition() != test.want {
			t.Errorf("%s: %v, %v", test.moves, fault, r)
		}
	}
}

// Whatever is read: nothing panics, what is legal round-trips, and its moves are legal one by one.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		line5, page5, page5 + "moves: a5a4 c3c4", "  b a\n1 r .\n2 . b\n3 . .", "crossings 5x5 rows=1", "deal: 8x8\nto-move: b\nmoves: 1. a7a6",
		`{"position":"` + line5 + `","id":7}`, "R2/3/2b b steps=exact", "rules: steps=exact\nto-move: r\nbb\n..\nrr\nmoves: a1:a1>a2 pass",
		"to-move: b\n3  R .   # Red has crossed\n   ╱╎\n2  b─b\n1  . .\n   a b",
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
			for _, h := range []Hints{{}, {Game: Name, ToMove: "black", Rules: "steps=exact"}} {
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
	for _, format := range Formats() {
		text, err := Write(&p, format)
		if err != nil {
			t.Fatal(err)
		}
		if q, fault := read(text, Hints{}); fault != nil || q != p {
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

func FuzzParseMove(f *testing.F) {
	f.Add(line5, "a5-a4 c3:c3>c4 d1xd5")
	f.Add("R2/3/2b b steps=exact", "pass")
	f.Fuzz(func(t *testing.T, start, text string) {
		p, err := Parse(start)
		if err != nil {
			return
		}
		checkRecord(t, &Record{Start: p, Final: p})
		for _, word := range strings.Fields(text) {
			if m, err := p.ParseMove(word); err == nil {
				if again, err := p.ParseWritten(p.MoveString(m)); err != nil || again != m {
					t.Fatalf("%s is read as %v, %v", p.MoveString(m), again, err)
				}
			}
		}
	})
}
