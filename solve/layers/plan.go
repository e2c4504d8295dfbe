package layers

import (
	"fmt"
	"math/bits"
	"slices"

	"foregone/positions/entropy"
)

const maxCells = MaxSize * MaxSize

// mask is a set of cells, bit row*N + column.
type mask uint32

// plan is how the positions of a table are counted. Layer k has those with k chips on the board.
type plan struct {
	Start
	cells   int
	turns   [8][maxCells]uint8 // where a symmetry takes a cell
	forms   []form             // by mask
	masks   [maxCells + 1][]mask
	colours colours
	ranks   [maxCells + 1]*ranks
	chips   int // of the bag
}

// form is the least of the masks that are alike.
type form struct {
	index uint32 // among those of its layer
	turn  uint8  // the symmetry that leads to it
}

func newPlan(s Start) (*plan, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	p := &plan{Start: s, cells: s.N * s.N, chips: s.Bag.Len()}
	if !p.fits() {
		return nil, fmt.Errorf("found a bag of %s, expected fewer chips: the values of the table would take more than 62 bits", &s.Bag)
	}
	p.setTurns()
	p.forms = make([]form, 1<<p.cells)
	for m := range mask(1 << p.cells) {
		least, turn := m, 0
		for t := 1; t < len(p.turns); t++ {
			if image := p.image(m, t); image < least {
				least, turn = image, t
			}
		}
		k := bits.OnesCount32(uint32(m))
		if turn == 0 {
			p.forms[m] = form{index: uint32(len(p.masks[k]))}
			p.masks[k] = append(p.masks[k], m)
		} else {
			p.forms[m] = form{p.forms[least].index, uint8(turn)}
		}
	}
	var err error
	if p.colours, err = newColours(s.Bag, p.cells); err != nil {
		return nil, err
	}
	for k := range p.cells + 1 {
		if p.ranks[k], err = p.colours.newRanks(k); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// setTurns lists the eight symmetries of the board.
func (p *plan) setTurns() {
	n := p.N
	for i := range p.cells {
		for t := range p.turns {
			row, column := i/n, i%n
			if t&4 != 0 {
				row, column = column, row
			}
			if t&2 != 0 {
				row = n - 1 - row
			}
			if t&1 != 0 {
				column = n - 1 - column
			}
			p.turns[t][i] = uint8(row*n + column)
		}
	}
}

func (p *plan) image(m mask, turn int) mask {
	var image mask
	for ; m != 0; m &= m - 1 {
		image |= 1 << p.turns[turn][bits.TrailingZeros32(uint32(m))]
	}
	return image
}

// order returns the cells of m in the order in which the chips of its form are counted.
func (p *plan) order(buf []uint8, m mask) []uint8 {
	turn := &p.turns[p.forms[m].turn]
	var at [maxCells]uint8
	var image mask
	for ; m != 0; m &= m - 1 {
		cell := bits.TrailingZeros32(uint32(m))
		at[turn[cell]] = uint8(cell)
		image |= 1 << turn[cell]
	}
	for ; image != 0; image &= image - 1 {
		buf = append(buf, at[bits.TrailingZeros32(uint32(image))])
	}
	return buf
}

// fits reports whether all values are below 2^62.
func (p *plan) fits() bool {
	most := p.mostPoints()
	for i := range p.cells {
		high, low := bits.Mul64(most, uint64(p.chips-i))
		if high != 0 || low >= 1<<62 {
			return false
		}
		most = low
	}
	return true
}

// scale returns what a point of the result counts in layer k: the number of ways to draw the chips to come.
func (p *plan) scale(k int) uint64 {
	scale := uint64(1)
	for i := range p.cells - k {
		scale *= uint64(p.chips - k - i)
	}
	return scale
}

// mostPoints bounds the score of any board.
func (p *plan) mostPoints() uint64 {
	sum := 0
	for length := 2; length <= p.N; length++ {
		sum += 2 * p.N * length * (p.N - length + 1)
	}
	return uint64(sum)
}

// width returns the bytes of a value in layer k when no board has more points than most.
func (p *plan) width(k int, most uint64) int {
	switch n := bits.Len64(p.scale(k) * most); {
	case n <= 16:
		return 2
	case n <= 32:
		return 4
	}
	return 8
}

// pattern is the colours of chips in some order, three bits each from the lowest on.
type pattern uint64

// colours are those of a bag, from the most frequent on. Colours of which the bag has equally many are a class; within a
// class they are named in the order in which they appear.
type colours struct {
	number int
	bag    [entropy.MaxColours]int       // chips by colour
	most   [entropy.MaxColours]int       // on a board
	name   [entropy.MaxColours + 1]uint8 // of the rules' colours
	class  [entropy.MaxColours]int       // the first colour of the class
	place  [entropy.MaxColours]uint32    // of a colour's count in the number of all counts, times 8
	counts uint32                        // how many numbers there are, times 8
	steps  []uint64                      // see newSteps
}

// maxCounts bounds the tables by counts.
const maxCounts = 1 << 20

func newColours(bag entropy.Bag, cells int) (colours, error) {
	var c colours
	var order []int
	for colour := 1; colour <= entropy.MaxColours; colour++ {
		if bag[colour] > 0 {
			order = append(order, colour)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(bag[b]) - int(bag[a]) })
	c.number = len(order)
	c.counts = 8
	for i, colour := range order {
		c.name[colour] = uint8(i)
		c.bag[i] = int(bag[colour])
		c.most[i] = min(c.bag[i], cells)
		c.class[i] = i
		if i > 0 && c.bag[i-1] == c.bag[i] {
			c.class[i] = c.class[i-1]
		}
		c.place[i] = c.counts
		if c.counts *= uint32(c.most[i] + 1); c.counts > 8*maxCounts {
			return c, fmt.Errorf("found a bag of %s, expected fewer colours or chips: such tables are too large", &bag)
		}
	}
	c.newSteps()
	return c, nil
}

// newSteps sets the automaton that names colours in the order in which they appear. The entry of a state and a colour has
// the place of its name's count in bits 8 to 31, the name in bits 0 to 2, and the next state in the upper half.
func (c *colours) newSteps() {
	const none = 7
	type names [entropy.MaxColours]uint8
	start := names{none, none, none, none, none, none, none}
	states := []names{start}
	ids := map[names]int{start: 0}
	for i := 0; i < len(states); i++ {
		entries := make([]uint64, 8)
		for colour := range c.number {
			next := states[i]
			if next[colour] == none {
				name := c.class[colour]
				for other := range c.number {
					if c.class[other] == c.class[colour] && next[other] != none {
						name++
					}
				}
				next[colour] = uint8(name)
			}
			id, ok := ids[next]
			if !ok {
				id = len(states)
				ids[next] = id
				states = append(states, next)
			}
			name := next[colour]
			entries[colour] = uint64(id*8)<<32 | uint64(c.place[name])<<8 | uint64(name)
		}
		c.steps = append(c.steps, entries...)
	}
}

// count returns how many chips of a colour a number of counts stands for.
func (c *colours) count(counts uint32, colour int) int {
	return int(counts/c.place[colour]) % (c.most[colour] + 1)
}

// weights returns how many chips of each colour are left, by counts + colour; those of all colours of a class that have not
// appeared stand with the first of these.
func (c *colours) weights() []uint16 {
	w := make([]uint16, c.counts)
	for counts := uint32(0); counts < c.counts; counts += 8 {
		fresh := -1 // the first colour of the present class that has not appeared
		for colour := range c.number {
			n := c.count(counts, colour)
			switch {
			case n > 0:
				w[counts+uint32(colour)] = uint16(c.bag[colour] - n)
			case fresh < 0 || c.class[fresh] != c.class[colour]:
				fresh = colour
				w[counts+uint32(colour)] = uint16(c.bag[colour])
			default:
				w[counts+uint32(fresh)] += uint16(c.bag[colour])
			}
		}
	}
	return w
}

// ranks counts the patterns of one length.
type ranks struct {
	length   int
	size     int       // how many there are
	skip     []uint32  // by counts + colour: how many have a lesser colour there
	patterns []pattern // once listed, in their order
	ends     []uint32  // counts of each
}

// maxPatterns bounds the patterns of one length.
const maxPatterns = 1 << 26

// newRanks counts the patterns of k chips.
func (c *colours) newRanks(k int) (*ranks, error) {
	below := make([]uint32, c.counts/8) // patterns that begin with such counts, by their number
	r := &ranks{length: k, skip: make([]uint32, c.counts)}
	for number := len(below) - 1; number >= 0; number-- {
		counts := uint32(number * 8)
		length := 0
		for colour := range c.number {
			length += c.count(counts, colour)
		}
		if length == k {
			below[number] = 1
		}
		if length >= k {
			continue
		}
		sum := uint64(0)
		for colour := range c.number {
			r.skip[counts+uint32(colour)] = uint32(sum)
			if c.follows(counts, colour) {
				sum += uint64(below[(counts+c.place[colour])/8])
			}
		}
		if sum > maxPatterns {
			return nil, fmt.Errorf("found more than %d ways to colour %d chips, expected fewer: such tables are too large", maxPatterns, k)
		}
		below[number] = uint32(sum)
	}
	r.size = int(below[0])
	return r, nil
}

// follows reports whether a chip of a colour may come after chips of such counts.
func (c *colours) follows(counts uint32, colour int) bool {
	switch n := c.count(counts, colour); {
	case n == c.most[colour]:
		return false
	case n > 0 || c.class[colour] == colour:
		return true
	}
	return c.count(counts, colour-1) > 0
}

// list lists the patterns.
func (r *ranks) list(c *colours) {
	r.patterns, r.ends = make([]pattern, 0, r.size), make([]uint32, 0, r.size)
	r.extend(c, 0, 0, 0)
}

// unlist gives the memory of the list back.
func (r *ranks) unlist() { r.patterns, r.ends = nil, nil }

// extend lists the patterns that begin with those chips.
func (r *ranks) extend(c *colours, p pattern, length int, counts uint32) {
	if length == r.length {
		r.patterns = append(r.patterns, p)
		r.ends = append(r.ends, counts)
		return
	}
	for colour := range c.number {
		if c.follows(counts, colour) {
			r.extend(c, p|pattern(colour)<<(3*length), length+1, counts+c.place[colour])
		}
	}
}

// rank returns the place of a pattern whose chips are read at some shifts.
func (r *ranks) rank(steps []uint64, p pattern, shifts []uint8) uint32 {
	var rank, counts, state uint32
	for _, shift := range shifts {
		e := steps[state|uint32(p>>shift)&7]
		rank += r.skip[counts|uint32(e)&7]
		counts += uint32(e) >> 8
		state = uint32(e >> 32)
	}
	return rank
}
