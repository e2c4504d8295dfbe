package quiet

// kind is what is done to each word d of the row that is written, with the word s of the row that is read, in which a
// bit is a win for the other side, or in the last three kinds for the same side.
type kind uint8

const (
	step     kind = iota // d |= ^s: a move that leaves the second row alone
	stepBoth             // the same on two subcubes: a white move to a square where a black piece may stand
	leave                // a piece of any of up to three columns leaves the second row
	enter                // a piece comes to any of up to three columns of the second row
	gain                 // d |= s & t: whatever the other side answers, with s or with t
	meet                 // d &= s
	offer                // White comes to a column of the second row; s and t are the answers that capture it there
)

// op is a kind with its operands.
type op[T word] struct {
	kind  kind
	both  int     // words between the two subcubes of stepBoth
	shift [3]uint // by column: the bits between a set without and with it
	mask  [3]T    // the sets that the bits of s are taken from; of enter: that they come to; 0: no column
}

// column adds a column to leave or enter: the sets without it are given.
func (o *op[T]) column(i, col int, without T) { o.shift[i], o.mask[i] = 1<<col, without }

// apply does an operation on the subcubes of d and s that c describes; t is read like s.
func apply[T word](c *cube, o *op[T], d, s, t []T) {
	switch c.dims {
	case 0:
		applyRun(o, d, s[:c.run], t)
	case 1:
		applyPlane(c, o, d, s, t)
	default:
		applyDims(c, o, d, s, t, c.dims-1)
	}
}

func applyDims[T word](c *cube, o *op[T], d, s, t []T, dim int) {
	if dim == 0 {
		applyPlane(c, o, d, s, t)
		return
	}
	stepD, stepS := c.stepD[dim&(maxDims-1)], c.stepS[dim&(maxDims-1)]
	for i := range c.size[dim&(maxDims-1)] {
		applyDims(c, o, d[i*stepD:], s[i*stepS:], t[i*stepS:], dim-1)
	}
}

// longRun: from it on the loop over a run is the inner one in any case.
const longRun = 8

// applyPlane does an operation on the runs of the innermost loop.
func applyPlane[T word](c *cube, o *op[T], d, s, t []T) {
	run, n, stepD, stepS := c.run, c.size[0], c.stepD[0], c.stepS[0]
	if run >= longRun || run >= n {
		for i := range n {
			applyRun(o, d[i*stepD:], s[i*stepS:][:run], t[i*stepS:])
		}
		return
	}
	for i := range run {
		applyStrided(o, d[i:], s[i:], t[i:], n, stepD, stepS)
	}
}

func applyRun[T word](o *op[T], d, s, t []T) {
	t = t[:len(s)]
	d0 := d[:len(s)]
	s0, s1, s2 := o.shift[0]&63, o.shift[1]&63, o.shift[2]&63
	m0, m1, m2 := o.mask[0], o.mask[1], o.mask[2]
	switch o.kind {
	case step:
		for i, x := range s {
			d0[i] |= ^x
		}
	case stepBoth:
		d1 := d[o.both:][:len(s)]
		for i, x := range s {
			d0[i] |= ^x
			d1[i] |= ^x
		}
	case leave:
		for i, x := range s {
			x = ^x
			d0[i] |= T(uint64(x&m0)<<s0 | uint64(x&m1)<<s1 | uint64(x&m2)<<s2)
		}
	case enter:
		for i, x := range s {
			y := uint64(^x)
			d0[i] |= T(y>>s0)&m0 | T(y>>s1)&m1 | T(y>>s2)&m2
		}
	case gain:
		for i, x := range s {
			d0[i] |= x & t[i]
		}
	case meet:
		for i, x := range s {
			d0[i] &= x
		}
	case offer:
		for i, x := range s {
			x &= t[i]
			d0[i] |= x&m1 | T(uint64(x&m0)>>s0)
		}
	}
}

func applyStrided[T word](o *op[T], d, s, t []T, n, stepD, stepS int) {
	s0, s1, s2 := o.shift[0]&63, o.shift[1]&63, o.shift[2]&63
	m0, m1, m2 := o.mask[0], o.mask[1], o.mask[2]
	j, k := 0, 0
	switch o.kind {
	case step:
		for range n {
			d[j] |= ^s[k]
			j, k = j+stepD, k+stepS
		}
	case stepBoth:
		both := o.both
		for range n {
			x := ^s[k]
			d[j] |= x
			d[j+both] |= x
			j, k = j+stepD, k+stepS
		}
	case leave:
		for range n {
			x := ^s[k]
			d[j] |= T(uint64(x&m0)<<s0 | uint64(x&m1)<<s1 | uint64(x&m2)<<s2)
			j, k = j+stepD, k+stepS
		}
	case enter:
		for range n {
			y := uint64(^s[k])
			d[j] |= T(y>>s0)&m0 | T(y>>s1)&m1 | T(y>>s2)&m2
			j, k = j+stepD, k+stepS
		}
	case gain:
		for range n {
			d[j] |= s[k] & t[k]
			j, k = j+stepD, k+stepS
		}
	case meet:
		for range n {
			d[j] &= s[k]
			j, k = j+stepD, k+stepS
		}
	case offer:
		for range n {
			x := s[k] & t[k]
			d[j] |= x&m1 | T(uint64(x&m0)>>s0)
			j, k = j+stepD, k+stepS
		}
	}
}
