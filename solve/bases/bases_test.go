package bases

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"foregone/positions/patience"
	"foregone/solve"
)

// replay plays the line of the last solution and fails the test unless it wins.
func replay(t *testing.T, s *Solver, p patience.Position) []patience.Move {
	t.Helper()
	line := s.Line(nil)
	for i, m := range line {
		if err := p.Play(m); err != nil {
			t.Fatalf("move %d of %v: %v", i+1, line, err)
		}
	}
	if !p.Won() {
		t.Fatalf("%v does not win", line)
	}
	return line
}

func TestAgainstRawSearch(t *testing.T) {
	games, most := 6000, 10_000
	if os.Getenv("FOREGONE_SLOW") == "1" {
		games, most = 60_000, 300_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := New()
	counts := map[solve.Verdict]int{}
	open := 0
	for i := range games {
		r := patience.Rules{
			Game:    "bakers",
			Columns: uint8(2 + rng.IntN(5)),
			Cells:   uint8(rng.IntN(6)),
			Ranks:   uint8(4 + rng.IntN(4)),
			Build:   patience.BySuit,
			Empty:   patience.AnyCard,
		}
		var p patience.Position
		switch i % 3 {
		case 0:
			p, _ = patience.Start(r, deck(rng, int(r.Ranks)))
		case 1:
			p, _ = patience.Start(r, deck(rng, int(r.Ranks)))
			p = wander(rng, p, rng.IntN(40))
		case 2:
			p = scattered(rng, r)
		}
		got := s.Solve(context.Background(), &p, solve.Limits{})
		counts[got.Verdict]++
		if got.Verdict == solve.Winnable {
			replay(t, s, p) // a proof by itself
			continue
		}
		winnable, known := oracle(p, most)
		if !known {
			open++
		} else if winnable {
			t.Fatalf("game %d: found %v, raw search wins: %+v", i, got, p)
		}
	}
	t.Logf("%v, %d left open by the raw search", counts, open)
	for _, v := range []solve.Verdict{solve.Winnable, solve.Unwinnable} {
		if counts[v] < games/10 {
			t.Errorf("found %d of %d %v, expected a better mix", counts[v], games, v)
		}
	}
}

func TestBakers(t *testing.T) {
	last, want := uint64(300), 229
	if os.Getenv("FOREGONE_SLOW") == "1" {
		last, want = 1000, 766
	}
	r, _ := patience.Preset("bakers")
	s := New()
	won := 0
	for n := uint64(1); n <= last; n++ {
		p, err := patience.Deal{Number: n}.Start(r)
		if err != nil {
			t.Fatal(err)
		}
		switch got := s.Solve(context.Background(), &p, solve.Limits{}); got.Verdict {
		case solve.Winnable:
			replay(t, s, p)
			won++
		case solve.Unknown:
			t.Errorf("deal %d: %v", n, got)
		}
	}
	if won != want {
		t.Errorf("found %d winnable of %d, expected %d", won, last, want)
	}
}

func TestVerdicts(t *testing.T) {
	file, err := os.Open("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := New()
	rows := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		f := strings.Split(lines.Text(), "\t")
		r, ok := patience.Preset(f[0])
		if !ok {
			continue // the header
		}
		if f[1] != "-" {
			if r, err = r.WithOptions(f[1]); err != nil {
				t.Fatal(err)
			}
		}
		if !Handles(r) {
			continue
		}
		rows++
		d, err := patience.ParseDeal(f[2] + " " + f[3])
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Start(r)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Solve(context.Background(), &p, solve.Limits{})
		if got.Verdict.String() != f[4] {
			t.Errorf("%s: found %v, expected %s", lines.Text(), got, f[4])
		}
		if got.Verdict == solve.Winnable {
			replay(t, s, p)
		}
	}
	if rows < 100 {
		t.Errorf("found %d rows of this engine, expected more", rows)
	}
}
