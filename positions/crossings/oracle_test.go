package crossings

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// mailbox is a second, slow reading of the rules, group by group from its leading stone: a letter a square, by file
// and rank from 0, nothing where it is empty.
type mailbox struct {
	w, h     int
	own, foe byte
	exact    bool
	at       map[[2]int]byte
}

func mailboxOf(p *Position) mailbox {
	m := mailbox{int(p.W), int(p.H), 'r', 'b', p.Steps == Exact, map[[2]int]byte{}}
	if p.ToMove == Black {
		m.own, m.foe = 'b', 'r'
	}
	for i := range m.w * m.h {
		switch {
		case p.Stones[Red].Has(Square(i)):
			m.at[[2]int{i % m.w, i / m.w}] = 'r'
		case p.Stones[Black].Has(Square(i)):
			m.at[[2]int{i % m.w, i / m.w}] = 'b'
		}
	}
	return m
}

// board writes the rows from the top.
func (m mailbox) board() string {
	var b strings.Builder
	for y := m.h - 1; y >= 0; y-- {
		for x := range m.w {
			if c := m.at[[2]int{x, y}]; c != 0 {
				b.WriteByte(c)
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('/')
	}
	return strings.TrimSuffix(b.String(), "/")
}

func (m mailbox) farRank(side byte) int {
	if side == 'r' {
		return m.h - 1
	}
	return 0
}

func (m mailbox) crossed(side byte) (n int) {
	for x := range m.w {
		if m.at[[2]int{x, m.farRank(side)}] == side {
			n++
		}
	}
	return n
}

// play is one move: as written, with its place in the order of moves, and the board after it.
type play struct {
	text     string
	from, to int
	crosses  bool
	board    string
}

// shifts returns the moves of side's stones, whatever is pending.
func (m mailbox) shifts(side, foe byte) (all []play) {
	loose := func(s [2]int) bool { return m.at[s] == side && s[1] != m.farRank(side) }
	for lead := range m.at {
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				along := func(n int) [2]int { return [2]int{lead[0] + n*dx, lead[1] + n*dy} }
				if dx == 0 && dy == 0 || !loose(lead) || loose(along(1)) {
					continue
				}
				for k := 1; loose(along(1 - k)); k++ {
					all = append(all, m.groupMoves(k, along, side, foe)...)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b play) int { return 1000*(a.from-b.from) + a.to - b.to })
	return all
}

// groupMoves returns the moves of the k stones that end on along(0).
func (m mailbox) groupMoves(k int, along func(int) [2]int, side, foe byte) (all []play) {
	for n := 1; n <= k; n++ {
		to := along(n)
		if to[0] < 0 || to[0] >= m.w || to[1] < 0 || to[1] >= m.h {
			return all
		}
		mark := "-"
		if m.at[to] == foe {
			mark = "x"
			run := 0
			for m.at[along(n+run)] == foe {
				run++
			}
			if k < 2 || run >= k || to[1] == m.farRank(foe) {
				return all
			}
		} else if m.at[to] != 0 {
			return all
		}
		if mark == "x" || n == k || !m.exact {
			after := mailbox{w: m.w, h: m.h, at: map[[2]int]byte{}}
			for s, c := range m.at {
				after.at[s] = c
			}
			for i := range k {
				delete(after.at, along(-i))
			}
			for i := range k {
				after.at[along(n-i)] = side
			}
			tail := along(1 - k)
			all = append(all, play{
				fmt.Sprintf("%c%d%s%c%d", 'a'+tail[0], tail[1]+1, mark, 'a'+to[0], to[1]+1),
				tail[1]*m.w + tail[0], to[1]*m.w + to[0], to[1] == m.farRank(side), after.board(),
			})
		}
		if mark == "x" {
			return all
		}
	}
	return all
}

// moves returns the legal moves in order, and how the game stands: 'l' when the side to move has lost, 'd' when it is
// drawn, else 0.
func (m mailbox) moves() (all []play, over byte) {
	all = m.shifts(m.own, m.foe)
	if m.crossed(m.foe) > m.crossed(m.own) {
		all = slices.DeleteFunc(all, func(p play) bool { return !p.crosses })
		if len(all) == 0 {
			return nil, 'l'
		}
		return all, 0
	}
	if len(all) == 0 {
		if len(m.shifts(m.foe, m.own)) == 0 {
			return nil, 'd'
		}
		all = []play{{text: "pass", board: m.board()}}
	}
	return all, 0
}

// checkRules compares everything the rules say of a position with the mailbox.
func checkRules(t testing.TB, p *Position) {
	t.Helper()
	want, over := mailboxOf(p).moves()
	got := p.Moves(nil)
	if len(got) != len(want) || p.NumMoves() != len(want) {
		t.Fatalf("%s: %d moves (%d counted), want %v", p, len(got), p.NumMoves(), want)
	}
	for i, m := range got {
		next := *p
		if err := next.Play(m); err != nil || p.MoveString(m) != want[i].text {
			t.Fatalf("%s: move %s, want %s: %v", p, p.MoveString(m), want[i].text, err)
		}
		if after := mailboxOf(&next).board(); after != want[i].board || next.ToMove == p.ToMove || next.Validate() != nil {
			t.Fatalf("%s after %s is %s, want %s: %v", p, want[i].text, after, want[i].board, next.Validate())
		}
	}
	winner, won := p.Winner()
	if p.Over() != (over != 0) || won != (over == 'l') || won && winner != p.ToMove.Other() {
		t.Fatalf("%s: over %v, won %v, want %q", p, p.Over(), won, over)
	}
}

// scale is by how much random tests are longer when there is time.
func scale() int {
	if os.Getenv("FOREGONE_SLOW") != "" {
		return 20
	}
	return 1
}

// sizes are all boards.
func sizes() (all [][2]int) {
	for w := MinWidth; w <= MaxWidth; w++ {
		for h := MinHeight; h <= MaxHeight; h++ {
			all = append(all, [2]int{w, h})
		}
	}
	return all
}

// scattered puts stones anywhere that is legal, in any numbers, now and then in lines.
func scattered(rng *rand.Rand, w, h int) Position {
	for {
		p := Position{W: uint8(w), H: uint8(h), ToMove: Side(rng.IntN(2)), Steps: Steps(rng.IntN(2))}
		red, black := rng.Float64(), rng.Float64()
		if rng.IntN(2) == 0 {
			red, black = red/3, black/3
		}
		crossed := rng.IntN(3) == 0 // rarely legal where many have
		for sq := range Square(w * h) {
			row := int(sq) / w
			switch x := rng.Float64() * 2; {
			case x < red && (row < h-1 || crossed && rng.IntN(3) == 0):
				p.Stones[Red].Add(sq)
			case x > 2-black && (row > 0 || crossed && rng.IntN(3) == 0):
				p.Stones[Black].Add(sq)
			}
		}
		if p.Validate() == nil {
			return p
		}
	}
}

func TestMovesOfAnyPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pending, passes, captures, over := 0, 0, 0, 0
	for _, size := range sizes() {
		for range 30 * scale() {
			p := scattered(rng, size[0], size[1])
			checkRules(t, &p)
			moves := p.Moves(nil)
			for _, m := range moves {
				if m.Capture {
					captures++
				}
				if m == Pass {
					passes++
				}
			}
			if p.Over() {
				over++
			} else if p.MustCross() {
				pending++
			}
		}
	}
	if pending < 20 || passes < 10 || captures < 1000 || over < 20 {
		t.Errorf("%d pending, %d passes, %d captures, %d over", pending, passes, captures, over)
	}
}

func TestMovesOfWholeGamesOnEveryBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	decided := 0
	for _, size := range sizes() {
		for game := range scale() {
			p := mustStart(t, size[0], size[1], min(1+(game+size[0])%2, size[1]/2))
			p.Steps = Steps((game + size[1]) % 2)
			for range 60 {
				checkRules(t, &p)
				moves := p.Moves(nil)
				if len(moves) == 0 {
					if !p.Over() {
						t.Fatalf("%s: no moves, and the game goes on", &p)
					}
					decided++
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
	if decided == 0 {
		t.Error("no game ended")
	}
}

// Check is asked for every pair of squares, marked as a capture or not.
func TestEveryOtherMoveIsIllegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, size := range [][2]int{{2, 3}, {3, 5}, {5, 4}, {6, 6}, {12, 12}} {
		for range 10 * scale() {
			p := scattered(rng, size[0], size[1])
			legal := map[Move]bool{}
			for _, m := range p.Moves(nil) {
				legal[m] = true
			}
			for from := range Square(p.W*p.H + 1) {
				for to := range Square(p.W*p.H + 1) {
					for _, m := range []Move{{from, to, false}, {from, to, true}} {
						if err := p.Check(m); (err == nil) != legal[m] {
							t.Fatalf("%s: %s: %v", &p, p.MoveString(m), err)
						}
					}
				}
			}
		}
	}
}

func TestSymmetryOfMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range sizes() {
		p := scattered(rng, size[0], size[1])
		m := p.Mirror()
		if m.Mirror() != p || m.NumMoves() != p.NumMoves() || m.Over() != p.Over() {
			t.Fatalf("%s and its mirror image %s", &p, &m)
		}
		for sq := range Square(p.W * p.H) {
			other := sq - sq%Square(p.W) + Square(p.W) - 1 - sq%Square(p.W)
			if p.LetterAt(sq) != m.LetterAt(other) {
				t.Fatalf("%s and its mirror image %s", &p, &m)
			}
		}
		turned := p.Turned()
		if turned.Turned() != p || turned.NumMoves() != p.NumMoves() || turned.Over() != p.Over() || turned.MustCross() != p.MustCross() {
			t.Fatalf("%s and, turned, %s", &p, &turned)
		}
		for sq := range Square(p.W * p.H) {
			other := Square(p.W)*(Square(p.H)-1-sq/Square(p.W)) + sq%Square(p.W)
			if a, b := p.LetterAt(sq), turned.LetterAt(other); b != map[byte]byte{'r': 'b', 'R': 'B', 'b': 'r', 'B': 'R', '.': '.'}[a] {
				t.Fatalf("%s and, turned, %s", &p, &turned)
			}
		}
		red := p
		if p.ToMove == Black {
			red = turned
		}
		c, isMirror := p.Canonical()
		for _, other := range []Position{m, turned, turned.Mirror()} {
			if d, _ := other.Canonical(); c != d {
				t.Fatalf("%s and %s have other canonical forms", &p, &other)
			}
		}
		if !isMirror && c != red || isMirror && c != red.Mirror() {
			t.Fatalf("%s has the canonical form %s", &p, &c)
		}
	}
}

func mustStart(t testing.TB, w, h, rows int) Position {
	t.Helper()
	p, err := Start(w, h, rows)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustParse(t testing.TB, line string) Position {
	t.Helper()
	p, err := Parse(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return p
}
