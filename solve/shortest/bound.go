package shortest

import "math/bits"

// lanes is how many numbers of cells in use are told apart: greater ones count as the last.
const lanes = 12

// never stands for a cost above what matters, or for no way at all.
const never = 255

// costs are what a position costs beyond the moves to the foundations, by the cells in use.
type costs [lanes]uint8

var nothing = func() (c costs) {
	for u := range c {
		c[u] = never
	}
	return c
}()

// cost finds the costs at a vertex from those at the next ones. Which of the cards that go to the foundations come from
// cells is left open.
func (g *graph) cost(s *vertex) costs {
	if s.heads == 0 {
		return costs{}
	}
	v := nothing
	edges := g.edges[s.edges:][:bits.OnesCount64(s.heads)]
	for i := range edges {
		if e := &edges[i]; e.to != noEdge {
			v.lower(&g.costs[e.to], e)
		}
	}
	// To take a card from a column to a cell, or back, is a move.
	low, high := int(s.low), min(int(s.high), lanes-1)
	for n := high - 1; n >= low; n-- {
		v[n] = min(v[n], max(v[n+1], v[n+1]+1))
	}
	for n := low + 1; n <= high; n++ {
		v[n] = min(v[n], max(v[n-1], v[n-1]+1))
	}
	return v
}

// lower lowers c to what is possible by an edge, w being the costs then.
func (c *costs) lower(w *costs, e *edge) {
	gone, loose := int(e.gone), int(e.loose)
	for u := int(e.from); u <= int(e.upTo); u++ {
		c.min(u, w.after(u, gone, loose, 0))
	}
	for u := int(e.bare); u <= int(e.most); u++ {
		c.min(u, w.after(u+1, gone, loose, int(e.own)))
	}
}

func (c *costs) min(u int, cost uint8) {
	u = min(u, lanes-1)
	c[u] = min(c[u], cost)
}

// after returns one more than the least cost when, of loose cards, u of which are in cells, gone go to the
// foundations, at least own of them from cells.
func (c *costs) after(u, gone, loose, own int) uint8 {
	if gone == 0 {
		return min(c[min(u, lanes-1)], never-1) + 1
	}
	best := uint8(never - 1)
	for n := max(own, gone-(loose-u)); n <= min(gone, u); n++ {
		best = min(best, c[min(u-n, lanes-1)])
	}
	return best + 1
}
