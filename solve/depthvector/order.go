package depthvector

import "math/bits"

// The weights of the search order. They were found by hill climbing on the number of nodes that Eight Off's ms
// deals from 500001 to 530000 take, none of the games that the benchmarks play; lower scores come first.
const (
	openWeight   = -3 // the parent is open
	overWeight   = -6 // the head lies on a lower card of its suit
	swapWeight   = 55
	homeWeight   = -10 // of a node: for each card on the foundations
	tangleWeight = 3   // of a node: for each original head that lies on a lower card of its suit
	digBias      = 128 // keeps the scores of digs between 0 and 255
	nodeBias     = 1200
)

// freeWeights are by the cells that are free after the dig, the last one for that many or more.
var freeWeights = [...]int{68, 39, 31, 24, 19, 13, 11, 18, 12}

// bonuses are what a dig is better for a next card of the foundations in its column, by the originals on that one,
// the last one for that many or more. Three next cards in one column may spill over into the next lane.
var bonuses = [...]int{0, 40, 22, 15, 14, 9, 9, 2}

// distances are what a node is worse for a next card of the foundations, by the originals on it; 9 for each further one.
var distances = [...]int{0, 6, 8, 10, 14, 15, 19, 24, 41}

// digTable has the part of a dig's score that depends on the free cells left, seven bits to the left of its code: twice
// the cells, plus one if the parent is not open.
var digTable = func() (t [32]uint16) {
	for i := range t {
		t[i] = uint16(freeWeights[min(i/2, len(freeWeights)-1)]) << 7
		if i%2 == 0 {
			t[i] -= -openWeight << 7
		}
	}
	return t
}()

// nextTable has, by the originals on a next card of the foundations, its distance times 256 plus its bonus.
var nextTable = func() (t [64]int32) {
	for i := range t {
		n := min(i, len(distances)-1)
		t[i] = int32(distances[n]+9*(i-n))<<8 | int32(bonuses[min(i, len(bonuses)-1)])
	}
	return t
}()

// Of each head, under its column and height: the bit of the card that goes on the head under it (noCard+1 if there is
// none), its own bit, and the constant part of the dig's score with its code; a byte, a byte and two.
// A column without originals has noDig.
type order [16 << heightBits]uint32

const noDig = 1<<31 | (noCard+1)<<8 | noCard + 1

func (d *deal) setOrder(head, under, shift uint8, height, below uint64) {
	score := digBias
	lower := uint64(1)<<lane<<(head&^(lane-1)) - 2<<head // the cards of the head's suit from its child on
	if below&lower != 0 {
		score += overWeight
		d.over |= 1 << head
	}
	i := uint64(shift)/heightBits<<heightBits | height
	d.order[i&(uint64(len(d.order))-1)] = uint32(head) | uint32(under+1)<<8 | uint32(score<<7|int(head))<<16
}

// rate lists the legal moves of a node with their scores, the best one, and the node's own part of the score that
// comes from the next cards.
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
	n.rateDigs(d, loose, loose&^hung, ^open, next, free)
}

// ones has the number of ones at the low end of a byte.
var ones = func() (t [256]uint8) {
	for i := range t {
		t[i] = uint8(bits.TrailingZeros16(^uint16(i)))
	}
	t[255] = 8
	return t
}()

// rateDigs adds the digs. It is what most of the time is spent on, hence no branches that are hard to foretell and no
// bit scans, which are slow on some processors.
func (n *node) rateDigs(d *deal, loose, inCells, shut, next uint64, free int) {
	count, best, heights := int(n.count), n.best, n.heights
	loose >>= 1
	for column := uint64(0); column < uint64(d.columns); column++ {
		o := d.order[(column<<heightBits|heights&63)&1023]
		closed := int(shut >> (o & 63) & 1)
		x, y := loose>>(o&63), inCells>>(o>>8&63)
		hanging := int(ones[uint8(x)])
		if hanging == 8 {
			hanging += int(ones[uint8(x>>8)])
		}
		hops := int(ones[uint8(y)])
		if hops == 8 {
			hops += int(ones[uint8(y>>8)])
		}
		left := free - hanging - closed // while the dig is made
		// If the parent is open the run leaves its cells again, and so does one that goes on the next head.
		after := left + hanging&(closed-1) + hops
		m := digTable[(2*after+closed)&31] + uint16(o>>16) - uint16(next&63<<7)
		illegal := left>>63 | int(int32(o))>>31
		m |= uint16(illegal)
		n.moves[count&15] = m
		best = min(best, m)
		count += 1 + illegal
		heights >>= heightBits
		next >>= heightBits
	}
	n.count, n.best = uint8(count), best
}

// next returns the bonuses for digs, a lane a column, and the sum of the distances of the next cards.
func (d *deal) next(n *node) (lanes uint64, sum int32) {
	for suit := range d.places {
		p := d.places[suit][bits.OnesCount16(uint16(n.founded>>(suit*lane)))&15]
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
		left := free - 1 - run(gaps, from)
		for w := waiting; w != 0 && left >= 0; w &= w - 1 {
			to := uint8(bits.TrailingZeros64(w))
			if n.heads>>to&1 != 0 && left < run(gaps, to) {
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
