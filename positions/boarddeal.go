package positions

import (
	"fmt"
	"strconv"
	"strings"
)

// BoardDeal names a start position on a board of squares by its size.
type BoardDeal struct {
	W, H int // columns, rows
	Rows int // home rows of each side, 1 or 2
}

// String returns the deal as written: "8x8", or "5x5 rows=1" with one home row each.
func (d BoardDeal) String() string {
	s := strconv.Itoa(d.W) + "x" + strconv.Itoa(d.H)
	if d.Rows == 1 {
		s += " rows=1"
	}
	return s
}

// ParseBoardDeal reads a deal as String writes it. Home rows are two unless the text says one.
func ParseBoardDeal(text string) (BoardDeal, error) {
	d := BoardDeal{Rows: 2}
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
		return BoardDeal{}, fmt.Errorf("found deal %q, expected COLUMNSxROWS such as 8x8, or 5x5 rows=1 for one home row each", text)
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

// Check returns an error unless the board has one or two home rows for each side, a size that the game allows, and room
// for them.
func (d BoardDeal) Check(size func(w, h int) error) error {
	if d.Rows != 1 && d.Rows != 2 {
		return fmt.Errorf("found %d home rows, expected 1 or 2", d.Rows)
	}
	if err := size(d.W, d.H); err != nil {
		return err
	}
	if d.H < 2*d.Rows {
		return fmt.Errorf("found a board of %dx%d (columns x rows), expected at least %d rows for two home rows each (rows=1: one)", d.W, d.H, 2*d.Rows)
	}
	return nil
}

// BoardDeal returns the text of the deal that stands for the board of an item: a page's key, or a line such as
// `breakthrough 8x8`. Named says that the line has the game's name.
func (i *Item) BoardDeal(isGame func(name string) bool) (deal Line, named, ok bool) {
	if key, ok := i.Key("deal"); ok {
		return Line{Number: key.Line, Column: key.Column, Text: key.Value}, false, true
	}
	if len(i.Body) != 1 {
		return deal, false, false
	}
	words := i.Body[0].Words()
	if len(words) > 0 && isGame(words[0].Text) {
		named, words = true, words[1:]
	}
	if len(words) == 0 || !isBoardSize(words[0].Text) {
		return deal, false, false
	}
	deal = words[0]
	for _, word := range words[1:] {
		deal.Text += " " + word.Text
	}
	return deal, named, true
}

// isBoardSize reports whether a word looks like 8x8.
func isBoardSize(word string) bool {
	w, h, ok := strings.Cut(strings.NewReplacer("X", "x", "×", "x").Replace(word), "x")
	return ok && w != "" && h != "" && strings.Trim(w+h, "0123456789") == ""
}
