package entropy

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// allMoves lists every move that there could be.
func allMoves(p *Position) []Move {
	var moves []Move
	for c := range Colour(MaxColours + 1) {
		moves = append(moves, Move{Acts: Draw, Chip: c})
		for sq := range Square(p.Size()) {
			moves = append(moves, Move{Acts: Chaos, Chip: c, To: sq})
		}
	}
	moves = append(moves, Pass)
	for from := range Square(p.Size()) {
		for to := range Square(p.Size()) {
			if from != to {
				moves = append(moves, Move{Acts: Order, From: from, To: to})
			}
		}
	}
	return moves
}

// rookSlide reports by walking from cell to cell whether a chip gets from one cell to another.
func rookSlide(p *Position, from, to Square) bool {
	n := int(p.N)
	if p.Cells[from] == 0 {
		return false
	}
	for _, step := range [...][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		row, column := int(from)/n, int(from)%n
		for {
			row, column = row+step[0], column+step[1]
			if row < 0 || row == n || column < 0 || column == n || p.Cells[row*n+column] != 0 {
				break
			}
			if row*n+column == int(to) {
				return true
			}
		}
	}
	return false
}

func legal(p *Position, m Move) bool {
	switch {
	case p.Empty() == 0 || m.Acts != p.Acts:
		return false
	case m.Acts == Draw:
		return m.Chip > 0 && p.Bag[m.Chip] > 0
	case m.Acts == Chaos:
		return m.Chip == p.Chip && p.Cells[m.To] == 0
	}
	return m == Pass || rookSlide(p, m.From, m.To)
}

// Moves, Check, Play and the notation of moves against the rules said in another way.
func TestMovesAreThoseOfTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		p := scattered(rng, MinSize+rng.IntN(6))
		var want []Move
		for _, m := range allMoves(&p) {
			ok := legal(&p, m)
			if ok {
				want = append(want, m)
			}
			q := p
			err := q.Play(m)
			if illegal := (*IllegalError)(nil); ok != (err == nil) || err != nil && (!errors.As(err, &illegal) || q != p) {
				t.Fatalf("%s: %s: %v, legal %v", &p, p.MoveString(m), err, ok)
			}
			if err != nil {
				continue
			}
			if err := q.Validate(); err != nil {
				t.Fatalf("%s: %s: %v", &p, p.MoveString(m), err)
			}
			if q.Acts != (p.Acts+1)%3 || !q.Over() && q.Acts == Order && q.Empty() != p.Empty()-1 {
				t.Fatalf("%s: %s leads to %s", &p, p.MoveString(m), &q)
			}
			text := p.MoveString(m)
			forms := []string{text, strings.ToUpper(text), strings.ReplaceAll(text, "-", ""), strings.ReplaceAll(text, "-", "–"), " " + text + "!"}
			if m.Acts == Chaos {
				forms = append(forms, p.SquareName(m.To))
			}
			for _, form := range forms {
				if got, err := p.ParseMove(form); err != nil || got != m {
					t.Fatalf("%s: %q is read as %v, %v", &p, form, got, err)
				}
				if got, err := p.ParseWritten(form); err == nil && (got != m || form != text) {
					t.Fatalf("%s: %q is read as written: %v", &p, form, got)
				}
			}
			if got, err := p.ParseWritten(text); err != nil || got != m {
				t.Fatalf("%s: %q is read as %v, %v", &p, text, got, err)
			}
		}
		if got := p.Moves(nil); !slices.Equal(got, want) {
			t.Fatalf("%s: moves %v, want %v", &p, got, want)
		}
	}
}

func TestTextsThatAreNoMoves(t *testing.T) {
	for _, start := range []string{"entropy 4 draw", "entropy 4/4/AB2/4 order", "entropy 4 chaos:B"} {
		p := mustParse(t, start)
		for _, text := range []string{
			"", "h", "@", "B@", "B@e1", "B@a5", "B@a1a2", "@a1", "a0", "a5", "e1", "a1-", "-a1", "a1--a2", "a1-a1", "a1a2a3", "passes", "é", "Bé", "B@é1", "a1-é2", "AB", "1", "BB@a1",
		} {
			if m, err := p.ParseMove(text); err == nil {
				t.Errorf("%q is read as %v", text, m)
			} else if _, illegal := err.(*IllegalError); illegal {
				t.Errorf("%q: %v", text, err)
			}
			if m, err := p.ParseWritten(text); err == nil {
				t.Errorf("%q is read as %v", text, m)
			}
		}
	}
}

// slowPerft counts by the rules as this test says them.
func slowPerft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var leaves uint64
	for _, m := range allMoves(&p) {
		if legal(&p, m) {
			q := p
			q.play(m)
			leaves += slowPerft(q, depth-1)
		}
	}
	return leaves
}

func TestPerft(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		p := scattered(rng, MinSize+rng.IntN(2))
		for depth := range 4 {
			if got, want := p.Perft(depth), slowPerft(p, depth); got != want {
				t.Fatalf("%s: perft %d is %d, want %d", &p, depth, got, want)
			}
		}
	}
	// The first plies of the standard boards: n colours, n*n cells for each, and by the place of the lone chip the pass
	// with 2*(n-1) slides.
	for n := MinSize; n <= MaxSize; n++ {
		p, err := Start(n)
		if err != nil {
			t.Fatal(err)
		}
		u := uint64(n)
		for depth, want := range []uint64{1, u, u * u * u, u * u * u * (2*u - 1)} {
			if got := p.Perft(depth); got != want {
				t.Errorf("%s: perft %d is %d, want %d", &p, depth, got, want)
			}
		}
	}
	p := mustParse(t, "entropy AB/BA draw")
	for depth, want := range []uint64{1, 0, 0} {
		if got := p.Perft(depth); got != want {
			t.Errorf("a full board: perft %d is %d, want %d", depth, got, want)
		}
	}
}
