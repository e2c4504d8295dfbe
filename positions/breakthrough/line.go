package breakthrough

import (
	"strings"

	"foregone/positions"
)

// Name is the game's name in text.
const Name = "breakthrough"

// letters are how a notation writes White's piece, Black's piece and an empty square.
type letters [3]byte

var (
	ownLetters = letters{'w', 'b', '.'}
	pawns      = letters{'P', 'p', '.'}
	players    = letters{'1', '2', '.'}
)

// at returns what stands on a square.
func (l letters) at(p *Position, sq Square) byte {
	switch {
	case p.Pieces[White].Has(sq):
		return l[White]
	case p.Pieces[Black].Has(sq):
		return l[Black]
	}
	return l[2]
}

// String returns the position in one-line notation, complete by itself: Parse returns an equal one.
func (p *Position) String() string { return string(p.AppendLine(nil)) }

// AppendLine appends the position in one-line notation to buf and returns it.
func (p *Position) AppendLine(buf []byte) []byte {
	buf = p.appendSlashed(append(append(buf, Name...), ' '), ownLetters)
	return append(buf, ' ', p.ToMove.letter())
}

// appendSlashed appends the rows from the top, parted by slashes, with numbers of empty squares.
func (p *Position) appendSlashed(buf []byte, l letters) []byte {
	return positions.AppendRows(buf, int(p.W), int(p.H), func(sq int) byte { return l.at(p, Square(sq)) })
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

// readLine reads the one-line notation, FEN with it: the game's name, which may be left out, the rows, the side to
// move.
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
		return b.errorAt(b.side.End, "found no board, expected rows such as bbbbb/bbbbb/5/wwwww/wwwww")
	}
	var err *positions.Error
	if b.grid, err = b.item.SlashedRows(words[0], lineSquares); err != nil {
		return err
	}
	if words = words[1:]; len(words) == 0 {
		return nil
	}
	side, ok := sideOf(words[0].Text)
	if !ok {
		return b.errorAt(words[0], "found %q, expected w or b, the side to move", positions.Shorten(words[0].Text, 20))
	}
	b.side.Side, b.side.At = int(side), words[0]
	words = words[1:]
	if b.hasPawns() && len(words) <= 4 { // the counters of FEN say nothing of a position here
		for len(words) > 0 && strings.Trim(words[0].Text, "-0123456789KQkq") == "" {
			words = words[1:]
		}
	}
	if len(words) > 0 {
		return b.errorAt(words[0], "found %q, expected nothing after the side to move", positions.Shorten(words[0].Text, 20))
	}
	return nil
}

// isName reports whether the first word of a line is a game's name, or at least no rows.
func isName(word string) bool {
	return !strings.Contains(word, "/") && strings.Trim(word, "0123456789.bwpBWP") != ""
}

// sideOf reads a side to move.
func sideOf(text string) (Side, bool) {
	side, ok := sides.Read(text)
	return Side(side), ok
}
