package breakthrough

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// What may stand on a square in text. In a line digits count empty squares, on a board of rows 1 and 2 are the
// players, as Ludii writes them.
var (
	lineSquares  = positions.Squares{Letters: "wbWBPp", Expected: "b, w or .", MaxWidth: MaxWidth, MaxHeight: MaxHeight}
	boardSquares = positions.Squares{Letters: "wbWBPp12", Expected: "b, w or .", MaxWidth: MaxWidth, MaxHeight: MaxHeight}
)

// board gathers what a text says of a position.
type board struct {
	item *positions.Item
	game positions.Line // its name, where the text has one
	grid positions.Grid
	side positions.ToMove
}

func (b *board) errorAt(at positions.Line, format string, args ...any) *positions.Error {
	return b.item.Errorf(at.Number, at.Column, format, args...)
}

// position returns the legal position that was read.
func (b *board) position(h Hints) (Position, *positions.Error) {
	p := Position{W: uint8(b.grid.Width), H: uint8(b.grid.Height)}
	if err := checkSize(b.grid.Width, b.grid.Height); err != nil {
		return p, b.grid.Errorf(b.item, "%s", err)
	}
	if err := b.pieces(&p); err != nil {
		return p, err
	}
	if err := p.Validate(); err != nil {
		return p, b.grid.Errorf(b.item, "%s", err)
	}
	var err *positions.Error
	p.ToMove, err = b.toMove(h)
	return p, err
}

// pieces puts the pieces of the grid on a position of its size.
func (b *board) pieces(p *Position) *positions.Error {
	kind := ""
	for i, found := range b.grid.Squares {
		if found.Letter == '.' {
			continue
		}
		side, letters := pieceOf(found.Letter)
		if kind == "" {
			kind = letters
		}
		if letters != kind {
			return b.item.Errorf(found.Line, found.Column, "found \"%c\" on a board of %s, expected one kind of pieces", found.Letter, kind)
		}
		p.Pieces[side].Add(Square((b.grid.Height-1-i/b.grid.Width)*b.grid.Width + i%b.grid.Width))
	}
	return nil
}

// pieceOf returns the side of a piece and the two letters of its kind.
func pieceOf(letter byte) (Side, string) {
	switch letter {
	case 'P':
		return White, "P and p"
	case 'p':
		return Black, "P and p"
	case '1':
		return White, "1 and 2"
	case '2':
		return Black, "1 and 2"
	case 'w', 'W':
		return White, "b and w"
	}
	return Black, "b and w"
}

// hasPawns reports whether the pieces are those of FEN.
func (b *board) hasPawns() bool {
	for _, found := range b.grid.Squares {
		if found.Letter != '.' {
			return found.Letter == 'P' || found.Letter == 'p'
		}
	}
	return false
}

// toMove settles the side to move.
func (b *board) toMove(h Hints) (Side, *positions.Error) {
	side, err := b.side.Settle(&sides, b.item, &b.grid, h.ToMove)
	return Side(side), err
}

// isGame reports whether a name is this game's, in any case.
func isGame(name string) bool { return strings.EqualFold(name, Name) }

func unknownGame(name string) string {
	return fmt.Sprintf("found game %q, expected %s", positions.Shorten(name, 40), Name)
}
