package quiet

// layoutKey tells layouts apart.
type layoutKey struct {
	absent  uint32 // white sets with a piece here have no row
	threats uint32 // squares that the middles of this table leave out
	pieces  int    // white sets with more have no row
}

// layout says where the rows of a table are: for every white set that is stored, in ascending order, a row of words.
//
// A row of the white table holds all black middles on the free squares, those of the black table only the middles
// without a winning threat of Black. In both the squares of the middle are numbered from row H-2 up, and a middle's
// place is its rank among the subsets of the free squares; in the white table the squares of threats come last, so
// that the first words of a row are the middles without a threat.
type layout struct {
	b *board
	layoutKey
	base []int // by the squares above row H-2: words before the first row with them
	// by the pieces above row H-2 and the pieces on it: rows of one word before it, were there one free square above
	low   []uint32
	sums  []uint32 // of all, by the pieces above row H-2
	rows  []int    // and how many rows they are
	total int      // words
}

func (b *board) newLayout(k layoutKey) *layout {
	l := b.rowLayout(k)
	l.base = make([]int, 1<<b.top+1)
	for high := range uint32(1) << b.top {
		l.base[high] = l.total
		l.total += l.wordsOf(high)
	}
	l.base[1<<b.top] = l.total
	return l
}

// rowLayout is a layout that knows only of rows with the same squares above row H-2.
func (b *board) rowLayout(k layoutKey) *layout {
	l := &layout{b: b, layoutKey: k}
	l.low = make([]uint32, (b.top+1)<<b.W)
	l.sums, l.rows = make([]uint32, b.top+1), make([]int, b.top+1)
	for n := range l.sums {
		for low := range uint32(1) << b.W {
			l.low[n<<b.W|int(low)] = l.sums[n]
			if low&l.absent == 0 && n+count(low) <= l.pieces {
				l.sums[n] += 1 << count(b.full&b.mid&^low&^l.threats)
				l.rows[n]++
			}
		}
	}
	return l
}

// wordsOf returns the words of the rows of all sets with given squares above row H-2.
func (l *layout) wordsOf(high uint32) int {
	return int(l.sums[count(high)]) << (l.freeAbove(high) + l.b.laneBits)
}

// stored reports whether a white set has a row.
func (l *layout) stored(set uint32) bool { return set&l.absent == 0 && count(set) <= l.pieces }

// freeAbove returns how many squares of the middle above row H-2 a black middle may use.
func (l *layout) freeAbove(high uint32) int {
	return count((l.b.mid &^ l.threats) >> l.b.W &^ high)
}

// row returns where the row of a white set begins.
func (l *layout) row(set uint32) int {
	high := set >> l.b.W
	return l.base[high] + l.below(high, set)
}

// below returns how many words of the sets with the same squares above row H-2 come before a set's row.
func (l *layout) below(high, set uint32) int {
	low := l.low[count(high)<<l.b.W|int(set&l.b.full)]
	return int(low) << (l.freeAbove(high) + l.b.laneBits)
}

// within returns where the row of a set begins in its block, whose first set is given.
func (l *layout) within(first, set uint32) int {
	n := 0
	high := set >> l.b.W
	for h := first >> l.b.W; h < high; h++ {
		n += l.wordsOf(h)
	}
	return n + l.below(high, set)
}

// whiteKey is that of the table of a slice with White to move, blackKey that of the other.
func (b *board) whiteKey(g goals) layoutKey {
	return layoutKey{b.whiteUnsafe(g.black), 0, 2*b.W - count(g.white)}
}

func (b *board) blackKey(g goals) layoutKey {
	return layoutKey{0, b.blackUnsafe(g.white), 2*b.W - count(g.white)}
}
