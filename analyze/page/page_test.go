package page_test

import (
	"context"
	"encoding/json"
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/page"
	"foregone/solve"
)

// solution returns a page that steps through the solution of a deal.
func solution(t *testing.T, game, deal string) *page.Page {
	t.Helper()
	f, err := games.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := games.Deal(game, "", deal)
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.NewEngine(games.Resources{}).Solve(context.Background(), s.Final, solve.Limits{}, games.Want{Line: true, Short: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Line) < 5 {
		t.Fatalf("%s %s: found the line %v, expected a longer one", game, deal, a.Line)
	}
	return along(t, s.Final, a.Line)
}

// played returns a page of a random game.
func played(t *testing.T, line string, plies int) *page.Page {
	t.Helper()
	start, err := games.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var moves []string
	for p := start; len(moves) < plies && !p.Over(); {
		next := p.Successors()
		s := next[rng.IntN(len(next))]
		moves, p = append(moves, s.Move), s.Position
	}
	return along(t, start, moves)
}

func along(t *testing.T, p games.Position, line []string) *page.Page {
	t.Helper()
	frames, err := page.Along(p, line)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		frames[i].Value = "valued " + string(rune('a'+i%26))
	}
	frames[1].Mistake = "threw it away"
	frames[0].Moves = []page.Move{{Move: line[0], Words: "does well", Value: "wins in 3", Best: true}, {Move: "<b>bad", Words: "does ill", Value: "loses"}}
	return &page.Page{Name: p.Game(), Verdict: "A verdict.", Facts: []string{"A fact."}, Step: "Step", Steps: "Steps", Moves: "Its moves", Frames: frames}
}

func write(t *testing.T, p *page.Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A solution of an everyday deal is a file that can be sent about.
func TestSize(t *testing.T) {
	p := solution(t, "eightoff", "ms 1")
	if size := len(write(t, p)); len(p.Frames) < 60 || size > 200_000 {
		t.Errorf("%d boards take %d bytes", len(p.Frames), size)
	}
}

// Whatever stands in a name, it stays text; and the page loads nothing.
func TestTextIsEscaped(t *testing.T) {
	p := played(t, "breakthrough bbb/3/www w", 3)
	const evil = `</script><script>alert(1)</script><img src=x onerror="alert(1)">'&`
	p.Name, p.Verdict, p.Facts, p.Notes, p.Moves, p.Step, p.Steps = evil, evil, []string{evil}, []string{evil}, evil, evil, evil
	f := &p.Frames[1]
	f.Words, f.Value, f.Mistake = evil, evil, evil
	f.Moves = []page.Move{{Move: evil, Words: evil, Value: evil}}
	text := write(t, p)
	if strings.Contains(text, "<script>alert") || strings.Contains(text, "<img") {
		t.Error("markup got through")
	}
	if n := strings.Count(text, "<script"); n != 2 {
		t.Errorf("%d scripts, want the data and the program", n)
	}
	for address := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \"'<>()", r) }) {
		if strings.Contains(address, "://") && address != "http://www.w3.org/2000/svg" {
			t.Errorf("the page names %s", address)
		}
	}
	title := regexp.MustCompile(`<title>(.*)</title>`).FindStringSubmatch(text)
	if title == nil || html.UnescapeString(title[1]) != evil {
		t.Errorf("the title is %q", title)
	}
	raw := regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindStringSubmatch(text)
	var data struct {
		Frames []struct{ Words, Value string }
	}
	if err := json.Unmarshal([]byte(raw[1]), &data); err != nil {
		t.Fatal(err)
	}
	if got := data.Frames[1]; got.Words != evil || got.Value != evil {
		t.Errorf("the data has %q", got)
	}
}

func TestLineThatDoesNotReplayIsRefused(t *testing.T) {
	p, err := games.Parse("breakthrough bbb/3/www w")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.Along(p, []string{"a1a2", "a1a2"}); err == nil || !strings.HasPrefix(err.Error(), "a1a2: ") {
		t.Errorf("found the error %v", err)
	}
	if err := (&page.Page{}).Write(&strings.Builder{}); err == nil {
		t.Error("a page of nothing was written")
	}
}
