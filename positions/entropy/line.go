package entropy

import (
	"strconv"
	"strings"

	"foregone/positions"
)

// Name is the game's name in text.
const Name = "entropy"

// String returns the position in one-line notation, complete by itself: Parse returns an equal one.
func (p *Position) String() string { return string(p.AppendLine(nil)) }

// AppendLine appends the position in one-line notation to buf and returns it.
func (p *Position) AppendLine(buf []byte) []byte {
	n := int(p.N)
	buf = positions.AppendRows(append(append(buf, Name...), ' '), n, n, func(sq int) byte { return letterOf(p.Cells[sq]) })
	buf = append(append(buf, ' '), p.Acts.String()...)
	if p.Acts == Chaos {
		buf = append(buf, ':', letterOf(p.Chip))
	}
	return p.Bag.appendTo(append(buf, " bag="...), "")
}

// String returns the bag as written in a line, such as "A2B1C2"; "-" when it is empty.
func (b *Bag) String() string { return string(b.appendTo(nil, "")) }

func (b *Bag) appendTo(buf []byte, between string) []byte {
	first := true
	for c := Colour(1); c <= MaxColours; c++ {
		if b[c] == 0 {
			continue
		}
		if !first {
			buf = append(buf, between...)
		}
		first = false
		buf = strconv.AppendInt(append(buf, c.Letter()), int64(b[c]), 10)
	}
	if first {
		buf = append(buf, '-')
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

// readLine reads the one-line notation: the game's name, which may be left out, the rows or the size of an empty board,
// who acts, the bag.
func (b *board) readLine(line positions.Line) *positions.Error {
	words := line.Words()
	named := len(words) > 0 && isName(words[0].Text)
	if named {
		if !isGame(words[0].Text) {
			return b.errorAt(words[0], "%s", unknownGame(words[0].Text))
		}
		words = words[1:]
	}
	b.end = positions.Line{Number: line.Number, Column: line.ColumnOf(len(line.Text))}
	if len(words) == 0 {
		return b.errorAt(b.end, "found no board, expected rows such as AB1/3/2C")
	}
	var err *positions.Error
	if named && isSize(words[0].Text) {
		err = b.dealAt(words[0])
	} else {
		b.grid, err = b.item.SlashedRows(words[0], lineSquares)
	}
	for i := 1; i < len(words) && err == nil; i++ {
		err = b.readWord(words[i])
	}
	return err
}

// readWord reads a word after the rows.
func (b *board) readWord(word positions.Line) *positions.Error {
	const key = "bag="
	isBag := len(word.Text) >= len(key) && strings.EqualFold(word.Text[:len(key)], key)
	switch {
	case isBag && b.bagAt.Number > 0:
		return b.errorAt(word, "found a second bag, expected one")
	case isBag:
		return b.setBag(positions.Line{Number: word.Number, Column: word.Column + len(key), Text: word.Text[len(key):]})
	case b.actsAt.Number > 0 && b.item.OneLine():
		return b.errorAt(word, "found %q, expected bag= or nothing after who acts", positions.Shorten(word.Text, 20))
	}
	return b.setActs(word)
}

// isName reports whether the first word of a line is a game's name, or at least no rows.
func isName(word string) bool {
	return !strings.Contains(word, "/") && strings.Trim(word, "0123456789.ABCDEFG") != ""
}
