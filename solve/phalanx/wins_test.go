package phalanx

import (
	"bufio"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// within decides whether a win is near on 8x8, by looking at all moves of both sides. A key is the pieces of the side to
// move, which moves up, those of the other, and a number of plies.
type within map[[3]uint64]bool

// wins reports whether the side to move, which moves up, can win in at most the given odd number of plies.
func (o within) wins(own, other, plies uint64) bool {
	if winsNow(own, other) || plies == 1 {
		return winsNow(own, other)
	}
	k := [3]uint64{own, other, plies}
	won, ok := o[k]
	if !ok {
		won = steps(own, other, func(own, other uint64) bool { return !o.saves(other, own, plies-1) })
		o[k] = won
	}
	return won
}

// saves reports whether the side to move can keep the other from winning in the given even number of plies.
func (o within) saves(own, other, plies uint64) bool {
	return winsNow(own, other) || steps(own, other, func(own, other uint64) bool { return !o.wins(other, own, plies-1) })
}

// winsNow reports whether a step to the far row or the capture of the last enemy wins.
func winsNow(own, other uint64) bool {
	return own>>48 != 0 || other&(other-1) == 0 && attacks8x8(own)&other != 0
}

func attacks8x8(own uint64) uint64 {
	const a, h = 0x0101010101010101, 0x8080808080808080
	return own&^a<<7 | own&^h<<9
}

// steps reports whether good holds for the boards after any step of the own side, both turned so that the other side
// moves up; captures come first, and far steps.
func steps(own, other uint64, good func(own, other uint64) bool) bool {
	for _, captures := range [...]bool{true, false} {
		for pieces := own; pieces != 0; {
			from := uint64(1) << (63 - bits.LeadingZeros64(pieces))
			pieces &^= from
			to := attacks8x8(from) & other
			if !captures {
				to = (attacks8x8(from) | from<<8) &^ (own | other)
			}
			for ; to != 0; to &= to - 1 {
				if good(bits.ReverseBytes64(own^from|to&-to), bits.ReverseBytes64(other&^(to&-to))) {
					return true
				}
			}
		}
	}
	return false
}

// plies returns the plies of the shortest win, at most so many; 0 without.
func (o within) plies(p *breakthrough.Position, most int) int {
	own, other := p.Pieces[p.ToMove][0], p.Pieces[p.ToMove.Other()][0]
	if p.ToMove == breakthrough.Black {
		own, other = bits.ReverseBytes64(own), bits.ReverseBytes64(other)
	}
	clear(o)
	for plies := 1; plies <= most; plies += 2 {
		if o.wins(own, other, uint64(plies)) {
			return plies
		}
	}
	return 0
}

// nearWin is a position with the plies of its shortest win.
type nearWin struct {
	p     breakthrough.Position
	plies int
}

const winsFile = "testdata/wins8x8.txt"

func readWins(t *testing.T) []nearWin {
	t.Helper()
	f, err := os.Open(winsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var wins []nearWin
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		line, plies, _ := strings.Cut(s.Text(), " win in ")
		p, err := breakthrough.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(plies)
		if err != nil {
			t.Fatal(err)
		}
		wins = append(wins, nearWin{p, n})
	}
	return wins
}

// TestFindsNearWins: every win in up to 9 plies is found, with few nodes, or with FOREGONE_SLOW in 5 s; then the wins are
// proven again, too.
func TestFindsNearWins(t *testing.T) {
	e := New()
	o := within{}
	most := map[int]uint64{}
	var longest time.Duration
	for _, w := range readWins(t) {
		ctx, l := context.Background(), solve.Limits{Nodes: 1000000}
		if slow() {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, 5*time.Second)
			defer cancel()
			l.Nodes = 0
			if n := o.plies(&w.p, 9); n != w.plies {
				t.Errorf("%v is won in %d plies, not in %d", &w.p, n, w.plies)
			}
		}
		start := time.Now()
		a := e.Solve(ctx, &w.p, l)
		longest = max(longest, time.Since(start))
		most[w.plies] = max(most[w.plies], a.Nodes)
		if a.Verdict != solve.Win {
			t.Errorf("%v: %v (%v) after %d nodes, expected a win in %d plies", &w.p, a.Verdict, a.Limit, a.Nodes, w.plies)
		}
	}
	t.Logf("most nodes by plies: %v; longest %v", most, longest)
}

// TestMakeWins writes the file anew when FOREGONE_WINS is the number of positions for each distance, 5, 7 and 9 plies.
func TestMakeWins(t *testing.T) {
	each, _ := strconv.Atoi(os.Getenv("FOREGONE_WINS"))
	if each == 0 {
		if found := makeWins(t, 1, 5); len(found[5]) != 1 {
			t.Errorf("made %v, expected a win in 5", found)
		}
		return
	}
	found := makeWins(t, each, 9)
	text := "# Positions won in 5, 7 and 9 plies and in no fewer, from games with random moves.\n" +
		strings.Join(found[5], "") + strings.Join(found[7], "") + strings.Join(found[9], "")
	if err := os.WriteFile(winsFile, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// makeWins returns lines of the file by distance, so many of each from 5 plies on: from games with some random moves,
// positions that one look does not decide.
func makeWins(t *testing.T, each, longest int) map[int][]string {
	t.Helper()
	found := map[int][]string{}
	e, o, look := New(), within{}, lookAt(8, 8)
	for game, missing := uint64(0), true; missing; game++ {
		rng := rand.New(rand.NewPCG(11, game))
		for p := played(rng, 8, 8, 10); !p.Over(); {
			a := e.Solve(context.Background(), &p, solve.Limits{Nodes: 200, Memory: 1 << 20})
			if a.Verdict != solve.Loss && look(&p) == 0 {
				if n := o.plies(&p, longest); n > 0 && len(found[n]) < each {
					found[n] = append(found[n], fmt.Sprintf("%v win in %d\n", &p, n))
				}
			}
			m := a.Best
			if moves := p.Moves(nil); rng.IntN(5) == 0 {
				m = moves[rng.IntN(len(moves))]
			}
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		missing = false
		for plies := 5; plies <= longest; plies += 2 {
			missing = missing || len(found[plies]) < each
		}
	}
	return found
}
