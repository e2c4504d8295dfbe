package quiet

// mirror turns tables of a slice into those of the slice with the columns reversed.
type mirror[T word] struct {
	*board
	within  []exchange[T] // columns of a word
	between []exchange[T] // a column of a word and one that numbers the lanes
	reverse []uint32      // by a row: its columns reversed
	places  []int32
}

// exchange swaps two columns of the second row: the bits of mask with those shift places up, in the same word or in
// the word lane places further.
type exchange[T word] struct {
	shift uint
	lane  int
	mask  T
}

func newMirror[T word](b *board) *mirror[T] {
	m := &mirror[T]{board: b, reverse: make([]uint32, 1<<b.W)}
	for row := range m.reverse {
		m.reverse[row] = b.reverse(uint32(row))
	}
	width := b.cols
	for i := range b.W / 2 {
		j := b.W - 1 - i
		var mask T
		for s := range 1 << width {
			if s>>i&1 != 0 && (j >= width || s>>j&1 == 0) {
				mask |= 1 << s
			}
		}
		if j < width {
			m.within = append(m.within, exchange[T]{shift: 1<<j - 1<<i, mask: mask})
		} else {
			m.between = append(m.between, exchange[T]{shift: 1 << i, lane: 1 << (j - width), mask: mask >> (1 << i)})
		}
	}
	return m
}

// set reverses the columns of a white set, of a middle, or of a middle in the order of a row of the white table.
func (m *mirror[T]) set(set uint32) uint32 {
	out := uint32(0)
	for shift := 0; shift <= m.top; shift += m.W {
		out |= m.reverse[set>>shift&m.full] << shift
	}
	return out
}

// rows fills dst, the words of the white sets from first to last in the layout to, from src, those of their mirror
// images in the layout from. The white tables number the squares in last, of the image to be, after all others.
func (m *mirror[T]) rows(dst []T, to *layout, src []T, from *layout, first, last, unsafe uint32) {
	// The lowest set of a block mirrors to the lowest of another.
	startD, startS := to.row(first), from.row(m.set(first))
	for set := first; ; set++ {
		if to.stored(set) {
			m.row(dst[to.row(set)-startD:], src[from.row(m.set(set))-startS:], m.mid&^set&^to.threats, unsafe)
		}
		if set == last {
			return
		}
	}
}

// row fills the row of a white set, the middles being subsets of free.
func (m *mirror[T]) row(d, s []T, free, unsafe uint32) {
	ordered, image := m.order(free, unsafe), m.order(m.set(free), m.set(unsafe))
	m.places = append(m.places[:0], 0)
	for f := ordered; f != 0; f &= f - 1 {
		p := int32(at(image, m.set(f&-f)))
		for _, o := range m.places {
			m.places = append(m.places, o+p)
		}
	}
	if m.lanes > 1 {
		m.laneRow(d, s)
		return
	}
	d = d[:len(m.places)]
	for i, p := range m.places {
		d[i] = m.word(s[p])
	}
}

func (m *mirror[T]) word(x T) T {
	for i := range m.within {
		w := &m.within[i]
		t := (x ^ T(uint64(x)>>(w.shift&63))) & w.mask
		x ^= t ^ T(uint64(t)<<(w.shift&63))
	}
	return x
}

func (m *mirror[T]) laneRow(d, s []T) {
	n := len(m.places)
	var x [maxLanes]T
	for i, p := range m.places {
		for lane := range m.lanes {
			x[lane] = s[lane*n+int(p)]
		}
		for _, w := range m.between {
			for lane := range m.lanes {
				if lane&w.lane == 0 {
					t := (x[lane]>>w.shift ^ x[lane|w.lane]) & w.mask
					x[lane|w.lane] ^= t
					x[lane] ^= t << w.shift
				}
			}
		}
		for lane := range m.lanes {
			d[lane*n+i] = m.word(x[lane])
		}
	}
}
