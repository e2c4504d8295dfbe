package positions

import (
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"
)

// Squares says what may stand on the squares of a game's boards.
type Squares struct {
	Letters             string // ASCII, besides the '.' of an empty square
	Expected            string // for faults, such as "b, w or ."
	MaxWidth, MaxHeight int
}

// GridSquare is what was found on one square, '.' when it is empty, with its place.
type GridSquare struct {
	Letter       byte
	Line, Column int
}

// Grid is a board of squares as it was found: Squares has Width*Height entries, row by row from the upper left. Its
// size is within what the reader was told, and at least 1x1.
type Grid struct {
	Width, Height int
	Squares       []GridSquare
	Line, Column  int // where it begins
}

// Errorf returns an error of the whole board.
func (g *Grid) Errorf(item *Item, format string, args ...any) *Error {
	return item.Errorf(g.Line, g.Column, format, args...)
}

// gridReader reads the squares of a board one after the other.
type gridReader struct {
	item    *Item
	squares Squares
	grid    Grid
	width   int  // squares of the present row so far
	row     Line // where it begins
}

// SlashedRows reads the rows of a board from the top, parted by slashes. A string of digits is one number of empty
// squares.
func (i *Item) SlashedRows(word Line, s Squares) (Grid, *Error) {
	r := gridReader{item: i, squares: s, row: word, grid: Grid{Line: word.Number, Column: word.Column}}
	column := word.Column
	for at := 0; at < len(word.Text); {
		here := Line{Number: word.Number, Column: column, Text: word.Text[at:]}
		size, err := 1, (*Error)(nil)
		switch c := word.Text[at]; {
		case c == '/':
			err = r.endRow()
			r.row = Line{Number: word.Number, Column: column + 1}
		case isDigit(c):
			size, err = r.emptySquares(here)
		default:
			size, err = r.square(here)
		}
		if err != nil {
			return r.grid, err
		}
		column += utf8.RuneCountInString(word.Text[at : at+size])
		at += size
	}
	return r.grid, r.endRow()
}

// emptySquares reads a number of empty squares and returns its length in bytes.
func (r *gridReader) emptySquares(at Line) (size int, err *Error) {
	n := 0
	for size < len(at.Text) && isDigit(at.Text[size]) {
		n = min(n*10+int(at.Text[size]-'0'), r.squares.MaxWidth+1)
		size++
	}
	if n == 0 {
		return size, r.item.Errorf(at.Number, at.Column, "found %q, expected a number of empty squares", Shorten(at.Text[:size], 20))
	}
	for range n {
		if err := r.add('.', at); err != nil {
			return size, err
		}
	}
	return size, nil
}

// square reads the square at the beginning of a text and returns its length in bytes.
func (r *gridReader) square(at Line) (size int, err *Error) {
	letter, size := r.squares.letter(at.Text)
	if letter == 0 {
		return size, r.item.Errorf(at.Number, at.Column, "found %q, expected %s", r.squares.unknown(at.Text), r.squares.Expected)
	}
	return size, r.add(letter, at)
}

// letter returns the square at the beginning of a text, 0 when there is none, with its length in bytes.
func (s *Squares) letter(text string) (byte, int) {
	char, size := utf8.DecodeRuneInString(text)
	switch {
	case char == '.' || char == '·':
		return '.', size
	case char < utf8.RuneSelf && strings.IndexByte(s.Letters, byte(char)) >= 0:
		return byte(char), size
	}
	return 0, size
}

// unknown returns what a fault names of a text that does not begin with a square: the whole word when no square is
// in it, else the character.
func (s *Squares) unknown(text string) string {
	word := text
	if end := strings.IndexAny(text, "/"+blanks); end > 0 {
		word = text[:end]
	}
	for at := 0; at < len(word); {
		letter, size := s.letter(word[at:])
		if letter != 0 || isDigit(word[at]) {
			_, size := utf8.DecodeRuneInString(word)
			return word[:size]
		}
		at += size
	}
	return Shorten(word, 20)
}

func (r *gridReader) add(letter byte, at Line) *Error {
	if r.grid.Height == r.squares.MaxHeight {
		return r.item.Errorf(r.row.Number, r.row.Column, "found more than %d rows, expected at most %d", r.squares.MaxHeight, r.squares.MaxHeight)
	}
	if r.width == r.squares.MaxWidth {
		return r.item.Errorf(r.row.Number, r.row.Column, "found a row of more than %d squares, expected at most %d", r.squares.MaxWidth, r.squares.MaxWidth)
	}
	r.width++
	r.grid.Squares = append(r.grid.Squares, GridSquare{letter, at.Number, at.Column})
	return nil
}

func (r *gridReader) endRow() *Error {
	switch {
	case r.width == 0:
		return r.item.Errorf(r.row.Number, r.row.Column, "found an empty row, expected squares: %s", r.squares.Expected)
	case r.grid.Height == 0:
		r.grid.Width = r.width
	case r.width != r.grid.Width:
		return r.item.Errorf(r.row.Number, r.row.Column, "found a row of %s, expected %d as in the first row", english.Plural(r.width, "square", ""), r.grid.Width)
	}
	r.grid.Height++
	r.width = 0
	return nil
}

// blanks part the words of a line.
const blanks = " \t\r\n\f\v"

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Words splits a line at its blanks into words with their places.
func (l Line) Words() []Line {
	var words []Line
	column := l.Column
	for rest := l.Text; ; {
		word := strings.TrimLeft(rest, blanks)
		column += len(rest) - len(word)
		if word == "" {
			return words
		}
		size := strings.IndexAny(word, blanks)
		if size < 0 {
			size = len(word)
		}
		words = append(words, Line{Number: l.Number, Column: column, Text: word[:size]})
		column += utf8.RuneCountInString(word[:size])
		rest = word[size:]
	}
}
