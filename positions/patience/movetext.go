package patience

import (
	"fmt"
	"strconv"
	"strings"

	"foregone/positions"
)

// cellLetters names the cells; h is the foundation.
const cellLetters = "abcdefgklmno"

// columnLetters names the columns.
const columnLetters = "1234567890"

// String returns the place as one letter: columns 1 to 9 then 0, cells a to g then k to o, h for home.
func (l Place) String() string {
	switch {
	case l.isColumn() && l < MaxColumns:
		return columnLetters[l : l+1]
	case l.isCell() && l-FirstCell < MaxCells:
		return cellLetters[l-FirstCell : l-FirstCell+1]
	case l == Home:
		return "h"
	}
	return "?"
}

// pairs holds the text of every move of one card, which is most of what a solution is made of.
var pairs = func() (t [Home + 1][Home + 1]string) {
	for from := range t {
		for to := range t[from] {
			t[from][to] = Place(from).String() + Place(to).String()
		}
	}
	return t
}()

// String returns the move in standard notation: "8b", "1h", "26v3".
func (m Move) String() string {
	s := "??"
	if m.From <= Home && m.To <= Home {
		s = pairs[m.From][m.To]
	}
	if m.N > 1 {
		s += "v" + strconv.Itoa(int(m.N))
	}
	return s
}

// placeOf returns the place of a letter.
func placeOf(letter byte) (Place, bool) {
	if letter == 'h' {
		return Home, true
	}
	if i := strings.IndexByte(columnLetters, letter); i >= 0 {
		return Place(i), true
	}
	if i := strings.IndexByte(cellLetters, letter); i >= 0 {
		return Cell(i), true
	}
	return 0, false
}

// ParseMove reads a legal move of p in standard notation, in either case. Without a count it is the longest run
// that may move, one card between other places. A text that is no move is an error, an illegal move an
// *IllegalError.
func (p *Position) ParseMove(text string) (Move, error) {
	m, counted, err := parseMove(text)
	if err != nil {
		return Move{}, err
	}
	if !counted && m.From.isColumn() && m.To.isColumn() {
		m.N = p.runTo(m)
	}
	return m, p.Check(m)
}

// ParseWritten reads a move exactly as String writes it, where a move without a count is of one card. It does not
// look at a position.
func ParseWritten(text string) (Move, error) {
	m, _, err := parseMove(text)
	return m, err
}

// parseMove reads a move without looking at a position.
func parseMove(text string) (m Move, counted bool, err error) {
	s := strings.ToLower(strings.TrimSpace(text))
	fail := func() (Move, bool, error) {
		return Move{}, false, fmt.Errorf("found %q, expected a move such as 8b, 26v3 or 1h", positions.Shorten(text, 20))
	}
	if len(s) < 2 {
		return fail()
	}
	from, ok := placeOf(s[0])
	to, ok2 := placeOf(s[1])
	if !ok || !ok2 {
		return fail()
	}
	m = Move{from, to, 1}
	if s = s[2:]; s == "" {
		return m, false, nil
	}
	n, ok := runCount(s)
	if !ok {
		return fail()
	}
	m.N = n
	return m, true, nil
}

// runCount reads v and a count of cards: decimal, or a to d for 10 to 13 as fc-solve writes them.
func runCount(s string) (uint8, bool) {
	if len(s) == 2 && s[0] == 'v' && s[1] >= 'a' && s[1] <= 'd' {
		return s[1] - 'a' + 10, true
	}
	n, ok := smallNumber(strings.TrimPrefix(s, "v"))
	return uint8(n), ok && s[0] == 'v' && n > 0
}

// runTo returns the longest run that may move between two columns; when none may, the run that fits there by its
// cards, so that the reason can be told, or 1.
func (p *Position) runTo(m Move) uint8 {
	if int(m.From) >= p.NumColumns() || int(m.To) >= p.NumColumns() {
		return 1
	}
	run := p.RunLength(int(m.From))
	for n := run; n >= 1; n-- {
		if p.Check(Move{m.From, m.To, uint8(n)}) == nil {
			return uint8(n)
		}
	}
	from, to := &p.Columns[m.From], &p.Columns[m.To]
	for n := run; n >= 1; n-- {
		bottom := from.Cards[int(from.Len)-n]
		if to.Len > 0 && p.Rules.Stacks(bottom, to.Top()) || to.Len == 0 && p.Rules.Fills(bottom) {
			return uint8(n)
		}
	}
	return 1
}
