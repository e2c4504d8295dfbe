package breakthrough

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// SquareName returns the file's letter and the rank's number: "a1" is the lower left.
func (p *Position) SquareName(sq Square) string { return string(p.appendSquare(nil, sq)) }

func (p *Position) appendSquare(buf []byte, sq Square) []byte {
	return positions.AppendSquare(buf, int(sq), int(p.W))
}

// MoveString returns a move of p in standard notation: "a2a3", "b4xa3".
func (p *Position) MoveString(m Move) string { return string(p.AppendMove(nil, m)) }

// AppendMove appends a move of p in standard notation to buf and returns it.
func (p *Position) AppendMove(buf []byte, m Move) []byte {
	buf = p.appendSquare(buf, m.From)
	if m.Capture {
		buf = append(buf, 'x')
	}
	return p.appendSquare(buf, m.To)
}

// ParseMove reads a legal move of p: a2a3, a2-a3, b4xa3, b4a3* or b4:a3, in either case. A capture needs no mark. A
// text that is no move is an error, an illegal move an *IllegalError.
func (p *Position) ParseMove(text string) (Move, error) {
	s := strings.TrimRight(strings.ToLower(strings.TrimSpace(text)), "+!?#")
	s, star := strings.CutSuffix(s, "*")
	from, rest, ok := p.parseSquare(s)
	mark := ""
	for _, m := range [...]string{"-", "–", "—", "x", "×", ":"} {
		if strings.HasPrefix(rest, m) {
			mark, rest = m, rest[len(m):]
			break
		}
	}
	to, rest, ok2 := p.parseSquare(rest)
	dash := mark == "-" || mark == "–" || mark == "—"
	if !ok || !ok2 || rest != "" || star && mark != "" && !dash {
		return Move{}, p.noMove(text)
	}
	m := Move{from, to, star || mark != "" && !dash || p.Pieces[p.ToMove.Other()].Has(to)}
	return m, p.Check(m)
}

// ParseWritten reads a move exactly as MoveString writes it. Of p it uses the size of the board alone.
func (p *Position) ParseWritten(text string) (Move, error) {
	from, rest, ok := p.parseSquare(text)
	rest, capture := strings.CutPrefix(rest, "x")
	to, rest, ok2 := p.parseSquare(rest)
	if !ok || !ok2 || rest != "" {
		return Move{}, p.noMove(text)
	}
	return Move{from, to, capture}, nil
}

func (p *Position) noMove(text string) error {
	return fmt.Errorf("found %q, expected a move such as a2a3 or b4xa3, on squares from a1 to %s", positions.Shorten(text, 20), p.SquareName(Square(p.W*p.H-1)))
}

// parseSquare reads the square of the board at the beginning of text, and returns what follows it.
func (p *Position) parseSquare(text string) (Square, string, bool) {
	sq, rest, ok := positions.ReadSquare(text, int(p.W), int(p.H))
	return Square(sq), rest, ok
}
