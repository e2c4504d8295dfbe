package breakthrough

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// outsideGame is a random game by OpenSpiel, whose first player sits at the top and moves down.
type outsideGame struct {
	Rows, Cols  int
	Moves       []string
	LegalCounts []int `json:"legal_counts"` // before every move
	Final       string
	Winner      int // 1: the first player
}

func TestGamesOfOpenSpiel(t *testing.T) {
	data, err := os.ReadFile("../../testdata/breakthrough/games_outside.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	games, plies := 0, 0
	for line := range strings.Lines(string(data)) {
		var g outsideGame
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		rows := 1
		if g.Rows >= 6 {
			rows = 2
		}
		p := mustStart(t, g.Cols, g.Rows, rows)
		p.ToMove = Black
		start := p
		for i, text := range g.Moves {
			checkRules(t, &p)
			if p.NumMoves() != g.LegalCounts[i] {
				t.Fatalf("%s: %d moves, want %d", &p, p.NumMoves(), g.LegalCounts[i])
			}
			m, err := p.ParseMove(text)
			if err != nil || m.Capture != strings.HasSuffix(text, "*") {
				t.Fatalf("%s: %v, %v", text, m, err)
			}
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
			plies++
		}
		winner, over := p.Winner()
		if want := []Side{Black, White}[g.Winner-1]; !over || winner != want {
			t.Errorf("%s: winner %v, %v, want %v", &p, winner, over, want)
		}
		board := strings.ReplaceAll(g.Final, "/", "\n")
		if got, err := Write(&p, "openspiel"); err != nil || got != board {
			t.Errorf("the final board is\n%swant\n%s", got, board)
		}
		if q, fault := read(board, Hints{ToMove: p.ToMove.String()}); fault != nil || q != p {
			t.Errorf("%s is read as %s, %v", board, &q, fault)
		}
		page := "game: breakthrough\nto-move: black\n" + strings.SplitAfterN(start.Page(), "\n", 3)[2] + "moves: " + strings.Join(g.Moves, " ")
		if r, err := readItem(page, Hints{}); err != nil || r.Start != start || r.Final != p || len(r.Moves) != len(g.Moves) {
			t.Errorf("the record: %v", err)
		}
		games++
	}
	if games != 49 || plies != 1391 {
		t.Errorf("replayed %d games of %d plies", games, plies)
	}
}

// Positions with known answers: they are read as rows and as lines, and the moves that win are legal ones.
func TestPositionsWithKnownAnswers(t *testing.T) {
	rows := table(t, "positions.tsv")
	for _, row := range rows {
		w, h, side, board, moves := number(t, row[0]), number(t, row[1]), row[2], row[3], row[6]
		p, fault := read("breakthrough "+board+" "+side, Hints{})
		if fault != nil {
			t.Fatal(fault)
		}
		if int(p.W) != w || int(p.H) != h || p.ToMove.letter() != side[0] {
			t.Errorf("%v is read as %s", row, &p)
		}
		page := strings.ReplaceAll(board, "/", "\n")
		if q, fault := read("to-move: "+side+"\n"+page, Hints{Game: Name}); fault != nil || q != p {
			t.Errorf("%s: %s, %v", page, &q, fault)
		}
		checkRules(t, &p)
		if moves == "-" {
			continue
		}
		all := movesOf(&p)
		for _, m := range strings.Split(moves, ",") {
			if !slices.Contains(all, m) {
				t.Errorf("%s: %s is not among %v", &p, m, all)
			}
		}
	}
	if len(rows) < 100 {
		t.Errorf("read %d positions", len(rows))
	}
}
