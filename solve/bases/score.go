package bases

import "math/bits"

// The weights were found by climbing from rough ones, the mean number of nodes over 1,129 winnable deals of
// Baker's Game and 349 of Eight Off with 5 and 7 cells as the aim. In quarters of a point.
var (
	freeWeights  = [...]int{68, 67, 30, 4, 16} // by free cells
	spareWeights = [...]int{-23, 8, -35}       // by empty columns
	foundDelays  = [...]int{2, 1, 11, 18, 20}  // points, by free cells
)

const (
	heldWeight  = 56  // a run in cells
	baseWeight  = 12  // a base
	awayWeight  = 53  // a card that is not home
	buryWeight  = 11  // an original
	badWeight   = 8   // an original on a lower card of its suit
	nextWeight  = -98 // a next card of a foundation that is buried
	coverWeight = 32  // an original that lies on it
	hungWeight  = -8  // a loose card on a column
)

// score rates a position by what is left to do and by the room for it; the lower the better.
func (s *Solver) score(p *state, l layout) int {
	held := l.out &^ l.hung
	buried := s.deck &^ p.loose
	v := freeWeights[min(l.free, len(freeWeights)-1)] + spareWeights[min(l.spare, len(spareWeights)-1)] +
		heldWeight*bits.OnesCount64(held&^(held<<1)) +
		baseWeight*bits.OnesCount64(p.bases) +
		awayWeight*bits.OnesCount64(s.deck&^p.home) +
		buryWeight*bits.OnesCount64(buried) +
		badWeight*bits.OnesCount64(s.bad&buried) +
		hungWeight*bits.OnesCount64(l.hung)
	for next := s.next(p.home) & buried &^ p.heads; next != 0; next &= next - 1 {
		v += nextWeight + coverWeight*bits.OnesCount64(s.covers[bits.TrailingZeros64(next)]&buried)
	}
	return v / 4
}
