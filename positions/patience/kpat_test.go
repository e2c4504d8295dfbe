package patience

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"foregone/positions"
)

// kpatFile writes a game as KPat saves it, from the positions that stood one after another; cells may be permuted by
// swap. current is the state that was current, from 0.
func kpatFile(number int, states []kpatTable, current int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kpat-game game-type=\"freecell\" deal-number=\"%d\">\n", number)
	before := kpatTable{}
	for i, state := range states {
		mark := ""
		if i == current {
			mark = ` current="true"`
		}
		fmt.Fprintf(&b, " <state%s>\n", mark)
		for _, pile := range kpatPiles() {
			cards := state[pile]
			for j := 0; j < len(cards); j++ {
				from := j
				for j < len(cards) && (j >= len(before[pile]) || before[pile][j] != cards[j]) {
					j++
				}
				if j == from {
					continue
				}
				name := map[heading]string{cellsHeading: "freecell", columnsHeading: "store", foundationsHeading: "target"}[pile.kind]
				fmt.Fprintf(&b, "  <move pile=\"%s%d\" position=\"%d\">\n", name, pile.number, from)
				for _, c := range cards[from:j] {
					fmt.Fprintf(&b, "   <card id=\"%07d\" suit=\"%s\" rank=\"%s\"/>\n", kpatID(c), kpatSuits[c.Suit()], kpatRanks[c.Rank()-1])
				}
				b.WriteString("  </move>\n")
			}
		}
		b.WriteString(" </state>\n")
		before = state
	}
	return b.String() + "</kpat-game>\n"
}

func kpatPiles() (piles []kpatPile) {
	for i := range MaxCells {
		piles = append(piles, kpatPile{cellsHeading, i})
	}
	for i := range MaxColumns {
		piles = append(piles, kpatPile{columnsHeading, i})
	}
	for i := range positions.NumSuits {
		piles = append(piles, kpatPile{foundationsHeading, i})
	}
	return piles
}

// kpatTableOf returns where the cards of p lie.
func kpatTableOf(p *Position) kpatTable {
	t := kpatTable{}
	for i := range p.NumColumns() {
		t[kpatPile{columnsHeading, i}] = append([]positions.Card{}, p.Columns[i].All()...)
	}
	for i, c := range p.Cells[:p.NumCells()] {
		if c != positions.NoCard {
			t[kpatPile{cellsHeading, i}] = []positions.Card{c}
		}
	}
	for s, top := range p.Home {
		for rank := 1; rank <= int(top); rank++ {
			pile := kpatPile{foundationsHeading, s}
			t[pile] = append(t[pile], positions.NewCard(rank, positions.Suit(s)))
		}
	}
	return t
}

// Games of random moves, saved as KPat does, are read as the same moves; cards that wander from cell to cell are none.
func TestKPatGames(t *testing.T) {
	for _, game := range []string{"eightoff", "freecell", "bakers", "seatowers", forecell} {
		for n := 1; n <= 40; n++ {
			words := strings.Fields(game)
			rules, _ := Preset(words[0])
			rules, err := rules.WithOptions(strings.Join(words[1:], " "))
			if err != nil {
				t.Fatal(err)
			}
			deal := Deal{Style: MS, Number: uint64(n)}
			if game == "eightoff" {
				deal.Style = KPat
			}
			start, err := deal.Start(rules)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(uint64(n), 1))
			p := start
			states := []kpatTable{kpatTableOf(&p)}
			var moves []Move
			for range 60 {
				all := p.Runs(p.Moves(nil))
				if len(all) == 0 {
					break
				}
				m := all[random.IntN(len(all))]
				p.play(m)
				moves = append(moves, m)
				states = append(states, kpatTableOf(&p))
			}
			text := kpatFile(n, states, len(states)-1)
			record := readText(t, "game: "+words[0]+"\nrules: "+strings.Join(words[1:], " ")+"\n"+text)
			if record.Start != start || record.Final != p || join(record.Moves) != join(moves) {
				t.Fatalf("%s %d: read %s, expected %s", game, n, join(record.Moves), join(moves))
			}
			if game != forecell && (record.Deal == nil || *record.Deal != deal) && game != "seatowers" {
				t.Errorf("%s %d: deal %v", game, n, record.Deal)
			}
			alone := readText(t, text)
			if alone.Final.Home != p.Home || len(alone.Moves) != len(moves) {
				t.Errorf("%s %d: without its name read as %s", game, n, alone.Start.String())
			}
		}
	}
}

func readText(t *testing.T, text string) *Record {
	t.Helper()
	item, err := positions.NewReader("f", strings.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	if !Recognizes(item) {
		t.Fatal("not recognized")
	}
	r, fault := Read(item, Hints{})
	if fault != nil {
		t.Fatal(fault)
	}
	return r
}

// kpatShort is a game of six states from `kpat 1`, the last taken back: a card to a cell, on to another cell, home moves
// that the program made by itself.
func kpatShort() string {
	p, _ := Deal{Style: KPat, Number: 1}.Start(presets[0])
	states := []kpatTable{kpatTableOf(&p)}
	add := func(words ...string) {
		for _, w := range words {
			m, _ := p.ParseMove(w)
			p.play(m)
		}
		states = append(states, kpatTableOf(&p))
	}
	add(p.Moves(nil)[0].String())
	other := states[1].clone()
	for i := range p.NumCells() {
		if cell := (kpatPile{cellsHeading, i}); len(other[cell]) > 0 && len(states[0][cell]) == 0 {
			other[kpatPile{cellsHeading, 7}] = other[cell]
			delete(other, cell)
		}
	}
	states = append(states, other)
	return kpatFile(1, append(states, states[1]), 2)
}

func TestKPatShort(t *testing.T) {
	r := readText(t, kpatShort())
	if r.ID != "kpat 1" || len(r.Moves) != 1 || r.Start.Rules.Game != "eightoff" || len(r.Notes) != 1 {
		t.Errorf("read %s %v %q", r.ID, r.Moves, r.Notes)
	}
}

func TestKPatLegacy(t *testing.T) {
	p, _ := Deal{Style: MS, Number: 7}.Start(presets[1])
	for range 12 {
		p.play(p.Moves(nil)[0])
	}
	for _, numbers := range [][3]int{{8, 0, 12}, {0, 0, 0}} {
		var b strings.Builder
		b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE kpat>\n<dealer id=\"3\" options=\"\" number=\"7\" moves=\"12\" started=\"1\" data=\"\">\n")
		table := kpatTableOf(&p)
		for _, pile := range kpatPiles() {
			offset, most := numbers[0], 4
			switch pile.kind {
			case columnsHeading:
				offset, most = numbers[1], 8
			case foundationsHeading:
				offset = numbers[2]
			}
			if pile.number >= most {
				continue
			}
			fmt.Fprintf(&b, "<pile index=\"%d\" z=\"1\">", 1+offset+pile.number)
			for _, c := range table[pile] {
				fmt.Fprintf(&b, "<card suit=\"%d\" value=\"%d\" faceup=\"1\" z=\"2\"/>", c.Suit(), c.Rank())
			}
			b.WriteString("</pile>\n")
		}
		b.WriteString("</dealer>\n")
		if r := readText(t, "game: freecell\n"+b.String()); r.Start != p || len(r.Moves) != 0 {
			t.Errorf("read %s, expected %s", r.Start.String(), p.String())
		}
	}
}

func TestKPatFaults(t *testing.T) {
	whole := kpatShort()
	for _, tt := range []struct{ text, want string }{
		{strings.Replace(whole, "freecell", "spider", 1), `f:2:1: found KPat's game "spider", expected freecell, which stands for eightoff, freecell, bakers, seatowers`},
		{strings.Replace(whole, "</kpat-game>", "", 1), "f:93:1: found broken XML (unexpected EOF), expected a game saved by KPat"},
		{strings.Replace(whole, "</state>", "</stat>", 1), "found broken XML (element <state> closed by </stat>), expected a game saved by KPat"},
		{"<svg></svg>", "f:1:1: found <svg>, expected <kpat-game> or <dealer>, as KPat saves games"},
		{"<kpat-game game-type=\"freecell\"></kpat-game>", "found no state, expected <state> with the cards as they were dealt"},
		{whole + "more", "found text after the game, expected `---` between two pages"},
		{whole + "<kpat-game/>", "found a second game, expected `---` between two pages"},
		{"game: bakers\n" + whole, "found state 2, expected one to which a step of bakers leads ("},
		{strings.Replace(whole, `pile="store0"`, `pile="heap"`, 1), `found pile "heap", expected freecell0 to freecell11, store0 to store9 or target0 to target3`},
		{strings.Replace(whole, `pile="store1"`, `pile="store8"`, 1), "found 9 columns, expected 8 in "},
		{strings.Replace(whole, `position="0"`, `position="9"`, 1), "as card 10 of a pile, expected it to be card 1 at most"},
		{strings.Replace(whole, `rank="two"`, `rank="one"`, 1), "found a card without its suit or rank"},
		{`<dealer id="17"></dealer>`, `found KPat's game number "17", expected 3, which stands for eightoff, freecell, bakers, seatowers`},
		{`<dealer id="3"><pile index="x"></pile></dealer>`, `found index="x" in <pile>, expected a number up to 27`},
		{`<dealer id="3"><pile index="1"><card suit="0" value="1"/><card suit="0" value="1"/></pile></dealer>`, "found AC a second time (the first is in line 1, column 32), expected every card once"},
	} {
		item, err := positions.NewReader("f", strings.NewReader(tt.text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		if _, fault := Read(item, Hints{}); fault == nil || !strings.Contains(fault.Error(), tt.want) {
			t.Errorf("%s…:\n%v, expected\n%s", tt.text[:20], fault, tt.want)
		}
	}
}

// kpatID returns the number that KPat gives a card.
func kpatID(c positions.Card) int {
	return (4*(c.Rank()-1)+int(c.Suit()))<<16 | int(c.Suit())<<8 | c.Rank()
}
