package entropy

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/positions"
)

const (
	line3 = "entropy AB1/3/2C chaos:B bag=A2B1C2"
	page3 = "game: entropy\nacts: chaos B\nbag: A2 B1 C2\nAB.\n...\n..C\n"
)

// read reads a text whose only item is a position without moves.
func read(text string, h Hints) (Position, *positions.Error) {
	r, err := readItem(text, h)
	if err != nil {
		return Position{}, err
	}
	return r.Final, nil
}

func readItem(text string, h Hints) (*Record, *positions.Error) {
	item, err := positions.NewReader("f", strings.NewReader(text)).Next()
	if err != nil {
		return nil, &positions.Error{Message: err.Error()}
	}
	return Read(item, h)
}

func mustParse(t *testing.T, line string) Position {
	t.Helper()
	p, err := Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// scattered returns a random position of a size, of any turn, the chips to come often more than the empty cells.
func scattered(rng *rand.Rand, n int) Position {
	p := Position{N: uint8(n)}
	colours := 1 + rng.IntN(MaxColours)
	full := rng.IntN(101)
	for i := range p.Board() {
		if rng.IntN(100) < full {
			p.Cells[i] = Colour(1 + rng.IntN(colours))
		}
	}
	p.Acts = Turn(rng.IntN(3))
	need := p.Empty()
	if p.Acts == Chaos && need == 0 {
		p.Acts = Draw
	}
	if p.Acts == Chaos {
		p.Chip = Colour(1 + rng.IntN(colours))
		need--
	}
	for range need + max(0, rng.IntN(9)-5) {
		p.Bag[1+rng.IntN(colours)]++
	}
	return p
}

// table returns the rows of a file of known answers, without its heading.
func table(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/entropy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\n"), "\t"))
	}
	return rows[1:]
}

func TestScores(t *testing.T) {
	rows := table(t, "scores.tsv")
	for _, row := range rows {
		p := boardOf(t, row[2])
		if got := strconv.Itoa(p.Score()); got != row[3] {
			t.Errorf("%s: score %s, want %s", row[2], got, row[3])
		}
	}
	if len(rows) != 105 {
		t.Errorf("read %d boards", len(rows))
	}
}

func TestScoresFromOutside(t *testing.T) {
	rows := table(t, "scores_outside.tsv")
	digits := strings.NewReplacer("1", "A", "2", "B", "3", "C", "4", "D", "5", "E", "6", "F", "7", "G", "0", ".")
	for _, row := range rows {
		p := boardOf(t, digits.Replace(row[2]))
		var byRow, byColumn []string
		for i := range int(p.N) {
			byRow = append(byRow, strconv.Itoa(p.RowPoints(int(p.N)-1-i)))
			byColumn = append(byColumn, strconv.Itoa(p.ColumnPoints(i)))
		}
		if strconv.Itoa(p.Score()) != row[3] || strings.Join(byRow, ",") != row[4] || strings.Join(byColumn, ",") != row[5] {
			t.Errorf("%v: score %d, rows %v, columns %v", row, p.Score(), byRow, byColumn)
		}
	}
	if len(rows) != 80 {
		t.Errorf("read %d boards", len(rows))
	}
}

// boardOf returns a board with whatever bag fills it.
func boardOf(t *testing.T, board string) Position {
	t.Helper()
	return mustParse(t, "entropy "+board+" draw bag=A49")
}

func TestPalindromesAddUpToTheScore(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := scattered(rng, MinSize+rng.IntN(6))
		sum := 0
		for _, r := range p.Palindromes(nil) {
			sum += r.Length
			step := 1
			if r.To-r.From != Square(r.Length-1) {
				step = int(p.N)
			}
			var chips []Colour
			for i := range r.Length {
				chips = append(chips, p.Cells[int(r.From)+i*step])
			}
			back := slices.Clone(chips)
			slices.Reverse(back)
			if r.Length < 2 || slices.Contains(chips, 0) || !slices.Equal(chips, back) || chips[r.Length-1] != p.Cells[r.To] {
				t.Fatalf("%s: %v holds %v", &p, r, chips)
			}
		}
		if sum != p.Score() {
			t.Fatalf("%s: %d points, score %d", &p, sum, p.Score())
		}
	}
	p := mustParse(t, "entropy ABA/3/3 draw bag=A9")
	if got := p.Palindromes(nil); !slices.Equal(got, []Palindrome{{6, 8, 3}}) {
		t.Errorf("%v", got)
	}
	for board, want := range map[string]int{"ABCBA/5/5/5/5": 8, "AAA/3/3": 7, "4/AAAA/4/4": 16, "ABABA/5/5/5/5": 14, "AAAAAAA/7/7/7/7/7/7": 77} {
		if p := boardOf(t, board); p.Score() != want {
			t.Errorf("%s: %d, want %d", board, p.Score(), want)
		}
	}
}

// Every symmetry keeps the score and carries moves over; all images of a position have one canonical form.
func TestSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		p := scattered(rng, MinSize+rng.IntN(6))
		s := Symmetry{n: p.N, turn: uint8(rng.IntN(turns))}
		for from, to := range rng.Perm(MaxColours) {
			s.colours[from+1] = Colour(to + 1)
		}
		q := s.Apply(&p)
		if err := q.Validate(); err != nil || q.Score() != p.Score() {
			t.Fatalf("%s becomes %s: %v", &p, &q, err)
		}
		back := s.Inverse()
		if r := back.Apply(&q); r != p {
			t.Fatalf("%s becomes %s and %s", &p, &q, &r)
		}
		canonical, by := p.Canonical()
		if other, _ := q.Canonical(); other != canonical || by.Apply(&p) != canonical {
			t.Fatalf("%s has the form %s, and %s has %s", &p, &canonical, &q, &other)
		}
		for _, m := range p.Moves(nil) {
			a, b := p, q
			if err := a.Play(m); err != nil {
				t.Fatal(err)
			}
			if err := b.Play(s.Move(m)); err != nil || b != s.Apply(&a) || back.Move(s.Move(m)) != m {
				t.Fatalf("%s: %s becomes %s: %v", &p, p.MoveString(m), q.MoveString(s.Move(m)), err)
			}
		}
	}
}

func TestDeals(t *testing.T) {
	for _, text := range []string{"7", "7x7", "7X7", "7×7", " 7 "} {
		d, err := ParseDeal(text)
		if err != nil || d != (Deal{7}) || d.String() != "7x7" {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
	for _, text := range []string{"", "1", "8", "x", "7x", "x7", "7x6", "77", "7x7x7", "7 7", "-7"} {
		if d, err := ParseDeal(text); err == nil {
			t.Errorf("%q is read as %v", text, d)
		}
	}
	for n := -1; n < 10; n++ {
		p, err := Start(n)
		if legal := n >= MinSize && n <= MaxSize; legal != (err == nil) {
			t.Errorf("%d: %v", n, err)
		} else if legal && (p.Validate() != nil || p.Bag.Len() != n*n || p.Empty() != n*n || p.Acts != Draw) {
			t.Errorf("%d: %s", n, &p)
		}
	}
	for _, text := range []string{"entropy 3", "entropy 3x3", "game: entropy\ndeal: 3", "deal: 3x3\nacts: draw", "entropy 3 draw bag=A3B3C3", "game: hyle\ndeal: 3"} {
		r, fault := readItem(text, Hints{Game: Name})
		if fault != nil || r.ID != "3x3" || *r.Deal != (Deal{3}) || r.Start.String() != "entropy 3/3/3 draw bag=A3B3C3" {
			t.Errorf("%q: %+v, %v", text, r, fault)
		}
	}
	if r, fault := readItem("entropy 4 bag=A8B8", Hints{}); fault != nil || r.ID != "" || r.Start.Bag != (Bag{1: 8, 2: 8}) {
		t.Errorf("%+v, %v", r, fault)
	}
	if r, fault := readItem("deal: 2\nacts: chaos A", Hints{}); fault == nil && r.Start.String() != "entropy 2/2 chaos:A bag=A1B2" {
		t.Errorf("%+v, %v", r, fault)
	}
}
