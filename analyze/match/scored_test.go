package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"foregone/analyze/games"
	"foregone/analyze/protocol/codecup"
	"foregone/positions/entropy"
)

const (
	chips3 = "entropy 3/3/3 draw"
	chips7 = "entropy 7/7/7/7/7/7/7 draw"
)

func scoredConfig(t testing.TB, line, order, chaos string) ScoredConfig {
	t.Helper()
	family, err := games.Lookup(entropy.Name)
	if err != nil {
		t.Fatal(err)
	}
	start := position(t, line)
	s := Setting{Family: family, Start: start, Memory: 1 << 20, Time: 50 * time.Millisecond, Clock: time.Minute, Stderr: os.Stderr}
	if players := order + chaos; strings.Contains(players, "hang") || strings.Contains(players, "sleep") {
		s.Clock = time.Second
	}
	return ScoredConfig{Start: start.(games.Scored), Games: 1, Jobs: 1, Players: parse(t, s, order, chaos)}
}

// playedScored returns the games of a match, and how it ended.
func playedScored(t testing.TB, c ScoredConfig) (all []ScoredGame, _ error) {
	t.Helper()
	c.Emit = func(g *ScoredGame) error {
		kept := *g
		kept.Longest = [2]time.Duration{}
		all = append(all, kept)
		return nil
	}
	return all, RunScored(t.Context(), c)
}

// TestScoredGamesAreThoseOfTheSeed replays the games by the rules alone, and plays them again with more jobs and with other
// players.
func TestScoredGamesAreThoseOfTheSeed(t *testing.T) {
	c := scoredConfig(t, chips3, "foregone:nodes=300", "random")
	c.Games, c.Seed = 40, 7
	all, err := playedScored(t, c)
	if err != nil || len(all) != c.Games {
		t.Fatalf("%d games, %v", len(all), err)
	}
	distinct := map[string]bool{}
	sum := 0
	for i, g := range all {
		if g.Number != i+1 || g.Fault != "" || len(g.Draws) != 9 || len(g.Moves) != 17 {
			t.Errorf("game %d is %+v", i+1, g)
		}
		distinct[strings.Join(g.Draws, "")] = true
		p, err := entropy.Parse(g.Start.String())
		if err != nil {
			t.Fatal(err)
		}
		draws, moves := g.Draws, g.Moves
		for !p.Over() {
			next := &moves
			if p.Acts == entropy.Draw {
				next = &draws
			}
			m, err := p.ParseMove((*next)[0])
			if err == nil {
				err = p.Play(m)
			}
			if err != nil {
				t.Fatalf("game %d: %v", g.Number, err)
			}
			*next = (*next)[1:]
		}
		if p.Score() != g.Score {
			t.Errorf("game %d scores %d, not %d", g.Number, p.Score(), g.Score)
		}
		sum += g.Score
	}
	if len(distinct) < 38 {
		t.Errorf("only %d different orders of the chips", len(distinct))
	}
	if sum < 16*c.Games { // best play on both sides makes 14.2
		t.Errorf("mean score %.1f against random placements", float64(sum)/float64(c.Games))
	}
	c.Jobs = 4
	if again, _ := playedScored(t, c); !reflect.DeepEqual(again, all) {
		t.Error("other games with 4 jobs")
	}
	other := scoredConfig(t, chips3, "exp2", "c2")
	other.Games, other.Seed = c.Games, c.Seed
	others, _ := playedScored(t, other)
	for i := range all {
		if !slices.Equal(others[i].Draws, all[i].Draws) {
			t.Errorf("game %d: other players get other chips", i+1)
		}
	}
	other.Seed++
	if again, _ := playedScored(t, other); slices.Equal(again[0].Draws, all[0].Draws) && slices.Equal(again[1].Draws, all[1].Draws) {
		t.Error("another seed gives the same chips")
	}
}

// TestEveryOrderOfTheChipsIsAsLikely counts where the three chips of one colour come, by chi-square.
func TestEveryOrderOfTheChipsIsAsLikely(t *testing.T) {
	p := position(t, chips3).(games.Scored)
	const n = 8400
	counts := map[string]int{}
	for i := range n {
		order := strings.Join(shuffled(p, random(3, drawing|uint64(i))), "")
		counts[strings.Map(func(r rune) rune {
			if r != 'A' {
				return '.'
			}
			return r
		}, order)]++
	}
	chi, expected := 0., float64(n)/84
	for _, k := range counts {
		chi += (float64(k) - expected) * (float64(k) - expected) / expected
	}
	if len(counts) != 84 || chi > 136 { // 99.99 % at 83 degrees of freedom
		t.Errorf("%d of 84 places, chi-square %.0f", len(counts), chi)
	}
}

func TestDrawsAreThoseGiven(t *testing.T) {
	c := scoredConfig(t, chips3, "exp2", "c2")
	var err error
	if c.Draws, err = ReadDraws(c.Start, "aabb,CCABC"); err != nil {
		t.Fatal(err)
	}
	c.Games = 2
	all, err := playedScored(t, c)
	if err != nil || strings.Join(all[1].Draws, "") != "AABBCCABC" || !slices.Equal(all[0].Moves, all[1].Moves) {
		t.Errorf("found %v, %v", all, err)
	}
	for i, chip := range c.Draws {
		if !strings.HasPrefix(all[0].Moves[2*i], chip+"@") {
			t.Errorf("Chaos plays %s at draw %d, expected %s", all[0].Moves[2*i], i+1, chip)
		}
	}
	for text, want := range map[string]string{
		"AABB":       "found 4 chips, expected 9 at least",
		"AAAAABBCC":  "found more A than the bag holds, expected no more",
		"AABBCCDABC": "found 'D', expected letters of A, B, C",
	} {
		if _, err := ReadDraws(c.Start, text); err == nil || err.Error() != want {
			t.Errorf("%s: found %v, expected %s", text, err, want)
		}
	}
	large := position(t, "entropy 2/2 draw bag=A5B5").(games.Scored)
	if draws, err := ReadDraws(large, "ABABAB"); err != nil || len(draws) != 6 {
		t.Errorf("more chips than cells: %v, %v", draws, err)
	}
}

// contestantOf returns the description of a player that is this test.
func contestantOf(t testing.TB, how string) string {
	t.Helper()
	t.Setenv("TEST_PROGRAM", os.Args[0])
	return `cmd:MATCH_CONTESTANT=` + how + ` exec "$TEST_PROGRAM"`
}

// contend is a program of CodeCup that places on the first cell and always passes, but at its tenth move does what how says.
func contend(how string) {
	taken := map[string]bool{}
	first := func(wanted bool) string {
		for i := range entropy.Square(49) {
			if cell := codecup.Cell(i); taken[cell] == wanted {
				return cell
			}
		}
		return ""
	}
	moves := 0
	for {
		var line string
		if _, err := fmt.Scan(&line); err != nil || line == codecup.Quit {
			return
		}
		answer := ""
		switch {
		case line == codecup.Start:
			continue
		case len(line) == 4:
			taken[line[:2]] = false
			taken[line[2:]] = true
			continue
		case len(line) == 1:
			answer = first(false)
		default:
			answer = line[1:] + line[1:]
		}
		if moves++; moves == 10 || how == "never" {
			switch how {
			case "crash", "never":
				os.Exit(7)
			case "hang":
				time.Sleep(time.Hour)
			case "cheat": // a taken cell for Chaos, of Order one cell alone
				answer = "Gb"
				if len(line) == 1 {
					answer = first(true)
				}
			case "empty": // a slide of nothing
				answer = "AaAb"
			case "shout":
				answer = "MOVE"
			}
		}
		taken[answer] = true
		fmt.Println(answer)
	}
}

func TestContestants(t *testing.T) {
	for how, want := range map[string]string{
		"play":  "",
		"crash": `it ended at "`,
		"hang":  `no answer to "`,
		"cheat": `found "Gb", expected two cells such as DdDa, the same twice for a pass`,
		"empty": `an illegal move: found "AaAb", expected a taken cell first`,
		"shout": `found "MOVE", expected two cells such as DdDa`,
	} {
		t.Run(how, func(t *testing.T) {
			c := scoredConfig(t, chips7, contestantOf(t, how), "c2")
			c.Games = 2
			all, err := playedScored(t, c)
			if err != nil || len(all) != 2 {
				t.Fatalf("%d games, %v", len(all), err)
			}
			for _, g := range all {
				if !strings.HasPrefix(g.Fault, want) || (g.Fault == "") != (want == "") || g.FaultyIs != Order {
					t.Errorf("game %d: found fault %q, expected %q", g.Number, g.Fault, want)
				}
				if want == "" && (len(g.Moves) != 97 || g.Moves[1] != "pass") {
					t.Errorf("game %d has moves %v", g.Number, g.Moves)
				}
				if want != "" && (len(g.Moves) != 19 || g.Score != 0 || g.Void()) {
					t.Errorf("game %d scores %d after %d moves", g.Number, g.Score, len(g.Moves))
				}
			}
		})
	}
}

// TestChaosForfeitsEndTheMatch has the games before one that ends the match finished, whatever the jobs are.
func TestChaosForfeitsEndTheMatch(t *testing.T) {
	for how, want := range map[string]string{
		"crash": `game 1, move 19: Chaos forfeits the game, which ends the match: it ended at "`,
		"hang":  `game 1, move 19: Chaos forfeits the game, which ends the match: no answer to "`,
		"cheat": "game 1, move 19: Chaos forfeits the game, which ends the match: an illegal move: move ",
	} {
		c := scoredConfig(t, chips7, "exp2", contestantOf(t, how))
		c.Games, c.Jobs = 3, 2
		all, err := playedScored(t, c)
		var forfeit *Forfeit
		if !errors.As(err, &forfeit) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: found %v, expected %s", how, err, want)
		}
		if len(all) != 1 || !all[0].Void() || all[0].Record().Score != nil {
			t.Errorf("%s: %d games: %+v", how, len(all), all)
		}
	}
}

// faulty is a Chaos that loses every game from one number on, the earlier the game the later.
type faulty struct {
	chance
	games chan int
	n     int
}

func (f *faulty) Begin(seed uint64) {
	f.chance.Begin(seed)
	f.n = <-f.games
}

func (f *faulty) Move(ctx context.Context, p games.Position) (string, error) {
	time.Sleep(time.Duration(20-f.n) * 100 * time.Microsecond)
	if f.n >= 7 {
		return "pass", nil
	}
	return f.chance.Move(ctx, p)
}

func TestGamesBeforeAForfeitAreFinished(t *testing.T) {
	for _, jobs := range []int{1, 3, 5} {
		c := scoredConfig(t, chips3, "random", "random")
		numbers := make(chan int, 20)
		for n := range 20 {
			numbers <- n + 1
		}
		c.Games, c.Jobs = 20, jobs
		c.Players[Chaos] = func() Player { return &faulty{games: numbers} }
		all, err := playedScored(t, c)
		var forfeit *Forfeit
		if !errors.As(err, &forfeit) || forfeit.Game < 5 || len(all) != forfeit.Game {
			t.Fatalf("%d jobs: %d games, %v", jobs, len(all), err)
		}
		for _, g := range all[:len(all)-1] {
			if g.Fault != "" || len(g.Moves) != 17 {
				t.Errorf("%d jobs: game %d is %+v", jobs, g.Number, g)
			}
		}
	}
}

func TestContestantsThatNeverWorkEndTheMatch(t *testing.T) {
	for player, want := range map[string]string{
		"cmd:exit 3":             `cmd:exit 3: it ended at "1Ga" (exit status 3)`,
		"cmd:cat":                `cmd:cat: found "1Ga", expected two cells such as DdDa, the same twice for a pass`,
		contestantOf(t, "never"): "(exit status 7)",
		"cmd:exec sleep 1000":    `no answer to "1Ga" within the 1s of the game`,
	} {
		c := scoredConfig(t, chips7, player, "c2")
		c.Games, c.Jobs = 2, 2
		all, err := playedScored(t, c)
		if err == nil || !strings.HasSuffix(err.Error(), want) || len(all) > 0 {
			t.Errorf("%s: %d games, found %v, expected %s", player, len(all), err, want)
		}
	}
}

// TestReferencesPlayTheirSideAlone needs no game to say so.
func TestReferencesPlayTheirSideAlone(t *testing.T) {
	c := scoredConfig(t, chips3, "c2", "exp2")
	all, err := playedScored(t, c)
	if err == nil || !strings.HasPrefix(err.Error(), "c2: found a turn of order") || len(all) > 0 {
		t.Errorf("%d games, %v", len(all), err)
	}
}

// TestStudent compares with printed tables.
func TestStudent(t *testing.T) {
	for freedom, want := range map[int]float64{
		1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 9: 2.2622, 10: 2.2281, 20: 2.0860, 29: 2.0452, 30: 2.0423, 60: 2.0003,
		100: 1.9840, 120: 1.9799, 199: 1.9720, 200: 1.9719, 500: 1.9647, 1000000: 1.9600,
	} {
		if got := student(freedom); math.Abs(got-want) > 6e-5 {
			t.Errorf("%d degrees of freedom: got %.5f, want %.4f", freedom, got, want)
		}
	}
}

func TestScoredSummary(t *testing.T) {
	s := NewScoredSummary([2]string{"A", "B"}, "3x3")
	if got := s.String(); got != "No game was finished.\n" {
		t.Errorf("got %s", got)
	}
	s.Add(&ScoredGame{Number: 1, Score: 12})
	const one = "A as Order against B as Chaos in 1 game (3x3): mean score 12.00.\nLeast 12, median 12, greatest 12; the slowest move took Order 0s and Chaos 0s.\n"
	if got := s.String(); got != one {
		t.Errorf("got\n%swant\n%s", got, one)
	}
	s.Add(&ScoredGame{Number: 2, Score: 15, Longest: [2]time.Duration{time.Second, time.Millisecond}})
	s.Add(&ScoredGame{Number: 3, Moves: make([]string, 3), FaultyIs: Order, Fault: "it slept"})
	s.Add(&ScoredGame{Number: 4, Score: 17})
	s.Add(&ScoredGame{Number: 5, FaultyIs: Chaos, Fault: "it slept too"})
	// mean 11, deviation sqrt((1+16+121+36)/3) = 7.61577, half of the interval 3.18245 x 7.61577 / 2
	const want = `A as Order against B as Chaos in 4 games (3x3): mean score 11.00 (95 % interval -1.12 to 23.12).
Least 0, median 13.5, greatest 17; the slowest move took Order 1s and Chaos 1ms.
Forfeited by Order, with no points: game 3, move 4: it slept
`
	if got := s.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	data, err := s.MarshalJSON()
	if err != nil || !strings.HasPrefix(string(data), `{"summary":{"order":"A","chaos":"B","games":4,"mean":11,"low":-1.118`) {
		t.Errorf("got %s, %v", data, err)
	}
}
