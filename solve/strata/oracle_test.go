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

// ternary numbers the ways to fill a board.
func ternary(p *crossings.Position) (n int) {
	for sq := range crossings.Square(p.W * p.H) {
		n *= 3
		for s := range p.Stones {
			if p.Stones[s].Has(sq) {
				n += 1 + s
			}
		}
	}
	return n
}

// fixpoint values all positions level by level, looking forward from each of them at every level; those that are left are
// draws.
func fixpoint(all []crossings.Position) []Value {
	ways := 1
	for range all[0].W * all[0].H {
		ways *= 3
	}
	number := make([]int32, ways)
	for i := range all {
		number[ternary(&all[i])] = int32(i)
	}
	var moves []crossings.Move
	var after []int32                      // of all positions, one after the other
	first := make([]uint32, 1, len(all)+1) // where those of each begin
	for _, p := range all {
		moves = p.Moves(moves[:0])
		for _, m := range moves {
			q := turnedRound(p, m)
			after = append(after, number[ternary(&q)])
		}
		first = append(first, uint32(len(after)))
	}
	values := make([]Value, len(all))
	for level, idle := 0, 0; idle < 2; level++ {
		idle++
		var found []int
		for i := range all {
			if values[i] != Draw {
				continue
			}
			next := after[first[i]:first[i+1]]
			lost := level == 0 && len(next) == 0 && all[i].MustCross() || level > 0 && level%2 == 0 && len(next) > 0
			won := false
			for _, j := range next {
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

// oracleSizes are boards whose positions are valued one by one in a second, or with FOREGONE_SLOW all up to 3x5 with two
// home rows and 4x4 with one.
func oracleSizes() (sizes []Size) {
	most := 45_000.0
	if slow() {
		most = 3e7
	}
	for w := 2; w <= 4; w++ {
		for h := 3; h <= 7; h++ {
			for rows := 1; rows <= 2; rows++ {
				for _, steps := range []crossings.Steps{crossings.UpTo, crossings.Exact} {
					s := Size{w, h, rows, steps}
					if w*h <= 16 && s.Valid() == nil && s.placements() < most {
						sizes = append(sizes, s)
					}
				}
			}
		}
	}
	return sizes
}

// TestEveryValueOfSmallBoards compares tables with values by another method and other moves.
func TestEveryValueOfSmallBoards(t *testing.T) {
	for _, size := range oracleSizes() {
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
		classes := uint64(0)
		for i := range all {
			if _, isMirror := all[i].Canonical(); !isMirror {
				classes++
			}
		}
		if classes != table.Entries() {
			t.Errorf("%v: %d positions, the table has %d", size, classes, table.Entries())
		}
		t.Logf("%v: %d wins, %d losses, %d draws", size, wins, losses, draws)
	}
}
