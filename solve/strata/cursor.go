package strata

// cursor finds the positions of a slice by their numbers, quickly when these ascend.
type cursor struct {
	n     *numbering
	s     *slice
	depth int // of the levels that hold
	// by the row coded: its node, the number at which it begins, the code's place in it, the numbers with that code
	node [maxRows]*node
	base [maxRows + 1]uint64
	at   [maxRows]int
	len  [maxRows]uint64
	// before it: the stones so far and those left
	place      [maxRows + 1]place
	own, other [maxRows + 1]int
	even       [maxRows + 1]bool
}

// start makes the cursor ready for a slice.
func (c *cursor) start(n *numbering, s *slice) {
	c.n, c.s, c.depth = n, s, 0
	c.node[0], c.base[0] = &s.top, 0
	c.own[0], c.other[0], c.even[0] = s.key.own, s.key.other, true
}

// seek returns the position with a number, and whether it is its own mirror image.
func (c *cursor) seek(i uint64) (p place, isEven bool) {
	n := c.n
	step, last := 0, n.H-1
	for step < c.depth && i-c.base[step+1] < c.len[step] {
		step++
	}
	for ; step < last; step++ {
		nd := c.node[step]
		rel := i - c.base[step]
		k := 0
		if step < c.depth && rel >= nd.starts[c.at[step]] {
			k = c.at[step]
		}
		k = nd.find(rel, k)
		c.at[step] = k
		c.base[step+1] = c.base[step] + nd.starts[k]
		c.len[step] = nd.starts[k+1] - nd.starts[k]
		c.take(step, &n.rows[nd.codes[k]])
		c.depth = step
	}
	c.depth = last
	r := &n.rows[c.node[last].codes[i-c.base[last]]]
	shift := n.up[last]
	p = c.place[last]
	return place{p.own | r.own<<shift, p.other | r.other<<shift}, c.even[last] && r.even
}

// take puts a row down.
func (c *cursor) take(step int, r *row) {
	n := c.n
	shift := n.up[step]
	p := c.place[step]
	c.place[step+1] = place{p.own | r.own<<shift, p.other | r.other<<shift}
	c.own[step+1], c.other[step+1] = c.own[step]-r.nOwn, c.other[step]-r.nOther
	c.even[step+1] = c.even[step] && r.even
	nodes := &n.nodes[step+1]
	if step == 0 {
		nodes = &n.bottoms[c.s.key.otherCrossed]
	}
	c.node[step+1] = n.pick(nodes, c.even[step+1], c.own[step+1], c.other[step+1])
}

// find returns the place of the code of a number, at k or after.
func (n *node) find(rel uint64, k int) int {
	for near := k + 4; k < near; k++ {
		if rel < n.starts[k+1] {
			return k
		}
	}
	end := len(n.starts) - 1
	for k+1 < end {
		if mid := (k + end) / 2; rel < n.starts[mid] {
			end = mid
		} else {
			k = mid
		}
	}
	return k
}
