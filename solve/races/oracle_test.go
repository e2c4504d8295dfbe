package races

import (
	"math/rand/v2"
	"os"
	"testing"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// oracle knows positions by trying all moves to the end.
type oracle map[breakthrough.Position]int16

// distance returns the plies to the end, the winner playing for the fewest and the loser for the most: positive when
// the side to move wins, else 0 or negative.
func (o oracle) distance(p breakthrough.Position) int16 {
	if winner, over := p.Winner(); over {
		if winner == p.ToMove {
			panic("the side to move has won already")
		}
		return 0
	}
	if d, ok := o[p]; ok {
		return d
	}
	win, loss := int16(0), int16(0)
	for _, m := range p.Moves(nil) {
		switch d := o.distance(after(&p, m)); {
		case d > 0:
			loss = min(loss, -d-1)
		case win == 0 || 1-d < win:
			win = 1 - d
		}
	}
	d := loss
	if win > 0 {
		d = win
	}
	o[p] = d
	return d
}

// best returns the moves that keep the verdict, and those that keep the distance.
func (o oracle) best(p breakthrough.Position) (verdict, distance []breakthrough.Move) {
	d := o.distance(p)
	for _, m := range p.Moves(nil) {
		next := o.distance(after(&p, m))
		if (d > 0) == (next <= 0) {
			verdict = append(verdict, m)
		}
		if d > 0 && next == 1-d || d <= 0 && next == -d-1 {
			distance = append(distance, m)
		}
	}
	return verdict, distance
}

func verdictOf(distance int16) solve.Verdict {
	if distance > 0 {
		return solve.Win
	}
	return solve.Loss
}

// scattered returns a position that is not over, with at most the given number of pieces. Some stand in crowds, some far
// ahead.
func scattered(rng *rand.Rand, w, h, pieces int) breakthrough.Position {
	for {
		p := breakthrough.Position{W: uint8(w), H: uint8(h), ToMove: breakthrough.Side(rng.IntN(2))}
		uneven, crowded := rng.IntN(3), rng.IntN(3) == 0
		sq, side := breakthrough.Square(rng.IntN(w*h)), breakthrough.White
		for range 2 + rng.IntN(pieces-1) {
			if !crowded || rng.IntN(4) == 0 {
				sq, side = breakthrough.Square(rng.IntN(w*h)), breakthrough.Side(rng.IntN(2))
			} else if next := int(sq) + []int{1, -1, w, -w, w + 1}[rng.IntN(5)]; next >= 0 && next < w*h {
				sq = breakthrough.Square(next)
			}
			// Most pieces stand in their own half, so that some games are long.
			if row := int(sq) / w; !crowded && rng.IntN(4) > uneven && (row >= (h+1)/2) == (side == breakthrough.White) {
				side = side.Other()
			}
			if !p.Pieces[side.Other()].Has(sq) {
				p.Pieces[side].Add(sq)
			}
		}
		if !p.Over() {
			return p
		}
	}
}

// samples are the boards on which engines are compared with the oracle, with the most pieces in the short form.
var samples = []struct{ w, h, pieces int }{
	{2, 3, 6}, {3, 3, 8}, {4, 3, 9}, {2, 4, 8}, {3, 4, 8}, {4, 4, 8}, {2, 5, 8}, {3, 5, 7}, {4, 5, 6}, {5, 4, 7},
	{2, 7, 8}, {3, 6, 6}, {4, 6, 5}, {5, 5, 5}, {5, 6, 5}, {6, 5, 5}, {7, 6, 4}, {8, 5, 4}, {2, 9, 6},
}

// rounds calls f with n positions on each board of samples, or 40 times as many, with more pieces, in the long form.
func rounds(t *testing.T, seed uint64, n int, f func(o oracle, p breakthrough.Position)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	more := 0
	if os.Getenv("FOREGONE_SLOW") == "1" {
		n *= 40
		more = 2
	}
	for _, size := range samples {
		o := oracle{}
		for range n {
			f(o, scattered(rng, size.w, size.h, size.pieces+more))
			if len(o) > 1<<21 {
				clear(o)
			}
		}
	}
}
