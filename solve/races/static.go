package races

import (
	"math/bits"

	"foregone/solve"
)

// static returns what one look tells of a position that is not over: the winner and a number of plies within which it
// wins, or Unknown. The arguments are the pieces of the side to move, which moves up, those of the other side, and
// both with the board turned.
//
// The lemmas, in the order in which they are tried:
//
//  1. The mover wins in 1 with a piece on the last row but one, or by taking the last enemy.
//  2. Of two enemies on their own last row but one, or of one that cannot be taken, one gets home: lost in 2.
//  3. If there is none such, and a piece can step to the last row but one where no enemy attacks it, it is home in 3.
//  4. A runner gets home if no enemy can stop it, even if friends were not there and the enemies could pass, and if no
//     enemy is home before. For where a friend stands in its way, the friend may run on instead, a step further.
func (b *narrow) static(own, enemy, ownTurned, enemyTurned uint64) (v solve.Verdict, plies int) {
	if own&b.row[b.h-2] != 0 || enemy&(enemy-1) == 0 && b.attacked(own)&enemy != 0 {
		return solve.Win, 1
	}
	if t := enemy & b.row[1]; t != 0 {
		if t&(t-1) != 0 || b.attacked(own)&t == 0 {
			return solve.Loss, 2
		}
		return solve.Unknown, 0
	}
	safe := b.row[b.h-2] &^ b.attackedDown(enemy&b.row[b.h-1])
	if third := own & b.row[b.h-3]; (b.attacked(third)|b.ahead(third)&^enemy)&safe != 0 {
		return solve.Win, 3
	}
	ownSteps, enemySteps := b.h-1-b.highestRow(own), b.lowestRow(enemy)
	if ownSteps <= enemySteps {
		if n := b.run(own, enemy, enemySteps, true); n != 0 {
			return solve.Win, 2*n - 1
		}
	} else if n := b.run(enemyTurned, ownTurned, ownSteps-1, false); n != 0 {
		return solve.Loss, 2 * n
	}
	return solve.Unknown, 0
}

// run returns the steps to the goal of the foremost piece of own, at most limit of them, that no enemy can stop; 0
// without any.
func (b *narrow) run(own, enemy uint64, limit int, toMove bool) int {
	x := own
	if low := b.h - 1 - limit; low > 0 {
		x &^= 1<<(low*b.w) - 1
	}
	for x != 0 {
		sq := 63 - bits.LeadingZeros64(x)
		piece := uint64(1) << sq
		x ^= piece
		if b.unstoppable(&b.runners[sq], piece, enemy, toMove) {
			return b.h - 1 - int(b.rowOf[sq])
		}
	}
	return 0
}

// unstoppable reports whether no enemy can stop a piece. Without a table it is known by the cone: one enemy cannot guard
// two ways.
func (b *narrow) unstoppable(r *runner, piece, enemy uint64, toMove bool) bool {
	if r.wins != nil {
		return r.gets(enemy, toMove)
	}
	e := enemy & r.cone
	return e&(e-1) == 0 && (toMove || b.attacked(piece)&e == 0)
}

// tooFar reports whether the winner of a search to a depth cannot be home in time: the side to move when the depth is
// odd, else the other.
func (b *narrow) tooFar(own, enemy uint64, depth int) bool {
	if depth&1 != 0 {
		return 2*min(b.h-1-b.highestRow(own), bits.OnesCount64(enemy))-1 > depth
	}
	return 2*min(b.lowestRow(enemy), bits.OnesCount64(own)) > depth
}
