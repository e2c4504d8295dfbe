package layers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"

	"foregone/positions/entropy"
	"foregone/solve"
	"foregone/solve/palindromes"
)

var slow = os.Getenv("FOREGONE_SLOW") != ""

func startOf(t testing.TB, line string) Start {
	t.Helper()
	p, err := entropy.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return Start{int(p.N), p.Bag}
}

func build(t testing.TB, line string, o Options) *Table {
	t.Helper()
	table, err := Build(context.Background(), startOf(t, line), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

// The values are those of two other programs.
func TestEmptyBoards(t *testing.T) {
	for line, want := range map[string]string{
		"entropy 2": "4/1", "entropy 2 bag=A2B1C1": "2/1", "entropy 2 bag=A4": "8/1", "entropy 3": "3989/280", "entropy 3 bag=A5B4": "1478/63", "entropy 3 bag=A7B2": "1009/36",
		"entropy 3 bag=A4B3C2": "2843/180", "entropy 3 bag=A2B2C2D2E1": "1514/189",
	} {
		var done atomic.Uint64
		table := build(t, line, Options{Progress: &done})
		p := table.Start().position()
		v, err := table.Probe(&p)
		if got := fmt.Sprintf("%d/%d", v.Num, v.Den); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", line, got, err, want)
		}
		e, err := table.Start().Estimate()
		if err != nil || done.Load() != e.Positions || line == "entropy 3" && e.Positions != 5084 {
			t.Errorf("%s: %d positions done, %+v, %v", line, done.Load(), e, err)
		}
	}
}

// wander plays a round from a start at random and calls visit for every position.
func wander(t *testing.T, rng *rand.Rand, s Start, visit func(p entropy.Position)) {
	p := s.position()
	for {
		visit(p)
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return
		}
		if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
}

// Tables agree with the search from every position that it can solve in short: all of small boards.
func TestAgreesWithSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	search := palindromes.New()
	rounds := 12
	starts := map[string]int{ // and the empty cells from which on the search is asked
		"entropy 2 bag=A2B2": 4, "entropy 2 bag=A3B2C2": 4, "entropy 2 bag=A1B1C1D1E1F1G1": 4, "entropy 3": 6, "entropy 3 bag=D3E3F3G1": 5, "entropy 3 bag=B6C3A2": 5,
		"entropy 3 bag=A2B2C2D2E1": 5, "entropy 4 bag=A14B2": 4, "entropy 4 bag=A15B1C1": 4,
	}
	if slow {
		rounds = 60
		starts["entropy 4 bag=A8B8"] = 6
		starts["entropy 4 bag=A6B5C5"] = 5
	}
	positions := 0
	for line, most := range starts {
		table := build(t, line, Options{})
		for range rounds {
			wander(t, rng, table.Start(), func(p entropy.Position) {
				v, err := table.Probe(&p)
				if err != nil {
					t.Fatal(err)
				}
				if p.Empty() > most {
					return
				}
				positions++
				if r := search.Solve(context.Background(), &p, solve.Limits{Memory: 1 << 20}); r.Low != v || r.Verdict != solve.Value {
					t.Fatalf("%s: %v, and by search %v", &p, v, r.Low)
				}
			})
		}
	}
	t.Logf("%d positions", positions)
}

func TestOtherPositionsAreRefused(t *testing.T) {
	table := build(t, "entropy 3", Options{})
	for _, line := range []string{"entropy 3 bag=A5B4", "entropy 2", "entropy AAA/AB1/3 draw bag=B9", "entropy 3 draw bag=A4B3C3", "entropy 3/3/3 chaos:D bag=A3B3C3"} {
		p, err := entropy.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := table.Probe(&p); !errors.Is(err, ErrNotInTable) {
			t.Errorf("%s: %v, %v", line, v, err)
		}
	}
	for line, want := range map[string]string{
		"entropy 5":                           "found a board of 5x5, expected 2x2 to 4x4",
		"entropy 4 bag=A99B99C99D99E99F99G99": "found a bag of A99B99C99D99E99F99G99, expected fewer chips: the values of the table would take more than 62 bits",
		"entropy 3 bag=A9B9C9D9E9F9G9":        "found a bag of A9B9C9D9E9F9G9, expected fewer colours or chips: such tables are too large",
		"entropy 4 bag=A3B3C3D3E2F2":          "found more than 67108864 ways to colour 14 chips, expected fewer: such tables are too large",
	} {
		s := startOf(t, line)
		if _, err := s.Estimate(); err == nil || err.Error() != want {
			t.Errorf("%s: %v", line, err)
		}
		if _, err := Build(context.Background(), s, Options{}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := (Start{N: 3}).Valid(); err == nil {
		t.Error("a board without chips is valid")
	}
}

func TestAStoppedBuild(t *testing.T) {
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if table, err := Build(done, startOf(t, "entropy 3"), Options{}); !errors.Is(err, context.Canceled) || table != nil {
		t.Errorf("%v, %v", table, err)
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, line := range []string{"entropy 3", "entropy 4 bag=A12B4", "entropy 4 bag=A8B8"} {
		b.Run(line, func(b *testing.B) {
			s := startOf(b, line)
			e, err := s.Estimate()
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Build(context.Background(), s, Options{Jobs: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(e.Positions)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
