package crossings

import (
	"strings"

	"foregone/positions"
)

// Name is the game's name in text.
const Name = "crossings"

// LetterAt returns what stands on a square: r or b, a capital when it has crossed, '.' for nothing.
func (p *Position) LetterAt(sq Square) byte {
	for _, s := range [...]Side{Red, Black} {
		if p.Stones[s].Has(sq) {
			if far := p.FarRow(s); far.Has(sq) {
				return s.letter() - 'a' + 'A'
			}
			return s.letter()
		}
	}
	return '.'
}

// String returns the position in one-line notation, complete by itself: Parse returns an equal one.
func (p *Position) String() string { return string(p.AppendLine(nil)) }

// AppendLine appends the position in one-line notation to buf and returns it.
func (p *Position) AppendLine(buf []byte) []byte {
	buf = positions.AppendRows(append(append(buf, Name...), ' '), int(p.W), int(p.H), func(sq int) byte { return p.LetterAt(Square(sq)) })
	buf = append(buf, ' ', p.ToMove.letter())
	if options := p.Options(); options != "" {
		buf = append(append(buf, ' '), options...)
	}
	return buf
}

// Parse reads a position in one-line notation. The error is a *positions.Error with the column of the fault.
func Parse(line string) (Position, error) {
	b := board{item: positions.LineItem(line)}
	if err := b.readLine(b.item.Body[0]); err != nil {
		return Position{}, err
	}
	p, err := b.position(Hints{})
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

// readLine reads the one-line notation: the game's name, which may be left out, the rows, the side to move, an option.
func (b *board) readLine(line positions.Line) *positions.Error {
	words := line.Words()
	if len(words) > 0 && isName(words[0].Text) {
		b.game = words[0]
		if !isGame(b.game.Text) {
			return b.errorAt(b.game, "%s", unknownGame(b.game.Text))
		}
		words = words[1:]
	}
	b.side.End = positions.Line{Number: line.Number, Column: line.ColumnOf(len(line.Text))}
	if len(words) == 0 {
		return b.errorAt(b.side.End, "found no board, expected rows such as bbbbb/5/5/5/rrrrr")
	}
	var err *positions.Error
	if b.grid, err = b.item.SlashedRows(words[0], squares); err != nil {
		return err
	}
	words = words[1:]
	if len(words) > 0 && !strings.Contains(words[0].Text, "=") {
		side, ok := sideOf(words[0].Text)
		if !ok {
			return b.errorAt(words[0], "found %q, expected r or b, the side to move", positions.Shorten(words[0].Text, 20))
		}
		if b.side.At.Text != "" && b.side.Side != int(side) {
			return b.errorAt(words[0], "found %s to move, expected %s as `to-move:` says", side.word(), sides.Title(b.side.Side))
		}
		b.side.Side, b.side.At = int(side), words[0]
		words = words[1:]
	}
	for _, word := range words {
		if !strings.Contains(word.Text, "=") {
			return b.errorAt(word, "found %q, expected nothing but %s or %s after the side to move", positions.Shorten(word.Text, 20), UpTo, Exact)
		}
		if err := b.addSteps(word); err != nil {
			return err
		}
	}
	return nil
}

// isName reports whether the first word of a line is a game's name, or at least no rows.
func isName(word string) bool {
	return !strings.Contains(word, "/") && strings.Trim(word, "0123456789.rbRB") != ""
}

// sideOf reads a side to move.
func sideOf(text string) (Side, bool) {
	side, ok := sides.Read(text)
	return Side(side), ok
}
