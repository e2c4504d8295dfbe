package layers

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"foregone/positions/entropy"
)

// words lists all ways to put k chips of a bag in a row, by colours.
func words(bag entropy.Bag, k int) [][]uint8 {
	if k == 0 {
		return [][]uint8{nil}
	}
	var all [][]uint8
	for c := range bag {
		if bag[c] == 0 {
			continue
		}
		bag[c]--
		for _, rest := range words(bag, k-1) {
			all = append(all, append([]uint8{uint8(c)}, rest...))
		}
		bag[c]++
	}
	return all
}

// normal names the colours of a word in the order in which they appear, among those of which the bag has equally many.
func normal(bag entropy.Bag, word []uint8) string {
	var names [entropy.MaxColours + 1]uint8
	var used [entropy.MaxColours + 1]bool
	out := make([]byte, len(word))
	for i, c := range word {
		for name := uint8(1); names[c] == 0; name++ {
			if bag[name] == bag[c] && !used[name] {
				names[c], used[name] = name, true
			}
		}
		out[i] = 'A' + names[c]
	}
	return string(out)
}

// Every word has a rank, words have the same rank when they differ in names alone, and the ranks are 0, 1, 2 and so on.
func TestRanks(t *testing.T) {
	for _, line := range []string{"entropy 2", "entropy 2 bag=A1B1C1D1E1F1G1", "entropy 2 bag=A3B2C3D1", "entropy 2 bag=G9", "entropy 3", "entropy 3 bag=A5B4", "entropy 3 bag=A3D3C2B2"} {
		p, err := newPlan(startOf(t, line))
		if err != nil {
			t.Fatal(err)
		}
		for k := range min(p.cells, 7) + 1 {
			r := p.ranks[k]
			r.list(&p.colours)
			byName := map[string]uint32{}
			for _, word := range words(p.Bag, k) {
				var chips pattern
				var shifts []uint8
				for i, c := range word {
					chips |= pattern(p.colours.name[c]) << (3 * i)
					shifts = append(shifts, uint8(3*i))
				}
				rank := r.rank(p.colours.steps, chips, shifts)
				name := normal(p.Bag, word)
				if before, ok := byName[name]; ok && before != rank || int(rank) >= r.size {
					t.Fatalf("%s: %v has rank %d, %d before, of %d", line, word, rank, before, r.size)
				}
				byName[name] = rank
				if r.patterns[rank] == chips != (rank == r.rank(p.colours.steps, r.patterns[rank], shifts) && r.patterns[rank] == chips) {
					t.Fatalf("%s: pattern %d is not of its rank", line, rank)
				}
			}
			ranks := map[uint32]bool{}
			for _, rank := range byName {
				ranks[rank] = true
			}
			if len(byName) != r.size || len(ranks) != r.size || len(r.patterns) != r.size || len(r.ends) != r.size {
				t.Errorf("%s, %d chips: %d words, %d ranks, size %d", line, k, len(byName), len(ranks), r.size)
			}
		}
	}
}

// A mask and its images have one form, whose cells come in one order up to the symmetries of the mask.
func TestForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := entropy.MinSize; n <= MaxSize; n++ {
		p, err := newPlan(Start{n, entropy.Bag{1: 16}})
		if err != nil {
			t.Fatal(err)
		}
		forms := 0
		for _, masks := range p.masks[:p.cells+1] {
			forms += len(masks)
		}
		if want := []int{6, 102, 8548}[n-2]; forms != want {
			t.Errorf("%dx%d: %d forms, want %d", n, n, forms, want)
		}
		for range 2000 {
			m := mask(rng.IntN(1 << p.cells))
			f := p.forms[m]
			least := p.masks[bits.OnesCount32(uint32(m))][f.index]
			if p.image(m, int(f.turn)) != least || p.forms[least].turn != 0 {
				t.Fatalf("%b: form %v, %b", m, f, least)
			}
			for turn := range p.turns {
				if p.forms[p.image(m, turn)].index != f.index || p.image(m, turn) < least {
					t.Fatalf("%b: its image by %d has another form", m, turn)
				}
			}
			cells := p.order(nil, m)
			var all mask
			last := -1
			for _, cell := range cells {
				all |= 1 << cell
				if at := int(p.turns[f.turn][cell]); at <= last {
					t.Fatalf("%b: cells %v", m, cells)
				} else {
					last = at
				}
			}
			if all != m {
				t.Fatalf("%b: cells %v", m, cells)
			}
		}
	}
}
