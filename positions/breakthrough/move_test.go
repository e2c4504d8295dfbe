package breakthrough

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mailbox is a second, slow reading of the rules: a letter a square, "" for an empty one, by its name.
type mailbox struct {
	w, h  int
	white bool
	at    map[string]string
}

func mailboxOf(p *Position) mailbox {
	m := mailbox{int(p.W), int(p.H), p.ToMove == White, map[string]string{}}
	for i := range m.w * m.h {
		name := fmt.Sprintf("%c%d", 'a'+i%m.w, i/m.w+1)
		switch {
		case p.Pieces[White].Has(Square(i)):
			m.at[name] = "w"
		case p.Pieces[Black].Has(Square(i)):
			m.at[name] = "b"
		}
	}
	return m
}

// winner is "w", "b", or "" while the game goes on.
func (m mailbox) winner() string {
	count := map[string]int{}
	for name, piece := range m.at {
		count[piece]++
		rank, _ := strconv.Atoi(name[1:])
		if piece == "w" && rank == m.h || piece == "b" && rank == 1 {
			return piece
		}
	}
	if count["b"] == 0 {
		return "w"
	}
	if count["w"] == 0 {
		return "b"
	}
	return ""
}

// moves returns the legal moves as written, in the order of their squares: a1 b1 … upward.
func (m mailbox) moves() []string {
	var all []string
	if m.winner() != "" {
		return nil
	}
	own, ahead := "w", 1
	if !m.white {
		own, ahead = "b", -1
	}
	for rank := 1; rank <= m.h; rank++ {
		for file := range m.w {
			from := fmt.Sprintf("%c%d", 'a'+file, rank)
			if m.at[from] != own {
				continue
			}
			for _, side := range []int{-1, 0, 1} {
				if file+side < 0 || file+side >= m.w {
					continue
				}
				to := fmt.Sprintf("%c%d", 'a'+file+side, rank+ahead)
				switch {
				case m.at[to] == "":
					all = append(all, from+to)
				case m.at[to] != own && side != 0:
					all = append(all, from+"x"+to)
				}
			}
		}
	}
	return all
}

func movesOf(p *Position) []string {
	var all []string
	for _, m := range p.Moves(nil) {
		all = append(all, p.MoveString(m))
	}
	return all
}

// sizes are all boards.
func sizes() (all [][2]int) {
	for w := MinWidth; w <= MaxWidth; w++ {
		for h := MinHeight; h <= MaxHeight && w*h <= MaxSquares; h++ {
			all = append(all, [2]int{w, h})
		}
	}
	return all
}

func mustStart(t testing.TB, w, h, rows int) Position {
	t.Helper()
	p, err := Start(w, h, rows)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkRules compares everything the rules say of a position with the mailbox.
func checkRules(t testing.TB, p *Position) {
	t.Helper()
	m := mailboxOf(p)
	want := m.moves()
	if got := movesOf(p); !slices.Equal(got, want) {
		t.Fatalf("%s: moves %v, want %v", p, got, want)
	}
	if n := p.NumMoves(); n != len(want) || len(want) > maxMoves {
		t.Fatalf("%s: %d moves, want %d", p, n, len(want))
	}
	winner, over := p.Winner()
	if got := map[bool]string{true: "wb"[winner : winner+1]}[over]; got != m.winner() || p.Over() != over {
		t.Fatalf("%s: winner %q, want %q", p, got, m.winner())
	}
}

func TestMovesOfWholeGamesOnEveryBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range sizes() {
		for game := range 2 * scale() {
			rows := min(1+game%2, size[1]/2)
			p := mustStart(t, size[0], size[1], rows)
			for ply := 0; ; ply++ {
				checkRules(t, &p)
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				if ply > MaxSquares*MaxHeight {
					t.Fatal("the game does not end")
				}
				if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			if !p.Over() {
				t.Fatalf("%s: no moves, and the game goes on", &p)
			}
		}
	}
}

// scale is by how much random tests are longer when there is time.
func scale() int {
	if os.Getenv("FOREGONE_SLOW") != "" {
		return 20
	}
	return 1
}

// scattered puts pieces anywhere that is legal, in any numbers.
func scattered(rng *rand.Rand, w, h int) Position {
	for {
		p := Position{W: uint8(w), H: uint8(h), ToMove: Side(rng.IntN(2))}
		white, black := rng.Float64(), rng.Float64()
		if rng.IntN(2) == 0 {
			white, black = white/4, black/4
		}
		for sq := range Square(w * h) {
			switch x := rng.Float64() * 2; {
			case x < white:
				p.Pieces[White].Add(sq)
			case x < white+black:
				p.Pieces[Black].Add(sq)
			}
		}
		switch rng.IntN(4) {
		case 0:
			p.Pieces[White] = p.Pieces[White].AndNot(p.FarRow(White))
		case 1:
			p.Pieces[Black] = p.Pieces[Black].AndNot(p.FarRow(Black))
		default:
			p.Pieces[White] = p.Pieces[White].AndNot(p.FarRow(White))
			p.Pieces[Black] = p.Pieces[Black].AndNot(p.FarRow(Black))
		}
		if p.Validate() == nil {
			return p
		}
	}
}

func TestMovesOfAnyPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range sizes() {
		for i := range 20 * scale() {
			p := scattered(rng, size[0], size[1])
			checkRules(t, &p)
			if i%20 == 0 {
				checkEveryMove(t, &p)
			}
		}
	}
}

// checkEveryMove asks Check for every pair of squares near the board, marked as a capture or not.
func checkEveryMove(t *testing.T, p *Position) {
	legal := map[Move]bool{}
	for _, m := range p.Moves(nil) {
		legal[m] = true
	}
	size := Square(p.W * p.H)
	for from := range min(size+2, MaxSquares) {
		for to := range min(size+2, MaxSquares) {
			if from%7 != to%7 && !legal[Move{from, to, false}] && !legal[Move{from, to, true}] {
				continue
			}
			for _, capture := range []bool{false, true} {
				m := Move{from, to, capture}
				next := *p
				err := next.Play(m)
				if (err == nil) != legal[m] {
					t.Fatalf("%s: %s: %v", p, p.MoveString(m), err)
				}
				if err != nil {
					if next != *p {
						t.Fatalf("%s became %s by an illegal move", p, &next)
					}
					continue
				}
				moved := mailboxOf(p)
				moved.at[p.SquareName(to)] = moved.at[p.SquareName(from)]
				delete(moved.at, p.SquareName(from))
				if got := mailboxOf(&next); fmt.Sprint(got.at) != fmt.Sprint(moved.at) || got.white == moved.white {
					t.Fatalf("%s after %s is %s", p, p.MoveString(m), &next)
				}
			}
		}
	}
}

func TestIllegalMovesAreExplained(t *testing.T) {
	for _, test := range []struct{ line, move, want string }{
		{"breakthrough bbb/bw1/3/www w", "a1a2", "move a1a2 is not legal: the game is over, Black has won"},
		{"breakthrough bbb/3/3/www w", "a4a3", "move a4a3 is not legal: a4 is Black's, and White is to move"},
		{"breakthrough bbb/3/3/www b", "a1a2", "move a1a2 is not legal: a1 is White's, and Black is to move"},
		{"breakthrough bbb/3/3/www w", "a2a3", "move a2a3 is not legal: a2 is empty"},
		{"breakthrough bbb/3/3/www w", "a1a3", "move a1a3 is not legal: a3 is not one step ahead of a1, straight or diagonally"},
		{"breakthrough bbb/3/3/www w", "a1c2", "move a1c2 is not legal: c2 is not one step ahead of a1, straight or diagonally"},
		{"breakthrough bbb/3/3/www b", "a4b3", ""},
		{"breakthrough bbb/3/1w1/1ww b", "a4a5", `found "a4a5", expected a move such as a2a3 or b4xa3, on squares from a1 to c4`},
		{"breakthrough bbb/1w1/1w1/1ww w", "b2b3", "move b2b3 is not legal: b3 has a piece of White's own"},
		{"breakthrough bbb/1b1/1w1/1ww w", "b2b3", "move b2b3 is not legal: b3 is taken, and captures are diagonal only"},
		{"breakthrough bbb/1b1/w2/1ww w", "a2b3", "move a2b3 is not legal: it captures, which is written a2xb3"},
		{"breakthrough bbb/1b1/w2/1ww w", "b1xc2", "move b1xc2 is not legal: there is nothing to capture on c2"},
		{"breakthrough bbb/1b1/w2/1ww w", "a2xb3", ""},
		{"breakthrough bbb/1b1/w2/1ww w", "d1d2", `found "d1d2", expected a move such as a2a3 or b4xa3, on squares from a1 to c4`},
	} {
		p, err := Parse(test.line)
		if strings.Contains(test.want, "the game is over") {
			p, err = Position{W: 3, H: 4, Pieces: [2]Set{{1 << 5}, {1 << 2}}}, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseWritten(test.move)
		if err == nil {
			err = p.Play(m)
		}
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%s on %s: %s, want %s", test.move, test.line, got, test.want)
		}
	}
	p := mustStart(t, 3, 4, 1)
	if err := p.Check(Move{From: 12, To: 3}); err == nil || err.Error() != "move a5a2 is not legal: there is no such square" {
		t.Error(err)
	}
}

// The table is testdata/breakthrough/perft.tsv; counts up to the limit are made in every run.
func TestPerft(t *testing.T) {
	limit := uint64(25_000_000)
	if os.Getenv("FOREGONE_SLOW") != "" {
		limit = 1 << 62
	}
	counted := 0
	for _, row := range table(t, "perft.tsv") {
		w, h, rows := number(t, row[0]), number(t, row[1]), number(t, row[2])
		p := mustStart(t, w, h, rows)
		for depth, cell := range row[3:] {
			if cell == "-" {
				continue
			}
			want, err := strconv.ParseUint(cell, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if want > limit {
				continue
			}
			counted++
			if got := p.Perft(depth + 1); got != want {
				t.Errorf("%dx%d, %d home rows, depth %d: %d leaves, want %d", w, h, rows, depth+1, got, want)
			}
		}
	}
	if counted < 35 {
		t.Errorf("compared %d counts", counted)
	}
}

// Counts by the mailbox, to the end of games on boards so small that all of them end.
func TestPerftToTheEnd(t *testing.T) {
	var count func(p Position, depth int) uint64
	count = func(p Position, depth int) uint64 {
		if depth == 0 {
			return 1
		}
		var leaves uint64
		for _, text := range mailboxOf(&p).moves() {
			m, err := p.ParseWritten(text)
			next := p
			if err != nil || next.Play(m) != nil {
				t.Fatalf("%s: %s", &p, text)
			}
			leaves += count(next, depth-1)
		}
		return leaves
	}
	for _, size := range [][3]int{{2, 3, 1}, {2, 4, 2}, {3, 3, 1}} {
		p := mustStart(t, size[0], size[1], size[2])
		for depth := range 12 {
			if got, want := p.Perft(depth), count(p, depth); got != want {
				t.Errorf("%v, depth %d: %d leaves, want %d", size, depth, got, want)
			}
		}
	}
}

func TestPerftAllocatesNothingANode(t *testing.T) {
	p := mustStart(t, 8, 8, 2)
	if n := testing.AllocsPerRun(5, func() { p.Perft(4) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
	m := p.Moves(nil)[0]
	if n := testing.AllocsPerRun(5, func() {
		if next := p; next.Play(m) != nil {
			t.Error(m)
		}
	}); n > 0 {
		t.Errorf("%v allocations a move", n)
	}
}

func TestSymmetryOfMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, size := range sizes() {
		p := scattered(rng, size[0], size[1])
		m := p.Mirror()
		if m.Mirror() != p {
			t.Fatalf("%s mirrored twice", &p)
		}
		if m.NumMoves() != p.NumMoves() || m.Over() != p.Over() {
			t.Fatalf("%s and its mirror image %s", &p, &m)
		}
		for sq := range Square(p.W * p.H) {
			other := p.SquareName(sq)
			other = string('a'+p.W-1-(other[0]-'a')) + other[1:]
			for s := range p.Pieces {
				if q, _, ok := m.parseSquare(other); !ok || p.Pieces[s].Has(sq) != m.Pieces[s].Has(q) {
					t.Fatalf("%s of %s and %s of %s", p.SquareName(sq), &p, other, &m)
				}
			}
		}
		if c := p.Canonical(); c != m.Canonical() || c != p && c != m || c.Canonical() != c {
			t.Fatalf("%s and its mirror image have other canonical forms", &p)
		}
	}
}

// table reads rows of tab-separated fields below a heading.
func table(t testing.TB, name string) [][]string {
	t.Helper()
	file, err := os.Open("../../testdata/breakthrough/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for s := bufio.NewScanner(file); s.Scan(); {
		rows = append(rows, strings.Split(s.Text(), "\t"))
	}
	if len(rows) < 2 {
		t.Fatalf("%s is empty", name)
	}
	return rows[1:]
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
