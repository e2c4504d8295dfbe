package codecup

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"foregone/analyze/games"
	"foregone/positions/entropy"
	"foregone/solve"
)

// chance is an engine that plays random moves.
type chance struct{ rng *rand.Rand }

func (c chance) Version(games.Position) string { return "chance/1" }

func (c chance) Solve(_ context.Context, p games.Position, _ solve.Limits, w games.Want) (games.Answer, error) {
	if !w.Play {
		return games.Answer{}, fmt.Errorf("found %+v, expected a move to be wanted", w)
	}
	moves := p.Successors()
	return games.Answer{Best: []string{moves[c.rng.IntN(len(moves))].Move}}, nil
}

func chanceConfig(seed uint64) Config { return Config{Engine: chance{rand.New(rand.NewPCG(seed, 0))}} }

func TestNotation(t *testing.T) {
	p := Begin()
	for sq := range entropy.Square(49) {
		text := Cell(sq)
		if back, err := ReadCell(text); err != nil || back != sq {
			t.Errorf("%s of %s is read as %d, %v", text, p.SquareName(sq), back, err)
		}
	}
	for name, want := range map[string]string{"a1": "Ga", "a7": "Aa", "g1": "Gg", "c5": "Cc", "b7": "Ab"} {
		m, err := p.ParseMove(name)
		if text := Cell(m.To); text != want {
			t.Errorf("%s is written %s, expected %s (%v)", name, text, want, err)
		}
	}
	if c, err := ReadColour("7"); err != nil || c.Letter() != 'G' || Colour(c) != "7" {
		t.Errorf("7 is read as %c, %v", c.Letter(), err)
	}
	for _, text := range []string{"", "D", "dd", "DD", "Hh", "Ah", "Dda", "4d", "Ää"} {
		if _, err := ReadCell(text); err == nil {
			t.Errorf("cell %q is read", text)
		}
		if _, _, err := ReadSlide("Dd" + text); err == nil {
			t.Errorf("slide %q is read", "Dd"+text)
		}
		if _, _, err := ReadPlacement("3" + text); err == nil {
			t.Errorf("placement %q is read", "3"+text)
		}
	}
	for _, text := range []string{"", "0", "8", "A", "11"} {
		if _, err := ReadColour(text); err == nil {
			t.Errorf("colour %q is read", text)
		}
	}
}

// judge talks with a side.
type judge struct {
	t   *testing.T
	in  *io.PipeWriter
	out chan string
}

func newJudge(t *testing.T, c Config) *judge {
	in, toSide := io.Pipe()
	fromSide, out := io.Pipe()
	j := &judge{t, toSide, make(chan string)}
	go func() {
		if err := Serve(t.Context(), in, out, c); err != nil {
			t.Error(err)
		}
		out.Close()
	}()
	go func() {
		for {
			var line string
			if _, err := fmt.Fscanln(fromSide, &line); err != nil {
				close(j.out)
				return
			}
			j.out <- line
		}
	}()
	return j
}

func (j *judge) ask(line string) string {
	fmt.Fprintln(j.in, line)
	select {
	case answer := <-j.out:
		return answer
	case <-time.After(10 * time.Second):
		j.t.Fatalf("no answer to %s", line)
	}
	return ""
}

// TestWholeGames has two sides play by the judge's rules, who has a board of letters of its own.
func TestWholeGames(t *testing.T) {
	for seed := range uint64(20) {
		chaos, order := newJudge(t, chanceConfig(2*seed)), newJudge(t, chanceConfig(2*seed+1))
		rng := rand.New(rand.NewPCG(seed, 9))
		var board [7][7]byte
		at := func(text string) *byte { return &board[text[0]-'A'][text[1]-'a'] }
		slid := Start
		for n, chip := range rng.Perm(49) {
			colour := string(rune('1' + chip%7))
			fmt.Fprintln(chaos.in, slid)
			cell := chaos.ask(colour)
			if len(cell) != 2 || *at(cell) != 0 {
				t.Fatalf("seed %d: Chaos answers %q", seed, cell)
			}
			*at(cell) = colour[0]
			if n == 48 {
				if seed%2 == 1 { // Order may hear of the last chip, or not
					fmt.Fprintln(order.in, colour+cell)
				}
				break
			}
			slid = order.ask(colour + cell)
			if len(slid) != 4 || *at(slid) == 0 {
				t.Fatalf("seed %d: Order answers %q", seed, slid)
			}
			moved := *at(slid)
			*at(slid) = 0
			if *at(slid[2:]) != 0 {
				t.Fatalf("seed %d: Order slides %q to a taken cell", seed, slid)
			}
			*at(slid[2:]) = moved
		}
		for _, side := range []*judge{chaos, order} {
			fmt.Fprintln(side.in, Quit)
			if line, ok := <-side.out; ok {
				t.Errorf("seed %d: %q after the end", seed, line)
			}
		}
	}
}

func TestWhatIsNoneOfTheProtocol(t *testing.T) {
	for in, want := range map[string]string{
		"":                         "",
		"Quit\n":                   "",
		"Start\nQuit\nnonsense\n":  "",
		"Begin\n":                  `line 1: found "Begin", expected the colour of a chip and its cell such as 3Dd, or Start`,
		"Start\n9\n":               `line 2: found "9", expected a colour, 1 to 7`,
		"\n Start \r\n\n3\n3\n":    `line 5: found "3", expected two cells such as DdDa, the same twice for a pass`,
		"Start\n3\nAaAaAa\n":       `line 3: found "AaAaAa", expected two cells`,
		"3Dd\n3DdDd\n":             `line 2: found "3DdDd", expected the colour of a chip and its cell such as 3Dd`,
		strings.Repeat("x", 10000): "line 1: found more than 4096 bytes, expected at most 4 letters",
	} {
		err := Serve(t.Context(), strings.NewReader(in), io.Discard, chanceConfig(1))
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: found %v, expected %s", in, err, want)
		}
	}
	var out strings.Builder
	err := Serve(t.Context(), strings.NewReader("Start\n1\nAaAb\n"), &out, chanceConfig(1))
	if cell := strings.TrimSpace(out.String()); cell != "Aa" && (err == nil || !strings.HasSuffix(err.Error(), "a7 is empty")) {
		t.Errorf("a slide of nothing: %v after %s", err, cell)
	}
}
