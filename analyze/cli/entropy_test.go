package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"foregone/analyze/record"
)

// chipRows returns the rows of a table of known answers, split at tabs, without the header.
func chipRows(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/entropy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		all = append(all, strings.Split(line, "\t"))
	}
	return all
}

// run runs a command line and returns what it prints.
func run(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	if status := Run(t.Context(), append([]string{"foregone"}, args...), strings.NewReader(in), &out, &said); status != 0 {
		t.Fatalf("%q: status %d: %s", args, status, &said)
	}
	return out.String()
}

// TestEntropyValues compares values, fractions and the sets of all optimal actions with those of other programs.
func TestEntropyValues(t *testing.T) {
	rows := chipRows(t, "exact.tsv")
	if len(rows) < 50 {
		t.Fatalf("only %d rows", len(rows))
	}
	var in strings.Builder
	kept := rows[:0]
	for _, r := range rows {
		if os.Getenv("FOREGONE_SLOW") == "" && r[1] > "3" && r[5] > "5" {
			continue
		}
		kept = append(kept, r)
		fmt.Fprintf(&in, "{%q:%q,%q:%q}\n", "id", r[0], "position", "entropy "+r[2]+" "+strings.Replace(r[4], "chance", "draw", 1)+" bag="+joined(r[3]))
	}
	out := run(t, in.String(), "batch", "--all-best", "--no-cache")
	records := strings.Split(strings.TrimSpace(out), "\n")
	if len(records) != len(kept) {
		t.Fatalf("%d records of %d positions", len(records), len(kept))
	}
	for i, r := range kept {
		var got record.Record
		if err := json.Unmarshal([]byte(records[i]), &got); err != nil {
			t.Fatal(err)
		}
		want := []string{}
		for _, move := range strings.Fields(r[8]) {
			if chip, ok := strings.CutPrefix(r[4], "chaos:"); ok {
				move = chip + "@" + move
			}
			if move != "-" {
				want = append(want, move)
			}
		}
		best := slices.Sorted(slices.Values(got.Best))
		slices.Sort(want)
		if got.Value == nil || got.Fraction != r[7] || fmt.Sprintf("%.10f", *got.Value) != r[6] || !slices.Equal(best, want) {
			t.Errorf("%s: %s, want %s %s %s", r[0], records[i], r[6], r[7], want)
		}
	}
}

// joined counts the chips of a bag that is written out, as one letter a chip.
func joined(chips string) string {
	if chips == "-" {
		return chips
	}
	var b strings.Builder
	for _, c := range "ABCDEFG" {
		if n := strings.Count(chips, string(c)); n > 0 {
			fmt.Fprintf(&b, "%c%d", c, n)
		}
	}
	return b.String()
}

var pointsLine = regexp.MustCompile(`(?m)^# ([\d,]+) points: rows from the top ([\d ]+), columns from the left ([\d ]+)$`)

// TestEntropyPoints compares the points of boards, and of their rows and columns, with those of other programs.
func TestEntropyPoints(t *testing.T) {
	type known struct{ board, points, rows, columns string }
	var all []known
	for _, r := range chipRows(t, "scores.tsv") {
		all = append(all, known{board: r[2], points: r[3]})
	}
	for _, r := range chipRows(t, "scores_outside.tsv") {
		board := strings.Map(func(c rune) rune {
			if c >= '1' && c <= '7' {
				return c - '1' + 'A'
			}
			return c
		}, r[2])
		spaced := strings.NewReplacer(",", " ")
		all = append(all, known{board, r[3], spaced.Replace(r[4]), spaced.Replace(r[5])})
	}
	var pages strings.Builder
	for _, k := range all {
		fmt.Fprintf(&pages, "entropy %s draw bag=A49\n", k.board)
	}
	found := pointsLine.FindAllStringSubmatch(run(t, pages.String(), "show"), -1)
	if len(found) != len(all) || len(all) < 180 {
		t.Fatalf("%d boards shown of %d", len(found), len(all))
	}
	for i, k := range all {
		got := known{k.board, strings.ReplaceAll(found[i][1], ",", ""), found[i][2], found[i][3]}
		if k.rows == "" {
			got.rows, got.columns = "", ""
		}
		if got != k {
			t.Errorf("found %v, want %v", got, k)
		}
	}
}
