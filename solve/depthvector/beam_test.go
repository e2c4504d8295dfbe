package depthvector

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"foregone/positions"
	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/tidy"
)

// beams are those that are tested on small decks.
var beams = []Beam{{}, {Width: 1, Moves: 1}, {Width: 4, Moves: 2}, {Width: 16, Moves: 8}}

func TestBeamOnSmallDecks(t *testing.T) {
	s := New()
	rng := rand.New(rand.NewPCG(7, 8))
	var short tidy.Shortener
	won, shorter := 0, 0
	for i := range 4000 {
		r := patience.Rules{Ranks: uint8(4 + i%4), Columns: uint8(2 + i/4%7), Cells: uint8(i / 28 % 7)}
		p := shuffled(rng, r, rng.IntN(int(r.Cells)+1))
		if s.Solve(context.Background(), &p, solve.Limits{}).Verdict != solve.Winnable {
			continue
		}
		won++
		for _, b := range beams {
			line := b.Line(s, nil)
			play(t, p, line)
			n := len(line)
			if b.Width > 0 && n < len(s.Line(nil)) {
				shorter++
			}
			line = short.Shorten(&p, line)
			play(t, p, line)
			if len(line) > n {
				t.Fatalf("%d steps became %d: %v", n, len(line), p)
			}
		}
	}
	if won == 0 || shorter == 0 {
		t.Fatalf("%d deals won, %d lines shorter by a beam", won, shorter)
	}
}

// TestLengths replays the lines of full deals and holds them to the lengths that they are known to have about.
func TestLengths(t *testing.T) {
	for _, test := range []struct {
		game string
		beam Beam
		most float64
	}{
		{"eightoff", Beam{}, 85},
		{"eightoff", Beam{Width: 4, Moves: 2}, 83},
		{"eightoff", Beam{Width: 16, Moves: 4}, 82},
		{"eightoff", Beam{Width: 128, Moves: 8}, 80},
		{"seatowers", Beam{}, 84},
		{"seatowers", Beam{Width: 16, Moves: 4}, 84},
	} {
		r, _ := patience.Preset(test.game)
		name := fmt.Sprintf("%s, beam %d and %d", test.game, test.beam.Width, test.beam.Moves)
		deals, steps, tidied, singles := lengths(t, r, test.beam, 150)
		t.Logf("%s: %.1f steps, tidied %.1f, %.1f single-card moves", name, steps/deals, tidied/deals, singles/deals)
		if tidied/deals > test.most || tidied > steps {
			t.Errorf("%s: found %.1f steps, tidied %.1f, expected at most %.0f", name, steps/deals, tidied/deals, test.most)
		}
	}
}

// lengths returns how many of the deals from 1 to last are won and the sums of their steps, before and after
// tidying, and of their single-card moves.
func lengths(t *testing.T, r patience.Rules, b Beam, last uint64) (deals, steps, tidied, singles float64) {
	s := New()
	var short tidy.Shortener
	for n := uint64(1); n <= last; n++ {
		p, err := patience.Deal{Number: n}.Start(r)
		if err != nil {
			t.Fatal(err)
		}
		if s.Solve(context.Background(), &p, solve.Limits{}).Verdict != solve.Winnable {
			continue
		}
		line := b.Line(s, nil)
		play(t, p, line)
		deals++
		steps += float64(len(line))
		line = short.Shorten(&p, line)
		play(t, p, line)
		tidied += float64(len(line))
		for _, m := range line {
			singles += float64(2*int(m.N) - 1)
		}
	}
	return deals, steps, tidied, singles
}

func benchmarkLine(b *testing.B, beam Beam, tidied bool) {
	r, _ := patience.Preset("eightoff")
	p, err := patience.Deal{Number: 2}.Start(r)
	if err != nil {
		b.Fatal(err)
	}
	s := New()
	s.Solve(context.Background(), &p, solve.Limits{})
	var short tidy.Shortener
	var line []patience.Move
	for b.Loop() {
		line = beam.Line(s, line[:0])
		if tidied {
			line = short.Shorten(&p, line)
		}
	}
	b.ReportMetric(float64(len(line)), "steps")
}

func BenchmarkLine(b *testing.B)       { benchmarkLine(b, Beam{}, false) }
func BenchmarkLineTidied(b *testing.B) { benchmarkLine(b, Beam{}, true) }
func BenchmarkLineBeam4(b *testing.B)  { benchmarkLine(b, Beam{Width: 4, Moves: 2}, true) }
func BenchmarkLineBeam64(b *testing.B) { benchmarkLine(b, Beam{Width: 64, Moves: 4}, true) }

// shuffled returns a random deal of a small deck.
func shuffled(rng *rand.Rand, r patience.Rules, inCells int) patience.Position {
	p := patience.Position{Rules: r}
	for i, card := range rng.Perm(r.DeckSize()) {
		if i < inCells {
			p.Cells[i] = positions.Card(card + 4)
			continue
		}
		col := &p.Columns[i%p.NumColumns()]
		col.Cards[col.Len] = positions.Card(card + 4)
		col.Len++
	}
	return p
}

// play fails the test unless the line is legal and wins.
func play(t *testing.T, p patience.Position, line []patience.Move) {
	t.Helper()
	start := p
	for i, m := range line {
		if err := p.Play(m); err != nil {
			t.Fatalf("move %d of %v: %v\n%v", i+1, line, err, start)
		}
	}
	if !p.Won() {
		t.Fatalf("not won after %v\n%v", line, start)
	}
}
