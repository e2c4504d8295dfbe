package races

import (
	"math/bits"

	"foregone/solve"
	"foregone/solve/proofnumber"
)

// unlimited is the depth of a search for a win of either side. With a depth of n > 0 plies only one side, the mover
// when n is odd, has something to win, and it has not won after n plies.
const unlimited = 0

// below returns the depth that is left after a move.
func below(depth int) int { return max(depth-1, unlimited) }

// judge returns the verdict of a search to a depth, for the side to move, as far as one look tells, and plies that
// it takes.
func (b *narrow) judge(own, enemy, ownTurned, enemyTurned uint64, depth int) (solve.Verdict, int) {
	v, plies := b.static(own, enemy, ownTurned, enemyTurned)
	return timely(v, plies, depth, depth != unlimited && b.tooFar(own, enemy, depth)), plies
}

// timely returns what a static verdict, and whether the goal is too far, mean in a search to a depth.
func timely(v solve.Verdict, plies, depth int, tooFar bool) solve.Verdict {
	hunter, other := solve.Loss, solve.Win // when the side that has something to win does, and when it does not
	if depth&1 != 0 {
		hunter, other = solve.Win, solve.Loss
	}
	switch {
	case depth == unlimited || v == other || v == hunter && plies <= depth:
		return v
	case tooFar || depth == 1:
		return other
	}
	return solve.Unknown
}

// node is a position that is being expanded: the pieces of the side to move, which moves up, and of the other side, both
// as they are, with the board turned, and with the turned board mirrored.
type node struct {
	own, enemy                 uint64
	ownTurned, enemyTurned     uint64
	ownMirrored, enemyMirrored uint64
	depth                      int
}

// Expand implements proofnumber.Domain.
func (b *narrow) Expand(k narrowKey, depth int, buf []proofnumber.Child[narrowKey]) ([]proofnumber.Child[narrowKey], solve.Verdict) {
	if depth == 1 {
		v, _ := b.look(k, depth)
		return buf, v
	}
	n := node{own: k[0], enemy: k[1], depth: depth}
	n.ownTurned, n.enemyTurned = b.turned(n.own), b.turned(n.enemy)
	n.ownMirrored, n.enemyMirrored = b.mirrored(n.ownTurned), b.mirrored(n.enemyTurned)
	free := b.board &^ n.own
	if threat := n.enemy & b.row[1]; threat != 0 {
		free = threat
	}
	w := uint(b.w)
	ways := [...]struct {
		to   uint64
		step uint
	}{
		{n.own << w & free &^ n.enemy, w},
		{n.own & b.notFirst << (w - 1) & free, w - 1},
		{n.own & b.notLast << (w + 1) & free, w + 1},
	}
	for _, way := range ways {
		for x := way.to; x != 0; x &= x - 1 {
			to := uint(bits.TrailingZeros64(x))
			c, v := b.child(&n, to-way.step, to)
			switch v {
			case solve.Win:
				return buf, solve.Win
			case solve.Unknown:
				buf = append(buf, c)
			}
		}
	}
	if len(buf) == 0 {
		return buf, solve.Loss
	}
	return buf, solve.Unknown
}

// child makes a move and returns the position after it, and what is known at once of the move.
func (b *narrow) child(n *node, from, to uint) (c proofnumber.Child[narrowKey], v solve.Verdict) {
	last := uint(b.n - 1)
	fromTurned, toTurned := last-from, last-to
	enemy, own := n.own^1<<from^1<<to, n.enemy&^(1<<to)
	enemyTurned, ownTurned := n.ownTurned^1<<fromTurned^1<<toTurned, n.enemyTurned&^(1<<toTurned)
	depth := below(n.depth)
	switch v, _ := b.judge(ownTurned, enemyTurned, own, enemy, depth); v {
	case solve.Win:
		return c, solve.Loss
	case solve.Loss:
		return c, solve.Win
	}
	if threat := enemyTurned & b.row[1]; threat != 0 {
		if taker := b.attackedDown(threat) & ownTurned; taker&(taker-1) == 0 {
			return b.answered(enemy, own, enemyTurned, ownTurned, threat, taker, below(depth))
		}
	}
	fromMirrored, toMirrored := b.mirrorOf[fromTurned&63], b.mirrorOf[toTurned&63]
	c.Key = b.canonical(ownTurned, enemyTurned, n.enemyMirrored&^(1<<toMirrored), n.ownMirrored^1<<fromMirrored^1<<toMirrored)
	c.Proof, c.Disproof = guess(bits.OnesCount64(ownTurned), bits.OnesCount64(enemyTurned))
	return c, solve.Unknown
}

// answered returns what a move leads to that threatens to win at once, when the other side can but take the piece and
// has one way to do so. The pieces are those after the move, own being the mover's; threat is the square of the piece,
// and taker that of the one that takes it, on the turned board.
func (b *narrow) answered(own, enemy, ownTurned, enemyTurned, threat, taker uint64, depth int) (c proofnumber.Child[narrowKey], v solve.Verdict) {
	threatTurned, takerTurned := b.turned(threat), b.turned(taker)
	own, enemy = own^threatTurned, enemy^takerTurned^threatTurned
	ownTurned, enemyTurned = ownTurned^threat, enemyTurned^taker^threat
	if v, _ = b.judge(own, enemy, ownTurned, enemyTurned, depth); v != solve.Unknown {
		return c, v
	}
	c.Key = b.canonical(own, enemy, b.mirrored(own), b.mirrored(enemy))
	c.Again = true
	c.Disproof, c.Proof = guess(bits.OnesCount64(own), bits.OnesCount64(enemy))
	return c, solve.Unknown
}

// guess returns proof and disproof numbers, for the side to move, of a position that was never expanded, from the
// difference of pieces. Guesses from moves, distances, guards or the pieces that protect each other did not do better.
func guess(own, enemy int) (proof, disproof uint32) {
	ahead := 16*(own-enemy) + 8
	return uint32(1 + max(0, -ahead)), uint32(1 + max(0, ahead))
}
