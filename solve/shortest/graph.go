package shortest

import (
	"context"
	"math/bits"

	"foregone/positions/patience"
	"foregone/solve"
	"foregone/solve/cardset"
)

// graph is that of a simpler game, in which a position is its depths and how many loose cards are in cells, but not
// which. Every move of the real game is one of the simpler game and costs the same there, so that what the simpler game
// costs is an admissible and consistent bound (an abstraction in the sense of Culberson and Schaeffer, Pattern
// Databases, 1998).
//
// It has the vertices that a line of at most so many moves in all can go through, by a bound that needs no search: the
// digs so far, the fewest of all ways there, and the moves of cards that have not left their place. The costs are exact
// among these vertices. A line through others is too long, so that nothing is lost as long as no longer lines are looked
// for. When they are, the graph grows.
type graph struct {
	deal     *deal
	steps    bool
	most     int // moves of a line
	vertices []vertex
	costs    []costs
	edges    []edge
	layers   [maxLoose + 1][]int32 // of vertices, by how many cards have left their place
	slots    []slot
	known    int // most that the costs are found for, -1 for none
	longer   int // the least of the bounds that are greater than most, never without
	work     uint64
	limits   *solve.Limits
	ctx      context.Context
	limit    solve.Limit // what stopped it
}

// vertex is a position but for the cells.
type vertex struct {
	depths
	edges     int32 // where those of its heads are, in the order of their bits; -1 before they are known
	digs      uint8 // on the way from the start, at least
	rest      uint8 // moves of cards that have not left their place, at least
	low, high uint8 // what usage says, when the edges are known
}

// edge is what happens when a head leaves its place.
type edge struct {
	to    int32 // the vertex then, or noEdge
	loose uint8 // the loose cards before or after, the foundation moves not made
	gone  uint8 // how many of them go to the foundations
	own   uint8 // 1 when the head itself does
	digging
}

// slot is an entry of the hash table of vertices.
type slot struct {
	key    uint32 // the heights and one
	vertex int32
}

const (
	maxLoose    = patience.MaxDeck
	noEdge      = -1
	noVertex    = -1
	vertexBytes = 40 + lanes + 6*12 + 4 // with its costs, its edges and its place in a layer
	minSlots    = 1 << 14
	pollEvery   = 1 << 10
)

// reset empties g for a deal and gives it the start as its first vertex.
func (g *graph) reset(d *deal, steps bool, start *depths) {
	*g = graph{deal: d, steps: steps, vertices: g.vertices[:0], edges: g.edges[:0], costs: g.costs[:0],
		layers: g.layers, slots: cleared(g.slots, minSlots), known: -1}
	for i := range g.layers {
		g.layers[i] = g.layers[i][:0]
	}
	g.add(start, g.slot(start.heights), 0)
}

// restrict begins a search within limits.
func (g *graph) restrict(ctx context.Context, l *solve.Limits) {
	g.ctx, g.limits, g.work, g.limit = ctx, l, 0, solve.NoLimit
}

// memory returns the bytes that the tables take when they have grown once more.
func (g *graph) memory() int64 {
	return int64(cap(g.vertices))*vertexBytes*9/4 + int64(len(g.slots))*8*3
}

// spend counts a vertex or a state, and reports whether the limits allow it.
func (g *graph) spend() bool {
	switch {
	case g.limit != solve.NoLimit:
	case g.limits.Nodes != 0 && g.work >= g.limits.Nodes:
		g.limit = solve.Nodes
	case g.work%pollEvery == 0:
		if g.limit = g.limits.Poll(g.ctx, g.work); g.limit == solve.NoLimit && g.limits.Memory != 0 && g.memory() > g.limits.Memory {
			g.limit = solve.Memory
		}
	}
	if g.limit != solve.NoLimit {
		return false
	}
	g.work++
	return true
}

// slot returns where the vertex of these heights is in the hash table, or has room.
func (g *graph) slot(heights uint32) uint32 {
	return g.probe(heights, uint32(uint64(heights+1)*0x9e3779b97f4a7c15>>32)) // Fibonacci hashing
}

// probe is slot for one that is not before i.
func (g *graph) probe(heights, i uint32) uint32 {
	mask := uint32(len(g.slots) - 1)
	for i &= mask; g.slots[i].key != heights+1 && g.slots[i].key != 0; i = (i + 1) & mask {
	}
	return i
}

// find returns the vertex of these heights, noVertex when there is none.
func (g *graph) find(heights uint32) int32 {
	if at := &g.slots[g.slot(heights)]; at.key != 0 {
		return at.vertex
	}
	return noVertex
}

// add returns the vertex of s, to which so many digs lead, and whose slot is not before i.
func (g *graph) add(s *depths, i uint32, digs uint8) int32 {
	at := &g.slots[g.probe(s.heights, i)]
	if at.key != 0 {
		v := &g.vertices[at.vertex]
		v.digs = min(v.digs, digs)
		return at.vertex
	}
	to := int32(len(g.vertices))
	*at = slot{s.heights + 1, to}
	g.vertices = append(g.vertices, vertex{depths: *s, edges: noEdge, digs: digs, rest: uint8(g.deal.rest(s))})
	layer := bits.OnesCount64(s.loose)
	g.layers[layer] = append(g.layers[layer], to)
	return to
}

func (g *graph) rehash() {
	g.slots = cleared(g.slots, 2*len(g.slots))
	for i := range g.vertices {
		heights := g.vertices[i].heights
		g.slots[g.slot(heights)] = slot{heights + 1, int32(i)}
	}
}

// cleared returns n zero values, in the memory of table when that has room. Small tables for small deals keep to the caches.
func cleared[T any](table []T, n int) []T {
	if n > cap(table) {
		return make([]T, n)
	}
	table = table[:n]
	clear(table)
	return table
}

// grow adds the vertices that lines of at most so many moves can go through, and finds the costs anew.
func (g *graph) grow(most int) {
	if g.known >= most {
		return
	}
	g.most, g.longer, g.known = most, never, -1
	for i := range g.layers {
		for _, v := range g.layers[i] {
			if !g.forward(v) {
				return
			}
		}
	}
	for len(g.costs) < len(g.vertices) {
		g.costs = append(g.costs, nothing)
	}
	for i := len(g.layers) - 1; i >= 0; i-- {
		for _, v := range g.layers[i] {
			if s := &g.vertices[v]; g.on(s) {
				g.costs[v] = g.cost(s)
			}
		}
	}
	g.known = most
}

// on reports whether a line of at most so many moves can go through v.
func (g *graph) on(v *vertex) bool { return int(v.digs)+int(v.rest) <= g.most }

// forward adds the vertices that follow i.
func (g *graph) forward(i int32) bool {
	v := &g.vertices[i]
	if !g.on(v) {
		g.longer = min(g.longer, int(v.digs)+int(v.rest))
		return true
	}
	if v.edges != noEdge {
		for _, e := range g.edges[v.edges:][:bits.OnesCount64(v.heads)] {
			if e.to != noEdge {
				next := &g.vertices[e.to]
				next.digs = min(next.digs, v.digs+1)
			}
		}
		return true
	}
	if !g.spend() {
		return false
	}
	if 2*(len(g.vertices)+patience.MaxColumns) > len(g.slots) {
		g.rehash()
	}
	u := g.usage(&v.depths)
	v.edges, v.low, v.high = int32(len(g.edges)), uint8(u.low), uint8(u.high)
	// All are looked up before one is needed, so that the memory is waited for once.
	var next [patience.MaxColumns]depths
	n := 0
	for h := v.heads; h != 0; h &= h - 1 {
		z := bits.TrailingZeros64(h)
		e := edge{to: noEdge, digging: g.digs(&v.depths, &u, z)}
		if e.possible() {
			t := &next[n]
			*t = v.depths
			g.deal.lift(t, z)
			g.deal.found(t)
			all := u.lp | 1<<z | t.loose&^v.loose&^g.deal.tops
			e.loose, e.gone, e.own = uint8(bits.OnesCount64(all)), uint8(bits.OnesCount64(all&t.founded)), uint8(t.founded>>z&1)
			e.to = int32(g.slot(t.heights))
		}
		g.edges = append(g.edges, e)
		n++
	}
	digs := v.digs + 1 // v moves when vertices are added
	for i, edges := 0, g.edges[v.edges:]; i < n; i++ {
		if e := &edges[i]; e.to != noEdge {
			e.to = g.add(&next[i], uint32(e.to), digs)
		}
	}
	return true
}

// usage is what is known of the cells in use, low to high: low when every card lies on a column that can, with the longest
// of the waiting kings' runs in the empty columns.
type usage struct {
	lp        uint64 // the loose cards off the foundations
	hung      uint64 // those that can lie on a column
	low, high int
	loose     int // how many lp has
	spare     int // columns without a head
}

func (g *graph) usage(s *depths) usage {
	lp := s.loose &^ s.founded
	u := usage{lp: lp, spare: g.deal.columns - bits.OnesCount64(s.heads), hung: cardset.Flood(lp, s.heads<<1&lp), loose: bits.OnesCount64(lp)}
	u.low, u.high = u.loose-bits.OnesCount64(u.hung), min(u.loose, g.deal.cells)
	if waiting := lp & kings; waiting != 0 && u.spare > 0 {
		u.low -= longest(lp, waiting, u.spare)
		u.hung |= cardset.Flood(lp, waiting)
	}
	return u
}

// digging is with how many cells in use before a head can leave its place: from from to upTo for a column, from bare to most for
// a cell.
type digging struct{ from, upTo, bare, most int8 }

func (d digging) possible() bool { return d.from <= d.upTo || d.bare <= d.most }

// digs returns how the head z can leave its place. It is dug when none hangs on it, which takes low plus the length of its
// run, and it comes on its parent only when that lies on a column, which with all that it hangs on then are not in cells.
func (g *graph) digs(s *depths, u *usage, z int) digging {
	bare := u.low + run(u.lp, z)
	from, upTo := bare, -1
	if g.steps {
		from = u.low
	}
	switch {
	case from > u.high:
	case z%lane == 0:
		if u.spare > 0 {
			upTo = u.high
		}
	case (s.heads|u.hung)>>(z-1)&1 != 0:
		upTo = min(u.loose-chain(u.lp, z-1), u.high)
	}
	return digging{int8(from), int8(upTo), int8(bare), int8(min(u.high, g.deal.cells-1))}
}

// longest returns how many cards the longest runs hold that begin with one of kings, a run for each of the spare columns.
func longest(set, kings uint64, spare int) int {
	sum := 0
	for ; spare > 0 && kings != 0; spare-- {
		best, length := uint64(0), 0
		for k := kings; k != 0; k &= k - 1 {
			z := bits.TrailingZeros64(k)
			if n := 1 + run(set, z); n > length {
				best, length = k&-k, n
			}
		}
		sum += length
		kings &^= best
	}
	return sum
}
