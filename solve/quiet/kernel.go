package quiet

import "math/bits"

// source is the part of a finished table that a slice reads: the words from start on.
type source[T word] struct {
	lay   *layout
	words []T
	start int
}

func (s *source[T]) row(set uint32) []T { return s.words[s.lay.row(set)-s.start:] }

// kernel computes a slice: the tables of all quiet positions with given goal rows, white and black, with either side to
// move. It goes over the white sets in ascending order; of one set the row with White to move comes first.
type kernel[T word] struct {
	*board
	white, black     uint32 // goal rows
	unsafeW, unsafeB uint32 // squares of winning threats on row H-2 of White, on row 3 of Black

	layW, layB *layout
	w, b       []T // words with White, with Black to move: a bit is a win for the side to move

	// Tables of the layer before: with White to move after Black lost the goal-row piece of a column, with Black to
	// move after White did. Of the former only the rows with the current high rows need be there.
	lessBlack, lessWhite [MaxWidth]source[T]

	all     T          // the subsets of the second row
	has     [maxCols]T // by column: those that have it
	without [maxCols]T // and those that do not
	c       cube
	o       op[T]
	answer  []T
}

func newKernel[T word](b *board) *kernel[T] {
	k := &kernel[T]{board: b}
	for s := range 1 << b.cols {
		k.all |= 1 << s
		for col := range b.cols {
			if s>>col&1 != 0 {
				k.has[col] |= 1 << s
			} else {
				k.without[col] |= 1 << s
			}
		}
	}
	return k
}

func (k *kernel[T]) ordered(middle uint32) uint32 { return k.order(middle, k.unsafeB) }

// set computes the rows of a white set.
func (k *kernel[T]) set(ws uint32) {
	if ws&k.unsafeW == 0 {
		k.whiteRow(ws)
	}
	k.blackRow(ws)
}

// apply does k.o to each lane of two rows whose lanes have 2^n and 2^m words.
func (k *kernel[T]) apply(d []T, n int, s []T, m int) {
	if k.lanes == 1 {
		apply(&k.c, &k.o, d, s, s)
		return
	}
	for lane := range k.lanes {
		src := s[lane<<m:]
		apply(&k.c, &k.o, d[lane<<n:], src, src)
	}
}

// steps returns up to three columns of the next row that a piece can step to.
func (b *board) steps(col int) (first, last int) { return max(0, col-1), min(col+1, b.W-1) }

func (k *kernel[T]) whiteRow(ws uint32) {
	free := k.mid &^ ws
	n := count(free) // a lane has 2^n words, the first 2^(n - threats) those without a threat of Black
	row := k.w[k.layW.row(ws):][:k.lanes<<n]
	clear(row)
	if k.whiteOffers(row, ws, free) {
		fill(row, k.all)
		return
	}
	for m := ws &^ k.full; m != 0; m &= m - 1 {
		p := m & -m
		q := p >> k.W
		if q&ws == 0 {
			k.whiteStep(row, ws, p, q, free, false)
		}
		if l := q >> 1; p&k.left != 0 && l&ws == 0 {
			k.whiteStep(row, ws, p, l, free, true)
		}
		if r := q << 1; p&k.right != 0 && r&ws == 0 {
			k.whiteStep(row, ws, p, r, free, true)
		}
	}
	k.whiteGoal(row, ws, free)
}

// whiteStep is a step from p to q, neither on the goal row nor on Black's second row: to an empty square, and where any
// is set to a black piece as well.
func (k *kernel[T]) whiteStep(row []T, ws, p, q, free uint32, any bool) {
	next := ws ^ p ^ q
	src := k.b[k.layB.row(next):]
	n, m := count(free), count(k.mid&^next&^k.unsafeB)
	safe := free &^ k.unsafeB
	k.o.kind = step
	if q&k.unsafeB != 0 {
		// From row 2 to a square from which a black piece threatens to win. Nothing else helps against a threat.
		k.c.set(safe, 0, 0)
		k.apply(row, n, src, m)
		if any {
			k.apply(row[at(k.ordered(free), k.ordered(q)):], n, src, m)
		}
		return
	}
	if any {
		k.o.kind, k.o.both = stepBoth, at(safe, q)
	}
	k.c.set(safe&^q, q, p&k.mid&^k.unsafeB)
	k.apply(row, n, src, m)
}

// whiteGoal plays the steps from the goal row to row 2.
func (k *kernel[T]) whiteGoal(row []T, ws, free uint32) {
	safe := free &^ k.unsafeB
	k.o.kind = step
	for m := k.white; m != 0; m &= m - 1 {
		src := &k.lessWhite[bits.TrailingZeros32(m)]
		to := m & -m
		to = (to | to<<1 | to>>1) & k.full << k.top &^ ws
		if to == 0 {
			continue
		}
		// A threat that only the piece gone held up wins for Black.
		k.c.set(safe&^src.lay.threats, safe&src.lay.threats, 0)
		for ; to != 0; to &= to - 1 {
			k.apply(row, count(free), src.row(ws|to&-to), count(free&^src.lay.threats))
		}
	}
}

// whiteOffers plays the steps from row H-2 to Black's second row. Black has to recapture from the goal row, if that
// saves the game. It reports whether one of them wins whatever stands there.
func (k *kernel[T]) whiteOffers(row []T, ws, free uint32) bool {
	n := count(free)
	for m := ws & k.full; m != 0; m &= m - 1 {
		p := m & -m
		col := bits.TrailingZeros32(p)
		next := ws ^ p
		k.c.set(k.ordered(free), 0, k.ordered(p&k.mid))
		first, last := k.steps(col)
		for x := first; x <= last; x++ {
			var src [2][]T
			guards := 0
			for g := k.guards(k.black, x); g != 0; g &= g - 1 {
				if s := &k.lessBlack[bits.TrailingZeros32(g)]; next&s.lay.absent == 0 {
					src[guards&1] = s.row(next)
					guards++
				}
			}
			switch {
			case guards == 0 && x != col:
				return true
			case guards == 0:
				k.freeColumn(row, n, x)
				continue
			case guards == 1:
				src[1] = src[0]
			}
			k.whiteOffer(row, n, src, count(k.mid&^next), x, x != col)
		}
	}
	return false
}

// freeColumn notes that White wins wherever a column of the second row is empty.
func (k *kernel[T]) freeColumn(row []T, n, x int) {
	for lane := range k.lanes {
		without := k.all
		if x < k.cols {
			without = k.without[x]
		} else if lane>>(x-k.cols)&1 != 0 {
			continue
		}
		part := row[lane<<n : (lane+1)<<n]
		for i := range part {
			part[i] |= without
		}
	}
}

// whiteOffer is the step to column x, where Black then has a piece: it had none there before, or with any perhaps one.
func (k *kernel[T]) whiteOffer(row []T, n int, src [2][]T, m, x int, any bool) {
	if x < k.cols {
		k.o.kind, k.o.mask[1] = offer, 0
		k.o.column(0, x, k.has[x])
		if any {
			k.o.mask[1] = k.has[x]
		}
		for lane := range k.lanes {
			apply(&k.c, &k.o, row[lane<<n:], src[0][lane<<m:], src[1][lane<<m:])
		}
		return
	}
	k.o.kind = gain
	for lane := range k.lanes {
		if bit := 1 << (x - k.cols); lane&bit != 0 {
			s, t := src[0][lane<<m:], src[1][lane<<m:]
			apply(&k.c, &k.o, row[(lane^bit)<<n:], s, t)
			if any {
				apply(&k.c, &k.o, row[lane<<n:], s, t)
			}
		}
	}
}

func fill[T word](row []T, x T) {
	for i := range row {
		row[i] = x
	}
}
