package quiet

import "math/bits"

// plan is the order in which the slices of a board are computed, by layers of equally many pieces on the goal rows,
// and how their tables are cut into blocks: the white sets with the same rows 2, 3, … of which there are blockRows.
type plan struct {
	*board
	slices    []goals // one of each class
	layers    []int   // where each layer begins in slices; one more at the end
	number    map[goals]int32
	blockRows int
	blocks    int // of a table
	extents   map[layoutKey]extent
}

// blockBytes is the size of an average block, at most: unpacking one is what a probe costs, and a finished one is
// packed while it is in the cache.
const blockBytes = 1 << 20

func newPlan(s Size) *plan { return planOf(newBoard(s)) }

func planOf(b *board) *plan {
	s := b.Size
	p := &plan{board: b, number: map[goals]int32{}, extents: map[layoutKey]extent{}}
	for n := range 2*s.W + 1 {
		p.layers = append(p.layers, len(p.slices))
		for _, g := range p.layer(n) {
			p.number[g] = int32(len(p.slices))
			p.slices = append(p.slices, g)
		}
	}
	p.layers = append(p.layers, len(p.slices))

	size := p.wordBytes() * p.lanes << s.W // of a table without pruning
	for range s.H - 4 {
		for range s.W {
			size *= 3
		}
	}
	for p.blockRows < s.H-4 && size>>(p.blockRows*s.W) > blockBytes {
		p.blockRows++
	}
	p.blocks = 1 << (p.blockRows * s.W)
	return p
}

// wordBytes returns the bytes of a word.
func (b *board) wordBytes() int { return max(1, 1<<b.cols/8) }

// extent is the words of a table, of the largest of its blocks, and its rows.
type extent struct{ words, block, rows int }

func (p *plan) extent(k layoutKey) extent {
	e, ok := p.extents[k]
	if ok {
		return e
	}
	l := p.newLayout(k)
	e.words = l.total
	for block := range p.blocks {
		start, end := l.block(p, block)
		e.block = max(e.block, end-start)
	}
	for high := range uint32(1) << p.top {
		e.rows += l.rows[count(high)]
	}
	p.extents[k] = e
	return e
}

// words returns the words of both tables of a slice.
func (p *plan) words(g goals) int {
	return p.extent(p.whiteKey(g)).words + p.extent(p.blackKey(g)).words
}

// sets returns the first and the last white set of a block.
func (p *plan) sets(block int) (first, last uint32) {
	shift := p.top + p.W - p.blockRows*p.W
	return uint32(block) << shift, uint32(block+1)<<shift - 1
}

// block returns where the words of a block begin and end.
func (l *layout) block(p *plan, block int) (start, end int) {
	shift := p.top - p.blockRows*p.W
	return l.base[block<<shift], l.base[(block+1)<<shift]
}

// A packed slice is the dictionary and the blocks of the table with White to move, then those of the other.

// dictionaryOf returns the block of a packed slice with the dictionary of a table.
func (p *plan) dictionaryOf(table int) int { return table * (1 + p.blocks) }

// blockOf returns the block of a packed slice with a block of a table.
func (p *plan) blockOf(table, block int) int { return p.dictionaryOf(table) + 1 + block }

// mirrorBlock returns the block of the mirror images.
func (p *plan) mirrorBlock(block int) int {
	out := 0
	for row := range p.blockRows {
		out |= int(p.reverse(uint32(block)>>(row*p.W)&p.full)) << (row * p.W)
	}
	return out
}

// neighbour is a slice of the layer before, as it was computed.
type neighbour struct {
	goals            // as it is read
	slice   int32    // its number
	by      symmetry // what makes it the slice that is read
	column  int      // of the piece that is lost
	toWhite bool     // Black lost it: the table with White to move is read
}

// neighbours returns the tables that a slice reads.
func (p *plan) neighbours(g goals) []neighbour {
	var out []neighbour
	add := func(h goals, column int, toWhite bool) {
		c, by := p.canonical(h)
		out = append(out, neighbour{goals: h, slice: p.number[c], by: by, column: column, toWhite: toWhite})
	}
	for m := g.white; m != 0; m &= m - 1 {
		add(goals{g.white &^ (m & -m), g.black}, bits.TrailingZeros32(m), false)
	}
	for m := g.black; m != 0; m &= m - 1 {
		add(goals{g.white, g.black &^ (m & -m)}, bits.TrailingZeros32(m), true)
	}
	return out
}
