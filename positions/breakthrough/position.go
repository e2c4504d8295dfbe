// Package breakthrough holds the rules and the notation of Breakthrough (Dan Troyka, 2000) on boards of any size up to
// 128 squares.
package breakthrough

import (
	"fmt"

	"foregone/positions"
)

// Limits of the boards.
const (
	MinWidth, MaxWidth   = 2, 16
	MinHeight, MaxHeight = 3, 16
	MaxSquares           = 128
)

// Side is one of the two players.
type Side uint8

const (
	White Side = iota // starts at the bottom and moves up
	Black
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns "white" or "black".
func (s Side) String() string { return sides[s] }

func (s Side) letter() byte { return sides.Letter(int(s)) }

// word is the side's name in a sentence.
func (s Side) word() string { return sides.Title(int(s)) }

var sides = positions.Sides{"white", "black"}

// Position is a board of W columns and H rows with the side to move. A comparable value without pointers; squares
// beyond the board are empty.
type Position struct {
	W, H   uint8
	ToMove Side
	Pieces [2]Set // by side
}

// Move is a step of a piece; a capture when an enemy piece stands on To.
type Move struct {
	From, To Square
	Capture  bool
}

// Row returns the squares of a row, from 0 at the bottom.
func (p *Position) Row(row int) Set { return rowSet(int(p.W), row) }

// FarRow returns the squares on which a side wins: the top row for White, the bottom row for Black.
func (p *Position) FarRow(s Side) Set {
	if s == White {
		return rowSet(int(p.W), int(p.H)-1)
	}
	return rowSet(int(p.W), 0)
}

// Winner returns the side that has won, false while the game goes on: the one with a piece on its far row, or the
// one whose opponent has no piece left.
func (p *Position) Winner() (Side, bool) {
	for _, s := range [...]Side{White, Black} {
		if !p.Pieces[s].And(p.FarRow(s)).IsEmpty() || p.Pieces[s.Other()].IsEmpty() {
			return s, true
		}
	}
	return 0, false
}

// Over reports whether the game is over.
func (p *Position) Over() bool {
	_, over := p.Winner()
	return over
}

// Mirror returns the position with its columns in the opposite order.
func (p *Position) Mirror() Position {
	m := Position{W: p.W, H: p.H, ToMove: p.ToMove}
	for s, pieces := range p.Pieces {
		m.Pieces[s] = pieces.mirror(int(p.W), int(p.H))
	}
	return m
}

// Canonical returns the lesser of p and its mirror image, by White's pieces and then Black's.
func (p *Position) Canonical() Position {
	m := p.Mirror()
	for s := range p.Pieces {
		if c := p.Pieces[s].compare(m.Pieces[s]); c != 0 {
			if c < 0 {
				return *p
			}
			return m
		}
	}
	return *p
}

// Validate returns an error when no game can stand like this: a board of no legal size, no pieces at all, or both
// sides on their far rows. Any numbers of pieces are legal.
func (p *Position) Validate() error {
	if err := checkSize(int(p.W), int(p.H)); err != nil {
		return err
	}
	if p.Pieces[White].IsEmpty() && p.Pieces[Black].IsEmpty() {
		return fmt.Errorf("found a board without pieces, expected some")
	}
	white, black := p.Pieces[White].And(p.FarRow(White)), p.Pieces[Black].And(p.FarRow(Black))
	if !white.IsEmpty() && !black.IsEmpty() {
		return fmt.Errorf("found White on %s and Black on %s, expected one side at most on its far row", p.SquareName(white.First()), p.SquareName(black.First()))
	}
	return nil
}

// checkSize returns an error for a board of a size that is not played here.
func checkSize(w, h int) error {
	if w < MinWidth || w > MaxWidth || h < MinHeight || h > MaxHeight || w*h > MaxSquares {
		return fmt.Errorf("found a board of %dx%d (columns x rows), expected %d to %d columns and %d to %d rows, at most %d squares",
			w, h, MinWidth, MaxWidth, MinHeight, MaxHeight, MaxSquares)
	}
	return nil
}
