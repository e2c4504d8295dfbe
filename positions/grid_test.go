package positions

import (
	"fmt"
	"strings"
	"testing"
)

var (
	testSquares = Squares{Letters: "bwBW12", Expected: "b, w or .", MaxWidth: 12, MaxHeight: 11}
	testChips   = Squares{Letters: "ABCDEFG", Expected: "A to G or .", MaxWidth: 7, MaxHeight: 7}
)

// picture writes a grid as rows, each square with its place when asked.
func picture(g Grid, places bool) string {
	var b strings.Builder
	for i, s := range g.Squares {
		if g.Height > 0 && i > 0 && i%g.Width == 0 {
			b.WriteByte('/')
		}
		b.WriteByte(s.Letter)
		if places {
			fmt.Fprintf(&b, "@%d:%d ", s.Line, s.Column)
		}
	}
	return b.String()
}

func bodyOf(text string) *Item {
	item := &Item{File: "f", Line: 1, Column: 1}
	for i, line := range strings.Split(text, "\n") {
		item.Body = append(item.Body, clean(rawLine{number: i + 1, text: line}))
	}
	return item
}

func TestSlashedRows(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"bw/2", "b@1:5 w@1:6 /.@1:8 .@1:8 "},
		{"·b/01w", ".@1:5 b@1:6 /.@1:8 w@1:10 "},
		{"10b/11", ".@1:5 .@1:5 .@1:5 .@1:5 .@1:5 .@1:5 .@1:5 .@1:5 .@1:5 .@1:5 b@1:7 /.@1:9 .@1:9 .@1:9 .@1:9 .@1:9 .@1:9 .@1:9 .@1:9 .@1:9 .@1:9 .@1:9 "},
		{"b", "b@1:5 "},
		{"", "f:1:5: found an empty row, expected squares: b, w or ."},
		{"/b", "f:1:5: found an empty row, expected squares: b, w or ."},
		{"b/", "f:1:7: found an empty row, expected squares: b, w or ."},
		{"bw/b", "f:1:8: found a row of 1 square, expected 2 as in the first row"},
		{"bw/00/b", `f:1:8: found "00", expected a number of empty squares`},
		{"13", "f:1:5: found a row of more than 12 squares, expected at most 12"},
		{"6w6", "f:1:5: found a row of more than 12 squares, expected at most 12"},
		{"b/b/b/b/b/b/b/b/b/b/b/b", "f:1:27: found more than 11 rows, expected at most 11"},
		{"bé/b", `f:1:6: found "é", expected b, w or .`},
		{"éé!/b", `f:1:5: found "éé!", expected b, w or .`},
		{"bw/\u2028", "f:1:8: found \"\\u2028\", expected b, w or ."},
		{"b/99999999999999999999999999", "f:1:7: found a row of more than 12 squares, expected at most 12"},
	} {
		item := Item{File: "f"}
		g, err := item.SlashedRows(Line{Number: 1, Column: 5, Text: test.text}, testSquares)
		got := picture(g, true)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

func TestBoardRows(t *testing.T) {
	for _, test := range []struct {
		text, want string
		squares    Squares
	}{
		{"bw\n..", "bw/..", testSquares},
		{" b w\n\n\t. .", "bw/..", testSquares},
		{"2bw\n1..", "bw/..", testSquares},
		{"bw2\n..1", "bw/..", testSquares},
		{"2 bw 2\n1 .. 1", "bw/..", testSquares},
		{"1 bw\n2 ..", "../bw", testSquares},
		{" ba\n bw", "wb", testSquares},
		{" ab\n1bw\n2..\n ab", "../bw", testSquares},
		{" ba\n1bw\n2..", "../wb", testSquares},
		{" a b \n b w \n A B", "bw", testSquares},
		{"a|b\n-----+\n|b|w|", "bw", testSquares},
		{"| A | . | B |\n|---|:-:|---|\n| . | C | . |\n| A | . | . |", "A.B/.C./A..", testChips},
		{"A|.|B\n-+-+-\n.|C|.\n-+-+-\nA|.|.", "A.B/.C./A..", testChips},
		{"| A |   | B |\n|   | C |   |\n| A |   |   |", "A.B/.C./A..", testChips},
		{"|A| |B|\n| |C| |\n|A| | |", "A.B/.C./A..", testChips},
		{"|   | a | b | c |\n|---|---|---|---|\n| 3 | A | . | B |\n| 2 |   | C | . |\n| 1 | A | . |   |", "A.B/.C./A..", testChips},
		{"| A |   | B | 3 |\n|   | C |   | 2 |\n| A |   |   | 1 |\n| a | b | c |", "A.B/.C./A..", testChips},
		{"1 │ A │   │\n2 │   │ C │", ".C/A.", testChips},
		{"┌─┬─┐\n│A│B│\n├─┼─┤\n│ │C│\n└─┴─┘", "AB/.C", testChips},
		{"| A |\n| | |", "f:2:1: found a row of 2 squares, expected 1 as in the first row", testChips},
		{"| A | . |\n| -- | . |", `f:2:3: found "--", expected A to G or .`, testChips},
		{"+-+-+\n|b|w|\n+-+-+\n  a b", "bw", testSquares},
		{"╔══╗\n║bw║\n╟──╢\n║..║\n╚══╝", "bw/..", testSquares},
		{"11\n22", "11/22", testSquares},
		{"3 1 1\n2 . .\n1 2 2", "11/../22", testSquares},
		{"+ +\nb w", `f:1:1: found "+", expected b, w or .`, testSquares},
		{"3 bw\n1 ..", `f:1:1: found "3", expected b, w or ., or the number of its rank at every row`, testSquares},
		{"bw 3\n.. 1", `f:1:4: found "3", expected b, w or ., or the number of its rank at every row`, testSquares},
		{"2 bw 1\n1 .. 2", "bw1/..2", testSquares},
		{"bw\nab\nbw", `f:2:1: found "a", expected b, w or .`, testSquares},
		{" abc\nbw", "f:1:2: found the files a to c, expected 2 for rows of as many squares", testSquares},
		{"ab\nbw\nba", "f:3:1: found the files b to a, expected them as above the board", testSquares},
		{"hello", `f:1:1: found "hello", expected b, w or .`, Squares{Letters: "xy", Expected: "b, w or .", MaxWidth: 9, MaxHeight: 9}},
		{"bw\n\nkey: x", `f:3:1: found "key:", expected a row of b, w or .`, testSquares},
		{"\n ", "f:1:1: found no board, expected rows of b, w or .", testSquares},
		{" ab", "f:1:2: found no board, expected rows of b, w or .", testSquares},
		{"+-+", "f:1:1: found no board, expected rows of b, w or .", testSquares},
		{"bw\n.", "f:2:1: found a row of 1 square, expected 2 as in the first row", testSquares},
		{"bw\n|", "f:2:1: found an empty row, expected squares: b, w or .", testSquares},
		{"ABC\n...\nCBA", "ABC/.../CBA", testChips}, // squares, though they could be files
		{"abc\nABC\n...\nCBA", "ABC/.../CBA", testChips},
		{"3 A B C\n2 . . .\n1 C B A\n  a b c", "ABC/.../CBA", testChips},
		{"bw\n" + strings.Repeat("..\n", 11), "f:12:1: found more than 11 rows, expected at most 11", testSquares},
	} {
		g, err := bodyOf(test.text).BoardRows(test.squares)
		got := picture(g, false)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
	g, err := bodyOf("\n  b a\n1 b .\n 2 w .").BoardRows(testSquares)
	if err != nil || picture(g, true) != ".@4:6 w@4:4 /.@3:5 b@3:3 " || g.Line != 2 || g.Column != 3 {
		t.Errorf("%s, %v, %+v", picture(g, true), err, g)
	}
}

func TestWordsKnowTheirPlaces(t *testing.T) {
	line := Line{Number: 3, Column: 5, Text: " ab  é\tcd ♠ "}
	want := "[{3 6 ab} {3 10 é} {3 12 cd} {3 15 ♠}]"
	if got := fmt.Sprint(line.Words()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if words := (Line{Text: " \t"}).Words(); words != nil {
		t.Error(words)
	}
}

func TestMoveScanner(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"a2a3 b4xa3", "a2a3@1:1 b4xa3@1:6"},
		{" 1. a2a3 b4xa3* 2... c1c2\n3.d1d2!? *", "a2a3@1:5 b4xa3*@1:10 c1c2@1:22 d1d2@2:3"},
		{"[Event \"x, y\"]\n1) a {two\nlines} b, (c (d)) e; 1-0", "a@2:4 b@3:8 e@3:19"},
		{"12: a resign", "a@1:5"},
		{"skip me\na", "a@2:1"},
		{"é a. … b]", "é@1:1 a@1:3 b@1:8"},
		{"a (b", "a@1:1 f:1:3: found a bracket that nothing closes, expected its end"},
	} {
		s := MoveScanner{Lines: bodyOf(test.text).Body, Skip: func(line string) bool { return strings.HasPrefix(line, "skip") }}
		var got []string
		for word, ok := s.Next(); ok; word, ok = s.Next() {
			got = append(got, fmt.Sprintf("%s@%d:%d", word.Text, word.Number, word.Column))
		}
		if err := s.Unclosed("f"); err != nil {
			got = append(got, err.Error())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: %s, want %s", test.text, strings.Join(got, " "), test.want)
		}
	}
}

// A source that begins with a board is one page, however the board is drawn; positions and deals are one a line.
func TestBoardsBeginPages(t *testing.T) {
	for _, text := range []string{
		"bbb\n...\nwww", "8bbb\n7...", "bbb 3\n... 2\nwww 1", "3 b b b\n2 . . .", "a b c\n3 bbb 3\n2 ... 2\n1 www 1", "+---+\n|bbb|", "┌───┐\n│bbb│", "ppp\n...\nPPP",
		"2 2 2\n. . .\n1 1 1", "222\n...\n111", "2 1 3\n. . 2\n1 . 1", "·b·\n···", "A.B\n...", "A . . B\n. . . .", "C B A\n3 . . .", "rrr\n...\nbbb",
	} {
		if got := itemsOf(t, NewReader("f", strings.NewReader(text))); len(got) != 1 || !strings.Contains(got[0], " page ") {
			t.Errorf("%q is %q", text, got)
		}
	}
	for _, text := range []string{
		"breakthrough 8x8\nbreakthrough 5x5 rows=1\ncrossings 4X5", "entropy 7\nentropy 5", "bbb/3/www w\n8x8 rows=1", "breakthrough 8×8\nno position",
		"no position\nbreakthrough 8x8\n", "e.g. this\nbbb/3/www w", "bad\nbbb/3/www w",
	} {
		if got := itemsOf(t, NewReader("f", strings.NewReader(text))); len(got) < 2 || !strings.Contains(got[0], " line ") {
			t.Errorf("%q is %q", text, got)
		}
	}
}
