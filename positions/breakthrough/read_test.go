package breakthrough

import (
	"strings"
	"testing"

	"foregone/positions"
)

const line5 = "breakthrough bbbbb/b1bbb/1b3/wwwww/wwwww w"

const page5 = `game: breakthrough
to-move: white
id: my puzzle
bbbbb
b.bbb
.b...
wwwww
wwwww
`

func TestEveryFormIsRead(t *testing.T) {
	want, err := Parse(line5)
	if err != nil {
		t.Fatal(err)
	}
	if want.String() != line5 || want.Page() != strings.ReplaceAll(page5, "id: my puzzle\n", "") {
		t.Errorf("%s\n%s", &want, want.Page())
	}
	rows := "bbbbb\nb.bbb\n.b...\nwwwww\nwwwww\n"
	for _, test := range []struct {
		text  string
		hints Hints
	}{
		{line5, Hints{}},
		{"  " + strings.ToUpper(line5) + " ", Hints{}},
		{"bbbbb/b1bbb/1b3/wwwww/wwwww w", Hints{}},
		{"bbbbb/b.bbb/1b.2/wwwww/wwwww White", Hints{Game: "Breakthrough", ToMove: "W"}},
		{"breakthrough bbbbb/b1bbb/01b03/wwwww/wwwww", Hints{ToMove: "white"}},
		{"{\"position\":\"" + line5 + "\"}", Hints{}},
		{"{\"position\":\"to-move: w\\n" + strings.ReplaceAll(rows, "\n", "\\n") + "\"}", Hints{}},
		{"{\"position\":\"bbbbb/b1bbb/1b3/wwwww/wwwww\\nto-move: white\"}", Hints{}},
		{page5, Hints{}},
		{"```\n" + page5 + "```\n", Hints{}},
		{"> " + strings.ReplaceAll(strings.TrimSpace(page5), "\n", "\n> "), Hints{}},
		{strings.ReplaceAll("\ufeff"+page5, "\n", "\r\n"), Hints{}},
		{page5, Hints{Game: Name, ToMove: "white"}},
		{"to-move: White to move\n\n" + strings.ReplaceAll(rows, "\n", "  # a row\n\n"), Hints{}},
		{"to-move: white\nbbbbb/b1bbb/1b3/wwwww/wwwww\n", Hints{}},
		{"to-move: white\nrules:\nbbbbb/b1bbb/1b3/wwwww/wwwww w\n", Hints{}},
		{rows, Hints{ToMove: "white"}},
		{strings.ReplaceAll(rows, ".", "·"), Hints{ToMove: "white"}},
		{"5bbbbb\n4b.bbb\n3.b...\n2wwwww\n1wwwww\n abcde\n", Hints{ToMove: "white"}},
		{"  A B C D E\n5 b b b b b 5\n4 b . b b b 4\n3 . b . . . 3\n2 w w w w w 2\n1 w w w w w 1\n  A B C D E", Hints{ToMove: "white"}},
		{"b b b b b 5\nb . b b b 4\n. b . . . 3\nw w w w w 2\nw w w w w 1", Hints{ToMove: "white"}},
		{"  +---+---+---+---+---+\n5 | b | b | b | b | b |\n  +---+---+---+---+---+\n4 | b | . | b | b | b |\n3 | . | b | . | . | . |\n2 | w | w | w | w | w |\n1 | w | w | w | w | w |\n  +---+---+---+---+---+\n    a   b   c   d   e\n", Hints{ToMove: "white"}},
		{"┌─────┐\n│bbbbb│\n│b.bbb│\n│.b...│\n│wwwww│\n│wwwww│\n└─────┘\n", Hints{Game: Name, ToMove: "white"}},
		{"to-move: white\n   e d c b a\n1 w w w w w\n2 w w w w w\n3 . . . b .\n4 b b b . b\n5 b b b b b\n", Hints{}}, // from Black's side
		{"ppppp/p1ppp/1p3/PPPPP/PPPPP w - - 0 1", Hints{}},
		{"ppppp/p1ppp/1p3/PPPPP/PPPPP w 0 1", Hints{}},
		{"ppppp/p1ppp/1p3/PPPPP/PPPPP w KQkq - 12 7", Hints{}},
		{"to-move: white\nppppp\np.ppp\n.p...\nPPPPP\nPPPPP", Hints{}},
		{"22222\n2.222\n.2...\n11111\n11111\n", Hints{ToMove: "white"}},
		{"to-move: white\n2 2 2 2 2\n2 . 2 2 2\n. 2 . . .\n1 1 1 1 1\n1 1 1 1 1\n", Hints{}},
		{"5 2 2 2 2 2\n4 2 . 2 2 2\n3 . 2 . . .\n2 1 1 1 1 1\n1 1 1 1 1 1\n", Hints{ToMove: "white"}},
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
}

func TestWideBoardsHaveNumbersOfTwoDigits(t *testing.T) {
	want := Position{W: 12, H: 10, ToMove: Black}
	want.Pieces[White].Add(0)
	want.Pieces[Black].Add(119)
	for _, text := range []string{
		"breakthrough 11b/12/12/12/12/12/12/12/12/w11 b",
		"breakthrough ...........b/12/12/12/12/12/12/12/12/w11 b",
		"11p/12/12/12/12/12/12/12/12/P11 b - - 3 9",
		"to-move: b\n10...........b\n9............\n8............\n7............\n6............\n5............\n4............\n3............\n2............\n1w...........\n abcdefghijkl\n",
	} {
		if got, fault := read(text, Hints{}); fault != nil || got != want {
			t.Errorf("%s, %v, of %s", &got, fault, text)
		}
	}
	text, err := Write(&want, "openspiel")
	if err != nil || !strings.HasPrefix(text, "10...........b\n9....") || !strings.HasSuffix(text, "\n1w...........\n abcdefghijkl\n") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestFormatsAreWritten(t *testing.T) {
	p, err := Parse("breakthrough bb1/b2/1w1/w2 b")
	if err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{
		"line":      "breakthrough bb1/b2/1w1/w2 b",
		"page":      "game: breakthrough\nto-move: black\nbb.\nb..\n.w.\nw..\n",
		"openspiel": "4bb.\n3b..\n2.w.\n1w..\n abc\n",
		"fen":       "pp1/p2/1P1/P2 b - - 0 1",
		"ludii":     "22.\n2..\n.1.\n1..\n",
	} {
		if got, err := Write(&p, format); err != nil || got != want {
			t.Errorf("%s: %q, %v", format, got, err)
		}
	}
	if _, err := Write(&p, "svg"); err == nil || err.Error() != `found notation "svg", expected line, page, openspiel, fen, ludii` {
		t.Error(err)
	}
}

func TestOtherGamesAreNotRecognized(t *testing.T) {
	for _, text := range []string{
		"crossings bbbbb/5/5/5/rrrrr r", "bbbbb/5/5/5/rrrrr r", "bbbbb/5/5/5/rrrrr b", "to-move: red\nbbbbb\n.....\nrrrrr",
		"game: crossings\nbbbbb\nwwwww", "entropy AB1/3/2C chaos:B bag=A2B1C2", "acts: chaos B\nAB.\n...\n..C", "A B C\nB . .\n. . A", "BB.\n...\n...",
		"eightoff JDKD2S4C3S6D/2DKCKS5CTD8S/9H9S9DTS4S8D/JC5SQDQHTHQS/5DADJS4H8H6C/7HQCASAC2C3D/7CKHAH4DJH8C/5H3H3C7S7DTC cells=6S-9C-2H-6H",
		"JD KD 2S 4C\n2D KC KS 5C", "deal: ms 1", "deal: 8x8", "8x8", "deal: 7", "crossings 8x8", "hello world\nhow are you", "eightoff 12", "1 2 3\n4 5 6",
		"a b c d e f g h i j k l m n o p\nr r r r b b b b . . . . . . . .", "",
	} {
		item, err := positions.NewReader("f", strings.NewReader(text)).Next()
		if err == nil && Recognizes(item) {
			t.Errorf("recognized: %s", text)
		}
	}
	for _, text := range []string{
		"game: BREAKTHROUGH\nwhat", "breakthrough", "breakthrough 8x8", "Breakthrough 5x5 rows=1", "game: breakthrough\ndeal: 8x8", "bbX/3/ww1 w", "to-move: white\nbb.\n...\n...",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	} {
		item, err := positions.NewReader("f", strings.NewReader(text)).Next()
		if err != nil || !Recognizes(item) {
			t.Errorf("not recognized: %s", text)
		}
	}
}

// Any numbers of pieces are legal, finished games too.
func TestUnusualPositionsAreLegal(t *testing.T) {
	for _, test := range []struct {
		line   string
		winner string
	}{
		{"breakthrough 3/3/w2 w", "white"},
		{"breakthrough 3/3/2b w", "black"},
		{"breakthrough b2/3/3 w", "black"},
		{"breakthrough w2/3/3 b", "white"},
		{"breakthrough w1b/3/3 w", "white"},
		{"breakthrough bbb/3/wb1 w", "black"},
		{"breakthrough bbb/bbb/bbb/bbb/3/www b", ""},
		{"breakthrough 1b/wb/w1 b", ""},
		{"breakthrough b15/16/16/16/16/16/16/w15 b", ""},
	} {
		p, err := Parse(test.line)
		if err != nil {
			t.Errorf("%s: %v", test.line, err)
			continue
		}
		checkRules(t, &p)
		winner, over := p.Winner()
		if over != (test.winner != "") || over && winner.String() != test.winner {
			t.Errorf("%s: %s, %v", test.line, winner, over)
		}
	}
}
