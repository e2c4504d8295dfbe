package entropy

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// SquareName returns the column's letter and the row's number: "a1" is the lower left.
func (p *Position) SquareName(sq Square) string { return string(p.appendSquare(nil, sq)) }

func (p *Position) appendSquare(buf []byte, sq Square) []byte {
	return positions.AppendSquare(buf, int(sq), int(p.N))
}

// MoveString returns a move in standard notation: "B" drawn, "B@c4", "e1-e4", "pass".
func (p *Position) MoveString(m Move) string { return string(p.AppendMove(nil, m)) }

// AppendMove appends a move in standard notation to buf and returns it.
func (p *Position) AppendMove(buf []byte, m Move) []byte {
	switch {
	case m.Acts == Draw:
		return append(buf, letterOf(m.Chip))
	case m.Acts == Chaos:
		return p.appendSquare(append(buf, letterOf(m.Chip), '@'), m.To)
	case m.IsPass():
		return append(buf, "pass"...)
	}
	return p.appendSquare(append(p.appendSquare(buf, m.From), '-'), m.To)
}

// ParseMove reads a legal move of p: a colour at the turn of a draw, B@c4, BUc4 or the cell alone for Chaos, e1-e4, e1e4 or
// pass for Order, in either case. A text that is no move is an error, an illegal move an *IllegalError.
func (p *Position) ParseMove(text string) (Move, error) {
	m, err := p.parseMove(text)
	if err != nil {
		return Move{}, err
	}
	return m, p.Check(m)
}

// parseMove reads the text of a move. The chip of a cell alone is the drawn one.
func (p *Position) parseMove(text string) (Move, error) {
	s := strings.TrimRight(strings.ToLower(strings.TrimSpace(text)), "+!?#")
	if s == "pass" {
		return Pass, nil
	}
	if len(s) == 1 || len(s) > 1 && s[1] == '@' {
		c := colourOf(s[0])
		if c == 0 {
			return Move{}, p.noMove(text)
		}
		if len(s) == 1 {
			return Move{Acts: Draw, Chip: c}, nil
		}
		return p.place(text, s[2:], c)
	}
	if c, cell, ok := codedPlace(s); ok {
		return p.place(text, cell, c)
	}
	from, rest, ok := p.parseSquare(s)
	if !ok {
		return Move{}, p.noMove(text)
	}
	if rest == "" {
		return Move{Acts: Chaos, Chip: p.Chip, To: from}, nil
	}
	for _, dash := range [...]string{"-", "–", "—"} {
		if after, found := strings.CutPrefix(rest, dash); found {
			rest = after
			break
		}
	}
	to, rest, ok := p.parseSquare(rest)
	if !ok || rest != "" || from == to {
		return Move{}, p.noMove(text)
	}
	return Move{Acts: Order, From: from, To: to}, nil
}

// place reads the cell on which Chaos puts a chip.
func (p *Position) place(text, cell string, c Colour) (Move, error) {
	to, rest, ok := p.parseSquare(cell)
	if !ok || rest != "" {
		return Move{}, p.noMove(text)
	}
	return Move{Acts: Chaos, Chip: c, To: to}, nil
}

// ParseWritten reads a move exactly as MoveString writes it. Of p it uses the size of the board alone.
func (p *Position) ParseWritten(text string) (Move, error) {
	m, err := p.parseMove(text)
	if err == nil && p.MoveString(m) != text {
		err = p.noMove(text)
	}
	if err != nil {
		return Move{}, err
	}
	return m, nil
}

func (p *Position) noMove(text string) error {
	return fmt.Errorf("found %q, expected a move such as B@%s, a1-a2 or pass, on cells from a1 to %[2]s", positions.Shorten(text, 20), p.SquareName(Square(max(1, p.Size())-1)))
}

// parseSquare reads the cell of the board at the beginning of text, and returns what follows it.
func (p *Position) parseSquare(text string) (Square, string, bool) {
	if len(text) < 2 || text[0] < 'a' || text[0] >= 'a'+p.N || text[1] < '1' || text[1] >= '1'+p.N {
		return 0, text, false
	}
	return Square(text[1]-'1')*Square(p.N) + Square(text[0]-'a'), text[2:], true
}

// colourOf returns the colour of a letter in either case, 0 when it is none.
func colourOf(letter byte) Colour {
	if c := letter | 0x20; c >= 'a' && c < 'a'+MaxColours {
		return Colour(c-'a') + 1
	}
	return 0
}
