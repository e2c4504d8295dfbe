package picture

import (
	"strings"
	"testing"
)

// Chips have a colour and their letter, and can be read back with the lines above them.
func TestChips(t *testing.T) {
	p := parse(t, "entropy AB1/3/2C chaos:B bag=A2B1C4")
	want := "game: entropy\nacts: chaos B\nbag: A2 B1 C4\nid: x\n"
	if got := Header(p, "x"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	coloured := (Style{Color: true}).Board(p)
	for _, chip := range []string{red + "A" + reset, "\x1b[32mB" + reset, "\x1b[33mC" + reset} {
		if strings.Count(coloured, chip) != 1 {
			t.Errorf("%q is not on the board once:\n%q", chip, coloured)
		}
	}
	if plain := (Style{}).Board(p); strings.Contains(plain, "\x1b") || !strings.HasPrefix(plain, "3  A B .\n") {
		t.Errorf("found %q", plain)
	}
	for _, s := range []Style{{}, {Color: true}} {
		checkReadBack(t, p, Header(p, "x")+"\n"+s.Board(p)+"\n")
	}
	marked := (Style{}).BoardAfter(p, p.Describe("B@b2"))
	if !strings.Contains(marked, "2  .[.].") {
		t.Errorf("the cell is not marked:\n%s", marked)
	}
}

// Red's stones are red, those that have crossed are capitals, and all can be read back.
func TestStones(t *testing.T) {
	p := parse(t, "crossings R2/1r1/b2/2b b steps=exact")
	coloured := (Style{Color: true}).Board(p)
	for _, stone := range []string{red + "R" + reset, red + "r" + reset, bold + "b" + reset, bold + "B" + reset} {
		if strings.Count(coloured, stone) != 1 {
			t.Errorf("%q is not on the board once:\n%q", stone, coloured)
		}
	}
	for _, s := range []Style{{}, {Color: true}} {
		checkReadBack(t, p, Header(p, "x")+"\n"+s.Board(p)+"\n")
	}
	passed := parse(t, "crossings 1R1/2b/1B1 r")
	if marked := (Style{}).BoardAfter(passed, passed.Describe("pass")); strings.Contains(marked, "[") {
		t.Errorf("a pass is marked:\n%s", marked)
	}
}
