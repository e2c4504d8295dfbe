package entropy

import (
	"strings"
	"testing"
)

// Of the turns of two players on two boards those on either board are read, however they are written.
func TestAbstractPlayTurns(t *testing.T) {
	const header = `{"header":{"game":{"name":"Entropy","variants":["5x5 board"]},"players":[]},`
	for _, tt := range []struct{ board, want string }{
		{"1", "entropy 5/4A/5/5/4D order bag=A4B5C5D4E5"},
		{"2", "entropy 5/5/2A2/5/D4 order bag=A4B5C5D4E5"},
	} {
		page := "board: " + tt.board + "\n"
		for _, text := range []string{
			page + "deal: 5\nmoves: RDc4,RDe2\n1. e2-e4, c4-c3\nYEa1,YEe1",
			page + "deal: 5\nmoves: rdc4, rde2, e2e4, c4c3, yea1, yee1, ,resign",
			page + header + "\n\"moves\":[[\"RDc4\",\"RDe2\"],[{\"move\":\"e2-e4\",\"result\":[{\"type\":\"move\"}]},\"c4-c3\"],\"YEa1,YEe1\"]}",
			page + header + "\"moves\":[[\"RDc4,RDe2\",\"e2-e4,c4-c3\"],[\"YEa1,YEe1\",\"timeout,\"]]}",
		} {
			r, fault := readItem(text, Hints{})
			if fault != nil {
				t.Errorf("%s\n%v", text, fault)
			} else if got := r.Final.String(); got != tt.want || len(r.Moves) != 5 {
				t.Errorf("%s\nread as %s after %d moves, expected %s", text, got, len(r.Moves), tt.want)
			}
		}
	}
}

func TestAbstractPlayFaults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"deal: 5\nboard: 3", `f:2:8: found board "3", expected 1 or 2: whose of the two`},
		{"deal: 5\nboard: 1\nmoves: RDa1,RDb1 a1-a2", "f:3:23: found a1-a2 alone, expected what both players did in each turn"},
		{"deal: 5\nboard: 1\nmoves: RDa1,BUb1", "f:3:13: found BUb1 after RDa1, expected the same chip on both boards"},
		{"deal: 5\nboard: 1\nmoves: RDa1,RDb1 a1-a2,b1-b2", "f:3:24: found turn a1-a2,b1-b2, whose a1-a2 is not legal on board 1: "},
		{"deal: 5\nboard: 1\nmoves: RDa1,x b1-b2,pass", `f:3:13: found "x", expected a move such as B@e5, a1-a2 or pass`},
		{"deal: 5\nboard: 1\nmoves: a1,b1", `f:3:11: found "b1" without its chip, expected a move such as B@c4`},
		{"board: 1\n{\"header\":{\"game\":{\"name\":\"Hive\"}}}", `f:2:1: found a game of Abstract Play named "Hive", expected Entropy`},
		{"game: entropy\n{\"header\":{\"game\":{\"name\":\"Entropy\"}}}", "f:2:1: found a game on two boards, expected `board: 1` or `board: 2` before it"},
		{"board: 1\n{\"header\":{\"game\":{\"name\":\"Entropy\",\"variants\":[\"big\"]}}}", `f:2:1: found the variant "big", expected 5x5 or none`},
		{"board: 1\n{\"header\":7}", "f:2:1: found JSON that is no game of Abstract Play ("},
	} {
		_, fault := readItem(tt.text, Hints{})
		if fault == nil || !strings.Contains(fault.Error(), tt.want) {
			t.Errorf("%q: %v, expected %s", tt.text, fault, tt.want)
		}
	}
}
