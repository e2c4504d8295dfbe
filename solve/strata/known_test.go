package strata

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/positions/crossings"
)

// rows reads tab-separated fields below a heading.
func rows(t testing.TB, name string) (all [][]string) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/crossings/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		all = append(all, strings.Split(strings.TrimSpace(line), "\t"))
	}
	return all[1:]
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func checkKnown(t *testing.T, table *Table, p *crossings.Position, verdict, distance string) {
	t.Helper()
	if v := probeOf(t, table, p); v.Verdict().String() != verdict || v.Distance() != number(t, distance) {
		t.Errorf("%s: %v in %d, want %s in %s", p, v.Verdict(), v.Distance(), verdict, distance)
	}
}

// TestKnownValues compares with two outside solvers.
func TestKnownValues(t *testing.T) {
	tables := map[Size]*Table{}
	tableOf := func(w, h, homes string) *Table {
		size := Size{W: number(t, w), H: number(t, h), Rows: number(t, homes)}
		if tables[size] == nil {
			tables[size] = made(t, size)
		}
		return tables[size]
	}
	for _, row := range rows(t, "start_values.tsv") {
		table := tableOf(row[0], row[1], row[2])
		p, err := crossings.Start(table.Size().W, table.Size().H, table.Size().Rows)
		if err != nil {
			t.Fatal(err)
		}
		checkKnown(t, table, &p, row[3], row[4])
		known := Summary{Wins: uint64(number(t, row[7])), Losses: uint64(number(t, row[8])), Draws: uint64(number(t, row[9])), Longest: number(t, row[10])}
		known.Draws-- // they have the board without stones
		if got, err := table.Summary(); got != known || err != nil {
			t.Errorf("%v: %v, %v, want %v", table.Size(), got, err, known)
		}
		if got := count(t, table); got != known {
			t.Errorf("%v: counted %v, want %v", table.Size(), got, known)
		}
	}
	compared := 0
	for _, row := range rows(t, "positions.tsv") {
		w, h, _ := strings.Cut(row[0], "x")
		table := tableOf(w, h, row[1])
		p, err := crossings.Parse(row[2] + " " + row[3])
		if err != nil {
			t.Fatal(err)
		}
		checkKnown(t, table, &p, row[5], row[6])
		checkBest(t, table, &p, strings.Fields(row[8]))
		compared++
	}
	if compared < 100 {
		t.Errorf("compared %d positions", compared)
	}
}

// count counts the positions one by one.
func count(t *testing.T, table *Table) (s Summary) {
	t.Helper()
	b, err := table.probe(probeBlocks)
	if err != nil {
		t.Fatal(err)
	}
	var c cursor
	for _, slice := range table.plan.slices {
		c.start(table.plan.numbering, slice)
		for i := range slice.len {
			_, isEven := c.seek(i)
			v, err := b.entry(slice, i)
			if err != nil {
				t.Fatal(err)
			}
			n := uint64(2)
			if isEven {
				n = 1
			}
			switch {
			case v.Win():
				s.Wins += n
			case v.Loss():
				s.Losses += n
			default:
				s.Draws += n
			}
			s.Longest = max(s.Longest, v.Distance())
		}
	}
	return s
}

// checkBest compares the moves that keep a position's value and distance.
func checkBest(t *testing.T, table *Table, p *crossings.Position, want []string) {
	t.Helper()
	if strings.HasPrefix(want[0], "(") { // lost already, or neither side has a move
		if !p.Over() {
			t.Errorf("%s is not over, want %v", p, want)
		}
		return
	}
	v := probeOf(t, table, p)
	var got []string
	for _, m := range p.Moves(nil) {
		next := *p
		if err := next.Play(m); err != nil {
			t.Fatal(err)
		}
		if probeOf(t, table, &next).Before() == v {
			got = append(got, strings.Replace(p.MoveString(m), "-", "", 1))
		}
	}
	for i := range want {
		want[i] = strings.Replace(want[i], "-", "", 1)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: best %v, want %v", p, got, want)
	}
}
