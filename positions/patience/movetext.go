package patience

import "strconv"

// cellLetters names the cells; h is the foundation.
const cellLetters = "abcdefgklmno"

// String returns the place as one letter: columns 1 to 9 then 0, cells a to g then k to o, h for home.
func (l Place) String() string {
	switch {
	case l.isColumn() && l < MaxColumns:
		return string("1234567890"[l])
	case l.isCell() && l-FirstCell < MaxCells:
		return string(cellLetters[l-FirstCell])
	case l == Home:
		return "h"
	}
	return "?"
}

// String returns the move in standard notation: "8b", "1h", "26v3".
func (m Move) String() string {
	s := m.From.String() + m.To.String()
	if m.N > 1 {
		s += "v" + strconv.Itoa(int(m.N))
	}
	return s
}
