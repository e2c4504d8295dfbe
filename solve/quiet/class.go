package quiet

import (
	"cmp"
	"slices"
)

// goals names a slice: the pieces on White's and on Black's goal row.
type goals struct{ white, black uint32 }

// symmetry turns one slice into another of its class.
type symmetry struct {
	flip   bool // rows reversed, and the sides exchanged
	mirror bool // columns reversed
}

// reverse returns a row with its columns reversed.
func (b *board) reverse(row uint32) uint32 {
	r := uint32(0)
	for i := range b.W {
		r |= row >> i & 1 << (b.W - 1 - i)
	}
	return r
}

// canonical returns the slice of a class of up to four that is computed, and what turns it into g. It is one with at
// least as many pieces on White's goal row as on Black's: it has fewer white sets, and only slices with as many need
// neighbours to be flipped.
func (b *board) canonical(g goals) (goals, symmetry) {
	mirrored := goals{b.reverse(g.white), b.reverse(g.black)}
	best, by := g, symmetry{}
	for _, o := range []struct {
		goals
		symmetry
	}{
		{mirrored, symmetry{mirror: true}},
		{goals{g.black, g.white}, symmetry{flip: true}},
		{goals{mirrored.black, mirrored.white}, symmetry{true, true}},
	} {
		if compareGoals(o.goals, best) > 0 {
			best, by = o.goals, o.symmetry
		}
	}
	return best, by
}

func compareGoals(g, h goals) int {
	return cmp.Or(cmp.Compare(count(g.white), count(h.white)), cmp.Compare(g.white, h.white), cmp.Compare(g.black, h.black))
}

// layer returns the slices that are computed with n pieces on the goal rows, in order.
func (b *board) layer(n int) []goals {
	var out []goals
	for w := range uint32(1) << b.W {
		for bl := range uint32(1) << b.W {
			g := goals{w, bl}
			if count(w)+count(bl) != n {
				continue
			}
			if c, _ := b.canonical(g); c == g {
				out = append(out, g)
			}
		}
	}
	slices.SortFunc(out, compareGoals)
	return out
}
