package expected

import (
	"math"
	"math/bits"

	"foregone/positions/entropy"
)

// Reference plays Chaos and Order by expected palindromes and the least search: players to measure others by.
//
// Chaos puts its chip where Order's best slide makes the least of it. Order chooses among the twelve slides that make the
// most at once by what is to be expected after the next draw, Chaos' placement and Order's slide.
type Reference struct {
	values *values
	buf    []move
}

// referenceSlides is how many slides Order chooses from.
const referenceSlides = 12

// NewReference returns a reference player for positions like p: of its size, with as many colours. A pair of cells is taken
// to match with probability one/colours when one of them is filled, and both/colours when neither is.
func NewReference(p *entropy.Position, one, both float64) *Reference {
	colours := 0
	bag := p.Chips()
	for _, count := range bag {
		if count > 0 {
			colours++
		}
	}
	return &Reference{values: newValues(int(p.N), matches{one / float64(colours), both / float64(colours)})}
}

// Move returns the move of Chaos or of Order in a position that is not over.
func (r *Reference) Move(p *entropy.Position) entropy.Move {
	b := newBoard(p)
	if p.Acts == entropy.Chaos {
		at, _ := r.place(&b, uint32(p.Chip))
		return entropy.Move{Acts: entropy.Chaos, Chip: p.Chip, To: square(p, uint8(at))}
	}
	return slideOf(p, r.slide(&b))
}

// slideOf returns Order's move as the rules have it.
func slideOf(p *entropy.Position, m move) entropy.Move {
	if m.from == m.to {
		return entropy.Pass
	}
	return entropy.Move{Acts: entropy.Order, From: square(p, m.from), To: square(p, m.to)}
}

func square(p *entropy.Position, at uint8) entropy.Square {
	return entropy.Square(at>>3*p.N + at&7)
}

// place returns Chaos' cell for a chip, and the value after Order's slide.
func (r *Reference) place(b *board, chip uint32) (at int, least int32) {
	v := r.values
	value := v.sum(b)
	least = math.MaxInt32
	for holes := b.holes; holes != 0; holes &= holes - 1 {
		to := bits.TrailingZeros64(holes)
		next := *b
		next.put(to, chip)
		gain, _ := v.threats(&next)
		if w := value + v.gain(b, to, chip) + gain; w < least {
			at, least = to, w
		}
	}
	return at, least
}

// slide returns Order's slide.
func (r *Reference) slide(b *board) move {
	r.buf = r.values.slides(b, r.values.sum(b), r.buf[:0])
	var best move
	most := int64(math.MinInt64)
	for _, m := range first(r.buf, referenceSlides) {
		next := b.after(m, 0)
		if w := r.expect(&next); w > most {
			best, most = m, w
		}
	}
	return best
}

// expect returns the value to be expected of a board where a draw comes, times the chips in the bag.
func (r *Reference) expect(b *board) int64 {
	sum := int64(0)
	for c := uint32(1); c <= entropy.MaxColours; c++ {
		if count := b.bag[c]; count > 0 {
			_, value := r.place(b, c)
			sum += int64(count) * int64(value)
		}
	}
	return sum
}
