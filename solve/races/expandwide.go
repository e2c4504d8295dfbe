package races

import (
	"foregone/solve"
	"foregone/solve/proofnumber"
)

// judge returns the verdict of a search to a depth, for the side to move, as far as one look tells, and plies that
// it takes. The lemmas are those of narrow.
func (b *wide) judge(own, enemy set, depth int) (solve.Verdict, int) {
	v, plies := b.static(own, enemy)
	return timely(v, plies, depth, depth != unlimited && b.tooFar(own, enemy, depth)), plies
}

func (b *wide) static(own, enemy set) (v solve.Verdict, plies int) {
	attacked := b.attacked(own)
	if !own.And(b.row[b.h-2]).IsEmpty() || enemy.Len() == 1 && !attacked.And(enemy).IsEmpty() {
		return solve.Win, 1
	}
	if threats := enemy.And(b.row[1]); !threats.IsEmpty() {
		if threats.Len() > 1 || attacked.And(threats).IsEmpty() {
			return solve.Loss, 2
		}
		return solve.Unknown, 0
	}
	safe := b.row[b.h-2].AndNot(b.attackedDown(enemy.And(b.row[b.h-1])))
	third := own.And(b.row[b.h-3])
	if !b.attacked(third).Or(b.ahead(third).AndNot(enemy)).And(safe).IsEmpty() {
		return solve.Win, 3
	}
	ownSteps, enemySteps := b.h-1-b.highestRow(own), b.lowestRow(enemy)
	if ownSteps <= enemySteps {
		if n := b.run(own, enemy, enemySteps, true); n != 0 {
			return solve.Win, 2*n - 1
		}
	} else if n := b.run(b.turned(enemy), b.turned(own), ownSteps-1, false); n != 0 {
		return solve.Loss, 2 * n
	}
	return solve.Unknown, 0
}

// run returns the steps to the goal of the foremost piece of own, at most limit of them, that no enemy can stop by the
// lemma of the cone; 0 without any.
func (b *wide) run(own, enemy set, limit int, toMove bool) int {
	for steps := 1; steps <= min(limit, b.h-1); steps++ {
		for x := own.And(b.row[b.h-1-steps]); !x.IsEmpty(); x.Remove(x.First()) {
			sq := x.First()
			if own.And(b.cone[sq]).IsEmpty() && enemy.And(b.cone[sq]).Len() <= 1 && (toMove || b.attacked(one(sq)).And(enemy).IsEmpty()) {
				return steps
			}
		}
	}
	return 0
}

func (b *wide) tooFar(own, enemy set, depth int) bool {
	if depth&1 != 0 {
		return 2*min(b.h-1-b.highestRow(own), enemy.Len())-1 > depth
	}
	return 2*min(b.lowestRow(enemy), own.Len()) > depth
}

// Expand implements proofnumber.Domain.
func (b *wide) Expand(k wideKey, depth int, buf []proofnumber.Child[wideKey]) ([]proofnumber.Child[wideKey], solve.Verdict) {
	own, enemy := set{k[0], k[1]}, set{k[2], k[3]}
	threats := enemy.And(b.row[1])
	w := square(b.w)
	ways := [...]struct {
		to   set
		step square
	}{
		{b.ahead(own).AndNot(enemy), w},
		{own.And(b.notFirst).Up(uint(w - 1)), w - 1},
		{own.And(b.notLast).Up(uint(w + 1)), w + 1},
	}
	for _, way := range ways {
		x := way.to.AndNot(own)
		if !threats.IsEmpty() {
			x = x.And(threats)
		}
		for ; !x.IsEmpty(); x.Remove(x.First()) {
			to := x.First()
			c, v := b.child(own, enemy, depth, to-way.step, to)
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
func (b *wide) child(own, enemy set, depth int, from, to square) (c proofnumber.Child[wideKey], v solve.Verdict) {
	own.Remove(from)
	own.Add(to)
	enemy.Remove(to)
	own, enemy, depth = b.turned(enemy), b.turned(own), below(depth)
	switch v, _ := b.judge(own, enemy, depth); v {
	case solve.Win:
		return c, solve.Loss
	case solve.Loss:
		return c, solve.Win
	}
	if threat := enemy.And(b.row[1]); !threat.IsEmpty() {
		if taker := b.attackedDown(threat).And(own); taker.Len() == 1 {
			own = own.AndNot(taker).Or(threat)
			own, enemy, depth = b.turned(enemy.AndNot(threat)), b.turned(own), below(depth)
			if v, _ := b.judge(own, enemy, depth); v != solve.Unknown {
				return c, v
			}
			c.Again = true
			c.Disproof, c.Proof = guess(own.Len(), enemy.Len())
			c.Key = b.canonical(own, enemy)
			return c, solve.Unknown
		}
	}
	c.Key = b.canonical(own, enemy)
	c.Proof, c.Disproof = guess(own.Len(), enemy.Len())
	return c, solve.Unknown
}
