package tidy

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve/patiencetest"
)

// small returns a position of four columns and three cells, or what the rules say; the highest rank is that of the cards.
func small(t *testing.T, rules, columns, cells string) patience.Position {
	t.Helper()
	r := patience.Rules{Columns: 4, Cells: 3}
	r, err := r.WithOptions(rules)
	if err != nil {
		t.Fatal(err)
	}
	p := patience.Position{Rules: r}
	count := 0
	card := func(text string) positions.Card {
		c, n := positions.ReadCard(text)
		if n != len(text) {
			t.Fatalf("found card %q", text)
		}
		p.Rules.Ranks = max(p.Rules.Ranks, uint8(c.Rank()))
		count++
		return c
	}
	for i, column := range strings.Split(columns, "/") {
		col := &p.Columns[i]
		for _, text := range strings.Fields(column) {
			col.Cards[col.Len] = card(text)
			col.Len++
		}
	}
	for i, text := range strings.Fields(cells) {
		p.Cells[i] = card(text)
	}
	if count != p.Rules.DeckSize() {
		t.Fatalf("%d cards in %s | %s", count, columns, cells)
	}
	return p
}

func TestSillyLines(t *testing.T) {
	tests := []struct {
		name           string
		rules          string
		columns, cells string
		line, want     string
	}{
		{"nothing to do", "", "2C AC/2D AD/2H AH/2S AS", "",
			"1h 2h 1h 2h 3h 3h 4h 4h", "1h 2h 1h 2h 3h 3h 4h 4h"},
		{"home by way of a cell", "", "2C AC/2D AD/2H AH/2S AS", "",
			"1a 1b ah bh 2h 2h 3h 3h 4h 4h", "1h 1h 2h 2h 3h 3h 4h 4h"},
		{"moved twice before it goes home", "", "3C/AC 2C/3D 2D AD/3H 2H AH 3S 2S AS", "",
			"2a 4h a1 2h 1h 1h", "4h 2a 2h ah 1h"},
		{"parked before it goes home", "", "3C/AC/3D 2D AD/3H 2H AH 3S 2S AS", "2C",
			"a1 2h 1h 1h", "2h ah 1h"},
		{"parked and taken back", "", "3C/AC/3D 2D AD/3H 2H AH 3S 2S AS", "2C",
			"a1 3h 1a 3h 1b 2h ah bh", "3h 3h 2h ah 1h"},
		{"to another column and back", "empty=any", "2C AC/2D AD/2H AH 2S AS/", "",
			"14 3h 41 1h 1h", "3h 1h 1h"},
		{"dug before it is needed", "", "AD 2C/AC/3C 3D 2D/3H 2H AH 3S 2S AS", "",
			"1a 2h ah 1h", "2h 1h 1h"},
		{"two dug before they are needed", "", "AD 3C 2C/AC/3D 2D/3H 2H AH 3S 2S AS", "",
			"1a 1b 2h 4h ah bh 1h", "2h 4h 1h 1h 1h"},
		{"a run by way of cells", "", "3D 3C 2C/4C/AC 4D 2D AD/4H 3H 2H AH 4S 3S 2S AS", "",
			"1a 12 4h a2", "4h 12v2"},
		{"a run with a card that could wait", "", "3D 3C/4C/AC/4D 4H 3H 2H AH 4S 3S 2S AS 2D AD", "2C",
			"a1 12v2 3h 2h 2h 2h", "3h ah 1h 2h"},
		{"laid on one that could wait", "", "4C/AD 2C/AC 2D/3D 4D 4H 3H 2H AH 4S 3S 2S AS", "3C",
			"a1 21 2h 3h 3h 1h 1h 1h", "2b 2h 3h 3h bh ah 1h"},
		{"the cells do not suffice to wait", "ncells=1", "3C/AS 2S/AC/3D 2D AD 3H 2H AH 3S", "2C",
			"a1 2a 2h ah 3h 1h 1h", "a1 2a 2h ah 3h 1h 1h"},
		{"alternate colours", "build=alternate empty=any", "3C/AS 2D/AC/3D 2C 3H 2H AH 3S 2S AD", "",
			"2a 2h a1 4h 1h", "2a 2h 4h ah"},
		{"from one parent to the other", "build=alternate", "3C/3S/AS 2D/AC 3D 2C 3H 2H AH 2S AD", "",
			"31 12 3h 4h 2h", "31 3h 4h 1h"},
	}
	for _, test := range tests {
		p := small(t, test.rules, test.columns, test.cells)
		line := moves(t, p, test.line)
		s := Shortener{Thorough: true}
		if got := text(s.Shorten(&p, line)); got != test.want {
			t.Errorf("%s: found %s, want %s", test.name, got, test.want)
		}
	}
}

// moves reads a line whose moves are of one card where they do not say otherwise.
func moves(t *testing.T, p patience.Position, line string) []patience.Move {
	t.Helper()
	var all []patience.Move
	for _, word := range strings.Fields(line) {
		m, err := p.ParseMove(word)
		if !strings.Contains(word, "v") {
			m.N = 1
			err = p.Check(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

func text(line []patience.Move) string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// TestRandomLines shortens lines of random legal moves under every mix of rules.
func TestRandomLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var s Shortener
	deals := 3_000
	if os.Getenv("FOREGONE_SLOW") != "" {
		deals = 100_000
	}
	before, after, singlesBefore, singlesAfter := 0, 0, 0, 0
	for i := range deals {
		p := deal(rng, mix(i))
		line := wander(rng, p, 10+rng.IntN(120))
		want := text(line)
		s.Thorough = rng.IntN(2) == 0
		short := s.Shorten(&p, slices.Clone(line))
		if len(s.moves) != len(s.actions) {
			t.Fatalf("an illegal rewrite of %s\n%s", want, patiencetest.Describe(&p))
		}
		check(t, p, line, short)
		other := Shortener{Thorough: s.Thorough}
		if again := other.Shorten(&p, slices.Clone(line)); !slices.Equal(again, short) {
			t.Fatalf("found %s, then %s", text(short), text(again))
		}
		before, after = before+len(line), after+len(short)
		singlesBefore, singlesAfter = singlesBefore+singles(line), singlesAfter+singles(short)
	}
	t.Logf("%d moves became %d, %d single-card moves %d", before, after, singlesBefore, singlesAfter)
}

// check fails the test unless short is a legal line, no longer than line, to the same position but for the order
// of the cells.
func check(t *testing.T, p patience.Position, line, short []patience.Move) {
	t.Helper()
	if len(short) > len(line) || singles(short) > singles(line) {
		t.Fatalf("%s became the longer %s\n%s", text(line), text(short), patiencetest.Describe(&p))
	}
	want, got := p, p
	for _, m := range line {
		if err := want.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for i, m := range short {
		if err := got.Play(m); err != nil {
			t.Fatalf("%s became %s: move %d: %v\n%s", text(line), text(short), i+1, err, patiencetest.Describe(&p))
		}
	}
	slices.Sort(want.Cells[:])
	slices.Sort(got.Cells[:])
	if want != got {
		t.Fatalf("%s became %s, which ends otherwise\n%s", text(line), text(short), patiencetest.Describe(&p))
	}
}

// mix returns one of the mixes of rules.
func mix(i int) patience.Rules {
	return patience.Rules{
		Build:   patience.Build(i % 3),
		Empty:   patience.Empty(i / 3 % 3),
		Cells:   uint8(i / 9 % 6),
		Columns: uint8(2 + i/54%9),
		Ranks:   uint8(2 + i/486%12),
	}
}

// deal returns a random deal, a few cards of it in cells, some in their foundations.
func deal(rng *rand.Rand, r patience.Rules) patience.Position {
	p := patience.Position{Rules: r}
	var deck []positions.Card
	for suit := range positions.Suit(positions.NumSuits) {
		p.Home[suit] = uint8(max(0, rng.IntN(int(r.Ranks)+4)-4))
		for rank := int(p.Home[suit]) + 1; rank <= int(r.Ranks); rank++ {
			deck = append(deck, positions.NewCard(rank, suit))
		}
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	for i, c := range deck {
		if i < int(r.Cells)/2 {
			p.Cells[i] = c
			continue
		}
		col := &p.Columns[i%p.NumColumns()]
		col.Cards[col.Len] = c
		col.Len++
	}
	return p
}

// wander returns a random line of legal moves, rarely home and with runs wherever they can be moved.
func wander(rng *rand.Rand, p patience.Position, n int) []patience.Move {
	var line, moves []patience.Move
	for range n {
		moves = runs(&p, p.Moves(moves[:0]))
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		if m.To == patience.Home && rng.IntN(3) > 0 {
			m = moves[rng.IntN(len(moves))]
		}
		if err := p.Play(m); err != nil {
			panic(err)
		}
		line = append(line, m)
	}
	return line
}

// runs appends the legal moves of more than one card.
func runs(p *patience.Position, moves []patience.Move) []patience.Move {
	for from := range p.NumColumns() {
		for n := 2; n <= p.RunLength(from); n++ {
			for to := range p.NumColumns() {
				m := patience.Move{From: patience.Place(from), To: patience.Place(to), N: uint8(n)}
				if p.Check(m) == nil {
					moves = append(moves, m, m)
				}
			}
		}
	}
	return moves
}

func singles(line []patience.Move) int {
	n := 0
	for _, m := range line {
		n += 2*int(m.N) - 1
	}
	return n
}

// TestWriteRefuses spoils actions: what is written must be legal whatever they say.
func TestWriteRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var s Shortener
	written, refused := 0, 0
	for i := range 5_000 {
		p := deal(rng, mix(i))
		line := wander(rng, p, 30)
		s.rules = p.Rules
		if len(line) == 0 || !s.read(&p, line) {
			continue
		}
		a := &s.actions[rng.IntN(len(s.actions))]
		switch rng.IntN(4) {
		case 0:
			a.to = s.actions[rng.IntN(len(s.actions))].to
		case 1:
			a.card = s.actions[rng.IntN(len(s.actions))].card
		case 2:
			a.n = uint8(rng.IntN(5))
		case 3:
			j := rng.IntN(len(s.actions))
			*a, s.actions[j] = s.actions[j], *a
		}
		if !s.write(&p) {
			refused++
			continue
		}
		written++
		for _, m := range s.moves {
			if err := p.Play(m); err != nil {
				t.Fatalf("%s: %v", text(s.moves), err)
			}
		}
	}
	if written == 0 || refused == 0 {
		t.Fatalf("%d written, %d refused", written, refused)
	}
}
