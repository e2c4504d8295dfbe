package deadends

// tolerance is how much the chances of a sweep may still grow, relative to what they are, to be taken for exact.
const tolerance = 1e-9

// Chance returns with what chance play at random wins the position last counted, which must have been counted to the end:
// play that makes all moves that never hurt, and then each of the other moves of the normal form with the same chance, until
// there is none. It is 1 for a position that is won as soon as it settles.
//
// The chances of all positions follow from each other, those of later ones first where possible; since kings may be swapped
// to and fro they are found by iteration, by Gauss and Seidel, from 0 upwards.
func (c *Counter) Chance() float64 {
	if len(c.states) == 0 {
		return 1
	}
	c.chance = append(c.chance[:0], make([]float64, len(c.states))...)
	for c.sweep() {
	}
	return c.chance[0]
}

// sweep computes all chances once more, and reports whether some have grown.
func (c *Counter) sweep() (grown bool) {
	for at := len(c.states) - 1; at >= 0; at-- {
		if !c.won[at] {
			continue
		}
		moves, sum := c.moves[c.first[at]:c.first[at+1]], 0.
		for _, to := range moves {
			if to == end {
				sum++
			} else {
				sum += c.chance[to]
			}
		}
		chance := sum / float64(len(moves))
		grown = grown || chance-c.chance[at] > tolerance*chance
		c.chance[at] = chance
	}
	return grown
}
