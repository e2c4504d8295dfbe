package strata

import "math/bits"

// numbering numbers the positions of a slice without gaps, one of each pair of mirror images. A position is coded row by
// row from the outermost to the middle, so that what moves stays near by, also when the sides change: the top row, the
// bottom row, the second from above, the second from below and so on. A row's code has a digit in base 3 for each of its
// squares. As long as all rows are their own mirror images, a code may not be greater than its mirror image's; the first
// that is less makes all that follow free.
//
// Numbers are enumerative codes (T. Cover, "Enumerative source encoding", IEEE Trans. Inf. Theory 19(1), 1973, section
// II): that of a position is the sum, over its rows, of the positions with the same rows before and a lesser code there.
type numbering struct {
	*board
	codes    int // of a row
	three    [1 << maxColumns]uint16
	rows     []row          // by code
	up, down [maxRows]uint8 // where a row begins, by the place in which it is coded, for the side that moves up or down

	// From the third row coded on, by row, whether all rows so far are their own images, and the stones that are left; of
	// the second row also, before all, by the other side's stones that have crossed.
	nodes   [][2][]node
	bottoms [][2][]node
	// And as a table, from the second row on: by a state's place and a code, how much a number grows by, and above
	// offsetBits the next state's place, at the end the turn.
	states []uint64
	last   uint64 // the place of the first of the last row's states
}

// offsetBits is how many bits of an entry of the states are of the number.
const offsetBits = 40

// offset is what an entry of the states adds to a number.
func offset(entry uint64) uint64 { return entry & (1<<offsetBits - 1) }

// row is a row of the board.
type row struct {
	own, other   uint64 // as bits
	nOwn, nOther int
	mirror       int  // its image's code
	even         bool // it is its own mirror image
}

// turn says how a position relates to the one of its mirror images that is numbered.
type turn uint64

const (
	plain  turn = iota // it is the one
	turned             // its mirror image is
	even               // they are the same
	turns  = 3
)

// node is the codes that a row may have, ascending, and the number of the first position with each of them, counted from
// the node's first; at the end how many there are.
type node struct {
	codes  []uint16
	starts []uint64
}

func (n *node) len() uint64 {
	return n.starts[len(n.starts)-1]
}

func newNumbering(b *board) *numbering {
	n := &numbering{board: b, codes: 1}
	for range b.W {
		n.codes *= 3
	}
	for set := range 1 << b.W {
		for code := set; code > 0; code &= code - 1 {
			power := 1
			for range bits.TrailingZeros(uint(code)) {
				power *= 3
			}
			n.three[set] += uint16(power)
		}
	}
	n.rows = make([]row, n.codes)
	for own := range uint64(1) << b.W {
		for other := range uint64(1) << b.W {
			if own&other == 0 {
				r := row{own: own, other: other, nOwn: bits.OnesCount64(own), nOther: bits.OnesCount64(other)}
				r.mirror = n.code(b.mirror(own), b.mirror(other))
				code := n.code(own, other)
				r.even = r.mirror == code
				n.rows[code] = r
			}
		}
	}
	for step := range b.H {
		at := step / 2
		if step%2 == 0 {
			at = b.H - 1 - at
		}
		n.up[step] = uint8(at * b.W)
		n.down[step] = uint8((b.H - 1 - at) * b.W)
	}
	n.grow()
	return n
}

func (n *numbering) code(own, other uint64) int {
	return int(n.three[uint8(own)]) + 2*int(n.three[uint8(other)])
}

// grow makes the nodes and states of the rows from the second on.
func (n *numbering) grow() {
	n.nodes = make([][2][]node, n.H)
	for step := n.H - 1; step >= 2; step-- {
		n.nodes[step] = n.nodesOf(func(isEven bool, own, other int) node { return n.node(step, isEven, own, other, nil) })
	}
	for crossed := range n.W + 1 {
		locked := func(r *row) bool { return r.nOther == crossed }
		n.bottoms = append(n.bottoms, n.nodesOf(func(isEven bool, own, other int) node { return n.node(1, isEven, own, other, locked) }))
	}
	side := n.stones() + 1
	states := (n.H-2)*turns*side*side + turns
	n.last = uint64((states - turns) * n.codes)
	n.states = make([]uint64, states*n.codes)
	for own := range side {
		for other := range side {
			for _, nodes := range n.bottoms {
				n.enter(1, &nodes, own, other)
			}
			for step := 2; step < n.H; step++ {
				n.enter(step, &n.nodes[step], own, other)
			}
		}
	}
}

// nodesOf makes the nodes of a row.
func (n *numbering) nodesOf(make func(isEven bool, own, other int) node) (nodes [2][]node) {
	for e := range nodes {
		for own := range n.stones() + 1 {
			for other := range n.stones() + 1 {
				nodes[e] = append(nodes[e], make(e == 1, own, other))
			}
		}
	}
	return nodes
}

// pick returns a node of a row.
func (n *numbering) pick(nodes *[2][]node, isEven bool, own, other int) *node {
	e := 0
	if isEven {
		e = 1
	}
	return &nodes[e][own*(n.stones()+1)+other]
}

// enter writes the states of a row with some stones left, by its nodes.
func (n *numbering) enter(step int, nodes *[2][]node, own, other int) {
	at := func(t turn) uint64 { return n.state(step, t, own, other) }
	to := func(t turn, r *row) uint64 { return n.state(step+1, t, own-r.nOwn, other-r.nOther) }
	n.fill(n.states, at, n.pick(nodes, false, own, other), n.pick(nodes, true, own, other), to)
}

// node makes the node of a row when so many stones are left for it and the rows after it.
func (n *numbering) node(step int, isEven bool, own, other int, fits func(*row) bool) node {
	var out node
	total := uint64(0)
	for code := range n.rows {
		r := &n.rows[code]
		if r.nOwn > own || r.nOther > other || isEven && r.mirror < code || fits != nil && !fits(r) {
			continue
		}
		if ways := n.completions(step+1, isEven && r.even, own-r.nOwn, other-r.nOther); ways > 0 {
			out.codes, out.starts = append(out.codes, uint16(code)), append(out.starts, total)
			total += ways
		}
	}
	out.starts = append(out.starts, total)
	return out
}

// completions returns in how many ways the rows from one on, the third or after, take the stones that are left.
func (n *numbering) completions(step int, isEven bool, own, other int) uint64 {
	if step < n.H {
		return n.pick(&n.nodes[step], isEven, own, other).len()
	}
	if own == 0 && other == 0 {
		return 1
	}
	return 0
}

// state returns the place of a state in the table, at the end the turn. Of the last row there is one for each turn, since
// the code says itself which stones are left.
func (n *numbering) state(step int, t turn, own, other int) uint64 {
	switch step {
	case n.H:
		return uint64(t)
	case n.H - 1:
		return n.last + uint64(t)*uint64(n.codes)
	}
	side := n.stones() + 1
	return uint64((((step-1)*turns+int(t))*side+own)*side+other) * uint64(n.codes)
}

// fill writes the states of a row, of which at returns the places and to those of the states after it.
func (n *numbering) fill(table []uint64, at func(turn) uint64, free, isEven *node, to func(turn, *row) uint64) {
	for i, code := range free.codes {
		r := &n.rows[code]
		table[at(plain)+uint64(code)] = free.starts[i] | to(plain, r)<<offsetBits
		table[at(turned)+uint64(r.mirror)] = free.starts[i] | to(turned, r)<<offsetBits
	}
	for i, code := range isEven.codes {
		r := &n.rows[code]
		if r.even {
			table[at(even)+uint64(code)] = isEven.starts[i] | to(even, r)<<offsetBits
			continue
		}
		table[at(even)+uint64(code)] = isEven.starts[i] | to(plain, r)<<offsetBits
		table[at(even)+uint64(r.mirror)] = isEven.starts[i] | to(turned, r)<<offsetBits
	}
}
