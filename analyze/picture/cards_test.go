package picture

import (
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/positions"
	"foregone/solve"
)

func parse(t *testing.T, line string) games.Position {
	t.Helper()
	p, err := games.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCardTable(t *testing.T) {
	p := parse(t, "freecell KCQC/-/KHTD/-/QDJD/-/-/KD cells=-KS home=CJD9HQSQ")
	want := `Foundations:  ♣-J  ♦-9  ♥-Q  ♠-Q

            a    b    c    d
Freecells:  -    K♠   -    -

  1    2    3    4    5    6    7    8
  K♣   -    K♥   -    Q♦   -    -    K♦
  Q♣        T♦        J♦`
	if got := (Style{}).Board(p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = strings.NewReplacer("♣", "C", "♦", "D", "♥", "H", "♠", "S").Replace(want)
	if got := (Style{ASCII: true}).Board(p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := (Style{Color: true}).Card(positions.NewCard(10, positions.Diamonds)), "\x1b[31mT♦\x1b[0m"; got != want {
		t.Errorf("red card %q, want %q", got, want)
	}
}

func TestEmptyTableIsDrawn(t *testing.T) {
	p := parse(t, "freecell -/-/-/-/-/-/-/- home=CKDKHKSK ncells=0")
	want := `Foundations:  ♣-K  ♦-K  ♥-K  ♠-K

  1    2    3    4    5    6    7    8
  -    -    -    -    -    -    -    -`
	if got := (Style{}).Board(p); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// Every picture with its header is read back as the position that was drawn: all those along some solutions.
func TestPicturesAreReadBack(t *testing.T) {
	f, err := games.Lookup("eightoff")
	if err != nil {
		t.Fatal(err)
	}
	engine := f.NewEngine(games.Resources{})
	drawn := 0
	for _, game := range []struct{ name, rules, deals string }{
		{"eightoff", "", "ms 1..4"}, {"freecell", "", "ms 1..3"}, {"bakers", "", "ms 1..3"}, {"seatowers", "", "ms 1..4"},
		{"eightoff", "empty=any ncells=12 build=alternate", "kpat 3"},
	} {
		deals, err := f.Deals(game.name, game.rules, game.deals)
		if err != nil {
			t.Fatal(err)
		}
		for i := range deals.Count() {
			s, err := deals.At(i)
			if err != nil {
				t.Fatal(err)
			}
			a, err := engine.Solve(t.Context(), s.Final, solve.Limits{}, games.Want{Line: true})
			if err != nil {
				t.Fatal(err)
			}
			p := s.Final
			for _, move := range append(a.Line, "") {
				for _, style := range []Style{{}, {ASCII: true}, {Color: true}} {
					checkReadBack(t, p, Header(p, "x")+"\n"+style.Board(p)+"\n")
					drawn++
				}
				if move == "" {
					break
				}
				if p, err = p.Play(move); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if drawn < 1000 {
		t.Errorf("only %d pictures were drawn", drawn)
	}
}

func checkReadBack(t *testing.T, p games.Position, text string) {
	t.Helper()
	item, err := positions.NewReader("-", strings.NewReader(text)).Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s, fault := games.Read(item, games.Hints{})
	if fault != nil {
		t.Fatalf("%v\n%s", fault, text)
	}
	if s.Final.String() != p.String() || s.ID != "x" {
		t.Fatalf("read as %s %s, want %s\n%s", s.ID, s.Final, p, text)
	}
}
