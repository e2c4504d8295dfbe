package games

import (
	"strconv"

	"foregone/positions/crossings"
)

// Facts implements Factual. Of the side that is not to move nothing is said that it could do while the other one must cross.
func (e *crossingsPosition) Facts(*Analysis) any {
	var f CrossingsFacts
	for i, side := range []crossings.Side{e.p.ToMove, e.p.ToMove.Other()} {
		p := e.p
		p.ToMove = side
		c := Crossers{Side: side.String(), Groups: groups(&p, side), Captures: []string{}, Crossing: []string{}}
		if i == 0 || !e.p.MustCross() {
			far := p.FarRow(side)
			for _, m := range p.Moves(nil) {
				if m.Capture {
					c.Captures = append(c.Captures, p.MoveString(m))
				}
				if m != crossings.Pass && far.Has(m.To) {
					c.Crossing = append(c.Crossing, p.MoveString(m))
				}
			}
		}
		f.Sides[i] = c
	}
	return f
}

// groups counts the lines of a side's stones that have not crossed, each as long as it goes: rows, columns and diagonals of two
// stones or more.
func groups(p *crossings.Position, side crossings.Side) map[string]int {
	free := p.Stones[side].AndNot(p.FarRow(side))
	w, h := int(p.W), int(p.H)
	has := func(column, row int) bool {
		return column >= 0 && column < w && row >= 0 && row < h && free.Has(crossings.Square(row*w+column))
	}
	count := map[string]int{}
	for row := range h {
		for column := range w {
			for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				if !has(column, row) || has(column-d[0], row-d[1]) {
					continue
				}
				size := 1
				for has(column+size*d[0], row+size*d[1]) {
					size++
				}
				if size > 1 {
					count[strconv.Itoa(size)]++
				}
			}
		}
	}
	return count
}
