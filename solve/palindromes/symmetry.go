package palindromes

import (
	"foregone/positions/entropy"
	"foregone/solve/expectimax"
)

// symmetry tells boards that are alike: turned or mirrored, and with colours renamed of which the root has equally many
// chips on the board, in hand and in the bag, so that what the bag holds still follows from the board.
type symmetry struct {
	on    bool
	turns [8][16]uint8                  // the cell that stands at each place, row*n + column
	class [entropy.MaxColours + 1]uint8 // by colour: the least one with as many chips
	heir  [entropy.MaxColours + 1]uint8 // by colour: the next one of its class, 0 after the last
}

// set prepares for a root. Few boards are alike unless most of the root's is empty; up to 4x4 a board fits a word.
func (y *symmetry) set(p *entropy.Position) {
	n := int(p.N)
	y.on = n <= 4 && p.Empty() > n*n/2
	if !y.on {
		return
	}
	for i := range n * n {
		row, column := i/n, i%n
		for turn := range y.turns {
			a, b := row, column
			if turn&4 != 0 {
				a, b = b, a
			}
			if turn&2 != 0 {
				a = n - 1 - a
			}
			if turn&1 != 0 {
				b = n - 1 - b
			}
			y.turns[turn][i] = uint8(a*n + b)
		}
	}
	totals := p.Bag
	totals[p.Chip]++
	for _, c := range p.Board() {
		totals[c]++
	}
	for c := entropy.MaxColours; c > 0; c-- {
		y.class[c], y.heir[c] = uint8(c), 0
		for d := c + 1; d <= entropy.MaxColours; d++ {
			if totals[d] != totals[c] {
				continue
			}
			if y.heir[c] == 0 {
				y.heir[c] = uint8(d)
			}
			y.class[d] = uint8(c)
		}
	}
}

// key returns the least of the boards that are alike, with who acts.
func (y *symmetry) key(n int, s *state) expectimax.Key {
	var cells [16]uint8
	size := n * n
	for i := range size {
		cells[i] = uint8(s.rows[i/n] >> (3 * (i % n)) & 7)
	}
	best := expectimax.Key{1<<64 - 1, 1<<64 - 1, 0}
	for turn := range y.turns {
		next := y.class // by class, the name of the next colour that is met
		var names [entropy.MaxColours + 1]uint8
		name := func(c uint8) uint64 {
			if c != 0 && names[c] == 0 {
				names[c] = next[y.class[c]]
				next[y.class[c]] = y.heir[names[c]]
			}
			return uint64(names[c])
		}
		board := uint64(0)
		for _, from := range y.turns[turn][:size] {
			board = board<<3 | name(cells[from])
		}
		chip := name(s.chip)
		if board < best[0] || board == best[0] && chip < best[1] {
			best[0], best[1] = board, chip
		}
	}
	best[2] = uint64(s.acts) | 1<<63
	return best
}
