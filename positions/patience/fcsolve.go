package patience

import (
	"fmt"
	"strings"
)

// Formats returns the names of the notations that Write knows, the native ones first.
func Formats() []string { return []string{"line", "page", "fcsolve", "solvitaire"} }

// Write returns the position in one of Formats, with a line end. The foreign ones do not name the game.
func Write(p *Position, format string) (string, error) {
	switch format {
	case "line":
		return p.String() + "\n", nil
	case "page":
		return p.Page(), nil
	case "fcsolve":
		return p.fcsolve(), nil
	case "solvitaire":
		return p.solvitaire(), nil
	}
	return "", fmt.Errorf("found notation %q, expected %s", format, strings.Join(Formats(), ", "))
}

// fcsolve returns the board as fc-solve and PySolFC read it.
func (p *Position) fcsolve() string {
	buf := p.appendFoundations(nil)
	buf = append(buf, "Freecells:"...)
	for _, c := range p.Cells[:p.NumCells()] {
		buf = appendCard(append(buf, ' '), c)
	}
	buf = append(buf, '\n')
	for i := range p.NumColumns() {
		if p.Columns[i].Len == 0 {
			buf = append(buf, ":\n"...)
			continue
		}
		buf = p.appendColumn(append(buf, ": "...), i, "")
	}
	return string(buf)
}
