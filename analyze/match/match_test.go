package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"foregone/analyze/games"
)

// TestMain plays a side when the environment says how, so that the test is a program of its own.
func TestMain(m *testing.M) {
	if how := os.Getenv("MATCH_PROGRAM"); how != "" {
		speak(how)
		return
	}
	if how := os.Getenv("MATCH_CONTESTANT"); how != "" {
		contend(how)
		return
	}
	os.Exit(m.Run())
}

func position(t testing.TB, line string) games.Position {
	t.Helper()
	p, err := games.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parse(t testing.TB, s Setting, players ...string) (made [2]Maker) {
	t.Helper()
	for i, text := range players {
		var err error
		if made[i], err = s.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	return made
}

func setting(t testing.TB) Setting {
	t.Helper()
	family, err := games.Lookup("breakthrough")
	if err != nil {
		t.Fatal(err)
	}
	return Setting{Family: family, Start: position(t, small), Memory: 1 << 20, Time: 50 * time.Millisecond, Stderr: os.Stderr}
}

const small = "breakthrough bbbbb/bbbbb/5/wwwww/wwwww w"

// played returns the games of a match.
func played(t testing.TB, c Config) (all []Game) {
	t.Helper()
	c.Emit = func(g *Game) error {
		kept := *g
		kept.Longest = [2]time.Duration{}
		all = append(all, kept)
		return nil
	}
	if err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestGamesAreThoseOfTheSeed replays the games by the rules alone, and plays them again with more jobs.
func TestGamesAreThoseOfTheSeed(t *testing.T) {
	c := Config{Start: position(t, small), Plies: 3, Games: 21, Seed: 5, Jobs: 1,
		Players: parse(t, setting(t), "foregone:nodes=100", "random")}
	all := played(t, c)
	if len(all) != c.Games {
		t.Fatalf("%d games", len(all))
	}
	openings := map[string]int{}
	wins := 0
	for i, g := range all {
		if g.Number != i+1 || g.Fault != "" {
			t.Errorf("game %d is %+v", i+1, g)
		}
		p := g.Opening
		openings[p.String()]++
		if p.ToMove() != g.Sides[i%2] || p.Opponent() != g.Sides[1-i%2] {
			t.Errorf("game %d: sides %v, %s begins", g.Number, g.Sides, p.ToMove())
		}
		for _, m := range g.Moves {
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
		winner := p.Opponent()
		if p.Won() {
			winner = p.ToMove()
		}
		if !p.Over() || winner != g.Sides[g.Winner] {
			t.Errorf("game %d ends with %v, won by %s, not by %s", g.Number, p, winner, g.Sides[g.Winner])
		}
		wins += 1 - g.Winner
	}
	if len(openings) != 11 {
		t.Errorf("%d openings in 21 games", len(openings))
	}
	if wins < 18 {
		t.Errorf("%d wins against random moves", wins)
	}
	c.Jobs = 4
	if again := played(t, c); !reflect.DeepEqual(moves(again), moves(all)) {
		t.Error("other games with 4 jobs")
	}
	c.Seed = 6
	if other := played(t, c); reflect.DeepEqual(moves(other), moves(all)) {
		t.Error("the same games with another seed")
	}
}

func moves(all []Game) (text []string) {
	for _, g := range all {
		text = append(text, fmt.Sprint(g.Opening, g.Moves, g.Winner, g.Fault))
	}
	return text
}

// itself returns the description of a player that is this test.
func itself(t testing.TB, how string) string {
	t.Helper()
	t.Setenv("TEST_PROGRAM", os.Args[0])
	return `cmd:MATCH_PROGRAM=` + how + ` exec "$TEST_PROGRAM"`
}

// speak is a program that plays the first legal move, but what how says at every other move.
func speak(how string) {
	var at games.Position
	moves := 0
	for {
		var name, rest string
		if _, err := fmt.Scan(&name); err != nil {
			return
		}
		switch name {
		case "position":
			fmt.Sscanln("")
			line := ""
			for range 3 {
				fmt.Scan(&rest)
				line += " " + rest
			}
			at, _ = games.Parse(line)
			fmt.Printf("# a remark\n\n= \n")
		case "genmove":
			fmt.Scan(&rest)
			if moves++; moves%2 == 0 || how == "never" {
				misbehave(how)
			}
			fmt.Printf("= %s\n", strings.ToUpper(at.Successors()[0].Move))
		case "quit":
			return
		}
	}
}

func misbehave(how string) {
	switch how {
	case "crash", "never":
		os.Exit(7)
	case "hang":
		time.Sleep(time.Hour)
	case "cheat":
		fmt.Println("= a1a5")
	case "refuse":
		fmt.Println("? no")
	}
}

func TestPrograms(t *testing.T) {
	for how, fault := range map[string]string{
		"play":   "",
		"crash":  "it ended at genmove (exit status 7)",
		"never":  "it ended at genmove (exit status 7)",
		"hang":   "no answer to genmove within 550ms",
		"cheat":  "an illegal move: ",
		"refuse": `it answered "? no" to genmove, expected a line that begins with =`,
	} {
		t.Run(how, func(t *testing.T) {
			c := Config{Start: position(t, small), Plies: 2, Games: 3, Jobs: 1, Players: parse(t, setting(t), itself(t, how), "random")}
			for _, g := range played(t, c) {
				if !strings.HasPrefix(g.Fault, fault) || (g.Fault == "") != (fault == "") || fault != "" && g.Winner != 1 {
					t.Errorf("game %d was won by %d with %q, expected %q", g.Number, g.Winner, g.Fault, fault)
				}
				if fault == "" && g.Sides[0] == g.Opening.ToMove() && g.Moves[0] != g.Opening.Successors()[0].Move {
					t.Errorf("game %d begins with %s", g.Number, g.Moves[0])
				}
			}
		})
	}
}

func TestAProgramThatNeverWorksEndsTheMatch(t *testing.T) {
	s := setting(t)
	s.Stderr = new(strings.Builder)
	c := Config{Start: position(t, small), Games: 3, Jobs: 2, Players: parse(t, s, "random", "cmd:exit 3")}
	c.Emit = func(g *Game) error {
		t.Errorf("game %d was played", g.Number)
		return nil
	}
	if err := Run(t.Context(), c); err == nil || err.Error() != "cmd:exit 3: it ended at position (exit status 3)" {
		t.Errorf("found %v", err)
	}
}

// TestTheEndOfTheContextEndsAMatch has a child of the program's own, too.
func TestTheEndOfTheContextEndsAMatch(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	s := setting(t)
	s.Time = time.Hour
	c := Config{Start: position(t, small), Games: 3, Jobs: 2, Players: parse(t, s, itself(t, "hang"), "foregone:nodes=50")}
	c.Emit = func(*Game) error { return nil }
	start := time.Now()
	if err := Run(ctx, c); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("found %v", err)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("ended after %v", d)
	}
}

func TestFaultyDescriptions(t *testing.T) {
	for _, text := range []string{"", "rnd", "random:1", "foregone:", "foregone:nodes=0", "foregone:nodes=1,depth=3", "foregone:time=5", "foregone:time=2000000h", "cmd", "cmd: "} {
		if _, err := setting(t).Parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	c := Config{Start: position(t, "breakthrough bbb/3/www w"), Plies: 40, Games: 1}
	if err := Run(t.Context(), c); err == nil {
		t.Error("an opening beyond the end of the game is found")
	}
}

func TestSummary(t *testing.T) {
	s := NewSummary([2]string{"A", "B"})
	s.Add(&Game{Number: 1, Moves: make([]string, 10)})
	s.Add(&Game{Number: 2, Moves: make([]string, 20), Winner: 1, Longest: [2]time.Duration{time.Second, time.Millisecond}})
	s.Add(&Game{Number: 3, Moves: make([]string, 3), Fault: "it slept", Winner: 0})
	const want = `A won 2 of 3 games against B: mean result 0.667 (95 % interval 0.208 to 0.939).
It won 2 of the 2 that it began; a game took 11 plies, the slowest move 1s and 1ms.
Lost off the board: game 3, move 4, B: it slept
`
	if got := s.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	s.Add(&Game{Number: 4, Drawn: true})
	if got := s.String(); !strings.HasPrefix(got, "A won 2 and drew 1 of 4 games against B: mean result 0.625 (95 % interval 0.2") {
		t.Error(got)
	}
}

func TestThreefold(t *testing.T) {
	c := Config{
		Start: position(t, "crossings b1b/br1/rr1 r"), Games: 6, Seed: 1, Jobs: 2,
		Players: parse(t, setting(t), "random", "random"),
	}
	drawn := 0
	for _, g := range played(t, c) {
		p, seen := g.Opening, map[string]int{}
		seen[p.String()]++
		most := 0
		for _, m := range g.Moves {
			var err error
			if p, err = p.Play(m); err != nil {
				t.Fatal(err)
			}
			seen[p.String()]++
			most = max(most, seen[p.String()])
		}
		if g.Drawn {
			drawn++
		}
		if g.Drawn == p.Over() || g.Drawn != (most == threefold) || seen[p.String()] != most && g.Drawn {
			t.Errorf("game %d: drawn %v, over %v, a position %d times", g.Number, g.Drawn, p.Over(), most)
		}
	}
	t.Log(drawn, "drawn")
}
