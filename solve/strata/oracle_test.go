package strata

import (
	"context"
	"os"
	"testing"

	"foregone/positions/crossings"
)

func slow() bool { return os.Getenv("FOREGONE_SLOW") != "" }

// made builds a table in memory.
func made(t testing.TB, size Size) *Table {
	t.Helper()
	table, err := Build(context.Background(), size, Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// probe returns the value of a position that the table has.
func probeOf(t testing.TB, table *Table, p *crossings.Position) Value {
	t.Helper()
	v, ok, err := table.Probe(p)
	if !ok || err != nil {
		t.Fatalf("%s is not in the table: %v", p, err)
	}
	return v
}

// allPositions are those with as many stones as a size allows, from the view of the side to move, which is Red.
func allPositions(size Size) (all []crossings.Position) {
	cells := size.W * size.H
	var put func(p crossings.Position, cell int)
	put = func(p crossings.Position, cell int) {
		if p.Stones[0].Len() > size.stones() || p.Stones[1].Len() > size.stones() {
			return
		}
		if cell == cells {
			if p.Validate() == nil {
				all = append(all, p)
			}
			return
		}
		put(p, cell+1)
		for s := range p.Stones {
			q := p
			q.Stones[s].Add(crossings.Square(cell))
			put(q, cell+1)
		}
	}
	put(crossings.Position{W: uint8(size.W), H: uint8(size.H), Steps: size.Steps}, 0)
	return all
}

// turnedRound is the position after a move, from the view of the side that is to move then.
func turnedRound(p crossings.Position, m crossings.Move) crossings.Position {
	if err := p.Play(m); err != nil {
		panic(err)
	}
	q := crossings.Position{W: p.W, H: p.H, Steps: p.Steps}
	for s := range p.Stones {
		for sq := range crossings.Square(p.W * p.H) {
			if p.Stones[s].Has(sq) {
				row := crossings.Square(p.H) - 1 - sq/crossings.Square(p.W)
				q.Stones[1-s].Add(row*crossings.Square(p.W) + sq%crossings.Square(p.W))
			}
		}
	}
	return q
}

// fixpoint values all positions level by level, looking at each of them at every level; those that are left are
// draws.
func fixpoint(all []crossings.Position) []Value {
	number := make(map[crossings.Position]int32, len(all))
	for i, p := range all {
		number[p] = int32(i)
	}
	next := make([][]int32, len(all))
	values := make([]Value, len(all))
	for i, p := range all {
		for _, m := range p.Moves(nil) {
			next[i] = append(next[i], number[turnedRound(p, m)])
		}
	}
	for level, idle := 0, 0; idle < 2; level++ {
		idle++
		var found []int
		for i, p := range all {
			if values[i] != Draw {
				continue
			}
			lost := level == 0 && p.MustCross() && len(next[i]) == 0 || level > 0 && level%2 == 0 && len(next[i]) > 0
			won := false
			for _, j := range next[i] {
				v := values[j]
				lost = lost && v.Win()
				won = won || v.Loss() && v.Distance() == level-1
			}
			if lost || won {
				found = append(found, i)
				idle = 0
			}
		}
		for _, i := range found {
			values[i] = Value(level + 1)
		}
	}
	return values
}

// TestEveryValueOfTinyBoards compares tables with values by another method and other moves.
func TestEveryValueOfTinyBoards(t *testing.T) {
	sizes := []Size{{2, 3, 1, 0}, {2, 4, 1, 0}, {2, 4, 2, 0}, {3, 3, 1, 0}, {2, 4, 2, crossings.Exact}, {3, 3, 1, crossings.Exact}, {2, 5, 1, 0}, {2, 6, 1, crossings.Exact}, {2, 5, 2, 0}}
	if slow() {
		sizes = append(sizes, Size{3, 4, 1, 0}, Size{3, 4, 1, crossings.Exact}, Size{3, 4, 2, 0}, Size{3, 4, 2, crossings.Exact}, Size{2, 5, 2, crossings.Exact},
			Size{4, 3, 1, 0}, Size{4, 3, 1, crossings.Exact}, Size{3, 5, 1, 0}, Size{3, 5, 1, crossings.Exact}, Size{2, 6, 2, 0}, Size{2, 7, 2, 0})
	}
	for _, size := range sizes {
		table := made(t, size)
		all := allPositions(size)
		var wins, losses, draws int
		for i, want := range fixpoint(all) {
			for _, p := range []crossings.Position{all[i], all[i].Mirror()} {
				if got := probeOf(t, table, &p); got != want {
					t.Fatalf("%v: %s: %v in %d, want %v in %d", size, &p, got.Verdict(), got.Distance(), want.Verdict(), want.Distance())
				}
			}
			switch {
			case want.Win():
				wins++
			case want.Loss():
				losses++
			default:
				draws++
			}
		}
		classes := map[crossings.Position]bool{}
		for i := range all {
			classes[all[i].Canonical()] = true
		}
		if uint64(len(classes)) != table.Entries() {
			t.Errorf("%v: %d positions, the table has %d", size, len(classes), table.Entries())
		}
		t.Logf("%v: %d wins, %d losses, %d draws", size, wins, losses, draws)
	}
}
