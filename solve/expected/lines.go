package expected

import "foregone/positions/entropy"

// Lines returns the points to be expected of each line of a board when it is full, if pairs of cells match independently of
// each other: rows from the bottom, columns from the left.
func Lines(p *entropy.Position) (rows, columns []float64) {
	m, b := matchesOf(p), newBoard(p)
	for i := range int(p.N) {
		rows = append(rows, m.points(b.rows[i], int(p.N)))
		columns = append(columns, m.points(b.columns[i], int(p.N)))
	}
	return rows, columns
}

// points returns the expected points of a line of n cells.
func (m matches) points(line uint32, n int) float64 {
	sum := 0.0
	for last := range n {
		sum += m.ending(line, last)
	}
	return sum
}
