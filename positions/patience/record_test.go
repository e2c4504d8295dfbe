package patience

import (
	"errors"
	"strings"
	"testing"

	"foregone/positions"
)

// Solutions that fc-solve 5.0.0 prints with -m -snx; that of freecell24, with -l lg, moves runs by empty columns.
const (
	eightoff1 = `-=-=-=-=-=-=-=-=-=-=-=-

8b 8d 8f 8k e8 f2 a2 d3 1e 1f 
k1 3a 3d f3 6k 6f 6h 6h fh 1h 
1h 1h 3h 3h 6f g6 3g d3 a3 e3 
4d 4a 4e 41 4h 2h 2h 2h b4 2b 
2h 5h d2 65 26v2 7d a7 f2 7a 7f 
k7 c4 7k 7c 7h 8h 8h d4 85 28v2 
7d 74 4h 4h 4h 4h 4h 8h 8h d7 
14v2 14 b4 e7 f7 3d 3b 3e 3f 3h 
gh f4 e4 a7 37 5g 5f 5e 5a 5h 
5h 6h gh fh eh ah 5h 7h 6h 2h 
7h kh ch 5h 7h dh bh 7h 4h 7h 
4h 4h 4h 4h 4h 

This game is solveable.
Total number of states checked is 97.
This scan generated 151 states.
`
	freecell24 = `4h 7a 7b 7h 1c 1d a1 7a 74 7h 
ch d7 2c 2d 27 2h 7h dh 6d c6 
d5 2c 2d 2h 32 d3 27 8d 82 c8 
45 85 a8 6c 6a d6 61 6d 63 62 
a6 c6 4c 4a 46 4h 48 78 d4 14 
1d b1 d4 1b 1d 1h 5h 1h ah 37v3 
3h 3a 31 1h 2h bh ah 3b 31 c1 
82 8h 5a 5c 53 5h 4h dh 5d b5 
d5 c3 a3 5b 5d 5c 5a 5h 1h ah 
6h 1h 5a 51 1h 2h 3h 2h 3h 2h 
3h 2h 8h 2h bh 2h 4h dh ch 4h 
7h 4h 6h 7h ah 4h 6h 7h 4h 
`
	freecell11 = `6h 6a 6b 6c 6h 3d b3 c7 2b 2c 
a2 b1 4a 4b c4 8c 8h 8h 8h 8h 
1h 62 56 c5 15 73 7c 7h c7 d7 
1c 21 57 5d 65 c6 8c 12 d8 6d 
b6 21 26 21 2b 27 2h 7h d2 8d 
b8 2b 16 d2 72 8d c8 d8 5c 5d 
57 5h 5h 2h 7h bh 7h ch 1b d1 
4c 4d 45 a4 b5 1a 1b 1h bh 1b 
1h 27 41 42 4h 12 61 6h 48 23 
71 74 57 48 a2 b5 c4 15 32 3a 
3b 3c 3h 2h 3h 5h 2h 5h 2h 5h 
5h 3h 3h 2h 5h ah 1h 8h 6h 4h 
6h bh 3h 8h ch 7h 8h 6h 7h 8h 
7h dh 
`
)

// words returns the moves of a solution.
func words(solution string) []string {
	var moves []string
	for _, w := range strings.Fields(solution) {
		if _, _, err := parseMove(w); err == nil {
			moves = append(moves, w)
		}
	}
	return moves
}

// linesOf numbers the lines of a text from 1.
func linesOf(text string) []positions.Line {
	var lines []positions.Line
	for i, l := range strings.Split(text, "\n") {
		if l = strings.TrimRight(l, " "); l != "" {
			lines = append(lines, positions.Line{Number: i + 1, Column: 1, Text: l})
		}
	}
	return lines
}

func TestSolutionsOfOtherProgramsPlayToTheEnd(t *testing.T) {
	for _, s := range []struct{ deal, moves string }{
		{"eightoff ms 1", eightoff1},
		{"freecell ms 24", freecell24},
		{"freecell ms 11", freecell11},
		{"eightoff ms 1", strings.ToUpper(strings.Join(words(eightoff1)[:90], ", "))},
	} {
		page := "game: " + strings.Fields(s.deal)[0] + "\ndeal: " + strings.Join(strings.Fields(s.deal)[1:], " ") + "\nmoves:\n" + s.moves
		r, err := readOne(t, page, Hints{})
		if err != nil {
			t.Errorf("%s: %v", s.deal, err)
			continue
		}
		p := r.Start
		for i, m := range r.Moves {
			if err := p.Play(m); err != nil {
				t.Fatalf("%s: move %d: %v", s.deal, i+1, err)
			}
		}
		if p != r.Final || !p.Won() && !strings.Contains(s.moves, ",") {
			t.Errorf("%s: ends in %s (%v)", s.deal, p.String(), r.Notes)
		}
	}
}

// A program that plays home moves by itself leaves them out of its record; they are filled in.
func TestHomeMovesAreFilledIn(t *testing.T) {
	for _, s := range []struct {
		deal, moves string
		auto        autoplay
	}{{"eightoff ms 1", eightoff1, allByItself}, {"freecell ms 24", freecell24, safeByItself}, {"freecell ms 11", freecell11, safeByItself}} {
		r, fault := readOne(t, s.deal, Hints{})
		if fault != nil {
			t.Fatal(fault)
		}
		p, plain := r.Start, r.Start
		all, _, _ := plain.ParseMoves("-", linesOf(s.moves))
		var kept []string
		for _, m := range all {
			p.homeByItself(s.auto)
			if m.To == Home && p.Check(m) == nil || m.To != Home {
				text := m.String()
				if p.Play(m) != nil {
					break
				}
				kept = append(kept, text)
			}
		}
		last := r.Start
		moves, notes, err := last.ParseMoves("-", linesOf(strings.Join(kept, " ")))
		if err != nil || len(notes) < 3 || len(moves) <= len(kept) {
			t.Errorf("%s: %d moves of %d, notes %q, %v", s.deal, len(moves), len(kept), notes, err)
		}
	}
	p := mustRead(t, "freecell QSAH/2D3C/KH/QD/JS/-/-/- home=D1")
	moves, notes, err := p.ParseMoves("f", linesOf("13"))
	if err != nil || join(moves) != "1h 13" || len(notes) != 1 || notes[0] != "filled in 1h before 13 (line 1, column 1)" {
		t.Errorf("%s, %q, %v", join(moves), notes, err)
	}
}

func TestWordsThatAreNoMovesArePassedOver(t *testing.T) {
	start := mustRead(t, "freecell KCQHJS/KDQCJHTC/9D/-/-/-/-/- home=H9")
	for _, text := range []string{
		"1a 2b 3b", "1. 1a 2. 2b", "1.1a ... 2b", "1) 1a 2) 2b", "1: 1a 2: 2b;", "[Event \"x\"]\n[Date \"2001\"]\n1a, 2b 1-0", "1a {two\nlines} 2b *", "1a (7b) 2b resign",
		"1a! 2b. won", "1A 2B", "1a\n\n2b\nThis game is solveable.\n", "1a … 2b",
	} {
		p := start
		moves, notes, err := p.ParseMoves("f", linesOf(text))
		if text == "1a 2b 3b" {
			if err == nil || err.Error() != "f:1:7: found move 3b, which is not legal: the cell is taken" {
				t.Errorf("error %v", err)
			}
		} else if err != nil || join(moves) != "1a 2b" || len(notes) != 0 {
			t.Errorf("%q: %s, %q, %v", text, join(moves), notes, err)
		}
	}
}

// A run that is longer than the free cells allow goes by way of empty columns.
func TestLongRunsGoByEmptyColumns(t *testing.T) {
	p := mustRead(t, "freecell KCQHJSTH9S8H7S/KS/-/-/2C/3C/4C/5C cells=6C7C8C")
	moves, notes, err := p.ParseMoves("f", linesOf("12v6"))
	if err != nil || p.Columns[1].Len != 7 || len(notes) != 1 {
		t.Fatalf("%s, %q, %v", join(moves), notes, err)
	}
	if notes[0] != "wrote 12v6 as "+join(moves)+" (line 1, column 1)" {
		t.Errorf("note %q of %s", notes[0], join(moves))
	}
	whole := 0
	forOrdered(1000, func(p Position) {
		for from := range Place(p.NumColumns()) {
			for to := range Place(p.NumColumns()) {
				run := p.RunLength(int(from))
				for n := 2; n <= run; n++ {
					m := Move{from, to, uint8(n)}
					steps, err := p.steps(m.String())
					if err != nil {
						continue
					}
					q := p
					for _, s := range steps {
						if err := q.Play(s); err != nil {
							t.Fatalf("%s as %s in %s: %v", m, join(steps), p.String(), err)
						}
					}
					want := p
					for i := want.Columns[from].Len - m.N; i < p.Columns[from].Len; i++ {
						want.Columns[to].push(p.Columns[from].Cards[i])
					}
					for range n {
						want.Columns[from].pop()
					}
					if q != want {
						t.Fatalf("%s as %s gives %s, want %s", m, join(steps), q.String(), want.String())
					}
					if len(steps) > 1 {
						whole++
					}
				}
			}
		}
	})
	if whole < 20 {
		t.Errorf("only %d runs by way of empty columns", whole)
	}
}

func TestWrittenMovesAreReadBack(t *testing.T) {
	forOrdered(1000, func(p Position) {
		for _, m := range p.Moves(nil) {
			if again, err := ParseWritten(m.String()); err != nil || again != m {
				t.Fatalf("%s is read as %s, %v", m, again, err)
			}
		}
	})
}

// A move to an empty column without a count is the longest run, but one card where only that makes sense of the
// record.
func TestRecordsOfWrittenMoves(t *testing.T) {
	start := mustRead(t, "freecell KCQHJS/-/-/-/-/-/-/KD home=C2")
	for moves, want := range map[string]string{
		"12":       "12v3",
		"12v1":     "12",
		"12 13":    "12 13",
		"12 13 14": "12 13 14",
		"12v2 13":  "12v2 13",
	} {
		p := start
		got, notes, err := p.ParseMoves("-", linesOf(moves))
		if err != nil || join(got) != want {
			t.Errorf("%s is read as %s (%v, notes %q), want %s", moves, join(got), err, notes, want)
		}
		if noted := len(notes) > 0; noted != (moves == "12") {
			t.Errorf("%s: notes %q", moves, notes)
		}
	}
}

func TestParseMoveFindsTheLength(t *testing.T) {
	p := mustRead(t, "freecell KCQHJSTH9S/KD/TC/9D/-/-/QS/-")
	for text, want := range map[string]string{
		"15": "15v5", "12": "move 12 is not legal: 9S does not go on KD", "17": "move 17 is not legal: 9S does not go on QS", "15v2": "15v2", "15V3": "15v3", "15v1": "15",
		"1A": "1a", "72": "72", " 72 ": "72", "1h": "move 1h is not legal: 9S is not the next card of its foundation", "15va": "move 15v10 is not legal: the column has 5 cards",
		"15vd": "move 15v13 is not legal: the column has 5 cards", "91": "move 91 is not legal: there is no such place", "o1": "move o1 is not legal: there is no such place",
		"15v0": `found "15v0", expected a move such as 8b, 26v3 or 1h`, "15v": `found "15v", expected a move such as 8b, 26v3 or 1h`, "1": `found "1", expected a move such as 8b, 26v3 or 1h`,
		"1p": `found "1p", expected a move such as 8b, 26v3 or 1h`, "153": `found "153", expected a move such as 8b, 26v3 or 1h`, "": `found "", expected a move such as 8b, 26v3 or 1h`,
	} {
		m, err := p.ParseMove(text)
		got := m.String()
		if err != nil {
			got = err.Error()
			illegal := (*IllegalError)(nil)
			if errors.As(err, &illegal) != strings.HasPrefix(want, "move ") {
				t.Errorf("%q: %T", text, err)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A solution told in words, as solve prints it and as fc-solve -m does, is the same moves.
func TestMovesInWords(t *testing.T) {
	const start = "eightoff TH/KCQC/8H7H6H/-/KD/KH/9H/QHJH cells=KS home=CJDQH5SQ"
	for _, text := range []string{
		" 1. 3 cards, 8♥ to 6♥, from column 3 onto 9♥ in column 7\n 2. K♠ from cell a to the empty column 3\n 3. T♥ from column 1 to cell a\n 4. Q♣ from column 2 home\n",
		"Move 3 cards from stack 2 to stack 6\n\n====================\n\nMove a card from freecell 0 to stack 2\n====================\nMove 1 cards from stack 0 to freecell 0\nMove a card from stack 1 to the foundations\n",
		" 1. 37v3    3 cards, 8♥ to 6♥, from column 3 onto 9♥ in column 7  winnable\n 2. a3 ?  K♠ from cell a to the empty column 3  not winnable: thrown away; better 1a\n 3. 1a T♥ from column 1 to cell a\n 4. 2h Q♣ from column 2 home winnable\n",
	} {
		item, err := positions.NewReader("f", strings.NewReader(start+"\n")).Next()
		if err != nil {
			t.Fatal(err)
		}
		item.Moves = linesOf(strings.ReplaceAll(text, "====================\n", ""))
		r, fault := Read(item, Hints{})
		if fault != nil || join(r.Moves) != "37v3 a3 1a 2h" {
			t.Errorf("%s\n%v", text, fault)
		}
		item, err = positions.NewReader("f", strings.NewReader("id: x\n"+start+"\nmoves:\n"+text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		if r, fault = Read(item, Hints{}); fault != nil || join(r.Moves) != "37v3 a3 1a 2h" {
			t.Errorf("%s\n%v", text, fault)
		}
	}
	item := &positions.Item{File: "f", Line: 1, Column: 1, Body: []positions.Line{{Number: 1, Column: 1, Text: start}}, Moves: linesOf("Move a card from stack 20 to freecell 0")}
	if _, fault := Read(item, Hints{}); fault == nil || !strings.Contains(fault.Message, `found "?av1", expected a move`) {
		t.Errorf("a stack that is none: %v", fault)
	}
}
