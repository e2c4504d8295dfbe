package quiet

import "math/bits"

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

// orderTable is the oracle of boards with too many positions for a plainTable: one bit for each position in which no
// piece stands on its second-last row, square by square in an order in which every move leads back; the others are
// searched when they come up. It knows the rules only, no lemma, and no symmetry
// where it has all positions. Squares are bits, row by row.
type orderTable struct {
	Size
	full   uint64
	steps  [2][][]int     // by side and square: the squares that a piece there may step to, straight ahead first
	last   [2]uint64      // by side: its second-last row
	power  []int          // by a set of middle squares: its number, one square in three states
	size   int            // 3^(middle squares)
	slices []*[2][]uint64 // by White's and Black's goal rows, a bit by the rest
	sets   []uint64       // White's sets on the rows 2 to H-2, where pieces behind weigh more
}

// newOrderTable computes all positions, or only those with some pieces on the goal rows, each after those that it leads
// to, or images of them: then positions are turned to find their bits.
func newOrderTable(s Size, only []goals) *orderTable {
	t := &orderTable{Size: s, full: 1<<s.W - 1, size: 1}
	for sq := range s.W * s.H {
		for side, ahead := range []int{1, -1} {
			t.steps[side] = append(t.steps[side], nil)
			for _, dx := range []int{0, -1, 1} {
				if x, y := sq%s.W+dx, sq/s.W+ahead; x >= 0 && x < s.W && y >= 0 && y < s.H {
					t.steps[side][sq] = append(t.steps[side][sq], y*s.W+x)
				}
			}
		}
	}
	t.last = [2]uint64{t.full << (s.W * (s.H - 2)), t.full << s.W}
	middle := s.W * (s.H - 4)
	t.power = make([]int, 1<<middle)
	for i := range middle {
		for set := range 1 << i {
			t.power[1<<i|set] = t.power[set] + t.size
		}
		t.size *= 3
	}
	for n := range uint64(1) << (s.W * (s.H - 3)) {
		set := uint64(0)
		for row := range s.H - 3 {
			set |= n >> (row * s.W) & t.full << ((s.H - 3 - row) * s.W)
		}
		t.sets = append(t.sets, set)
	}
	t.slices = make([]*[2][]uint64, 1<<(2*s.W))
	if only == nil {
		for i := range uint32(1) << (2 * s.W) {
			only = append(only, goals{i >> s.W, i & (1<<s.W - 1)})
		}
	}
	for _, g := range only {
		t.slice(uint64(g.white), uint64(g.black))
	}
	return t
}

func (t *orderTable) slice(w, b uint64) {
	var s [2][]uint64
	for side := range s {
		s[side] = make([]uint64, (t.size<<(2*t.W)+63)/64)
	}
	t.slices[w<<t.W|b] = &s
	for _, set := range t.sets {
		white := set | w
		if bits.OnesCount64(white) > 2*t.W {
			continue
		}
		free := (uint64(1)<<(t.W*(t.H-3)) - 1) << (2 * t.W) &^ white
		for sub := uint64(0); ; sub = (sub - free) & free {
			black := sub | b<<(t.W*(t.H-1))
			for side := 0; side < 2 && bits.OnesCount64(black) <= 2*t.W; side++ {
				if t.search(white, black, side) {
					i := t.index(white, black)
					s[side][i/64] |= 1 << (i % 64)
				}
			}
			if sub == free {
				break
			}
		}
	}
}

func (t *orderTable) index(white, black uint64) int {
	second := int(black >> (t.W * (t.H - 2)) & t.full)
	middle := uint64(len(t.power) - 1)
	n := t.power[white>>(2*t.W)&middle] + 2*t.power[black>>(2*t.W)&middle]
	return (int(white>>t.W&t.full)<<t.W|second)*t.size + n
}

// get returns whether the side to move wins a position that has a bit.
func (t *orderTable) get(white, black uint64, side int) bool {
	s := t.slices[white&t.full<<t.W|black>>(t.W*(t.H-1))]
	for image := 0; s == nil; image++ {
		if white, black = t.mirror(white), t.mirror(black); image%2 == 1 {
			white, black, side = t.flip(black), t.flip(white), 1-side
		}
		s = t.slices[white&t.full<<t.W|black>>(t.W*(t.H-1))]
	}
	i := t.index(white, black)
	return s[side][i/64]>>(i%64)&1 != 0
}

func (t *orderTable) mirror(set uint64) uint64 {
	out := uint64(0)
	for m := set; m != 0; m &= m - 1 {
		sq := bits.TrailingZeros64(m)
		out |= 1 << (sq + t.W - 1 - 2*(sq%t.W))
	}
	return out
}

func (t *orderTable) flip(set uint64) uint64 {
	out := uint64(0)
	for y := range t.H {
		out |= set >> (y * t.W) & t.full << ((t.H - 1 - y) * t.W)
	}
	return out
}

func (t *orderTable) wins(white, black uint64, side int) bool {
	if white&t.last[0]|black&t.last[1] == 0 && white != 0 && black != 0 {
		return t.get(white, black, side)
	}
	return t.search(white, black, side)
}

func (t *orderTable) search(white, black uint64, side int) bool {
	sides := [2]uint64{white, black}
	own, enemy := sides[side], sides[1-side]
	if own == 0 || enemy == 0 {
		return own != 0
	}
	if own&t.last[side] != 0 {
		return true // it steps onto the far row
	}
	for m := own; m != 0; {
		from := bits.TrailingZeros64(m)
		if side == 0 { // the piece that is farthest ahead first
			from = bits.Len64(m) - 1
		}
		m &^= 1 << from
		for i, to := range t.steps[side][from] {
			bit := uint64(1) << to
			if own&bit != 0 || i == 0 && enemy&bit != 0 {
				continue
			}
			white, black := own&^(1<<from)|bit, enemy&^bit
			if side == 1 {
				white, black = black, white
			}
			if !t.wins(white, black, 1-side) {
				return true
			}
		}
	}
	return false
}
