package report

import (
	"fmt"
	"strings"

	"foregone/analyze/games"
	"foregone/analyze/picture"
	"foregone/positions"
)

// Name names a position in a title: "eightoff, ms 1". The id may be "".
func Name(p games.Position, id string) string {
	if id == "" {
		return p.Game()
	}
	return p.Game() + ", " + id
}

// Legend explains the signs of a drawn board, in a line that a page takes for a comment; "" where none needs it.
func Legend(p games.Position, s picture.Style) string {
	joined, locked := s.Signs(p)
	var words []string
	if joined {
		words = append(words, "Lines join the stones of a group.")
	}
	if locked {
		words = append(words, "Capitals have crossed and are locked.")
	}
	if len(words) == 0 {
		return ""
	}
	return "# " + strings.Join(words, " ") + "\n"
}

// Captions tell what is to be known of a position beside its board, such as "To move: white" or "Bag: A1 C1", and its points.
func Captions(p games.Position) []string {
	var captions []string
	for _, key := range p.Keys() {
		name, value, _ := strings.Cut(key, ":")
		captions = append(captions, strings.ToUpper(name[:1])+strings.ReplaceAll(name[1:], "-", " ")+":"+value)
	}
	if scored, ok := p.(games.Scored); ok {
		captions = append(captions, fmt.Sprintf("Points: %d", scored.Score()))
	}
	return captions
}

// Board tells a board and its captions line by line to those who do not see it.
func Board(p games.Position) string {
	var lines []string
	switch b := p.Board().(type) {
	case games.CardTable:
		lines = tableWords(b)
	case games.SquareBoard:
		lines = squareWords(b)
	}
	return strings.Join(append(lines, Captions(p)...), "\n")
}

func tableWords(t games.CardTable) []string {
	var style picture.Style
	var home, cells []string
	for _, c := range t.Foundations {
		if c != positions.NoCard {
			home = append(home, style.Card(c))
		}
	}
	for i, c := range t.Cells {
		if c != positions.NoCard {
			cells = append(cells, t.CellNames[i]+" "+style.Card(c))
		}
	}
	lines := []string{"Home: " + orNone(home, ", ")}
	if len(t.Cells) > 0 {
		lines = append(lines, "Cells: "+orNone(cells, ", "))
	}
	for i, column := range t.Columns {
		var cards []string
		for _, c := range column {
			cards = append(cards, style.Card(c))
		}
		lines = append(lines, "Column "+t.ColumnNames[i]+": "+orNone(cards, " "))
	}
	return lines
}

func orNone(parts []string, between string) string {
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, between)
}

// squareWords tells the rows from the top, each square as its piece or "empty".
func squareWords(b games.SquareBoard) []string {
	var lines []string
	for row := b.H - 1; row >= 0; row-- {
		var squares []string
		for _, piece := range b.Squares[row*b.W : (row+1)*b.W] {
			squares = append(squares, pieceWord(b, piece))
		}
		lines = append(lines, fmt.Sprintf("Row %d: %s", row+1, strings.Join(squares, ", ")))
	}
	return lines
}

var stoneWords = map[rune]string{'w': "white", 'b': "black", 'r': "red", 'B': "black crossed", 'R': "red crossed"}

func pieceWord(b games.SquareBoard, piece rune) string {
	if piece == '.' {
		return "empty"
	}
	if word, ok := stoneWords[piece]; ok && !b.Chips {
		return word
	}
	return string(piece)
}
