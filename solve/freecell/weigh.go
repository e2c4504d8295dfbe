package freecell

// node is a state whose moves are being weighed.
type node struct {
	state
	outlook
	hash        uint32
	free, empty uint
	hanging     int32 // hung
	score       int32
	rest        int32 // the score of its children as far as no move changes it
}

// enter prepares the weighing of a state.
func (b *board) enter(n *node, w *weights) {
	b.look(&n.state, w, &n.outlook)
	n.free, n.empty = b.room(&n.state)
	n.hanging = n.hung(n.steady, n.open)
	n.score = b.score(&n.state, &n.outlook, w)
	n.rest = n.score + w.depth -
		w.free[min(n.free, 5)] - w.empty[min(n.empty, 3)] - w.hung*n.hanging
}

// weigh returns the score of the state that m leads to, and whether foundation moves alone win it. It makes the move
// only when cards go home after it; otherwise the score differs from that of n by what the move changes.
func (b *board) weigh(n *node, m move, w *weights) (score int32, won bool) {
	c, from, to := uint(m.card)&63, uint(m.from), uint(m.to)
	bit := uint64(1) << c
	under, onto := b.under(c, from), b.under(c, to)
	if to == home || under&n.safe != 0 {
		return b.weighPlayed(n, m, w)
	}
	free, empty, v := n.free, n.empty, n.rest
	steady, open := n.steady, (n.open|under)&^onto
	switch from {
	case inCell:
		free++
		open |= bit
	case atBase:
		empty++
	case dealt:
		v -= w.dealt
	default:
		v -= w.loose
	}
	switch to {
	case inCell:
		free--
		open &^= bit
	case atBase:
		empty--
	default:
		v += w.loose
	}
	gone := (b.above[c] | bit) & steady
	if gone != 0 {
		steady &^= gone
		if steady&b.blocks == 0 {
			return 0, true
		}
		v -= w.over*count(n.over&gone) + w.over2*count(n.over2&gone)
	}
	hung := n.hanging
	if (under|onto|gone)&n.steady&n.waits != 0 {
		hung = n.hung(steady, open)
	}
	return v + w.free[min(free, 5)] + w.empty[min(empty, 3)] + w.hung*hung, false
}

// weighPlayed is weigh for a move after which cards go home.
func (b *board) weighPlayed(n *node, m move, w *weights) (score int32, won bool) {
	next := n.state
	b.play(&next, m)
	if b.sorted(&next) {
		return 0, true
	}
	var o outlook
	b.look(&next, w, &o)
	return b.score(&next, &o, w), false
}
