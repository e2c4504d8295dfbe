package crossings

import (
	"foregone/positions"
)

// Page returns the position as a page: its game, the side to move, its options, the rows from the top.
func (p *Position) Page() string {
	buf := append([]byte("game: "+Name+"\nto-move: "), p.ToMove.String()...)
	if options := p.Options(); options != "" {
		buf = append(append(buf, "\nrules: "...), options...)
	}
	buf = append(buf, '\n')
	for row := int(p.H) - 1; row >= 0; row-- {
		for column := range int(p.W) {
			buf = append(buf, p.LetterAt(Square(row*int(p.W)+column)))
		}
		buf = append(buf, '\n')
	}
	return string(buf)
}

// formats are the notations that Write takes.
var formats = positions.Notations[Position]{
	{Name: "line", Write: (*Position).String},
	{Name: "page", Write: (*Position).Page},
}

// Formats returns the notations that Write takes.
func Formats() []string { return formats.Names() }

// Write returns a position in a notation, a page or a single line.
func Write(p *Position, format string) (string, error) { return formats.Write(p, format) }

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
				return b.errorAt(at, "found %q, expected red or black", positions.Shorten(key.Value, 20))
			}
			b.side.Side, b.side.At = int(side), at
		case "rules":
			if err := b.addSteps(at); err != nil {
				return err
			}
		case "acts", "bag", "draws", "board", "layout":
			return b.errorAt(at, "found %q, expected no such key in %s", key.Name+":", Name)
		}
	}
	return nil
}
