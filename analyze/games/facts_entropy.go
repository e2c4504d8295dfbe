package games

import (
	"cmp"
	"slices"

	"foregone/positions/entropy"
	"foregone/solve/expected"
)

// Facts implements Factual.
func (e *entropyPosition) Facts(*Analysis) any {
	p := &e.p
	n := int(p.N)
	f := EntropyFacts{Regions: regions(p), Bag: map[string]int{}}
	rows, columns := expected.Lines(p)
	for i := range n {
		f.Rows = append(f.Rows, LineFacts{p.RowPoints(n - 1 - i), rows[n-1-i]})
		f.Columns = append(f.Columns, LineFacts{p.ColumnPoints(i), columns[i]})
	}
	for c, count := range p.Bag {
		if count > 0 {
			f.Bag[string(rune(entropy.Colour(c).Letter()))] = int(count)
		}
	}
	return f
}

// regions returns the empty cells that touch each other by their sides.
func regions(p *entropy.Position) [][]string {
	n := int(p.N)
	seen := map[int]bool{}
	all := [][]string{}
	for start := range n * n {
		if p.Cells[start] != 0 || seen[start] {
			continue
		}
		seen[start] = true
		cells := []int{start}
		for i := 0; i < len(cells); i++ {
			at := cells[i]
			for _, next := range [...]int{at - n, at + n, at - 1, at + 1} {
				beside := next/n == at/n || next%n == at%n
				if next >= 0 && next < n*n && beside && p.Cells[next] == 0 && !seen[next] {
					seen[next] = true
					cells = append(cells, next)
				}
			}
		}
		slices.Sort(cells)
		var names []string
		for _, at := range cells {
			names = append(names, p.SquareName(entropy.Square(at)))
		}
		all = append(all, names)
	}
	slices.SortStableFunc(all, func(a, b []string) int { return cmp.Compare(len(b), len(a)) })
	return all
}
