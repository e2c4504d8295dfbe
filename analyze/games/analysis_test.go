package games

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/solve"
)

// known is a position with what other programs say of its best moves: nil when that is nothing.
type known struct {
	p    Position
	best []string // as ReadMove takes them
}

// slow reports whether the long forms of the tests are wanted.
func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// knownPositions returns the positions of testdata of a game: all in the long form of the tests, else some twenty small ones.
func knownPositions(t *testing.T, game string) []known {
	t.Helper()
	var all []known
	switch game {
	case "eightoff":
		all = knownDeals(t)
	case "breakthrough":
		for _, r := range rows(t, "positions.tsv") {
			if (r[0] == "5" || r[1] != "5") && !slow() {
				continue
			}
			all = append(all, known{parsedLine(t, "breakthrough "+r[3]+" "+r[2]), listed(r[6])})
		}
	case "crossings":
		for _, r := range crossingsRows(t, "positions.tsv") {
			all = append(all, known{crossingsAt(t, r[2]+" "+r[3]), listed(r[8])})
		}
	case "entropy":
		all = knownScores(t)
	}
	if slow() {
		return all
	}
	var some []known
	for i := 0; i < len(all); i += max(1, len(all)/20) {
		some = append(some, all[i])
	}
	return some
}

func parsedLine(t *testing.T, line string) Position {
	t.Helper()
	p, err := Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// listed returns the moves of a cell of a table, nil for remarks.
func listed(cell string) []string {
	if strings.HasPrefix(cell, "(") || cell == "-" {
		return nil
	}
	return strings.FieldsFunc(cell, func(c rune) bool { return c == ' ' || c == ',' })
}

// knownDeals are numbered deals, some of them after a few random moves.
func knownDeals(t *testing.T) []known {
	t.Helper()
	data, err := os.ReadFile("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var all []known
	rng := rand.New(rand.NewPCG(7, 7))
	for i, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(row, "\t")
		for _, p := range dealt(t, f[0], strings.TrimPrefix(f[1], "-"), f[2]+" "+f[3]) {
			for range i % 3 * 10 {
				if next := p.Reachable(); len(next) > 0 {
					p = next[rng.IntN(len(next))]
				}
			}
			all = append(all, known{p: p})
		}
	}
	return all
}

func knownScores(t *testing.T) []known {
	t.Helper()
	data, err := os.ReadFile("../../testdata/entropy/exact.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var all []known
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(row, "\t")
		acts := strings.Replace(f[4], "chance", "draw", 1)
		bag := "-"
		for c := 'A'; c <= 'G'; c++ {
			if n := strings.Count(f[3], string(c)); n > 0 {
				bag = strings.TrimPrefix(bag, "-") + fmt.Sprintf("%c%d", c, n)
			}
		}
		if empties, err := strconv.Atoi(f[5]); err != nil || empties > 3 && !slow() {
			continue
		}
		all = append(all, known{parsedLine(t, fmt.Sprintf("entropy %s %s bag=%s", f[2], acts, bag)), listed(f[8])})
	}
	return all
}

func analysis(t *testing.T, e Engine, p Position, l solve.Limits, w Want) Analysis {
	t.Helper()
	a, err := Analyze(t.Context(), e, p, l, w)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return a
}

// checkAnalysis compares an analysis with the answers of another engine for the position and for that after each move.
func checkAnalysis(t *testing.T, e Engine, p Position, a *Analysis, w Want) {
	t.Helper()
	root := answer(t, e, p, w)
	if a.Verdict != root.Verdict || a.Limit != solve.NoLimit || a.Low != root.Low ||
		p.Sides() && w.Optimal && a.Distance != root.Distance {
		t.Fatalf("%v: %v %d %v, want %v %d %v", p, a.Verdict, a.Distance, a.Low, root.Verdict, root.Distance, root.Low)
	}
	next := moves(p)
	if len(a.Moves) != len(next) {
		t.Fatalf("%v: %d moves, want %d", p, len(a.Moves), len(next))
	}
	best := 0
	for _, m := range a.Moves {
		i := slices.IndexFunc(next, func(s Successor) bool { return s.Move == m.Move })
		if i < 0 {
			t.Fatalf("%v: there is no move %s", p, m.Move)
		}
		after := answer(t, e, next[i].Position, w)
		if err := checkMove(p, m, after, w); err != nil {
			t.Errorf("%v: %s: %v", p, m.Move, err)
		}
		keeps := m.Verdict == root.Verdict && m.Value == root.Low && (!w.Optimal || !p.Sides() || m.Verdict == solve.Draw || m.Distance == root.Distance)
		if m.Verdict == solve.Unwinnable || p.ToMove() == "draw" {
			keeps = false
		}
		if m.Best != keeps {
			t.Errorf("%v: %s: best is %v", p, m.Move, m.Best)
		}
		if m.Best {
			best++
		}
		next = slices.Delete(next, i, i+1)
	}
	if a.Unique != (best == 1) {
		t.Errorf("%v: unique is %v, and %d moves are best", p, a.Unique, best)
	}
	checkOrder(t, p, a)
}

// checkMove compares the value of a move with the answer for the position after it.
func checkMove(p Position, m MoveValue, after Answer, w Want) error {
	verdict, plies := after.Verdict, 0
	if p.Sides() {
		verdict = verdict.Opposite()
	}
	switch {
	case m.Verdict != verdict || !m.Exact:
		return fmt.Errorf("%v, want %v", m.Verdict, verdict)
	case m.Value != after.Low:
		return fmt.Errorf("%v, want %v", m.Value, after.Low)
	case m.Verdict == solve.Draw || m.Verdict == solve.Value || m.Verdict == solve.Unwinnable:
		if m.Distance != -1 {
			return fmt.Errorf("found the distance %d", m.Distance)
		}
		return nil
	case p.Sides() && w.Optimal && (m.Distance != after.Distance+1 || !m.Optimal):
		return fmt.Errorf("a distance of %d, want %d", m.Distance, after.Distance+1)
	}
	if m.Line == nil {
		return nil
	}
	if m.Line[0] != m.Move {
		return fmt.Errorf("the line begins with %s", m.Line[0])
	}
	if p.Sides() {
		var ok bool
		if plies, ok = replay(p, m.Line, m.Verdict); !ok {
			return fmt.Errorf("the line %v does not end well", m.Line)
		}
	} else if plies, ok := replayed(p, m.Line); !ok || plies != m.Distance {
		return fmt.Errorf("the line %v does not win in %d", m.Line, m.Distance)
	} else {
		return nil
	}
	if plies != m.Distance {
		return fmt.Errorf("the line %v is not %d long", m.Line, m.Distance)
	}
	return nil
}

// replayed plays a solution of a patience and returns its single-card moves.
func replayed(p Position, line []string) (plies int, won bool) {
	for _, m := range line {
		n, err := p.PliesOf(m)
		if err != nil {
			return 0, false
		}
		if p, err = p.Play(m); err != nil {
			return 0, false
		}
		plies += n
	}
	return plies, p.Won()
}

// checkOrder checks that no move comes before a better one, and equal ones in the contract's order.
func checkOrder(t *testing.T, p Position, a *Analysis) {
	t.Helper()
	for i := range a.Moves[:max(0, len(a.Moves)-1)] {
		m, n := a.Moves[i], a.Moves[i+1]
		worse := rank(m.Verdict) > rank(n.Verdict)
		same := m.Verdict == n.Verdict
		switch m.Verdict {
		case solve.Win, solve.Winnable:
			worse = worse || same && m.Distance > n.Distance
		case solve.Loss:
			worse = worse || same && m.Distance < n.Distance
		case solve.Value:
			if p.ToMove() == "order" {
				worse = m.Value.Float() < n.Value.Float()
			} else if p.ToMove() == "chaos" {
				worse = m.Value.Float() > n.Value.Float()
			}
		}
		pair := []string{n.Move, m.Move}
		if err := p.Sort(pair); err != nil {
			t.Fatal(err)
		}
		equal := same && m.Distance == n.Distance && (m.Value == n.Value || p.ToMove() == "draw")
		if worse || equal && pair[0] != m.Move {
			t.Errorf("%v: %+v comes before %+v", p, m, n)
		}
	}
}

// The value of every move is what solve says of the position after it, and the best ones are those of other programs.
func TestAnalysisAgreesWithSolve(t *testing.T) {
	for _, game := range []string{"eightoff", "breakthrough", "crossings", "entropy"} {
		t.Run(game, func(t *testing.T) {
			f, err := Lookup(game)
			if err != nil {
				t.Fatal(err)
			}
			whole, single := f.NewEngine(Resources{}), f.NewEngine(Resources{})
			cached := NewCached(f.NewEngine(Resources{}), open(t))
			positions := knownPositions(t, game)
			if len(positions) < 20 {
				t.Fatalf("only %d positions", len(positions))
			}
			for _, k := range positions {
				if k.p.Over() {
					if a := analysis(t, whole, k.p, solve.Limits{}, Want{Line: true}); a.Moves != nil || a.Unique || a.Verdict == solve.Unknown {
						t.Errorf("%v is over: %+v", k.p, a)
					}
					continue
				}
				for _, w := range []Want{{Line: true}, {Line: true, Optimal: k.p.Sides()}} {
					for _, e := range []Engine{whole, cached, cached} {
						a := analysis(t, e, k.p, solve.Limits{}, w)
						checkAnalysis(t, single, k.p, &a, w)
						checkKnown(t, k, &a)
					}
				}
			}
		})
	}
}

// checkKnown compares the best moves with those of other programs: of Crossings the quickest, else all.
func checkKnown(t *testing.T, k known, a *Analysis) {
	t.Helper()
	crossings := k.p.Game() == "crossings"
	if k.best == nil || crossings && !a.Optimal {
		return
	}
	var got, want []string
	for _, m := range a.Moves {
		if m.Best && (!crossings || m.Verdict == solve.Draw || m.Distance == a.Distance) {
			got = append(got, m.Move)
		}
	}
	if a.Optimal && k.p.Game() == "breakthrough" {
		return // the table has all that win
	}
	for _, text := range k.best {
		m, err := k.p.ReadMove(text)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, m)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v: best %v, want %v", k.p, got, want)
	}
}
