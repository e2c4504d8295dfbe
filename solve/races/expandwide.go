package races

import (
	"foregone/solve"
	"foregone/solve/proofnumber"
)

// judge does what it does on a narrow board.
func (b *wide) judge(own, enemy, ownTurned, enemyTurned set, depth int) (solve.Verdict, int) {
	v, plies := b.static(own, enemy, ownTurned, enemyTurned)
	return timely(v, plies, depth, depth != unlimited && b.tooFar(own, enemy, depth)), plies
}

// static tries the lemmas of a narrow board.
func (b *wide) static(own, enemy, ownTurned, enemyTurned set) (v solve.Verdict, plies int) {
	if !own.And(b.row[b.h-2]).IsEmpty() || enemy.Len() == 1 && !b.attacked(own).And(enemy).IsEmpty() {
		return solve.Win, 1
	}
	if threats := enemy.And(b.row[1]); !threats.IsEmpty() {
		if threats.Len() > 1 || b.attacked(own).And(threats).IsEmpty() {
			return solve.Loss, 2
		}
		return solve.Unknown, 0
	}
	if third := own.And(b.row[b.h-3]); !third.IsEmpty() {
		safe := b.row[b.h-2].AndNot(b.attackedDown(enemy.And(b.row[b.h-1])))
		if !b.attacked(third).Or(b.ahead(third).AndNot(enemy)).And(safe).IsEmpty() {
			return solve.Win, 3
		}
	}
	ownSteps, enemySteps := b.h-1-b.highestRow(own), b.lowestRow(enemy)
	if ownSteps <= enemySteps {
		if n := b.run(own, enemy, ownSteps, enemySteps, true); n != 0 {
			return solve.Win, 2*n - 1
		}
	} else if n := b.run(enemyTurned, ownTurned, enemySteps, ownSteps-1, false); n != 0 {
		return solve.Loss, 2 * n
	}
	return solve.Unknown, 0
}

// run returns the steps to the goal, from least to most, of the foremost piece of own that no enemy can stop by the lemma
// of the cone; 0 without any.
func (b *wide) run(own, enemy set, least, most int, toMove bool) int {
	for steps := least; steps <= most; steps++ {
		for x := own.And(b.row[b.h-1-steps]); !x.IsEmpty(); x.Remove(x.First()) {
			sq := x.First()
			if enemy.And(b.cone[sq]).Len() <= 1 && (toMove || b.attacked(one(sq)).And(enemy).IsEmpty()) {
				return steps
			}
		}
	}
	return 0
}

// tooFar does what it does on a narrow board.
func (b *wide) tooFar(own, enemy set, depth int) bool {
	if depth&1 != 0 {
		return 2*min(b.h-1-b.highestRow(own), enemy.Len())-1 > depth
	}
	return 2*min(b.lowestRow(enemy), own.Len()) > depth
}

// wideNode is a node of a wide board.
type wideNode struct {
	own, enemy                 set
	ownTurned, enemyTurned     set
	ownMirrored, enemyMirrored set
	depth                      int
}

// Expand implements proofnumber.Domain.
func (b *wide) Expand(k wideKey, depth int, buf []proofnumber.Child[wideKey]) ([]proofnumber.Child[wideKey], solve.Verdict) {
	if depth == 1 {
		v, _ := b.look(k, depth)
		return buf, v
	}
	n := wideNode{own: set{k[0], k[1]}, enemy: set{k[2], k[3]}, depth: depth}
	n.ownTurned, n.enemyTurned = b.turned(n.own), b.turned(n.enemy)
	n.ownMirrored, n.enemyMirrored = b.mirrored(n.ownTurned), b.mirrored(n.enemyTurned)
	w := square(b.w)
	ways := [...]struct {
		to   set
		step square
	}{
		{b.ahead(n.own).AndNot(n.enemy), w},
		{n.own.And(b.notFirst).Up(uint(w - 1)), w - 1},
		{n.own.And(b.notLast).Up(uint(w + 1)), w + 1},
	}
	threat := n.enemy.And(b.row[1])
	for _, way := range ways {
		x := way.to.AndNot(n.own)
		if !threat.IsEmpty() {
			x = x.And(threat)
		}
		for ; !x.IsEmpty(); x.Remove(x.First()) {
			to := x.First()
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

// child makes a move, as on a narrow board.
func (b *wide) child(n *wideNode, from, to square) (c proofnumber.Child[wideKey], v solve.Verdict) {
	last := square(b.n - 1)
	own, enemy := moved(n.enemy, n.own, from, to)
	ownTurned, enemyTurned := moved(n.enemyTurned, n.ownTurned, last-from, last-to)
	depth := below(n.depth)
	switch v, _ := b.judge(ownTurned, enemyTurned, own, enemy, depth); v {
	case solve.Win:
		return c, solve.Loss
	case solve.Loss:
		return c, solve.Win
	}
	if threat := enemyTurned.And(b.row[1]); !threat.IsEmpty() {
		if taker := b.attackedDown(threat).And(ownTurned); taker.Len() == 1 {
			enemyTurned, ownTurned = moved(enemyTurned, ownTurned, taker.First(), threat.First())
			enemy, own = moved(enemy, own, last-taker.First(), last-threat.First())
			if v, _ := b.judge(enemy, own, enemyTurned, ownTurned, below(depth)); v != solve.Unknown {
				return c, v
			}
			c.Key = canonical(enemy, own, b.mirrored(enemy), b.mirrored(own))
			c.Again = true
			c.Disproof, c.Proof = guess(enemy.Len(), own.Len())
			return c, solve.Unknown
		}
	}
	ownMirrored, enemyMirrored := moved(n.enemyMirrored, n.ownMirrored, b.mirror[last-from], b.mirror[last-to])
	c.Key = canonical(ownTurned, enemyTurned, ownMirrored, enemyMirrored)
	c.Proof, c.Disproof = guess(ownTurned.Len(), enemyTurned.Len())
	return c, solve.Unknown
}

// moved returns both sides after a move of the second one.
func moved(other, mover set, from, to square) (set, set) {
	other.Remove(to)
	mover.Remove(from)
	mover.Add(to)
	return other, mover
}
