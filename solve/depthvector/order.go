package depthvector

import (
	"math/bits"

	"foregone/solve/cardset"
)

// The weights of the search order. They were found by hill climbing on the number of nodes that Eight Off's ms
// deals from 500001 to 530000 take, none of the games that the benchmarks play; lower scores come first.
const (
	openWeight   = -3 // the parent is open
	overWeight   = -6 // the head lies on a lower card of its suit
	swapWeight   = 55
	homeWeight   = -10 // of a node: for each card on the foundations
	tangleWeight = 3   // of a node: for each original head that lies on a lower card of its suit
	digBias      = 256 // keeps the scores of digs between 0 and 511
	nodeBias     = 1200
)

// freeWeights are by the cells that are free after the dig, the last one for that many or more.
var freeWeights = [...]int{68, 39, 31, 24, 19, 13, 11, 18, 12}

// bonuses are what a dig is better for a next card of the foundations in its column, by the originals on that one,
// the last one for that many or more. Three next cards in one column may spill over into the next lane.
var bonuses = [...]int{0, 40, 22, 15, 14, 9, 9, 2}

// distances are what a node is worse for a next card of the foundations, by the originals on it; 9 for each further one.
var distances = [...]int{0, 6, 8, 10, 14, 15, 19, 24, 41}

// digTable has the part of a dig's score that depends on the cells that are free after it and on whether the parent
// is open, above the bits of the code. Its index is twice the cells, and one more if the parent is not open.
var digTable = func() (t [32]uint16) {
	for i := range t {
		t[i] = uint16(freeWeights[min(i/2, len(freeWeights)-1)]) << 7
		if i%2 == 0 {
			t[i] -= -openWeight << 7
		}
	}
	return t
}()

// nextTable has, by the originals on a next card of the foundations, its distance times 256 plus its bonus. It
// goes on for as many cards as a column can hold.
var nextTable = func() (t [64]int32) {
	for i := range t {
		n := min(i, len(distances)-1)
		t[i] = int32(distances[n]+9*(i-n))<<8 | int32(bonuses[min(i, len(bonuses)-1)])
	}
	return t
}()

// setOrder writes down what rate needs of a head: the bit of the card that goes on the head under it (noCard+1 if
// there is none), the lane of its column, and the constant part of the dig's score with its code; in a byte, a byte
// and two.
func (d *deal) setOrder(head, under, shift uint8, below uint64) {
	score := digBias
	lower := uint64(1)<<lane<<(head&^(lane-1)) - 2<<head // the cards of the head's suit from its child on
	if below&lower != 0 {
		score += overWeight
		d.over |= 1 << head
	}
	d.order[head&63] = uint32(under+1) | uint32(shift)<<8 | uint32(score<<7|int(head))<<16
}

// rate lists the legal moves of a node with their scores, the best one among them, and the part of the node's own
// score that comes from the next cards.
func (d *deal) rate(n *node) {
	loose, hung := n.hung()
	gaps := ^loose
	free := d.cells - bits.OnesCount64(loose&^hung)
	next, score := d.next(n)
	n.count, n.best, n.score = 0, none, int16(score)
	open := (n.heads | hung) << 1 // cards that can go on a column
	if bits.OnesCount64(n.heads|n.owned) < d.columns {
		open |= kings
	} else if n.owned != 0 {
		if waiting := (loose&^n.owned | n.heads) & kings; waiting != 0 {
			n.rateSwaps(waiting, gaps, free)
		}
	}
	n.rateDigs(&d.order, gaps, hung, ^open, next, free)
}

// rateDigs adds the digs. It is what most of the time is spent on.
func (n *node) rateDigs(order *[64]uint32, gaps, hung, shut, next uint64, free int) {
	count, best := int(n.count), n.best
	inCells := gaps | hung // by its zeros
	gaps >>= 1
	for heads := n.heads; heads != 0; heads &= heads - 1 {
		z := bits.TrailingZeros64(heads) & 63
		o := order[z]
		closed := int(shut >> z & 1)
		hanging := bits.TrailingZeros16(uint16(gaps >> z))
		left := free - hanging - closed // while the dig is made
		// If the parent is open the run leaves its cells again, and so does one that goes on the next head.
		after := left + hanging&(closed-1) + bits.TrailingZeros16(uint16(inCells>>(o&63)))
		m := digTable[(2*after+closed)&31] + uint16(o>>16) - uint16(next>>(o>>8&63)&63<<7)
		m |= uint16(left >> 63) // none, when there are too few cells
		n.moves[count&15] = m
		best = min(best, m)
		count += 1 + left>>63
	}
	n.count, n.best = uint8(count), best
}

// next returns the bonuses for digs, a lane a column, and the sum of the distances of the next cards.
func (d *deal) next(n *node) (lanes uint64, sum int32) {
	for next := ((n.founded&^kings)>>1 | d.aces) &^ n.founded; next != 0; next &= next - 1 {
		p := d.place[bits.TrailingZeros64(next)]
		t := nextTable[(n.heights>>(p.shift&63)-uint64(p.under))&63]
		sum += t >> 8
		lanes += uint64(t&255) << (p.shift & 63)
	}
	return lanes, sum
}

// rateSwaps adds the moves that give the column of an owning king to a waiting one.
func (n *node) rateSwaps(waiting, gaps uint64, free int) {
	for o := n.owned; o != 0; o &= o - 1 {
		from := uint8(bits.TrailingZeros64(o))
		left := free - 1 - cardset.Run(gaps, from)
		for w := waiting; w != 0 && left >= 0; w &= w - 1 {
			to := uint8(bits.TrailingZeros64(w))
			if n.heads>>to&1 != 0 && left < cardset.Run(gaps, to) {
				continue
			}
			m := uint16(digBias+swapWeight)<<7 | swapCode | uint16(from/lane<<2|to/lane)
			n.moves[n.count&15] = m
			n.best = min(n.best, m)
			n.count++
		}
	}
}

// base returns what the scores of all moves of a rated node have in common.
func (d *deal) base(n *node) int16 {
	return nodeBias + n.score + homeWeight*int16(bits.OnesCount64(n.founded)) +
		tangleWeight*int16(bits.OnesCount64(d.over&^n.loose))
}
