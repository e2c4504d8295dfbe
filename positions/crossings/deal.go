package crossings

import (
	"fmt"
	"strconv"
	"strings"
)

// Deal names a start position by its size.
type Deal struct {
	W, H int // columns, rows
	Rows int // home rows of each side, 1 or 2
}

// String returns the deal as written: "8x8", or "5x5 rows=1" with one home row each.
func (d Deal) String() string {
	s := strconv.Itoa(d.W) + "x" + strconv.Itoa(d.H)
	if d.Rows == 1 {
		s += " rows=1"
	}
	return s
}

// ParseDeal reads a deal as String writes it. Home rows are two unless the text says one.
func ParseDeal(text string) (Deal, error) {
	d := Deal{Rows: 2}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, "×", "x")))
	ok := len(words) == 1 || len(words) == 2
	if ok {
		w, h, found := strings.Cut(words[0], "x")
		var err, err2 error
		d.W, err = smallNumber(w)
		d.H, err2 = smallNumber(h)
		ok = found && err == nil && err2 == nil
	}
	if ok && len(words) == 2 {
		rows, found := strings.CutPrefix(words[1], "rows=")
		var err error
		d.Rows, err = smallNumber(rows)
		ok = found && err == nil
	}
	if !ok {
		return Deal{}, fmt.Errorf("found deal %q, expected COLUMNSxROWS such as 8x8, or 5x5 rows=1 for one home row each", text)
	}
	return d, nil
}

// smallNumber reads up to four decimal digits.
func smallNumber(s string) (int, error) {
	if len(s) > 4 || strings.Trim(s, "0123456789") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(s)
}

// Start returns the start position of a deal, Red to move.
func (d Deal) Start() (Position, error) { return Start(d.W, d.H, d.Rows) }

// Start returns the start position on w columns and h rows, the given number of home rows, 1 or 2, filled by each
// side, Red to move.
func Start(w, h, rows int) (Position, error) {
	if rows != 1 && rows != 2 {
		return Position{}, fmt.Errorf("found %d home rows, expected 1 or 2", rows)
	}
	if err := checkSize(w, h); err != nil {
		return Position{}, err
	}
	if h < 2*rows {
		return Position{}, fmt.Errorf("found a board of %dx%d (columns x rows), expected at least %d rows for two home rows each (rows=1: one)", w, h, 2*rows)
	}
	p := Position{W: uint8(w), H: uint8(h)}
	for i := range rows {
		p.Stones[Red] = p.Stones[Red].Or(rowSet(w, i))
		p.Stones[Black] = p.Stones[Black].Or(rowSet(w, h-1-i))
	}
	return p, nil
}
