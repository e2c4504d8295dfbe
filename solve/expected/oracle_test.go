package expected

import (
	"math"
	"math/rand/v2"
	"testing"

	"foregone/positions/entropy"
)

// position returns a random position of the standard bag's chips with so many on the board.
func position(rng *rand.Rand, n, chips int, acts entropy.Turn) entropy.Position {
	p := entropy.Position{N: uint8(n), Acts: acts, Bag: entropy.StandardBag(n)}
	var bag []entropy.Colour
	for i := range n * n {
		bag = append(bag, entropy.Colour(i/n+1))
	}
	rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	for i, at := range rng.Perm(n * n)[:chips] {
		p.Cells[at] = bag[i]
		p.Bag[bag[i]]--
	}
	if acts == entropy.Chaos {
		p.Chip = bag[chips]
		p.Bag[p.Chip]--
	}
	return p
}

// randomPosition returns one of any size from 3x3 that is not over.
func randomPosition(rng *rand.Rand) entropy.Position {
	n := 3 + rng.IntN(entropy.MaxSize-2)
	return position(rng, n, rng.IntN(n*n), entropy.Turn(rng.IntN(3)))
}

// expectedLine is the definition of a line's value: every run, every pair of it.
func expectedLine(cells []entropy.Colour, m matches) float64 {
	sum := 0.0
	for i := range cells {
		for j := i + 1; j < len(cells); j++ {
			probability := 1.0
			for k := 0; i+k < j-k; k++ {
				a, b := cells[i+k], cells[j-k]
				switch {
				case a != 0 && b != 0 && a != b:
					probability = 0
				case a == 0 && b == 0:
					probability *= m.both
				case a == 0 || b == 0:
					probability *= m.one
				}
			}
			sum += probability * float64(j-i+1)
		}
	}
	return sum
}

func TestLinesAgreeWithTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for n := entropy.MinSize; n <= entropy.MaxSize; n++ {
		m := matches{1 / float64(n), 1.7 / float64(n)}
		v := newValues(n, m)
		for range 2000 {
			cells, line := make([]entropy.Colour, n), uint32(0)
			for i := range cells {
				cells[i] = entropy.Colour(rng.IntN(3) * rng.IntN(4))
				line |= uint32(cells[i]) << (3 * i)
			}
			if want := point * expectedLine(cells, m); math.Abs(float64(v.at(line))-want) > 0.501 {
				t.Fatalf("%v: %d, expected %.2f", cells, v.at(line), want)
			}
		}
	}
}

// valueOf is the sum of a position's lines by the definition of a table's entries.
func valueOf(v *values, p *entropy.Position) int32 {
	sum := int32(0)
	n := int(p.N)
	for i := range n {
		row, column := uint32(0), uint32(0)
		for j := range n {
			row |= uint32(p.Cells[i*n+j]) << (3 * j)
			column |= uint32(p.Cells[j*n+i]) << (3 * j)
		}
		sum += v.at(row) + v.at(column)
	}
	return sum
}

// TestMovesAgreeWithTheRules compares every slide, placement and sum of gains, computed from the lines that change, with the
// whole board after the moves of the rules.
func TestMovesAgreeWithTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	tables := map[uint8]*values{}
	for range 4000 {
		p := randomPosition(rng)
		if p.Acts == entropy.Draw {
			continue
		}
		v := tables[p.N]
		if v == nil {
			v = newValues(int(p.N), matches{0.2, 0.3})
			tables[p.N] = v
		}
		b := newBoard(&p)
		value := v.sum(&b)
		if want := valueOf(v, &p); value != want {
			t.Fatalf("%s: %d, expected %d", p.String(), value, want)
		}
		var all []move
		if p.Acts == entropy.Order {
			all = v.slides(&b, value, nil)
		} else {
			all = v.placements(&b, value, uint32(p.Chip), nil)
		}
		found := map[entropy.Move]move{}
		for _, m := range all {
			found[moveOf(&p, m)] = m
		}
		most, sum := int32(0), int32(0)
		moves := p.Moves(nil)
		if len(found) != len(moves) {
			t.Fatalf("%s: %d moves, expected %d", p.String(), len(found), len(moves))
		}
		for m := range found {
			next := p
			if err := next.Play(m); err != nil {
				t.Fatalf("%s: %v", p.String(), err)
			}
			after := b.after(found[m], uint32(p.Chip))
			same := newBoard(&next)
			if after.rows != same.rows || after.columns != same.columns || after.holes != same.holes || after.rowsFilled != same.rowsFilled || after.columnsFilled != same.columnsFilled {
				t.Fatalf("%s %s: another board", p.String(), p.MoveString(m))
			}
			want := valueOf(v, &next)
			if found[m].value != want {
				t.Fatalf("%s %s: %d, expected %d", p.String(), p.MoveString(m), found[m].value, want)
			}
			most, sum = max(most, want-value), sum+max(0, want-value)
		}
		if p.Acts == entropy.Order {
			if x, y := v.threats(&b); x != most || y != sum {
				t.Fatalf("%s: gains %d and %d, expected %d and %d", p.String(), x, y, most, sum)
			}
		}
	}
}
