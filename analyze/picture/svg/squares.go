package svg

import (
	"slices"
	"unicode"

	"foregone/analyze/games"
	"foregone/positions"
)

// Measures of a board of squares.
const (
	side   = 64
	border = 40 // at the left and below, for the names of rows and columns
	edge   = 12 // at the right and above
	rim    = 9  // between a square's edge and a stone
)

// squares lays a board of squares out, a1 at the lower left.
type squares struct {
	w, h  int
	chips bool
}

func (q squares) left() int { return border }

func (q squares) Size() (w, h int) { return border + q.w*side + edge, edge + q.h*side + border }

func (q squares) at(square int) box {
	return box{border + square%q.w*side, edge + (q.h-1-square/q.w)*side, side, side}
}

func (q squares) Ground() string {
	var b builder
	for square := range q.w * q.h {
		at, class := q.at(square), "square"
		if !q.chips && (square%q.w+square/q.w)%2 == 0 {
			class = "square dark"
		}
		b.printf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%[4]d\"/>\n", class, at.x, at.y, at.w)
	}
	for row := range q.h {
		b.printf("<text class=\"label\" x=\"%d\" y=\"%d\">%d</text>\n", border/2, q.at(row*q.w).y+side/2+8, row+1)
	}
	for column := range q.w {
		b.printf("<text class=\"label\" x=\"%d\" y=\"%d\">%c</text>\n", q.at(column).x+side/2, edge+q.h*side+28, 'a'+column)
	}
	return b.String()
}

// stones tells the sides apart without their colours, too: white is empty, black full, red has a ring in it.
var stones = map[rune]string{
	'w': `<circle class="stone white" cx="32" cy="32" r="23"/>`,
	'b': `<circle class="stone dark" cx="32" cy="32" r="23"/>`,
	'r': `<circle class="stone ruby" cx="32" cy="32" r="23"/><circle class="ring" cx="32" cy="32" r="17"/>`,
}

// star marks a stone that is locked.
const star = `<path class="star" d="M32.0 19.5L35.1 27.8L43.9 28.1L36.9 33.6L39.3 42.1L32.0 37.2L24.7 42.1L27.1 33.6L20.1 28.1L28.9 27.8Z"/>`

func (q squares) shapes(names []string) string {
	var b builder
	add := func(name rune, shape string) {
		if slices.Contains(names, string(name)) {
			b.printf("<g id=\"%s\">%s</g>\n", ShapeID(string(name)), shape)
		}
	}
	if q.chips {
		for chip := 'A'; chip <= 'G'; chip++ {
			add(chip, `<circle class="chip chip-`+string(chip)+`" cx="32" cy="32" r="25"/><text class="letter on-`+string(chip)+`" x="32" y="42">`+string(chip)+`</text>`)
		}
		return b.String()
	}
	for _, name := range "wbr" {
		add(name, stones[name])
		add(unicode.ToUpper(name), stones[name]+star)
	}
	return b.String()
}

func (q squares) pieces(board any) []Piece {
	var all []Piece
	for square, piece := range board.(games.SquareBoard).Squares {
		if piece != '.' {
			at := q.at(square)
			all = append(all, Piece{string(piece), string(positions.AppendSquare(nil, square, q.w)), at.x, at.y})
		}
	}
	return all
}

func (q squares) trail(_, step any) (from, to box) {
	at := func(square int) box {
		if square < 0 {
			return box{}
		}
		return q.at(square)
	}
	switch s := step.(type) {
	case games.SquareStep:
		from, to = at(s.From), at(s.To)
	case games.ChipStep:
		from, to = at(s.From), at(s.To)
	}
	if !from.none() {
		to = box{to.x + rim, to.y + rim, to.w - 2*rim, to.h - 2*rim}
	}
	return from, to
}
