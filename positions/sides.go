package positions

import "strings"

// Sides are the names of a game's two sides, in lower case, the one that begins first; their first letters stand for them
// in a line.
type Sides [2]string

// Letter returns the letter of a side.
func (s *Sides) Letter(side int) byte { return s[side][0] }

// Title returns a side's name in a sentence.
func (s *Sides) Title(side int) string { return strings.ToUpper(s[side][:1]) + s[side][1:] }

// Read reads a side to move: its letter or its name, in any case.
func (s *Sides) Read(text string) (side int, ok bool) {
	text = strings.TrimSuffix(strings.ToLower(text), " to move")
	for side, name := range s {
		if text == name || text == name[:1] {
			return side, true
		}
	}
	return 0, false
}

// ToMove is what a text says of the side to move.
type ToMove struct {
	Side int  // where At says
	At   Line // empty: nowhere
	End  Line // the end of a line, where it is missing
}

// Settle returns the side to move of the board of an item, where hint is what the command line says of it, or "".
func (m *ToMove) Settle(s *Sides, item *Item, board *Grid, hint string) (side int, err *Error) {
	hinted, ok := s.Read(hint)
	switch {
	case hint != "" && !ok:
		return 0, item.Errorf(item.Line, item.Column, "--to-move: found %q, expected %s or %s", hint, s[0], s[1])
	case m.At.Text == "" && ok:
		return hinted, nil
	case m.At.Text == "" && m.End.Number > 0:
		return 0, item.Errorf(m.End.Number, m.End.Column, "found no side to move, expected %c or %c after the rows (or --to-move)", s[0][0], s[1][0])
	case m.At.Text == "":
		return 0, board.Errorf(item, "found no side to move, expected `to-move: %s` or `to-move: %s` (or --to-move)", s[0], s[1])
	case ok && hinted != m.Side:
		return 0, item.Errorf(m.At.Number, m.At.Column, "found %s to move, expected %s as --to-move says", s.Title(m.Side), s.Title(hinted))
	}
	return m.Side, nil
}
