package breakthrough

import "testing"

func TestDeals(t *testing.T) {
	for _, test := range []struct{ text, deal, line string }{
		{"5x4", "5x4", "breakthrough bbbbb/bbbbb/wwwww/wwwww w"},
		{"2x4", "2x4", "breakthrough bb/bb/ww/ww w"},
		{" 5X5  rows=2", "5x5", "breakthrough bbbbb/bbbbb/5/wwwww/wwwww w"},
		{"5×6 rows=1", "5x6 rows=1", "breakthrough bbbbb/5/5/5/5/wwwww w"},
		{"2x3 rows=1", "2x3 rows=1", "breakthrough bb/2/ww w"},
		{"16x8", "16x8", "breakthrough bbbbbbbbbbbbbbbb/bbbbbbbbbbbbbbbb/16/16/16/16/wwwwwwwwwwwwwwww/wwwwwwwwwwwwwwww w"},
	} {
		d, err := ParseDeal(test.text)
		if err != nil || d.String() != test.deal {
			t.Errorf("%q: %s, %v", test.text, d, err)
		}
		p, err := d.Start()
		if err != nil || p.String() != test.line {
			t.Errorf("%q: %s, %v", test.text, &p, err)
		}
		for _, text := range []string{"breakthrough " + test.text, "game: breakthrough\ndeal: " + test.text} {
			r, fault := readItem(text, Hints{})
			if fault != nil || r.Start != p || r.ID != test.deal || r.Deal == nil || *r.Deal != d {
				t.Errorf("%q: %+v, %v", text, r, fault)
			}
		}
	}
	for _, text := range []string{"", "8", "8x", "x8", "8x8x8", "-8x8", "8x8 1", "8x8 rows=", "8x8 rows=one", "99999x8", "8x8 rows=1 w", "ms 1"} {
		if d, err := ParseDeal(text); err == nil {
			t.Errorf("%q: %v", text, d)
		}
	}
	for _, size := range [][3]int{{1, 8, 1}, {8, 2, 1}, {8, 3, 2}, {17, 3, 1}, {4, 17, 1}, {16, 9, 1}, {8, 8, 0}, {8, 8, 3}, {-8, -8, 1}} {
		if p, err := Start(size[0], size[1], size[2]); err == nil {
			t.Errorf("%v: %s", size, &p)
		}
	}
}

func TestADealCanGiveTheMoveToBlack(t *testing.T) {
	for _, test := range []struct {
		text  string
		hints Hints
		black bool
	}{
		{"game: breakthrough\ndeal: 6x6\nto-move: black", Hints{}, true},
		{"deal: 6x6", Hints{Game: Name, ToMove: "black"}, true},
		{"6x6", Hints{Game: Name}, false},
		{"breakthrough 6x6", Hints{ToMove: "white"}, false},
	} {
		r, fault := readItem(test.text, test.hints)
		if fault != nil {
			t.Fatal(fault)
		}
		if want := map[bool]string{false: "6x6"}[test.black]; (r.Start.ToMove == Black) != test.black || r.ID != want {
			t.Errorf("%q: %s, id %q", test.text, &r.Start, r.ID)
		}
	}
}
