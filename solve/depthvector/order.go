package depthvector

import "math/bits"

var W = struct {
	Cells                                         [17]int // by free cells after
	UnderNeeded, BareNeeded, Lower, Open, Swap    int
	BAbove, BOrig, BUnfounded, BHung, BKing, BInv int
}{
	Cells:       [17]int{50, 48, 30, 23, 16, 6, 8, 6, 5, 5, 5, 5, 5, 5, 5, 5, 5},
	UnderNeeded: 12, BareNeeded: 12, Lower: 6, Open: 5, Swap: 60,
	BAbove: 6, BOrig: 2, BUnfounded: 13, BHung: 1, BKing: 4,
}

const bias = 200

// static is the part of a dig's score that never changes: whether the head lies on a lower card of its suit.
func static(head uint8, below uint64) int16 {
	suit := uint64(0xffff) << (head &^ (lane - 1))
	if below&suit&^(2<<head-1) != 0 {
		return -int16(W.Lower)
	}
	return 0
}

// rate lists the legal moves of a node with their scores.
func (d *deal) rate(n *node) {
	loose, hung := n.hung()
	inCells := loose &^ hung
	free := d.cells - bits.OnesCount64(inCells)
	spare := d.spare(&n.state)
	open := (n.heads | hung) << 1
	if spare > 0 {
		open |= kings
	}
	next := (n.founded>>1 | d.aces) &^ n.founded
	count := 0
	for heads := n.heads; heads != 0; heads &= heads - 1 {
		z := uint8(bits.TrailingZeros64(heads)) & 63
		g := &d.groups[z]
		r := run(loose, z)
		o := int(open >> z & 1)
		if r+1-o > free {
			continue
		}
		left := free - (1-o)*(r+1) + run(inCells, g.under)
		v := bias + W.Cells[left&15] + int(g.static) - W.Open*o -
			W.UnderNeeded*bits.OnesCount64(g.below&next) - W.BareNeeded*bits.OnesCount64(g.bare&next)
		n.moves[count] = uint16(v)<<7 | uint16(z)
		count++
	}
	if n.owned != 0 && spare == 0 {
		count = d.rateSwaps(n, loose, free, count)
	}
	n.left = uint8(count)
}

// rateSwaps adds the moves that give the column of an owning king to another one.
func (d *deal) rateSwaps(n *node, loose uint64, free, count int) int {
	for o := n.owned; o != 0; o &= o - 1 {
		from := uint8(bits.TrailingZeros64(o))
		need := 1 + run(loose, from)
		for w := (loose&^n.owned | n.heads) & kings; w != 0; w &= w - 1 {
			to := uint8(bits.TrailingZeros64(w))
			if n.heads>>to&1 != 0 && need+run(loose, to) > free || need > free {
				continue
			}
			n.moves[count] = uint16(bias+W.Swap)<<7 | swapCode | uint16(from/lane<<2|to/lane)
			count++
		}
	}
	return count
}

// base scores a node as far as all its moves have it in common; lower is nearer to a win.
func (d *deal) base(n *node) int {
	loose, hung := n.hung()
	v := W.BUnfounded*(d.columns*0+4*int(d.ranks)-bits.OnesCount64(n.founded)) - W.BHung*bits.OnesCount64(hung)
	_ = loose
	for next := (n.founded>>1 | d.aces) &^ n.founded; next != 0; next &= next - 1 {
		p := d.place[bits.TrailingZeros64(next)&63]
		_ = p
	}
	for heads := n.heads; heads != 0; heads &= heads - 1 {
		g := &d.groups[bits.TrailingZeros64(heads)&63]
		v += W.BOrig * int(g.above)
		below := g.below
		next := (n.founded>>1 | d.aces) &^ n.founded & below
		for ; next != 0; next &= next - 1 {
			v += W.BAbove * (int(g.above) - 1 - int(d.place[bits.TrailingZeros64(next)&63].height))
		}
	}
	v += W.BKing * bits.OnesCount64(kings&^n.owned&^n.founded)
	return v
}
