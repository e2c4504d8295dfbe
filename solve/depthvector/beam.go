package depthvector

import (
	"math/bits"
	"slices"

	"foregone/positions/patience"
)

// Beam finds solutions with fewer steps than the search for the verdict does, by a beam search over digs: of each
// level, the states after the same number of digs, the best Width are kept, and of each of these the best Moves
// digs are tried. The zero value is ready and gives the solver's own line; not safe for concurrent use.
//
// Mean steps of the Eight Off deals 1 to 600 after tidying, by width and moves, with the states made for a deal:
// 83.2 with none; 82.3 with 1 and 2 (30); 80.7 with 4 and 2 (121); 79.5 with 8 and 3 (354); 78.7 with 16 and 4 (898);
// 77.3 with 128 and 8 (9833).
type Beam struct {
	Width, Moves int

	nodes []beamNode
	level []int32  // indices of nodes
	found []uint64 // the next level: score<<32 | index of node

	// By card of a column at the start, the sets of cards above and below it and of the one right under it.
	above, below, under [64]uint64
	sunk                uint64 // the cards that lie on a lower one of their suit
}

// beamNode is a state with the dig that led to it.
type beamNode struct {
	state
	parent int32
	dug    uint8
}

// Line is like s.Line, by the path that the beam found if it has fewer moves than the solver's own.
func (b *Beam) Line(s *Solver, buf []patience.Move) []patience.Move {
	path := s.path()
	if b.Width > 0 && s.won != noNode {
		if at := b.search(s, len(path)-2); at > 0 {
			path = b.path(&s.deal, at)
		}
	}
	return expand(&s.start, path, buf)
}

// load fills the tables by card.
func (b *Beam) load(d *deal, p *patience.Position) {
	b.sunk = 0
	for c := range p.NumColumns() {
		below, under := uint64(0), uint64(0)
		for _, card := range p.Columns[c].All() {
			z := d.bit(card) % 64
			b.below[z], b.under[z] = below, under
			under = 1 << z
			below |= under
			suit := uint64(1<<lane-1) << (z &^ (lane - 1))
			if b.below[z]&suit&^(under-1) != 0 {
				b.sunk |= under
			}
		}
		for all := below; all != 0; all &= all - 1 {
			z := bits.TrailingZeros64(all) % 64
			b.above[z] = below &^ b.below[z] &^ (1 << z)
		}
	}
}

// search returns the first won node that comes up after at most so many digs, 0 if there is none.
func (b *Beam) search(s *Solver, most int) int32 {
	b.load(&s.deal, &s.start)
	b.nodes = append(b.nodes[:0], beamNode{state: s.nodes[s.first].state})
	b.level = append(b.level[:0], 0)
	for range most {
		b.found = b.found[:0]
		for _, at := range b.level {
			if won := b.expand(&s.deal, at); won > 0 {
				return won
			}
		}
		b.choose()
	}
	return 0
}

// expand adds what the best digs of a node lead to, and returns a won one of these, else 0.
func (b *Beam) expand(d *deal, at int32) int32 {
	var buf [patience.MaxColumns]uint32
	digs := b.digs(d, &b.nodes[at].state, buf[:0])
	for k := range min(b.Moves, len(digs)) {
		best := k
		for i := k + 1; i < len(digs); i++ {
			if digs[i] < digs[best] {
				best = i
			}
		}
		digs[k], digs[best] = digs[best], digs[k]
		dug := uint8(digs[k])
		i := len(b.nodes)
		b.nodes = append(b.nodes, beamNode{parent: at, dug: dug})
		n := &b.nodes[i]
		d.after(&n.state, &b.nodes[at].state, dug)
		if n.heads == 0 {
			return int32(i)
		}
		b.found = append(b.found, uint64(b.remaining(d, &n.state))<<32|uint64(i))
	}
	return 0
}

// digs appends the legal digs, score<<8 | head, lower scores being better. The weights are those of an order that
// was tuned for a depth-first search with few nodes.
func (b *Beam) digs(d *deal, s *state, buf []uint32) []uint32 {
	const (
		perOpen   = 5
		perNeeded = 12 // the next card of a foundation under the head, and again if it is the next one
		perSunk   = 6  // the head lies on a lower card of its suit
	)
	byFree := [...]uint32{50, 48, 30, 23, 16, 6, 8, 6, 5, 5, 5, 5, 5}
	loose, hung := s.hung()
	free := d.cells - bits.OnesCount64(loose&^hung)
	open := (s.heads | hung) << 1
	if d.spare(s) > 0 {
		open |= kings
	}
	next := (s.founded>>1 | d.aces) &^ s.founded
	for heads := s.heads; heads != 0; heads &= heads - 1 {
		z := bits.TrailingZeros64(heads) % 64
		run := bits.TrailingZeros64(^(loose >> ((z + 1) % 64)))
		left, opens := free-run, uint32(1)
		if open>>z&1 == 0 {
			left, opens = left-1, 0
		}
		if left < 0 {
			continue
		}
		if opens == 1 {
			left = free
		}
		score := 128 + byFree[left] - perOpen*opens - perSunk*uint32(b.sunk>>z&1) -
			perNeeded*uint32(bits.OnesCount64(b.below[z]&next)+bits.OnesCount64(b.under[z]&next))
		buf = append(buf, score<<8|uint32(z))
	}
	return buf
}

// choose makes the best nodes found the next level, equal ones once.
func (b *Beam) choose() {
	slices.Sort(b.found)
	b.level = b.level[:0]
	for i, f := range b.found {
		if len(b.level) == b.Width {
			break
		}
		if !b.known(i) {
			b.level = append(b.level, int32(uint32(f)))
		}
	}
}

// known reports whether a node found is equal to one before it, which then has the same score.
func (b *Beam) known(i int) bool {
	f := b.found[i]
	key := b.nodes[uint32(f)].key()
	for k := i - 1; k >= 0 && b.found[k]>>32 == f>>32; k-- {
		if b.nodes[uint32(b.found[k])].key() == key {
			return true
		}
	}
	return false
}

// path returns the steps to a node.
func (b *Beam) path(d *deal, at int32) []step {
	var path []step
	for ; at > 0; at = b.nodes[at].parent {
		n := &b.nodes[at]
		path = append(path, step{dig: d.card(n.dug), owns: suits(n.owned)})
	}
	path = append(path, step{owns: suits(b.nodes[0].owned)})
	slices.Reverse(path)
	return path
}

// remaining estimates the steps left, to compare the nodes of a level; lower is better. The weights were fitted by
// hill climbing on the mean steps of the Eight Off deals 5001 to 5300 at width 6 with 3 moves.
func (b *Beam) remaining(d *deal, s *state) uint32 {
	const (
		bias         = 1 << 10
		perUnfounded = 20
		perAbove     = 7 // originals above the next card of a foundation
		perKing      = 12
		perHung      = 4
		perOriginal  = 2
		perColumn    = 8
	)
	_, hung := s.hung()
	deck := d.aces<<1 - kings
	v := bias + perUnfounded*bits.OnesCount64(deck&^s.founded) + perKing*bits.OnesCount64(kings&^s.owned&^s.founded) -
		perOriginal*bits.OnesCount64(deck&^s.loose) - perHung*bits.OnesCount64(hung) - perColumn*bits.OnesCount64(s.heads)
	for next := (s.founded>>1 | d.aces) &^ s.founded &^ s.loose; next != 0; next &= next - 1 {
		v += perAbove * bits.OnesCount64(b.above[bits.TrailingZeros64(next)]&^s.loose)
	}
	return uint32(v)
}
