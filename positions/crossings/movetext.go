package crossings

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

// pass is how the move of a side without moves is written.
const pass = "pass"

// MoveString returns a move of p in standard notation, from the group's tail to where its leading stone lands:
// "d1-d4", "b1xf5", "pass".
func (p *Position) MoveString(m Move) string { return string(p.AppendMove(nil, m)) }

// AppendMove appends a move of p in standard notation to buf and returns it.
func (p *Position) AppendMove(buf []byte, m Move) []byte {
	if m == Pass {
		return append(buf, pass...)
	}
	mark := byte('-')
	if m.Capture {
		mark = 'x'
	}
	return p.appendSquare(append(p.appendSquare(buf, m.From), mark), m.To)
}

// ParseMove reads a legal move of p: d1-d4, d1d4, b1xf5, or with the leading stone f1:g2>h3, in either case. A capture
// needs no mark. A text that is no move is an error, an illegal move an *IllegalError.
func (p *Position) ParseMove(text string) (Move, error) {
	s := strings.TrimRight(strings.ToLower(strings.TrimSpace(text)), "+!?#")
	if s == pass {
		return Pass, p.Check(Pass)
	}
	from, rest, ok := p.parseSquare(s)
	if lead, ok := strings.CutPrefix(rest, ":"); ok && strings.Contains(lead, ">") {
		return p.parseGroup(text, from, lead)
	}
	s, star := strings.CutSuffix(rest, "*")
	mark, rest := cutMark(s)
	to, rest, ok2 := p.parseSquare(rest)
	dash := mark == "" || mark == "-" || mark == "–" || mark == "—"
	if !ok || !ok2 || rest != "" || from == to || star && !dash {
		return Move{}, p.noMove(text)
	}
	m := Move{from, to, star || !dash || p.Stones[p.ToMove.Other()].Has(to)}
	return m, p.Check(m)
}

// cutMark takes what stands between the two squares of a move.
func cutMark(text string) (mark, rest string) {
	for _, m := range [...]string{"-", "–", "—", "x", "×", ":"} {
		if strings.HasPrefix(text, m) {
			return m, text[len(m):]
		}
	}
	return "", text
}

// parseGroup reads the rest of f1:g2>h3, the leading stone and where it lands.
func (p *Position) parseGroup(text string, from Square, s string) (Move, error) {
	lead, rest, ok := p.parseSquare(s)
	to, rest2, ok2 := p.parseSquare(strings.TrimPrefix(rest, ">"))
	if !ok || !ok2 || rest2 != "" || !strings.HasPrefix(rest, ">") || from == to {
		return Move{}, p.noMove(text)
	}
	m := Move{from, to, p.Stones[p.ToMove.Other()].Has(to)}
	if err := p.Check(m); err != nil {
		return m, err
	}
	if at := p.Lead(m); at != lead {
		return m, &IllegalError{Text: text, Reason: fmt.Sprintf("%s leads the group of %s, not %s", p.SquareName(at), p.SquareName(from), p.SquareName(lead))}
	}
	return m, nil
}

// ParseWritten reads a move exactly as MoveString writes it. Of p it uses the size of the board alone.
func (p *Position) ParseWritten(text string) (Move, error) {
	if text == pass {
		return Pass, nil
	}
	from, rest, ok := p.parseSquare(text)
	rest, capture := strings.CutPrefix(rest, "x")
	dash := false
	if !capture {
		rest, dash = strings.CutPrefix(rest, "-")
	}
	to, rest, ok2 := p.parseSquare(rest)
	if !ok || !ok2 || rest != "" || capture == dash || from == to {
		return Move{}, p.noMove(text)
	}
	return Move{from, to, capture}, nil
}

func (p *Position) noMove(text string) error {
	return fmt.Errorf("found %q, expected a move such as d1-d4 or b1xf5, on squares from a1 to %s", positions.Shorten(text, 20), p.SquareName(Square(p.W*p.H-1)))
}

// parseSquare reads the square of the board at the beginning of text, and returns what follows it.
func (p *Position) parseSquare(text string) (Square, string, bool) {
	sq, rest, ok := positions.ReadSquare(text, int(p.W), int(p.H))
	return Square(sq), rest, ok
}
