package strata

import (
	"encoding/binary"
	"fmt"
)

// Summary counts the positions of a table by their values, each side to move once, mirror images as well.
type Summary struct {
	Wins, Losses, Draws uint64 // of the side to move
	Longest             int    // distance
}

// counts are positions by value.
type counts [256]uint64

// summary counts the positions of a slice that is packed. An entry stands for two positions, but where it is its own
// mirror image.
func (b *builder) summary(s *slice, base uint64) (c counts) {
	for _, w := range b.workers {
		for v, n := range w.counts {
			c[v] += 2 * n
		}
	}
	b.evens(&s.top, b.bottoms[s.key.otherCrossed][1], 0, s.key.own, s.key.other, 0, func(i uint64) {
		c[b.g.at(base+i).value()]--
	})
	return c
}

// evens calls f for the numbers of the positions of a slice that are their own mirror images. From the row given on they
// go on in a node, which is followed by one of next; stones are left, and a number is reached.
func (n *numbering) evens(nd *node, next []node, step, own, other int, number uint64, f func(uint64)) {
	for k, code := range nd.codes {
		r := &n.rows[code]
		if !r.even {
			continue
		}
		if step == n.H-1 {
			f(number + nd.starts[k])
			continue
		}
		var after []node
		if step+2 < n.H {
			after = n.nodes[step+2][1]
		}
		own, other := own-r.nOwn, other-r.nOther
		n.evens(&next[own*(n.stones()+1)+other], after, step+1, own, other, number+nd.starts[k], f)
	}
}

// encode appends the counts that are not 0, each as the value and its count, to buf.
func (c *counts) encode(buf []byte) []byte {
	for v, n := range c {
		if n > 0 {
			buf = binary.AppendUvarint(append(buf, byte(v)), n)
		}
	}
	return buf
}

func (c *counts) decode(b []byte) error {
	for len(b) > 0 {
		n, size := binary.Uvarint(b[1:])
		if size <= 0 {
			return fmt.Errorf("found a summary of a slice that ends too early")
		}
		c[b[0]] += n
		b = b[1+size:]
	}
	return nil
}

// Summary returns what a table counts.
func (t *Table) Summary() (s Summary, err error) {
	var all counts
	var buf []byte
	for _, slice := range t.plan.slices {
		if buf, err = t.source.Block(slice.number, slice.blocks(), buf); err != nil {
			return Summary{}, err
		}
		if err := all.decode(buf); err != nil {
			return Summary{}, err
		}
	}
	for i, n := range all {
		switch v := Value(i); {
		case n == 0:
			continue
		case v.Win():
			s.Wins += n
		case v.Loss():
			s.Losses += n
		default:
			s.Draws += n
		}
		s.Longest = max(s.Longest, Value(i).Distance())
	}
	return s, nil
}
