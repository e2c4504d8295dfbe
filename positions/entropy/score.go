package entropy

// Palindrome is a run of filled neighbouring cells that reads the same both ways; it scores its length.
type Palindrome struct {
	From, To Square // its ends, From the left or lower one
	Length   int
}

// Score returns the points of the board: the sum of the lengths of all palindromes of two or more chips in rows and
// columns.
func (p *Position) Score() int {
	sum := 0
	for i := range int(p.N) {
		sum += p.RowPoints(i) + p.ColumnPoints(i)
	}
	return sum
}

// RowPoints returns the points of a row, from 0 at the bottom.
func (p *Position) RowPoints(row int) int { return sumLengths(p.inLine(nil, row*int(p.N), 1)) }

// ColumnPoints returns the points of a column, from 0 at the left.
func (p *Position) ColumnPoints(column int) int { return sumLengths(p.inLine(nil, column, int(p.N))) }

// Palindromes appends those of the board to buf and returns it: the rows' from the bottom, then the columns'.
func (p *Position) Palindromes(buf []Palindrome) []Palindrome {
	n := int(p.N)
	for row := range n {
		buf = p.inLine(buf, row*n, 1)
	}
	for column := range n {
		buf = p.inLine(buf, column, n)
	}
	return buf
}

// inLine appends the palindromes of the line of N cells that begins at a cell, by their ends.
func (p *Position) inLine(buf []Palindrome, start, step int) []Palindrome {
	n := int(p.N)
	at := func(i int) Square { return Square(start + i*step) }
	for i := range n {
		for j := i; j < n && p.Cells[at(j)] != 0; j++ {
			if j > i && p.reads(start, step, i, j) {
				buf = append(buf, Palindrome{at(i), at(j), j - i + 1})
			}
		}
	}
	return buf
}

// reads reports whether the chips of a line from its cell i to its cell j are the same both ways.
func (p *Position) reads(start, step, i, j int) bool {
	for ; i < j; i, j = i+1, j-1 {
		if p.Cells[start+i*step] != p.Cells[start+j*step] {
			return false
		}
	}
	return true
}

func sumLengths(palindromes []Palindrome) int {
	sum := 0
	for _, r := range palindromes {
		sum += r.Length
	}
	return sum
}
