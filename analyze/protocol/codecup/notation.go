// Package codecup speaks the protocol of CodeCup 2023's Entropy (https://archive.codecup.nl/2023/entropy/rules.html,
// "Input/output"), an item a line: Chaos reads "Start" and the colour of the first chip, 1 to 7, and answers with its cell,
// "Dd"; then it reads Order's answer and the next colour. Order reads colour and cell, "3Dd", and answers with where a chip
// slides from and to, "DdDa", a pass being the same cell twice. A cell is its row, A to G from the top, and its column, a to
// g from the left. "Quit" ends the game.
package codecup

import (
	"fmt"

	"foregone/positions"
	"foregone/positions/entropy"
)

// The lines that are no moves.
const (
	Start = "Start" // the first one that Chaos reads
	Quit  = "Quit"
)

// size is the number of rows, columns and colours.
const size = 7

// Begin returns the position that a game begins with.
func Begin() entropy.Position {
	p, err := entropy.Start(size)
	if err != nil {
		panic(err) // it is a legal size
	}
	return p
}

// Cell returns a cell as written: "Dd".
func Cell(sq entropy.Square) string {
	return string([]byte{'A' + size - 1 - byte(sq/size), 'a' + byte(sq%size)})
}

// Colour returns a colour as written: "3".
func Colour(c entropy.Colour) string { return string('0' + rune(c)) }

// Slide returns Order's move from a cell to another as written, "DdDa". A pass is one from a taken cell to itself.
func Slide(from, to entropy.Square) string { return Cell(from) + Cell(to) }

// ReadCell reads a cell.
func ReadCell(text string) (entropy.Square, error) {
	sq, ok := cell(text)
	if !ok {
		return 0, expected(text, "a cell such as Dd, row A to G and column a to g")
	}
	return sq, nil
}

// ReadColour reads a colour.
func ReadColour(text string) (entropy.Colour, error) {
	if len(text) != 1 || text[0] < '1' || text[0] > '0'+size {
		return 0, expected(text, "a colour, 1 to 7")
	}
	return entropy.Colour(text[0] - '0'), nil
}

// ReadPlacement reads the colour of a chip and its cell.
func ReadPlacement(text string) (entropy.Colour, entropy.Square, error) {
	if len(text) == 3 {
		c, err := ReadColour(text[:1])
		if sq, ok := cell(text[1:]); ok && err == nil {
			return c, sq, nil
		}
	}
	return 0, 0, expected(text, "the colour of a chip and its cell such as 3Dd")
}

// ReadSlide reads Order's move.
func ReadSlide(text string) (from, to entropy.Square, err error) {
	if len(text) == 4 {
		from, first := cell(text[:2])
		if to, second := cell(text[2:]); first && second {
			return from, to, nil
		}
	}
	return 0, 0, expected(text, "two cells such as DdDa, the same twice for a pass")
}

func cell(text string) (entropy.Square, bool) {
	if len(text) != 2 || text[0] < 'A' || text[0] >= 'A'+size || text[1] < 'a' || text[1] >= 'a'+size {
		return 0, false
	}
	return entropy.Square('A'+size-1-text[0])*size + entropy.Square(text[1]-'a'), true
}

func expected(text, what string) error {
	return fmt.Errorf("found %q, expected %s", positions.Shorten(text, 40), what)
}
