package quiet

import "math/bits"

func (k *kernel[T]) blackRow(ws uint32) {
	free := k.mid &^ ws
	n := count(free &^ k.unsafeB)
	row := k.b[k.layB.row(ws):][:k.lanes<<n]
	clear(row)
	k.blackOffers(row, ws, free&^k.unsafeB)
	switch threats := ws & k.unsafeW; {
	case threats == 0:
		k.blackMiddle(row, ws, free)
		k.blackSecond(row, ws, free, k.full)
		k.blackGoal(row, ws, free)
	case threats&(threats-1) == 0:
		// Nothing helps against a winning threat but to capture it.
		k.blackSecond(row, ws, free, threats)
	}
}

// blackMiddle plays the steps of pieces on rows 4 to H-2.
func (k *kernel[T]) blackMiddle(row []T, ws, free uint32) {
	for m := free & (k.mid >> k.W); m != 0; m &= m - 1 {
		p := m & -m
		q := p << k.W
		k.blackStep(row, ws, p, q, free, false)
		if p&k.left != 0 {
			k.blackStep(row, ws, p, q>>1, free, true)
		}
		if p&k.right != 0 {
			k.blackStep(row, ws, p, q<<1, free, true)
		}
	}
}

// blackStep is a step from p to q, a capture if there is a white piece and any is set.
func (k *kernel[T]) blackStep(row []T, ws, p, q, free uint32, any bool) {
	safe := free &^ k.unsafeB
	if ws&q != 0 {
		if !any {
			return
		}
		ws ^= q
	}
	after := k.mid &^ ws
	k.c.set(safe&^(p|q), p|q&safe, p|q&^k.unsafeB)
	k.o.kind = step
	src := k.w[k.layW.row(ws):][at(k.ordered(after), k.ordered(q)):]
	k.apply(row[at(safe, p):], count(safe), src, count(after))
}

// blackSecond plays the steps from the second row to those squares of row H-2 that are in targets.
func (k *kernel[T]) blackSecond(row []T, ws, free, targets uint32) {
	safe := free &^ k.unsafeB
	n := count(safe)
	for m := targets & k.mid; m != 0; m &= m - 1 {
		q := m & -m
		col := bits.TrailingZeros32(q)
		next := ws &^ q
		after := k.mid &^ next
		k.c.set(safe&^q, q&safe, q&^k.unsafeB)
		src := k.w[k.layW.row(next):][at(k.ordered(after), k.ordered(q)):]
		k.o = op[T]{kind: leave}
		first, last := k.steps(col)
		for from := first; from <= last; from++ {
			switch {
			case from == col && ws&q != 0:
			case from < k.cols:
				k.o.column(from-first, from, k.without[from])
			default:
				k.leaveLane(row, n, src, count(after), from)
			}
		}
		k.apply(row, n, src, count(after))
	}
}

// leaveLane is a step from a column of the second row that numbers the lanes.
func (k *kernel[T]) leaveLane(row []T, n int, src []T, m, col int) {
	o := op[T]{kind: step}
	for lane := range k.lanes {
		if bit := 1 << (col - k.cols); lane&bit != 0 {
			s := src[(lane^bit)<<m:]
			apply(&k.c, &o, row[lane<<n:], s, s)
		}
	}
}

// blackGoal plays the steps from the goal row to the second row.
func (k *kernel[T]) blackGoal(row []T, ws, free uint32) {
	n, m := count(free&^k.unsafeB), count(free)
	k.c.set(free&^k.unsafeB, 0, 0)
	for g := k.black; g != 0; g &= g - 1 {
		i := bits.TrailingZeros32(g)
		from := &k.lessBlack[i]
		if ws&from.lay.absent != 0 {
			continue
		}
		src := from.row(ws)
		k.o = op[T]{kind: enter}
		first, last := k.steps(i)
		for x := first; x <= last; x++ {
			if x < k.cols {
				k.o.column(x-first, x, k.without[x])
			} else {
				k.enterLane(row, n, src, m, x)
			}
		}
		k.apply(row, n, src, m)
	}
}

// enterLane is a step to a column of the second row that numbers the lanes.
func (k *kernel[T]) enterLane(row []T, n int, src []T, m, col int) {
	o := op[T]{kind: step}
	for lane := range k.lanes {
		if bit := 1 << (col - k.cols); lane&bit == 0 {
			s := src[(lane|bit)<<m:]
			apply(&k.c, &o, row[lane<<n:], s, s)
		}
	}
}

// blackOffers plays the steps from row 3 to White's second row, where White has to recapture if that saves the game.
func (k *kernel[T]) blackOffers(row []T, ws, safe uint32) {
	if !k.hasRow3 {
		k.secondOffers(row, ws)
		return
	}
	n := count(safe)
	near := safe >> k.third
	for x := range k.W {
		to := uint32(1) << x << k.top
		from := uint32(1) << x
		if from = (from<<1 | from>>1 | from&^(ws>>k.top)) & near; from == 0 {
			continue
		}
		s, t := k.answers(ws|to, x, safe)
		k.o.kind = gain
		for ; from != 0; from &= from - 1 {
			p := from & -from << k.third
			k.c.set(safe&^p, p, p)
			for lane := range k.lanes {
				apply(&k.c, &k.o, row[lane<<n+at(safe, p):], s[lane<<n:], t[lane<<n:])
			}
		}
	}
}

// answers returns, for the middles on the squares of safe, words of which both say where Black wins after White has
// captured on column x of row 2, which makes the white set ws: whatever White captures with.
func (k *kernel[T]) answers(ws uint32, x int, safe uint32) (s, t []T) {
	guards := k.guards(k.white, x)
	if guards != 0 {
		s := &k.lessWhite[bits.TrailingZeros32(guards)]
		t := &k.lessWhite[31-bits.LeadingZeros32(guards)]
		if safe&(s.lay.threats|t.lay.threats) == 0 {
			return s.row(ws), t.row(ws)
		}
	}
	n := count(safe)
	k.answer = grow(k.answer, k.lanes<<n)
	fill(k.answer, k.all)
	k.o.kind = meet
	for ; guards != 0; guards &= guards - 1 {
		src := &k.lessWhite[bits.TrailingZeros32(guards)]
		threats := safe & src.lay.threats // with one there White has lost: the piece that captures guarded it
		k.c.set(safe&^threats, threats, 0)
		k.apply(k.answer, n, src.row(ws), n-count(threats))
	}
	return k.answer, k.answer
}

// secondOffers is blackOffers on a board without a middle, where the second row is row 3.
func (k *kernel[T]) secondOffers(row []T, ws uint32) {
	for x := range k.W {
		to := uint32(1) << x << k.top
		s, t := k.answers(ws|to, x, 0)
		first, last := k.steps(x)
		for col := first; col <= last; col++ {
			if x == col && ws&to != 0 {
				continue
			}
			for lane := range k.lanes {
				switch {
				case col < k.cols:
					row[lane] |= T(uint64(s[lane]&t[lane]&k.without[col]) << (1 << col & 63))
				case lane>>(col-k.cols)&1 != 0:
					other := lane ^ 1<<(col-k.cols)
					row[lane] |= s[other] & t[other]
				}
			}
		}
	}
}
