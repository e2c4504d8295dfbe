package difficulty

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"foregone/analyze/games"
	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/freecell"
)

func subject(t *testing.T, game, rules, deal string) games.Position {
	t.Helper()
	s, err := games.Deal(game, rules, deal)
	if err != nil {
		t.Fatal(err)
	}
	return s.Final
}

func engineOf(t *testing.T, game string) games.Engine {
	t.Helper()
	family, err := games.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	return family.NewEngine(games.Resources{})
}

// The steps at which one move alone saves the game are those that the walk through a puzzle finds, which values all moves.
func TestOnlyAgreesWithWalks(t *testing.T) {
	only := 0
	for _, d := range [...][3]string{
		{"eightoff", "", "ms 5"}, {"eightoff", "", "ms 3"}, {"eightoff", "ncells=5", "ms 3"}, {"seatowers", "", "ms 44"},
		{"bakers", "", "ms 1"}, {"freecell", "", "ms 6"},
	} {
		p, e := subject(t, d[0], d[1], d[2]), engineOf(t, d[0])
		var r Rater
		m, err := r.Rate(t.Context(), e, p, solve.Limits{}, Unrated)
		if err != nil {
			t.Fatal(err)
		}
		if m.Answer.Verdict != solve.Winnable || !m.Walked {
			t.Fatalf("%v: found %+v", d, m)
		}
		a, err := games.Analyze(t.Context(), e, p, solve.Limits{}, games.Want{})
		if err != nil {
			t.Fatal(err)
		}
		a.Line = m.Answer.Line
		z, err := games.Walk(t.Context(), e, p, solve.Limits{}, games.Want{}, &a)
		if err != nil {
			t.Fatal(err)
		}
		if z.Only != m.Only {
			t.Errorf("%v: %d steps, the walk has %d", d, m.Only, z.Only)
		}
		only += m.Only
	}
	if only == 0 {
		t.Error("no deal has such a step")
	}
}

// An estimate agrees with one of another seed, made on the rules and the engine themselves.
func TestEstimateAgreesWithPlays(t *testing.T) {
	p := subject(t, "freecell", "", "ms 9")
	got, limit, err := estimate(t.Context(), engineOf(t, "freecell"), p, solve.Limits{})
	if err != nil || limit != solve.NoLimit {
		t.Fatal(limit, err)
	}
	start, err := patience.Parse(p.String())
	if err != nil {
		t.Fatal(err)
	}
	const samples = 1_000
	rng := rand.New(rand.NewPCG(11, 11))
	s := freecell.New()
	lost := 0.
	for range samples {
		path := playOn(rng, start)
		at := path[rng.IntN(len(path))]
		switch r := s.Solve(t.Context(), &at, solve.Limits{Nodes: drawnNodes}); r.Verdict {
		case solve.Unwinnable:
			lost++
		case solve.Unknown:
			lost += 0.5
		}
	}
	want := lost / samples
	if off := math.Abs(got.Value - want); off > 4*math.Sqrt(want*(1-want)*(1./samples+1./plays)) {
		t.Errorf("found %v, want about %v", got.Value, want)
	}
	if got.Low > got.Value || got.High < got.Value || got.High-got.Low > 0.11 || got.Exact || got.Positions != plays {
		t.Errorf("found %+v", got)
	}
}

// playOn returns the positions after each of some random moves, all cards that can go home being there.
func playOn(rng *rand.Rand, p patience.Position) (path []patience.Position) {
	for len(path) < playMoves && !p.Won() {
		moves := p.Runs(p.Moves(nil))
		if len(moves) == 0 {
			break
		}
		if err := p.Play(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
		for home := true; home; {
			home = false
			for _, m := range p.Moves(nil) {
				if m.To == patience.Home {
					home = p.Play(m) == nil
					break
				}
			}
		}
		path = append(path, p)
	}
	return path
}

// A deal that is not of the level that is wanted, or not winnable, has no solution told.
func TestRateStopsEarly(t *testing.T) {
	e := engineOf(t, "eightoff")
	var r Rater
	for _, d := range []struct {
		deal    string
		level   Level
		verdict solve.Verdict
		lines   bool
	}{{"ms 3", Hard, solve.Winnable, false}, {"ms 3", Easy, solve.Winnable, true}, {"ms 4", Hard, solve.Winnable, true}, {"ms 465", Hard, solve.Unwinnable, false}} {
		m, err := r.Rate(t.Context(), e, subject(t, "eightoff", "", d.deal), solve.Limits{}, d.level)
		if err != nil || m.Answer.Verdict != d.verdict || m.Walked != d.lines || len(m.Answer.Line) > 0 != d.lines {
			t.Errorf("%s, %v: found %+v, %v", d.deal, d.level, m, err)
		}
	}
}

// A limit leaves open what it stops, and is told.
func TestRateWithinLimits(t *testing.T) {
	e := engineOf(t, "eightoff")
	p := subject(t, "eightoff", "", "ms 1")
	var r Rater
	m, err := r.Rate(t.Context(), e, p, solve.Limits{Nodes: 1_000}, Unrated)
	if err != nil || m.Answer.Limit != solve.Nodes || m.Lost.Exact || m.Lost.Positions != plays || m.Level != Unrated || !m.Walked {
		t.Errorf("found %+v, %v", m, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, err = r.Rate(ctx, e, subject(t, "freecell", "", "ms 1"), solve.Limits{}, Unrated)
	if err != nil || m.Answer.Verdict == solve.Winnable && m.Answer.Limit != solve.Interrupted {
		t.Errorf("found %+v, %v", m, err)
	}
}

func TestPlacesAreInOrder(t *testing.T) {
	for game, s := range scales {
		for i := range steps {
			if s[i] > s[i+1] {
				t.Errorf("%s: %v comes before %v", game, s[i], s[i+1])
			}
		}
		last := -1.
		for share := 0.; share <= 1; share += 1e-3 {
			place := s.place(share)
			if place < last || place > 1 {
				t.Fatalf("%s: the place of %v is %v after %v", game, share, place, last)
			}
			last = place
			if level := s.level(share); level == Easy && place > 0.2501 || level == Hard && place < 0.7499 {
				t.Errorf("%s: %v at %v", game, level, place)
			}
		}
	}
}
