package picture

import (
	"math/rand/v2"
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

// Red's stones are red, those that have crossed are capitals and in reverse, and all can be read back.
func TestStones(t *testing.T) {
	p := parse(t, "crossings R2/1r1/b2/2b b steps=exact")
	coloured := (Style{Color: true}).Board(p)
	for _, stone := range []string{red + reverse + "R" + reset, red + "r" + reset, bold + "b" + reset, bold + reverse + "B" + reset} {
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

// The stones of a group are joined, a pending crossing is told beside the board, and in ASCII there are no lines.
func TestGroups(t *testing.T) {
	p := parse(t, "crossings R1R1/1r2/b1rb/b1rb/1B2 b")
	want := `5  R . R .   # Red has crossed

4  . r . .
      ╲
3  b . r b
   ╎   ╎ ╎
2  b . r b

1  . B . .   # Black must cross to here now
   a b c d`
	if got := (Style{}).Board(p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (Style{Color: true}).Board(p); strings.Count(got, red+"╲"+reset) != 1 || strings.Count(got, red+"╎"+reset) != 1 || strings.Count(got, "╎") != 3 {
		t.Errorf("lines in other colours:\n%q", got)
	}
	ascii := "4  . r . .\n3  b . r b\n"
	if got := (Style{ASCII: true}).Board(p); !strings.Contains(got, ascii) {
		t.Errorf("found\n%s", got)
	}
	for _, s := range []Style{{}, {ASCII: true}} {
		if joined, locked := s.Signs(p); joined == s.ASCII || !locked {
			t.Errorf("%+v: joined %v, locked %v", s, joined, locked)
		}
	}
	for _, line := range []string{"breakthrough bb/2/ww w", "crossings bb1/3/r1r r"} {
		p := parse(t, line)
		if joined, locked := (Style{}).Signs(p); joined != (p.Game() == "crossings") || locked {
			t.Errorf("%s: joined %v, locked %v", line, joined, locked)
		}
	}
}

// Every drawing of games with random moves is read back.
func TestSquaresAreReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, start := range []string{
		"crossings bbb/bbb/3/rrr/rrr r", "crossings bbbbbbbb/8/8/8/rrrrrrrr r", "crossings bb/2/rr r",
		"crossings bbbbbbbbbbbb/bbbbbbbbbbbb/12/12/12/12/12/12/12/12/rrrrrrrrrrrr/rrrrrrrrrrrr r steps=exact",
		"breakthrough bbbb/bbbb/4/wwww/wwww w",
	} {
		for range 20 {
			p := parse(t, start)
			for ply := 0; ply < 40 && !p.Over(); ply++ {
				next := p.Successors()
				p = next[rng.IntN(len(next))].Position
				for _, s := range []Style{{}, {Color: true}, {ASCII: true}} {
					checkReadBack(t, p, Header(p, "x")+"\n"+s.Board(p)+"\n# a legend\n")
				}
			}
		}
	}
}
