package breakthrough

import (
	"strings"
	"testing"
)

// Every fault: the text, and the place with the message.
func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	page := func(rows string) string { return "to-move: white\n" + rows }
	long := strings.Repeat("9", 400)
	for _, test := range []struct {
		text, want string
		hints      Hints
	}{
		// squares
		{"breakthrough bbX/3/ww1 w", `1:16: found "X", expected b, w or .`, Hints{}},
		{"breakthrough bbb/1O1/ww1 w", `1:19: found "O", expected b, w or .`, Hints{}},
		{"  breakthrough bbé/3/ww1 w", `1:18: found "é", expected b, w or .`, Hints{}},
		{"breakthrough bbb/é●b/ww1 w", `1:18: found "é", expected b, w or .`, Hints{}},
		{"breakthrough xox/3/oxo w", `1:14: found "xox", expected b, w or .`, Hints{}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", `1:1: found "r", expected b, w or .`, Hints{}},
		{page("bbb\n.-.\nwww\n"), `3:2: found "-", expected b, w or .`, Hints{}},
		{page("bbb\nOXO\nwww\n"), `3:1: found "OXO", expected b, w or .`, Hints{Game: Name}},
		{page("> bbb\n>  b Q w\n> www\n"), `3:6: found "Q", expected b, w or .`, Hints{}},
		{page("bbb\n3\nwww\n"), `3:1: found "3", expected b, w or ., or the number of its rank at every row`, Hints{}},
		{page("4 bbb\n3 ...\n1 ...\n1 www\n"), `2:1: found "4", expected b, w or ., or the number of its rank at every row`, Hints{}},
		{page("bPb\n...\nwww\n"), `2:2: found "P" on a board of b and w, expected one kind of pieces`, Hints{}},
		{page("222\n...\nwww\n"), `4:1: found "w" on a board of 1 and 2, expected one kind of pieces`, Hints{}},
		{"ppp/3/wPP w", `1:7: found "w" on a board of P and p, expected one kind of pieces`, Hints{}},
		// rows
		{"breakthrough bbb/2/ww1 w", `1:18: found a row of 2 squares, expected 3 as in the first row`, Hints{}},
		{"breakthrough bbb/10/ww1 w", `1:18: found a row of 10 squares, expected 3 as in the first row`, Hints{}},
		{"breakthrough bbb/3//ww1 w", `1:20: found an empty row, expected squares: b, w or .`, Hints{}},
		{"breakthrough bbb/3/ww1/ w", `1:24: found an empty row, expected squares: b, w or .`, Hints{}},
		{"breakthrough bbb/0/ww1 w", `1:18: found "0", expected a number of empty squares`, Hints{}},
		{"breakthrough b/w/1 w", `1:14: found a board of 1x3 (columns x rows), expected 2 to 16 columns and 3 to 16 rows, at most 128 squares`, Hints{}},
		{"breakthrough bbb/www w", `1:14: found a board of 3x2 (columns x rows), expected 2 to 16 columns and 3 to 16 rows, at most 128 squares`, Hints{}},
		{"breakthrough b11/12/12/12/12/12/12/12/12/12/w11 w", `1:14: found a board of 12x11 (columns x rows), expected 2 to 16 columns and 3 to 16 rows, at most 128 squares`, Hints{}},
		{"breakthrough bbb/" + long + "/www w", `1:18: found a row of more than 16 squares, expected at most 16`, Hints{}},
		{"breakthrough bbbbbbbbbbbbbbbbb/17/17 w", `1:14: found a row of more than 16 squares, expected at most 16`, Hints{}},
		{"breakthrough bb" + strings.Repeat("/2", 16) + "/ww w", `1:47: found more than 16 rows, expected at most 16`, Hints{}},
		{page("bbb\n\n..\nwww\n"), `4:1: found a row of 2 squares, expected 3 as in the first row`, Hints{}},
		{page("bbb\nwww\n"), `2:1: found a board of 3x2 (columns x rows), expected 2 to 16 columns and 3 to 16 rows, at most 128 squares`, Hints{}},
		{page(strings.Repeat("bw\n", 17)), `18:1: found more than 16 rows, expected at most 16`, Hints{}},
		{page("  a b c d\n3 b b b\n2 . . .\n1 w w w\n"), `2:3: found the files a to d, expected 3 for rows of as many squares`, Hints{}},
		{page("abc\nbbb\n...\nwww\ncba\n"), `6:1: found the files c to a, expected them as above the board`, Hints{}},
		{page("bbb\nabc\nwww\n"), `3:1: found "a", expected b, w or .`, Hints{}},
		// whole boards
		{"breakthrough 3/3/3 w", `1:14: found a board without pieces, expected some`, Hints{}},
		{page("\n\n...\n...\n...\n"), `4:1: found a board without pieces, expected some`, Hints{Game: Name}},
		{" breakthrough 1w1/b2/2b w", `1:15: found White on b3 and Black on c1, expected one side at most on its far row`, Hints{}},
		{page("# a comment\n  .w.\n  ...\n  b.b\n"), `3:3: found White on b3 and Black on a1, expected one side at most on its far row`, Hints{}},
		{"game: breakthrough\n", "1:1: found no board, expected rows of b, w or .", Hints{}},
		{"breakthrough", "1:13: found no board, expected rows such as bbbbb/bbbbb/5/wwwww/wwwww", Hints{}},
		{"to-move: white\nabc\n", "2:1: found no board, expected rows of b, w or .", Hints{Game: Name}},
		// the side to move
		{"breakthrough bbb/3/www", "1:23: found no side to move, expected w or b after the rows (or --to-move)", Hints{}},
		{"bbb\n...\nwww\n", "1:1: found no side to move, expected `to-move: white` or `to-move: black` (or --to-move)", Hints{}},
		{"3bbb\n2...\n1www\n abc\n", "1:1: found no side to move, expected `to-move: white` or `to-move: black` (or --to-move)", Hints{}},
		{"breakthrough bbb/3/www r", `1:24: found "r", expected w or b, the side to move`, Hints{}},
		{"breakthrough bbb/3/www b", `1:24: found Black to move, expected White as --to-move says`, Hints{ToMove: "w"}},
		{page("bbb\n...\nwww\n"), `1:10: found White to move, expected Black as --to-move says`, Hints{ToMove: "black"}},
		{page("bbb/3/www b\n"), "2:11: found Black to move, expected White as `to-move:` says", Hints{}},
		{"to-move: red\nbbb\n...\nwww\n", `1:10: found "red", expected white or black`, Hints{}},
		{"to-move:\nbbb\n...\nwww\n", `1:9: found "", expected white or black`, Hints{}},
		{"bbb\n...\nwww\n", `1:1: --to-move: found "red", expected white or black`, Hints{ToMove: "red"}},
		{"breakthrough bbb/3/www b b", `1:26: found "b", expected nothing after the side to move`, Hints{}},
		{"breakthrough bbb/3/www b 0 1", `1:26: found "0", expected nothing after the side to move`, Hints{}},
		{"ppp/3/PPP w - - 0 1 2", `1:13: found "-", expected nothing after the side to move`, Hints{}},
		// games, rules, keys
		{"game: spider\nbbb\n...\nwww\n", `1:7: found game "spider", expected breakthrough`, Hints{}},
		{"chess bbb/3/www w", `1:1: found game "chess", expected breakthrough`, Hints{}},
		{line5, `1:1: --game: found game "crossings", expected breakthrough`, Hints{Game: "crossings"}},
		{line5, `1:1: --rules: found rule "rows=1", expected none: breakthrough has no options`, Hints{Rules: "rows=1"}},
		{"rules: capture=straight\n" + page5, `1:8: found rule "capture=straight", expected none: breakthrough has no options`, Hints{}},
		{"bag: A2\n" + page5, `1:6: found "bag:", expected no such key in breakthrough`, Hints{}},
		{page5 + "Freecells: 2\n", `9:1: found "freecells:", expected a row of b, w or .`, Hints{}},
		// deals
		{"game: breakthrough\ndeal: 8", `2:7: found deal "8", expected COLUMNSxROWS such as 8x8, or 5x5 rows=1 for one home row each`, Hints{}},
		{"breakthrough 8x8 rows=3", `1:14: found 3 home rows, expected 1 or 2`, Hints{}},
		{"breakthrough 8x8 rows", `1:14: found deal "8x8 rows", expected COLUMNSxROWS such as 8x8, or 5x5 rows=1 for one home row each`, Hints{}},
		{"breakthrough 5x3", `1:14: found a board of 5x3 (columns x rows), expected at least 4 rows for two home rows each (rows=1: one)`, Hints{}},
		{"breakthrough 17x4", `1:14: found a board of 17x4 (columns x rows), expected 2 to 16 columns and 3 to 16 rows, at most 128 squares`, Hints{}},
		{"breakthrough 16x9", `1:14: found a board of 16x9 (columns x rows), expected 2 to 16 columns and 3 to 16 rows, at most 128 squares`, Hints{}},
		{"deal: 8x8\nbbb\n", "2:1: found a board beside `deal:`, expected one of them", Hints{Game: Name}},
		{"deal: 8x8\nto-move: b\n", "2:10: found Black to move, expected White as --to-move says", Hints{Game: Name, ToMove: "white"}},
		// moves
		{page5 + "moves: a2a3 a4-a3", `9:13: found move a4-a3, which is not legal: a3 is taken, and captures are diagonal only`, Hints{}},
		{page5 + "moves:\n 1. c2-c3 d7d6", `10:11: found "d7d6", expected a move such as a2a3 or b4xa3, on squares from a1 to e5`, Hints{}},
		{page5 + "moves: a2xa3", `9:8: found move a2xa3, which is not legal: there is nothing to capture on a3`, Hints{}},
		{page5 + "moves: a2a3 hello", `9:13: found "hello", expected a move such as a2a3 or b4xa3, on squares from a1 to e5`, Hints{}},
		{page5 + "moves: a2a3 (b4", `9:13: found a bracket that nothing closes, expected its end`, Hints{}},
	} {
		_, fault := read(test.text, test.hints)
		if fault == nil {
			if r, f := readItem(test.text, test.hints); f != nil || len(r.Moves) == 0 {
				fault = f
			}
		}
		if fault == nil || fault.Error() != "f:"+test.want {
			t.Errorf("%q:\n  %v, want\n  f:%s", test.text, fault, test.want)
		}
	}
}
