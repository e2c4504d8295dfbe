package games

import (
	"context"
	"strings"
	"testing"
	"time"

	"foregone/solve"
)

// TestProgress: a search that is watched tells how it stands; its nodes never go back, though engines follow each other; and
// its lines are moves that can be made one after another.
func TestProgress(t *testing.T) {
	const long = 30 * time.Second
	for _, x := range []struct {
		line string
		jobs int
		time time.Duration
		sees func(s solve.Standing) bool // once at least
	}{
		{"breakthrough bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w", 1, long, func(s solve.Standing) bool { return s.Proof > 0 && s.Disproof > 0 && s.Line != "" && s.Memory > 0 }},
		{"breakthrough bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w", 2, long, func(s solve.Standing) bool { return s.Nodes > 1<<16 && s.Proof > 0 && s.Line != "" }},
		{"breakthrough bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w", 1, 4 * time.Second, func(s solve.Standing) bool { return s.Depth > 3 && s.Line != "" && s.Memory > 0 }},
		{"crossings bbbbbb/bbbbbb/6/6/rrrrrr/rrrrrr r", 1, long, func(s solve.Standing) bool { return s.Depth > 3 && s.Line != "" && s.Memory > 0 }},
		{"entropy 5/2A2/1B3/3B1/5 order bag=A4B3C5D5E5", 1, long, func(s solve.Standing) bool { return s.Depth > 0 && s.Line != "" }},
		{"entropy 5/2A2/1B3/3B1/5 order bag=A4B3C5D5E5", 1, long, func(s solve.Standing) bool { return strings.HasPrefix(s.Stage, "game ") }},
		{"entropy C3/2B1/4/A3 chaos:B bag=A3B2C3D4", 1, long, func(s solve.Standing) bool { return strings.HasPrefix(s.Stage, "move ") && s.Memory > 0 }},
		{"entropy C3/2B1/4/A3 chaos:B bag=A3B2C3D4", 2, long, func(s solve.Standing) bool { return s.Nodes > 1<<16 && s.Memory > 0 }},
		{"freecell AH3DKDJC6CJDKC/AS3H6H5D2C7D8D/4HQS5S5CTH8H2S/ACQC4D8CQH9C3S/2D8S9H9D6D2H/6S7HJHTDTCQD/TSAD9SKH4S4C/JSKS3C7C7S5H", 1, long, func(s solve.Standing) bool { return strings.HasPrefix(s.Stage, "stage ") && s.Memory > 0 }},
	} {
		p, err := Parse(x.line)
		if err != nil {
			t.Fatal(err)
		}
		family, err := Lookup(p.Game())
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		progress := new(solve.Progress)
		done := make(chan error)
		go func() {
			part, cancel := context.WithTimeout(ctx, x.time)
			defer cancel()
			_, err := family.NewEngine(Resources{Jobs: x.jobs}).Solve(part, p, solve.Limits{Memory: 64 << 20, Progress: progress}, Want{})
			done <- err
		}()
		seen, nodes := false, uint64(0)
		for ended := false; !ended; {
			select {
			case err := <-done:
				if err != nil {
					t.Errorf("%s: %v", x.line, err)
				}
				ended = true
			case <-time.After(2 * time.Millisecond):
			}
			s := progress.Look()
			if s.Nodes < nodes && x.jobs == 1 {
				t.Errorf("%s: found %d nodes after %d", x.line, s.Nodes, nodes)
			}
			nodes = s.Nodes
			checkMoves(t, p, s.Line)
			if seen = seen || x.sees(s); seen {
				stop()
			}
		}
		stop()
		if !seen {
			t.Errorf("%s: the search told %+v at last", x.line, progress.Look())
		}
	}
}

func checkMoves(t *testing.T, p Position, line string) {
	t.Helper()
	at := p
	for _, move := range strings.Fields(line) {
		next, err := at.Play(move)
		if err != nil {
			t.Errorf("%v: found the line %q: %v", p, line, err)
			return
		}
		at = next
	}
}
