package svg

import (
	"fmt"
	"math"
	"slices"

	"foregone/analyze/games"
)

// Piece is a card, stone or chip on a board.
type Piece struct {
	Name string // of a card "QS", of a stone or chip its letter, a capital for one that is locked
	At   string // the column and the place in it from 1 ("3.1"), the cell ("a") or foundation ("hS"); of squares "c4"
	X, Y int    // the upper left corner of its shape
}

// Sheet is the paper on which boards of one game and size are drawn. X runs to the right, y downwards.
type Sheet struct{ layout }

// layout is the part of a sheet that depends on the kind of board.
type layout interface {
	// Size returns the width and height.
	Size() (w, h int)
	// Ground returns what stays the same whatever lies on the board.
	Ground() string
	left() int // where captions begin
	shapes(names []string) string
	pieces(board any) []Piece
	// trail returns where the piece of a step on a board was and comes to lie; from is none of a placement, both are of a pass.
	trail(board, step any) (from, to box)
}

// box is a place on the sheet; one without width is none.
type box struct{ x, y, w, h int }

func (b box) none() bool { return b.w == 0 }

// NewSheet returns a sheet that fits each of the positions, which are of one game and size.
func NewSheet(all ...games.Position) (*Sheet, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("found no position, expected one to draw")
	}
	boards := make([]any, len(all))
	for i, p := range all {
		boards[i] = p.Board()
	}
	switch b := boards[0].(type) {
	case games.CardTable:
		return &Sheet{newTable(b, boards)}, nil
	case games.SquareBoard:
		return &Sheet{squares{b.W, b.H, b.Chips}}, nil
	}
	return nil, fmt.Errorf("found a board of %s, expected cards or squares", all[0].Game())
}

// Pieces returns what lies on a board, in the order in which it is drawn: what lies on top comes last.
func (s *Sheet) Pieces(p games.Position) []Piece { return s.pieces(p.Board()) }

// Names returns the names of the pieces of some positions, each once.
func (s *Sheet) Names(all ...games.Position) []string {
	var names []string
	for _, p := range all {
		for _, piece := range s.Pieces(p) {
			if !slices.Contains(names, piece.Name) {
				names = append(names, piece.Name)
			}
		}
	}
	return names
}

// Shapes returns the shapes of the pieces with such names, each with its ShapeID.
func (s *Sheet) Shapes(names ...string) string { return s.shapes(names) }

// ShapeID is the id of the shape of a piece.
func ShapeID(piece string) string { return "piece-" + piece }

// Drawn returns the pieces of a position, each as a use of its shape.
func (s *Sheet) Drawn(p games.Position) string {
	var b builder
	for _, piece := range s.Pieces(p) {
		b.printf("<use href=\"#%s\" transform=\"translate(%d %d)\" data-piece=\"%s\" data-at=\"%s\"/>\n", ShapeID(piece.Name), piece.X, piece.Y, piece.Name, piece.At)
	}
	return b.String()
}

// Trail returns the path of a move's arrow, or of the frame around a piece that was placed; "" of a pass.
func (s *Sheet) Trail(before games.Position, move string) string {
	from, to := s.trail(before.Board(), before.Describe(move))
	switch {
	case to.none():
		return ""
	case from.none():
		return frame(to)
	}
	return arrow(from, to)
}

// Half the width of an arrow's shaft, and the length and half the width of its head.
const (
	shaft      = 5
	headLength = 26
	headWidth  = 15
)

// arrow returns the outline of an arrow from the middle of a box towards that of another, whose edge it ends at.
func arrow(from, to box) string {
	x1, y1 := float64(from.x)+float64(from.w)/2, float64(from.y)+float64(from.h)/2
	x2, y2 := float64(to.x)+float64(to.w)/2, float64(to.y)+float64(to.h)/2
	length := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/length, (y2-y1)/length
	length -= min(float64(to.w)/2/math.Abs(ux), float64(to.h)/2/math.Abs(uy))
	if length < headLength {
		return frame(to)
	}
	path := ""
	for i, at := range [...]struct{ along, aside float64 }{
		{0, shaft}, {length - headLength, shaft}, {length - headLength, headWidth}, {length, 0},
		{length - headLength, -headWidth}, {length - headLength, -shaft}, {0, -shaft},
	} {
		command := "L"
		if i == 0 {
			command = "M"
		}
		path += fmt.Sprintf("%s%.0f %.0f", command, x1+ux*at.along-uy*at.aside, y1+uy*at.along+ux*at.aside)
	}
	return path + "Z"
}

// frame returns the outline of a frame within the edge of a box.
func frame(b box) string {
	const thick = 5
	return fmt.Sprintf("M%d %dh%dv%dh%dZM%d %dv%dh%dv%dZ", b.x, b.y, b.w, b.h, -b.w,
		b.x+thick, b.y+thick, b.h-2*thick, b.w-2*thick, 2*thick-b.h)
}
