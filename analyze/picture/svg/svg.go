// Package svg draws boards as vector graphics: a file by itself, or the parts of which a page draws one board after
// another. All shapes are drawn here; of the viewer's fonts only letters and digits are used.
package svg

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"foregone/analyze/games"
)

// Style has the colours of the drawings, light and dark, as rules of CSS for the classes that they use.
//
//go:embed style.css
var Style string

// Picture is a position to be drawn.
type Picture struct {
	Title    string   // a short name, which viewers show
	Words    string   // the board line by line, for those who do not see it
	Captions []string // lines below the board
	Position games.Position
	Before   games.Position // unless nil, the position that Move led from
	Move     string
}

// Write writes the picture as a file by itself. The name of every piece and its place are in data-piece and data-at, as
// Piece has them, and the position's line in data-position of the whole.
func Write(w io.Writer, p Picture) error {
	sheet, err := NewSheet(p.Position)
	if err != nil {
		return err
	}
	width, board := sheet.Size()
	for _, text := range p.Captions {
		width = max(width, sheet.left()+len(text)*captionWidth)
	}
	height := board + len(p.Captions)*captionLine
	var b builder
	b.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img" aria-labelledby="title desc" data-position="%s">`,
		width, height, Escape(p.Position.String()))
	b.printf("\n<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", Escape(p.Title), strings.ReplaceAll(Escape(p.Words), "&#xA;", "\n"))
	b.printf("<style>\n%s</style>\n<defs>\n%s</defs>\n", Style, sheet.Shapes(sheet.Names(p.Position)...))
	b.printf("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n%s%s", width, height, sheet.Ground(), sheet.Drawn(p.Position))
	if p.Before != nil {
		if path := sheet.Trail(p.Before, p.Move); path != "" {
			b.printf("<path class=\"trail\" d=\"%s\"/>\n", path)
		}
	}
	for i, text := range p.Captions {
		b.printf("<text class=\"caption\" x=\"%d\" y=\"%d\">%s</text>\n", sheet.left(), board+i*captionLine+captionLine*2/3, Escape(text))
	}
	b.printf("</svg>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// Measures of captions: a line, and the most that a character takes of it.
const (
	captionLine  = 30
	captionWidth = 12
)

// Escape returns text as it stands in XML, in an attribute or between tags.
func Escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder takes everything
	}
	return b.String()
}

// builder gathers markup.
type builder struct{ strings.Builder }

func (b *builder) printf(format string, args ...any) { fmt.Fprintf(&b.Builder, format, args...) }
