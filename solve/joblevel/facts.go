package joblevel

import (
	"cmp"
	"maps"
	"slices"

	"foregone/solve"
)

// proof is a fact: a verdict, and the nodes that it took.
type proof struct {
	win  bool
	work uint64
}

func (p proof) numbers() (proof, disproof uint32) {
	if p.win {
		return 0, Infinite
	}
	return Infinite, 0
}

// keep keeps a fact. When there are too many the half of the least work is forgotten.
func (t *Tree) keep(position string, v solve.Verdict, work uint64) {
	if old, ok := t.proofs[position]; work < t.least || ok && old.work >= work {
		return
	}
	t.proofs[position] = proof{v == solve.Win, work}
	if len(t.proofs) <= t.options.Facts {
		return
	}
	works := make([]uint64, 0, len(t.proofs))
	for _, p := range t.proofs {
		works = append(works, p.work)
	}
	slices.Sort(works)
	t.least = works[len(works)/2] + 1
	maps.DeleteFunc(t.proofs, func(_ string, p proof) bool { return p.work < t.least })
}

// Proven returns the positions of the tree and of answers that were proven, those of the most work first.
func (t *Tree) Proven() []Numbers {
	all := make([]Numbers, 0, len(t.proofs))
	for position, p := range t.proofs {
		n := Numbers{Position: position, Work: p.work}
		n.Proof, n.Disproof = p.numbers()
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b Numbers) int {
		return cmp.Or(cmp.Compare(b.Work, a.Work), cmp.Compare(a.Position, b.Position))
	})
	return all
}
