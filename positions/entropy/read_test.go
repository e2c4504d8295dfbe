package entropy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foregone/positions"
)

func anyPosition(t *rapid.T) Position {
	n := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
	return scattered(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "chips"), 0)), n)
}

func TestEveryNotationRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if q, err := Parse(p.String()); err != nil || q != p {
			t.Fatalf("Parse(%q) is %q, %v", p.String(), q.String(), err)
		}
		for _, format := range Formats() {
			text, err := Write(&p, format)
			if err != nil {
				t.Fatal(err)
			}
			if q, fault := read(text, Hints{}); fault != nil || q != p {
				t.Fatalf("%s: %q, %v, of\n%s", format, q.String(), fault, text)
			}
		}
	})
	if _, err := Write(&Position{N: 3}, "fen"); err == nil || err.Error() != `found notation "fen", expected line, page` {
		t.Error(err)
	}
}

// What people paste: all of it is the position of line3.
func TestTextsThatAreRead(t *testing.T) {
	rows := strings.SplitAfterN(page3, "\n", 4)[3]
	head := strings.TrimSuffix(page3, rows)
	for _, text := range []string{
		line3, page3, strings.TrimPrefix(line3, "entropy "), "entropy AB1/3/2C chaos:B", "Entropy AB./.../..C Chaos:b bag=c2b1a2", "entropy AB1/3/2C bag=AABCC chaos:B",
		"> " + strings.ReplaceAll(strings.TrimSpace(page3), "\n", "\n> "), "```\n" + page3 + "```\n", "\ufeff" + strings.ReplaceAll(page3, "\n", "\r\n"),
		"acts: chaos B\n" + rows, "acts: chaos:B\nbag: A2, B, C2\n" + rows, "acts: Chaos B\nbag: AABCC\n" + rows, head + "A B .\n· · ·\n. . C\n",
		head + "3 A B .\n2 . . .\n1 . . C\n  a b c\n", head + "  c b a\n1 C . .\n2 . . .\n3 . B A\n", head + "+---+\n|AB.|\n|...|\n|..C|\n+---+\n", head + "AB1/3/2C\n",
		head + "\n\nAB. # a comment\n...\n\n..C\n",
	} {
		p, fault := read(text, Hints{})
		if fault != nil || p.String() != line3 {
			t.Errorf("%q is read as %s, %v", text, &p, fault)
		}
	}
	for text, h := range map[string]Hints{
		"AB.\n...\n..C\n":         {ToMove: "chaos:B"},
		"entropy AB1/3/2C":        {ToMove: "chaos B", Game: "ENTROPY"},
		"AB1/3/2C bag=A2B1C2":     {ToMove: "Chaos:b"},
		"bag: A2B1C2\nAB1/3/2C\n": {ToMove: "chaos:B"},
	} {
		if p, fault := read(text, h); fault != nil || p.String() != line3 {
			t.Errorf("%q is read as %s, %v", text, &p, fault)
		}
	}
}

func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	page := func(rows string) string { return "acts: draw\n" + rows }
	for _, test := range []struct {
		text, want string
		hints      Hints
	}{
		// cells and rows
		{"entropy AX1/3/2C draw", `1:10: found "X", expected A to G or .`, Hints{}},
		{"entropy AB1/3/2H draw", `1:16: found "H", expected A to G or .`, Hints{}},
		{"entropy Ab1/3/2C draw", `1:10: found "b", expected A to G or .`, Hints{}},
		{"entropy AB/3/2C draw", `1:12: found a row of 3 squares, expected 2 as in the first row`, Hints{}},
		{"entropy AB1//2C draw", `1:13: found an empty row, expected squares: A to G or .`, Hints{}},
		{"entropy AB1/0/2C draw", `1:13: found "0", expected a number of empty squares`, Hints{}},
		{"entropy AB1/2C draw", `1:9: found a board of 3x2 (columns x rows), expected a square one from 2x2 to 7x7`, Hints{}},
		{"entropy A draw", `1:9: found a board of 1x1 (columns x rows), expected a square one from 2x2 to 7x7`, Hints{}},
		{"entropy 8/8/8/8/8/8/8/8 draw", `1:9: found a row of more than 7 squares, expected at most 7`, Hints{}},
		{"entropy", `1:8: found no board, expected rows such as AB1/3/2C`, Hints{}},
		{page("AB.\n.x.\n..C\n"), `3:2: found "x", expected A to G or .`, Hints{}},
		{page("AB.\n...\n"), `2:1: found a board of 3x2 (columns x rows), expected a square one from 2x2 to 7x7`, Hints{}},
		{page(""), `1:1: found no board, expected rows of A to G or .`, Hints{}},
		{page("AB.\n...\n..C\nFreecells: 2\n"), `5:1: found "freecells:", expected a row of A to G or .`, Hints{}},
		// more chips than there are
		{"entropy AAA/A2/3 draw", `1:13: found more than 3 chips of A, expected at most 3 on a board of 3x3 without a bag`, Hints{}},
		{page("AAA\n.BC\n..A\n"), `4:3: found more than 3 chips of A, expected at most 3 on a board of 3x3 without a bag`, Hints{}},
		{page("AAA\n.DC\n..A\n"), `3:2: found a chip D, expected A to C on a board of 3x3 without a bag`, Hints{}},
		{"entropy AAA/3/3 chaos:A", `1:17: found more than 3 chips of A, expected at most 3 on a board of 3x3 without a bag`, Hints{}},
		{"entropy 3/3/3 chaos:E", `1:15: found a chip E, expected A to C on a board of 3x3 without a bag`, Hints{}},
		{"entropy 2 chaos:E", `1:11: found a chip E, expected A to B on a board of 2x2 without a bag`, Hints{}},
		// fewer chips than cells, full boards
		{"entropy A2/3/3 draw bag=A4", `1:25: found 8 empty cells and 4 chips to come, expected a chip for each cell`, Hints{}},
		{"entropy A2/3/3 chaos:A bag=A6", `1:28: found 8 empty cells and 7 chips to come, expected a chip for each cell`, Hints{}},
		{"entropy A1/2 order bag=-", `1:24: found 3 empty cells and 0 chips to come, expected a chip for each cell`, Hints{}},
		{"acts: draw\nbag: -\nAB.\n...\n..C\n", `2:6: found 6 empty cells and 0 chips to come, expected a chip for each cell`, Hints{}},
		{"entropy AB/BA chaos:A", `1:15: found chip A to place on a full board, expected an empty cell`, Hints{}},
		{"entropy AB/BA chaos:A bag=A2", `1:15: found chip A to place on a full board, expected an empty cell`, Hints{}},
		{"acts: chaos B\nAB\nBA\n", `1:7: found chip B to place on a full board, expected an empty cell`, Hints{}},
		// who acts
		{"entropy AB1/3/2C", `1:17: found no one to act, expected draw, order or chaos:B after the rows (or --to-move)`, Hints{}},
		{"entropy AB1/3/2C bag=A2B2C2", `1:28: found no one to act, expected draw, order or chaos:B after the rows (or --to-move)`, Hints{}},
		{"AB.\n...\n..C\n", "1:1: found no one to act, expected `acts: draw`, `acts: order` or `acts: chaos B` (or --to-move)", Hints{}},
		{"entropy AB1/3/2C chaos", `1:18: found "chaos", expected draw, order, or chaos with its chip such as chaos:B`, Hints{}},
		{"entropy AB1/3/2C chaos:", `1:18: found "chaos:", expected draw, order, or chaos with its chip such as chaos:B`, Hints{}},
		{"entropy AB1/3/2C chaos:H", `1:18: found "chaos:H", expected draw, order, or chaos with its chip such as chaos:B`, Hints{}},
		{"entropy AB1/3/2C chaosB", `1:18: found "chaosB", expected draw, order, or chaos with its chip such as chaos:B`, Hints{}},
		{"entropy AB1/3/2C w", `1:18: found "w", expected draw, order, or chaos with its chip such as chaos:B`, Hints{}},
		{"entropy AB1/3/2C draw order", `1:23: found "order", expected bag= or nothing after who acts`, Hints{}},
		{"entropy AB1/3/2C draw", `1:18: found "draw", expected order as --to-move says`, Hints{ToMove: "order"}},
		{"entropy AB1/3/2C", `1:1: --to-move: found "white", expected draw, order or chaos:B`, Hints{ToMove: "white"}},
		{"acts: order\nAB1/3/2C draw\n", `2:10: found "draw", expected "order" as above`, Hints{}},
		{"acts: white\nAB.\n...\n..C\n", `1:7: found "white", expected draw, order, or chaos with its chip such as chaos:B`, Hints{}},
		// bags and draws
		{"entropy AB1/3/2C draw bag=A2X1", `1:29: found "X1", expected chips such as A2B1C2, or - for none`, Hints{}},
		{"entropy AB1/3/2C draw bag=", `1:27: found no chips, expected some such as A2B1C2, or - for none`, Hints{}},
		{"entropy AB1/3/2C draw bag=A0", `1:27: found no chips, expected some such as A2B1C2, or - for none`, Hints{}},
		{"entropy AB1/3/2C draw bag=B2A100", `1:29: found more than 99 chips of A, expected at most so many`, Hints{}},
		{"entropy AB1/3/2C draw bag=A60A60", `1:30: found more than 99 chips of A, expected at most so many`, Hints{}},
		{"entropy AB1/3/2C draw bag=A9 bag=A9", `1:30: found a second bag, expected one`, Hints{}},
		{"entropy AB1/3/2C draw 5", `1:23: found "5", expected bag= or nothing after who acts`, Hints{}},
		{"draws: AAX\n" + page3, `1:10: found "X", expected the letters of chips, A to G`, Hints{}},
		{"draws: ABAA\n" + page3, `1:11: found more A drawn than the bag's 2, expected no more`, Hints{}},
		// games, rules, keys, deals
		{"game: spider\nAB.\n...\n..C\n", `1:7: found game "spider", expected entropy`, Hints{}},
		{"chess AB1/3/2C draw", `1:1: found game "chess", expected entropy`, Hints{}},
		{line3, `1:1: --game: found game "crossings", expected entropy`, Hints{Game: "crossings"}},
		{line3, `1:1: --rules: found rule "pass=no", expected none: entropy has no options`, Hints{Rules: "pass=no"}},
		{"rules: pass=no\n" + page3, `1:8: found rule "pass=no", expected none: entropy has no options`, Hints{}},
		{"to-move: order\n" + page3, `1:10: found "to-move:", expected no such key in entropy`, Hints{}},
		{"game: entropy\ndeal: 8", `2:7: found deal "8", expected the size of a square board, 2 to 7`, Hints{}},
		{"entropy 5x6", `1:9: found deal "5x6", expected the size of a square board, 2 to 7`, Hints{}},
		{"deal: 3\nAB.\n", "2:1: found a board beside `deal:`, expected one of them", Hints{Game: Name}},
		// moves
		{page3 + "moves: B@c3 b3-a3", `7:13: found move b3-a3, which is not legal: a3 is taken`, Hints{}},
		{page3 + "moves: B@c3 a1-a2", `7:13: found move a1-a2, which is not legal: a1 is empty`, Hints{}},
		{page3 + "moves: B@b2 b3-b1", `7:13: found move b3-b1, which is not legal: b2 is in the way`, Hints{}},
		{page3 + "moves: B@c3 a3-a1 B@a1", `7:19: found move B@a1, which is not legal: a1 is taken`, Hints{}},
		{page3 + "moves: A@c3", `7:8: found move A@c3, which is not legal: the drawn chip is B`, Hints{}},
		{page3 + "moves: a3-a1", `7:8: found move a3-a1, which is not legal: it is Chaos' turn to place B`, Hints{}},
		{page3 + "moves: B@c3 c2", `7:13: found move c2, which is not legal: it is Order's turn to slide a chip or to pass`, Hints{}},
		{page3 + "moves: B@c3 a3-b2", `7:13: found move a3-b2, which is not legal: a3 and b2 are in no common row or column`, Hints{}},
		{page3 + "moves: B@c2 pass c3", `7:18: found "c3" without its chip, expected a move such as B@c4`, Hints{}},
		{page3 + "moves: B@c2 b3-b1 pass", `7:19: found move pass, which is not legal: it is the turn of a draw`, Hints{}},
		{page3 + "moves: B@c2 pass D@c3", `7:18: found move D@c3, which is not legal: the bag holds no D`, Hints{}},
		{page3 + "moves: B@c2 hello", `7:13: found "hello", expected a move such as B@c3, a1-a2 or pass, on cells from a1 to c3`, Hints{}},
		{page3 + "moves: B@c2 (pass", `7:13: found a bracket that nothing closes, expected its end`, Hints{}},
		{"draws: AC\n" + page3 + "moves: B@c2 pass C@c3", "8:18: found a chip C drawn, expected A as `draws:` says", Hints{}},
		{"draws: A\n" + page3 + "moves: B@c2 pass c3 pass A@b2", "8:26: found a chip A drawn, expected none after the last of `draws:`", Hints{}},
		{"draws: A\n" + page3 + "moves: B@c2 pass c3 pass b2", `8:26: found "b2" without its chip, expected a move such as B@c4`, Hints{}},
		{"acts: draw\nbag: A\nAB\nB.\nmoves: A@b1 pass", `5:13: found move pass, which is not legal: the board is full`, Hints{}},
	} {
		_, fault := readItem(test.text, test.hints)
		if fault == nil || fault.Error() != "f:"+test.want {
			t.Errorf("%q:\n  %v, want\n  f:%s", test.text, fault, test.want)
		}
	}
}

func TestParseNamesTheColumn(t *testing.T) {
	_, err := Parse("  entropy AB1/3/2X draw")
	if fault, ok := err.(*positions.Error); !ok || fault.Error() != `-:1:18: found "X", expected A to G or .` {
		t.Error(err)
	}
	if _, err := Parse(""); err == nil {
		t.Error("nothing is read as a position")
	}
}

func TestRecords(t *testing.T) {
	want := "B@c2 a3-a1 A A@b2 pass C C@c3"
	for _, text := range []string{
		page3 + "moves: B@c2 a3-a1 A@b2 pass C@c3",
		page3 + "moves: 1. B@c2 a3-a1 2. A, A@b2 pass 3. C C@c3 [a note] *",
		"draws: ACCAB\n" + page3 + "moves:\nc2 a3a1\nb2 pass\nc3",
		"draws: a c\n" + page3 + "moves: c2 A3-A1 A@b2 PASS C c3",
	} {
		r, fault := readItem(text, Hints{})
		if fault != nil {
			t.Errorf("%q: %v", text, fault)
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
		if strings.Join(got, " ") != want || p != r.Final || r.Start.String() != line3 || r.Final.String() != "entropy 1BC/1AB/A1C order bag=A1B1C1" {
			t.Errorf("%q: %v, %s", text, got, &r.Final)
		}
		if len(r.Draws) > 0 && (r.Draws[0] != 1 || r.Draws[1] != 3) {
			t.Errorf("%q: draws %v", text, r.Draws)
		}
	}
}

func TestRecognizes(t *testing.T) {
	for text, want := range map[string]bool{
		line3: true, page3: true, "AB1/3/2C order": true, "BB1/3/3 draw": true, "BB1/3/3 b bag=A9": true, "entropy 7": true, "AB.\n...\n..C\n": true, "A.\n..\n": true, "bag: A9\n...\n": true,
		"  a b c\n3 A . .\n2 . . .\n1 . . .\n": true, "hyle AB1/3/2C order": true,
		"BB1/3/3 r": false, "B.B\n...\n...\n": false, "bbb/3/www w": false, "crossings bbb/3/rrr r": false, "w.w\n...\nb.b\n": false, "7x7": false, "game: crossings\nAB.\n": false,
		"RRR\n...\nBBB\n": false, "hello world": false, "KS QS JS TS": false,
	} {
		item, err := positions.NewReader("f", strings.NewReader(text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := Recognizes(item); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
