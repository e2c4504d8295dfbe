package crossings

import "foregone/positions"

// Deal names a start position by its size.
type Deal struct{ positions.BoardDeal }

// ParseDeal reads a deal as String writes it. Home rows are two unless the text says one.
func ParseDeal(text string) (Deal, error) {
	d, err := positions.ParseBoardDeal(text)
	return Deal{d}, err
}

// Start returns the start position of a deal, Red to move.
func (d Deal) Start() (Position, error) { return Start(d.W, d.H, d.Rows) }

// Start returns the start position on w columns and h rows, the given number of home rows, 1 or 2, filled by each
// side, Red to move.
func Start(w, h, rows int) (Position, error) {
	if err := (positions.BoardDeal{W: w, H: h, Rows: rows}).Check(checkSize); err != nil {
		return Position{}, err
	}
	p := Position{W: uint8(w), H: uint8(h)}
	for i := range rows {
		p.Stones[Red] = p.Stones[Red].Or(rowSet(w, i))
		p.Stones[Black] = p.Stones[Black].Or(rowSet(w, h-1-i))
	}
	return p, nil
}
