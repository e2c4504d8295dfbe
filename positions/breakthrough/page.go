package breakthrough

import "foregone/positions"

// Page returns the position as a page: its game, the side to move, the rows from the top.
func (p *Position) Page() string {
	buf := append([]byte("game: "+Name+"\nto-move: "), p.ToMove.String()...)
	return string(p.appendRows(append(buf, '\n'), ownLetters))
}

// appendRows appends the rows from the top, one a line.
func (p *Position) appendRows(buf []byte, l letters) []byte {
	for row := int(p.H) - 1; row >= 0; row-- {
		buf = append(p.appendRow(buf, row, l), '\n')
	}
	return buf
}

func (p *Position) appendRow(buf []byte, row int, l letters) []byte {
	for column := range int(p.W) {
		buf = append(buf, l.at(p, Square(row*int(p.W)+column)))
	}
	return buf
}

// addKeys notes what the keys of a page say, and refuses those that say nothing here.
func (b *board) addKeys() *positions.Error {
	for _, key := range b.item.Keys {
		at := positions.Line{Number: key.Line, Column: key.Column, Text: key.Value}
		switch key.Name {
		case "game":
			b.game = at
			if !isGame(key.Value) {
				return b.errorAt(at, "%s", unknownGame(key.Value))
			}
		case "to-move":
			side, ok := sideOf(key.Value)
			if !ok {
				return b.errorAt(at, "found %q, expected white or black", positions.Shorten(key.Value, 20))
			}
			b.side.Side, b.side.At = int(side), at
		case "rules":
			if err := CheckRules(key.Value); err != nil {
				return b.errorAt(at, "%s", err)
			}
		case "acts", "bag", "draws", "board", "layout":
			return b.errorAt(at, "found %q, expected no such key in %s", key.Name+":", Name)
		}
	}
	return nil
}
