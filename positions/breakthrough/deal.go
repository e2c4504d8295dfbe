package breakthrough

import "foregone/positions"

// Deal names a start position by its size.
type Deal struct{ positions.BoardDeal }

// ParseDeal reads a deal as String writes it. Home rows are two unless the text says one.
func ParseDeal(text string) (Deal, error) {
	d, err := positions.ParseBoardDeal(text)
	return Deal{d}, err
}

// Start returns the start position of a deal, White to move.
func (d Deal) Start() (Position, error) { return Start(d.W, d.H, d.Rows) }

// Start returns the start position on w columns and h rows, the given number of home rows, 1 or 2, filled by each
// side, White to move.
func Start(w, h, rows int) (Position, error) {
	if err := (positions.BoardDeal{W: w, H: h, Rows: rows}).Check(checkSize); err != nil {
		return Position{}, err
	}
	p := Position{W: uint8(w), H: uint8(h)}
	for i := range rows {
		p.Pieces[White] = p.Pieces[White].Or(rowSet(w, i))
		p.Pieces[Black] = p.Pieces[Black].Or(rowSet(w, h-1-i))
	}
	return p, nil
}
