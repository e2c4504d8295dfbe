package games

import (
	"os"
	"strings"
	"testing"

	"foregone/solve"
)

// Every verdict that independent programs agreed on, with the line replayed by the plain rules inside Solve.
func TestVerdictsAgreeWithOtherPrograms(t *testing.T) {
	data, err := os.ReadFile("../../testdata/patience/verdicts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	if len(rows) < 500 {
		t.Fatalf("only %d rows", len(rows))
	}
	engine := newPatienceEngine(Resources{})
	for _, row := range rows {
		f := strings.Split(row, "\t")
		rules := strings.TrimPrefix(f[1], "-")
		deals, err := patienceDeals(f[0], rules, f[2]+" "+f[3])
		if err != nil {
			t.Fatal(err)
		}
		s, err := deals.At(0)
		if err != nil {
			t.Fatal(err)
		}
		a, err := engine.Solve(t.Context(), s.Final, solve.Limits{}, Want{Line: true})
		if err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		if a.Verdict.String() != f[4] {
			t.Errorf("%s: found %v (%v after %d nodes)", row, a.Verdict, a.Limit, a.Nodes)
		}
		if a.Verdict == solve.Winnable && len(a.Line) < 52 {
			t.Errorf("%s: a solution of %d steps", row, len(a.Line))
		}
	}
}
