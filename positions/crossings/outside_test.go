package crossings

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// table reads rows of tab-separated fields below a heading.
func table(t testing.TB, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/crossings/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), "\t"))
	}
	if len(rows) < 2 {
		t.Fatalf("%s is empty", name)
	}
	return rows[1:]
}

// Counts up to the limit are made in every run.
func TestPerft(t *testing.T) {
	limit := uint64(300_000)
	if os.Getenv("FOREGONE_SLOW") != "" {
		limit = 1 << 62
	}
	counted := 0
	for _, row := range table(t, "perft.tsv") {
		p := mustParse(t, "crossings "+row[2]+" "+row[3])
		if p.MustCross() != (row[4] == "1") {
			t.Errorf("%s: must cross %v", row[0], p.MustCross())
		}
		for depth, cell := range row[5:] {
			want, err := strconv.ParseUint(cell, 10, 64)
			if err != nil || want > limit {
				continue
			}
			counted++
			if got := p.Perft(depth + 1); got != want {
				t.Errorf("%s, depth %d: %d leaves, want %d", row[0], depth+1, got, want)
			}
		}
	}
	p := mustStart(t, 8, 8, 2)
	p.Steps = Exact
	for depth, want := range []uint64{1, 40, 1600, 75938} {
		if got := p.Perft(depth); got != want {
			t.Errorf("steps=exact, depth %d: %d leaves, want %d", depth, got, want)
		}
	}
	if counted < 25 {
		t.Errorf("compared %d counts", counted)
	}
}

// outsideMoves is what another program allows in a position, with the board after each move.
type outsideMoves struct {
	ToMove      string `json:"to_move"`
	Board       string
	MustCounter bool `json:"must_counter"`
	N           int
	Moves       [][2]string
}

func TestMoveSetsOfAnotherProgram(t *testing.T) {
	data, err := os.ReadFile("../../testdata/crossings/movesets_outside.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sets := 0
	for line := range strings.Lines(string(data)) {
		var o outsideMoves
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		p := mustParse(t, o.Board+" "+o.ToMove)
		if p.MustCross() != o.MustCounter || p.NumMoves() != o.N {
			t.Errorf("%s: must cross %v, %d moves, want %v, %d", &p, p.MustCross(), p.NumMoves(), o.MustCounter, o.N)
		}
		var got, want []string
		for _, m := range p.Moves(nil) {
			next := p
			next.Make(m)
			got = append(got, mailboxOf(&next).board())
		}
		for _, move := range o.Moves {
			want = append(want, strings.ToLower(move[1]))
			m, err := p.ParseMove(move[0])
			if err != nil {
				t.Fatal(err)
			}
			next := p
			next.Make(m)
			if board := mailboxOf(&next).board(); board != strings.ToLower(move[1]) {
				t.Errorf("%s after %s is %s, want %s", &p, move[0], board, move[1])
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: other moves than %v", &p, o.Moves)
		}
		sets++
	}
	if sets < 25 {
		t.Errorf("compared %d sets", sets)
	}
}

// Positions with known answers are read, and the moves that are best are legal ones.
func TestPositionsWithKnownAnswers(t *testing.T) {
	rows := table(t, "positions.tsv")
	for _, row := range rows {
		p := mustParse(t, row[2]+" "+row[3])
		checkRules(t, &p)
		shifts := p.shifts(nil, p.ToMove, p.MustCross())
		if n, err := strconv.Atoi(row[7]); err != nil || len(shifts) != n || p.MustCross() != (row[4] == "1") {
			t.Errorf("%v: %d moves, must cross %v", row, len(shifts), p.MustCross())
		}
		for _, text := range strings.Fields(row[8]) {
			if strings.HasPrefix(text, "(") {
				continue
			}
			if _, err := p.ParseMove(text); err != nil {
				t.Errorf("%s: %v", &p, err)
			}
		}
	}
	if len(rows) < 100 {
		t.Errorf("read %d positions", len(rows))
	}
}
