package entropy

import "foregone/positions"

// Page returns the position as a page: its game, who acts, the bag, the rows from the top.
func (p *Position) Page() string {
	buf := append([]byte("game: "+Name+"\nacts: "), p.Acts.String()...)
	if p.Acts == Chaos {
		buf = append(buf, ' ', letterOf(p.Chip))
	}
	buf = append(p.Bag.appendTo(append(buf, "\nbag: "...), " "), '\n')
	n := int(p.N)
	for row := n - 1; row >= 0; row-- {
		for _, c := range p.Cells[row*n : (row+1)*n] {
			buf = append(buf, letterOf(c))
		}
		buf = append(buf, '\n')
	}
	return string(buf)
}

// addKeys notes what the keys of a page say, and refuses those that say nothing here.
func (b *board) addKeys() *positions.Error {
	for _, key := range b.item.Keys {
		at := positions.Line{Number: key.Line, Column: key.Column, Text: key.Value}
		var err *positions.Error
		switch key.Name {
		case "game":
			if !isGame(key.Value) {
				err = b.errorAt(at, "%s", unknownGame(key.Value))
			}
		case "acts":
			err = b.setActs(at)
		case "bag":
			err = b.setBag(at)
		case "draws":
			err = b.setDraws(at)
		case "board":
			err = b.setBoard(at)
		case "rules":
			if fault := CheckRules(key.Value); fault != nil {
				err = b.errorAt(at, "%s", fault)
			}
		case "to-move", "layout":
			err = b.errorAt(at, "found %q, expected no such key in %s", key.Name+":", Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
