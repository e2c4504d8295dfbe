package quiet

// plainTable is the oracle: every position of a board that is not over, solved by its moves alone, with rules written
// again from the text: no lemma, no symmetry, no bits.
type plainTable struct {
	w, h   int
	radix  []int  // by square: 2 on the goal rows, where only the owner's pieces can stand in a game that goes on
	weight []int  // of a square in the index
	known  []byte // by index: bits 0, 1: solved with White, Black to move; bits 2, 3: the side to move wins
}

const (
	empty = iota
	white
	black
)

func newPlainTable(s Size) *plainTable {
	t := &plainTable{w: s.W, h: s.H}
	size := 1
	for sq := range s.W * s.H {
		r := 3
		if y := sq / s.W; y == 0 || y == s.H-1 {
			r = 2
		}
		t.radix, t.weight = append(t.radix, r), append(t.weight, size)
		size *= r
	}
	t.known = make([]byte, size)
	return t
}

func (t *plainTable) index(cells []byte) int {
	n := 0
	for sq, c := range cells {
		if c == black && sq >= t.w*(t.h-1) {
			c = 1
		}
		n += int(c) * t.weight[sq]
	}
	return n
}

func (t *plainTable) cells(index int, cells []byte) {
	for sq, r := range t.radix {
		cells[sq] = byte(index / t.weight[sq] % r)
		if cells[sq] == 1 && sq >= t.w*(t.h-1) {
			cells[sq] = black
		}
	}
}

// wins reports whether the side to move wins; cells are left as they were.
func (t *plainTable) wins(cells []byte, side byte) bool {
	enemy := white + black - side
	enemies, own := 0, 0
	for _, c := range cells {
		switch c {
		case enemy:
			enemies++
		case side:
			own++
		}
	}
	if own == 0 || enemies == 0 {
		return own > 0
	}
	index := t.index(cells)
	bit := byte(1) << (side - 1)
	if t.known[index]&bit != 0 {
		return t.known[index]&(bit<<2) != 0
	}
	win := t.search(cells, side, enemy)
	t.known[index] |= bit
	if win {
		t.known[index] |= bit << 2
	}
	return win
}

func (t *plainTable) search(cells []byte, side, enemy byte) bool {
	ahead, far := 1, t.h-1
	if side == black {
		ahead, far = -1, 0
	}
	for from, c := range cells {
		if c != side {
			continue
		}
		x, y := from%t.w, from/t.w+ahead
		for dx := -1; dx <= 1; dx++ {
			if x+dx < 0 || x+dx >= t.w {
				continue
			}
			to := y*t.w + x + dx
			target := cells[to]
			if target == side || dx == 0 && target != empty {
				continue
			}
			if y == far {
				return true
			}
			cells[from], cells[to] = empty, side
			win := !t.wins(cells, enemy)
			cells[from], cells[to] = side, target
			if win {
				return true
			}
		}
	}
	return false
}

// quietTable is the oracle of boards with too many positions for a plainTable: the quiet positions by White's and
// Black's sets, one bit each, in an order in which moves lead back.
type quietTable struct {
	Size
	rows int           // in which a side's pieces may stand: H-2
	win  [2][][]uint64 // by the side to move and White's set: a bit by Black's
}

// sets are numbered so that a step forward lowers the number: the own goal row is in the highest bits.
func newQuietTable(s Size) *quietTable {
	t := &quietTable{Size: s, rows: s.H - 2}
	n := s.W * t.rows
	for side := range t.win {
		t.win[side] = make([][]uint64, 1<<n)
		for i := range t.win[side] {
			t.win[side][i] = make([]uint64, max(1, 1<<n/64))
		}
	}
	squares := make([]int, 0, n)
	for w := range 1 << n {
		taken := t.facing(w)
		squares = squares[:0]
		for i := range n {
			if taken>>i&1 == 0 {
				squares = append(squares, i)
			}
		}
		for side := range t.win {
			for k := range 1 << len(squares) {
				b := 0
				for i, sq := range squares {
					b |= k >> i & 1 << sq
				}
				own, enemy := w, b
				if side == 1 {
					own, enemy = b, w
				}
				if t.solve(own, enemy, side) {
					t.win[side][w][b/64] |= 1 << (b % 64)
				}
			}
		}
	}
	return t
}

// facing returns the squares of a set of one side in the numbering of the other, but for those on the own rows 1 and 2,
// where the other has no pieces in a quiet position.
func (t *quietTable) facing(set int) int {
	out := 0
	for row := range t.rows - 2 {
		y := t.H - 3 - row // rows from the own goal row
		out |= set >> (row * t.W) & (1<<t.W - 1) << ((y - 2) * t.W)
	}
	return out
}

func (t *quietTable) get(side, own, enemy int) bool {
	w, b := own, enemy
	if side == 1 {
		w, b = enemy, own
	}
	return t.win[side][w][b/64]>>(b%64)&1 != 0
}

// solve plays every move of a quiet position. Bit row 0 of own is row H-2, the last is the goal row.
func (t *quietTable) solve(own, enemy, side int) bool {
	if own == 0 || enemy == 0 {
		return own != 0
	}
	ours := t.facing(enemy) // the enemy's pieces in our numbering; those on its rows 1 and 2 are beyond it
	for from := range t.W * t.rows {
		if own>>from&1 == 0 {
			continue
		}
		x, row := from%t.W, from/t.W
		for to := max(0, x-1); to <= min(x+1, t.W-1); to++ {
			if row == 0 {
				if t.offer(own&^(1<<from), enemy, side, to, to == x) {
					return true
				}
				continue
			}
			sq := (row-1)*t.W + to
			if own>>sq&1 != 0 || to == x && ours>>sq&1 != 0 {
				continue
			}
			next := own&^(1<<from) | 1<<sq
			if !t.get(1-side, enemy&^t.facing(1<<sq), next) {
				return true
			}
		}
	}
	return false
}

// offer moves a piece, no longer in own, onto the second row of the enemy, where it has to be captured.
func (t *quietTable) offer(own, enemy, side, x int, straight bool) bool {
	second, goal := (t.rows-2)*t.W, (t.rows-1)*t.W
	if straight && enemy>>(second+x)&1 != 0 {
		return false
	}
	enemy &^= 1 << (second + x)
	for from := max(0, x-1); from <= min(x+1, t.W-1); from++ {
		if from == x || enemy>>(goal+from)&1 == 0 {
			continue
		}
		if after := enemy&^(1<<(goal+from)) | 1<<(second+x); own == 0 || !t.get(side, own, after) {
			return false
		}
	}
	return true
}
