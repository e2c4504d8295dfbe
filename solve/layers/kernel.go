package layers

import (
	"math/bits"

	"foregone/positions/entropy"
)

// number is how the values of a layer are kept: the narrowest that holds them.
type number interface{ ~uint16 | ~uint32 | ~uint64 }

// worker computes the values of one mask at a time.
type worker[S, T number] struct {
	plan    *plan
	ranks   *ranks // of layer k
	beyond  *ranks // of layer k+1
	weights []uint16
	least   []S // by pattern and colour: what Chaos makes of the draw
	cells   []uint8
	shifts  []uint8
}

// draw computes the values of the turns of a draw with the chips on a mask, from those of Order's turns in the layer above.
func (w *worker[S, T]) draw(m mask, out []T, orders []S) {
	n := w.plan.colours.number
	for i := range w.least {
		w.least[i] = ^S(0)
	}
	for holes := (mask(1)<<w.plan.cells - 1) &^ m; holes != 0; holes &= holes - 1 {
		hole := holes & -holes
		size := w.beyond.size
		form := int(w.plan.forms[m|hole].index)
		w.place(m, hole, orders[form*size:(form+1)*size])
	}
	for i, counts := range w.ranks.ends {
		sum := T(0)
		for colour, least := range w.least[i*n : (i+1)*n] {
			if weight := w.weights[counts+uint32(colour)]; weight > 0 {
				sum += T(weight) * T(least)
			}
		}
		out[i] = sum
	}
}

// place lowers what Chaos makes of every draw by putting the chip on one cell.
func (w *worker[S, T]) place(m, hole mask, orders []S) {
	w.cells = w.plan.order(w.cells[:0], m|hole)
	w.shifts = w.shifts[:0]
	at := 0
	for i, cell := range w.cells {
		if mask(1)<<cell == hole {
			at = i
		}
		w.shifts = append(w.shifts, shift(m, int(cell)))
	}
	before, after := w.shifts[:at], w.shifts[at+1:]
	n := w.plan.colours.number
	steps, skip := w.plan.colours.steps, w.beyond.skip
	for i, p := range w.ranks.patterns {
		var rank, counts, state uint32
		for _, shift := range before {
			e := steps[state|uint32(p>>shift)&7]
			rank += skip[counts|uint32(e)&7]
			counts += uint32(e) >> 8
			state = uint32(e >> 32)
		}
		least := w.least[i*n : (i+1)*n]
		for colour := range least {
			if w.weights[w.ranks.ends[i]+uint32(colour)] == 0 {
				continue
			}
			e := steps[state|uint32(colour)]
			rank, counts, state := rank+skip[counts|uint32(e)&7], counts+uint32(e)>>8, uint32(e>>32)
			for _, shift := range after {
				e := steps[state|uint32(p>>shift)&7]
				rank += skip[counts|uint32(e)&7]
				counts += uint32(e) >> 8
				state = uint32(e >> 32)
			}
			least[colour] = min(least[colour], orders[rank])
		}
	}
}

// shift returns where the colour of a cell's chip stands in the patterns of a mask that is a form.
func shift(m mask, cell int) uint8 {
	return uint8(3 * bits.OnesCount32(uint32(m&(1<<cell-1))))
}

// order computes the values of Order's turns with the chips on a mask from those of all turns of a draw in the layer.
func (w *worker[S, T]) order(m mask, out, draws []T) {
	size := w.ranks.size
	form := int(w.plan.forms[m].index)
	copy(out, draws[form*size:(form+1)*size])
	for _, s := range w.plan.slides(m) {
		next := m&^(1<<s.from) | 1<<s.to
		w.cells = w.plan.order(w.cells[:0], next)
		w.shifts = w.shifts[:0]
		for _, cell := range w.cells {
			if cell == s.to {
				cell = s.from
			}
			w.shifts = append(w.shifts, shift(m, int(cell)))
		}
		form := int(w.plan.forms[next].index)
		reached := draws[form*size : (form+1)*size]
		for i, p := range w.ranks.patterns {
			out[i] = max(out[i], reached[w.ranks.rank(w.plan.colours.steps, p, w.shifts)])
		}
	}
}

type slide struct{ from, to uint8 }

// slides returns Order's slides with the chips on a mask, which the rules give for chips of any colour.
func (p *plan) slides(m mask) []slide {
	at := entropy.Position{N: uint8(p.N), Acts: entropy.Order}
	for ; m != 0; m &= m - 1 {
		at.Cells[bits.TrailingZeros32(uint32(m))] = 1
	}
	var slides []slide
	for _, move := range at.Moves(nil) {
		if !move.IsPass() {
			slides = append(slides, slide{uint8(move.From), uint8(move.To)})
		}
	}
	return slides
}
