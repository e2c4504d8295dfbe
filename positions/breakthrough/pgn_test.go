package breakthrough

import (
	"io"
	"strings"
	"testing"

	"foregone/positions"
)

// pgn has two games; the first has no tag for the game and none for its beginning, the second both.
const pgn = `[Event "A game"]
[Site "www.littlegolem.net"] [White "one"]
[Black "two"]
[Result "0-1"]

% not read
1. h2-g3 e7-e6 2. a2-b3 {a ; comment
[in two lines]} g7-f6 ; to the end a2a3
3.b3-c4 f6-e5 $1 4. f2-e3 b7-c6! 5. resign 0-1

[Event "B"]
[Variant "Breakthrough"]
[FEN "8/8/1p6/8/8/P7/8/8 w 0 1"]
1. a3b4 b6b5 *
`

func TestPGN(t *testing.T) {
	r := positions.NewReader("f", strings.NewReader(pgn))
	for i, want := range []string{
		"breakthrough bbbbbbbb/b1bb1b1b/2b1b3/4b3/2w5/4w1w1/1wwww1w1/wwwwwwww w",
		"breakthrough 8/8/8/1b6/1w6/8/8/8 w",
	} {
		item, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !Recognizes(item) {
			t.Errorf("game %d is not recognized", i+1)
		}
		record, fault := Read(item, Hints{})
		if fault != nil {
			t.Fatal(fault)
		}
		if got := record.Final.String(); got != want || record.ID != "" {
			t.Errorf("game %d ends with %s %q, expected %s", i+1, got, record.ID, want)
		}
	}
	if item, err := r.Next(); err != io.EOF {
		t.Errorf("a third game %v, %v", item, err)
	}
}

func TestPGNFaults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"[White \"one\"]\n1. a2-a4", "f:2:4: found move a2-a4, which is not legal: a4 is not one step ahead of a2, straight or diagonally"},
		{"[White \"one\"]\n1. e4 e5", `f:2:4: found "e4", expected a move such as a2a3 or b4xa3, on squares from a1 to h8`},
		{"[White \"one\"]\n1. a2a3 {", "f:2:9: found a bracket that nothing closes, expected its end"},
		{"[Variant \"Breakthrough\"]\n[FEN \"8/8/9 w\"]", `f:2:11: found a row of 9 squares, expected 8 as in the first`},
		{"deal: 5x5\n[White \"one\"]\n1. a2a3 b4b3 2. a3xb4", "f:3:17: found move a3xb4, which is not legal"},
	} {
		item, err := positions.NewReader("f", strings.NewReader(tt.text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		if _, fault := Read(item, Hints{}); fault == nil || !strings.Contains(fault.Error(), tt.want) {
			t.Errorf("%q: %v, expected %s", tt.text, fault, tt.want)
		}
	}
}
