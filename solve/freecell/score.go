package freecell

import "math/bits"

// weights say how far from won a state looks: lower is better. A card is steady while it is in a column and has not
// moved since the given position.
type weights struct {
	free  [6]int32 // by free cells, 5 and more alike
	empty [4]int32 // by empty columns, 3 and more alike
	away  int32    // a card that is not home
	over  int32    // a steady card above one whose turn it is to go home
	over2 int32    // a steady card above one that is the second of its suit to go home
	hung  int32    // a card whose turn it is in a column that other cards came to
	dealt int32    // a card on another one that may not be built there
	loose int32    // a card on another one in order
	depth int32    // a move since the given position
}

// A score loses its last scale bits in the queue; zero is added.
const (
	scale = 2
	zero  = 256
)

// outlook is what scores are reckoned from: the foundations and the cards that wait for them.
type outlook struct {
	next    uint64    // cards whose turn it is to go home
	safe    uint64    // those of them that it is safe to bring home
	over    uint64    // cards that were dealt above the next ones
	over2   uint64    // other cards that were dealt above those that come after them
	columns [4]uint64 // the next ones, each with the cards dealt above it
	waits   uint64    // all of these
	value   int32     // of the cards that are not home
}

// look fills o for s.
func (b *board) look(s *state, w *weights, o *outlook) {
	away := s.away()
	up := b.all &^ away
	*o = outlook{next: (up<<4 | aces) & b.all &^ up, value: w.away * count(away)}
	for i, m := 0, o.next; m != 0; i, m = i+1, m&(m-1) {
		c := uint(bits.TrailingZeros64(m)) & 63
		if b.needs[c]&^up == 0 {
			o.safe |= 1 << c
		}
		o.over |= b.above[c]
		o.over2 |= b.above[(c+4)&63]
		o.columns[i&3] = b.above[c] | 1<<c
		o.waits |= b.above[c] | 1<<c
	}
	o.over2 &^= o.over
}

// hung returns how many of the next cards lie in columns that other cards came to.
func (o *outlook) hung(steady, open uint64) int32 {
	n := int32(0)
	for _, c := range &o.columns {
		if c&steady != 0 && c&steady&open == 0 {
			n++
		}
	}
	return n
}

// score returns the score of s, whose outlook is o.
func (b *board) score(s *state, o *outlook, w *weights) int32 {
	free, empty := b.room(s)
	return o.value + w.free[min(free, 5)] + w.empty[min(empty, 3)] +
		w.over*count(o.over&s.steady) +
		w.over2*count(o.over2&s.steady) +
		w.hung*o.hung(s.steady, s.open) +
		w.dealt*count(s.p0&s.p1&^s.p2) +
		w.loose*count(s.p2) +
		w.depth*int32(s.depth)
}

// room returns the numbers of free cells and empty columns.
func (b *board) room(s *state) (free, empty uint) {
	return uint(b.rules.Cells) - uint(bits.OnesCount64(s.cells())),
		uint(b.rules.Columns) - uint(bits.OnesCount64(s.bases()))
}

func count(m uint64) int32 { return int32(bits.OnesCount64(m)) }
