package races

import (
	"math/bits"

	"foregone/solve/transposition"
)

// step is a move in a position of a key, and the key of the position after it.
type step[K transposition.Key] struct {
	key      K
	from, to uint8 // with the side to move moving up
}

// successors appends the steps from a position in which no move ends the game.
func (b *narrow) successors(k narrowKey, buf []step[narrowKey]) []step[narrowKey] {
	own, enemy := k[0], k[1]
	ownTurned, enemyTurned := b.turned(own), b.turned(enemy)
	w, last := b.w, b.n-1
	ways := [...]struct {
		to   uint64
		step int
	}{
		{own << w &^ enemy, w},
		{own & b.notFirst << (w - 1), w - 1},
		{own & b.notLast << (w + 1), w + 1},
	}
	for _, way := range ways {
		for x := way.to &^ own; x != 0; x &= x - 1 {
			to := bits.TrailingZeros64(x)
			from := to - way.step
			next := enemyTurned &^ (1 << (last - to))
			other := ownTurned ^ 1<<(last-from) ^ 1<<(last-to)
			key := b.canonical(next, other, b.mirrored(next), b.mirrored(other))
			buf = append(buf, step[narrowKey]{key, uint8(from), uint8(to)})
		}
	}
	return buf
}

// successors does what it does on a narrow board.
func (b *wide) successors(k wideKey, buf []step[wideKey]) []step[wideKey] {
	own, enemy := set{k[0], k[1]}, set{k[2], k[3]}
	ownTurned, enemyTurned := b.turned(own), b.turned(enemy)
	w, last := square(b.w), square(b.n-1)
	ways := [...]struct {
		to   set
		step square
	}{
		{b.ahead(own).AndNot(enemy), w},
		{own.And(b.notFirst).Up(uint(w - 1)), w - 1},
		{own.And(b.notLast).Up(uint(w + 1)), w + 1},
	}
	for _, way := range ways {
		for x := way.to.AndNot(own); !x.IsEmpty(); x.Remove(x.First()) {
			to := x.First()
			from := to - way.step
			next, other := moved(enemyTurned, ownTurned, last-from, last-to)
			key := canonical(next, other, b.mirrored(next), b.mirrored(other))
			buf = append(buf, step[wideKey]{key, uint8(from), uint8(to)})
		}
	}
	return buf
}
