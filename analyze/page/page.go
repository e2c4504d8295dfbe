// Package page writes one HTML file that steps through positions: a solution or a game that was played. It needs neither
// a network nor other files.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"strings"

	"foregone/analyze/games"
	"foregone/analyze/picture/svg"
	"foregone/analyze/report"
)

// Page is what a file shows.
type Page struct {
	Name    string   // of the window and above the verdict: "eightoff, ms 1"
	Verdict string   // in a sentence or a few
	Facts   []string // sentences below it
	Notes   []string // more about the position that is shown first
	Step    string   // what leads from a frame to the next: "Step", "Move"
	Steps   string   // the heading of their list
	Moves   string   // the heading of the frames' moves: "Moves of this position"
	Worth   string   // what the frames' values are, where they do not tell themselves: "Expected points"
	Frames  []Frame  // at least one
	First   int      // the frame that is shown first
}

// Frame is a position, and what is to be said of it.
type Frame struct {
	Position games.Position
	Move     string // that led here from the frame before; "" of the first
	Words    string // of that move
	Value    string // what the position is worth, "" when that is not known
	Mistake  string // what Move gave away, "" of a good one
	Moves    []Move
}

// Move is a legal move of a frame's position.
type Move struct {
	Move, Words, Value string
	Best               bool
}

//go:embed page.html
var markup string

//go:embed page.css
var style string

//go:embed page.js
var script string

var page = template.Must(template.New("page").Parse(markup))

// filled is what the template takes.
type filled struct {
	*Page
	Last                  int
	Style                 template.CSS
	Script                template.JS
	StyleHash, ScriptHash string
	Width, Height         int
	Shapes, Ground, Drawn template.HTML
	Data                  data
}

// data is what the script takes.
type data struct {
	Step   string            `json:"step"`
	Worth  string            `json:"worth,omitempty"`
	First  int               `json:"first"`
	Places map[string][2]int `json:"places"` // x and y of what is at a place
	Frames []frame           `json:"frames"`
}

// frame is a Frame as the script takes it.
type frame struct {
	Pieces   string   `json:"pieces"` // names and places, "QS@3.1 KH@3.2"
	Trail    string   `json:"trail,omitempty"`
	Words    string   `json:"words,omitempty"`
	Value    string   `json:"value,omitempty"`
	Mistake  string   `json:"mistake,omitempty"`
	Captions []string `json:"captions,omitempty"`
	Text     string   `json:"text"`
	Moves    []move   `json:"moves,omitempty"`
}

type move struct {
	Move  string `json:"move"`
	Words string `json:"words"`
	Value string `json:"value"`
	Best  bool   `json:"best,omitempty"`
	Trail string `json:"trail"`
}

// Write writes the file.
func (p *Page) Write(w io.Writer) error {
	all := make([]games.Position, len(p.Frames))
	for i, f := range p.Frames {
		all[i] = f.Position
	}
	sheet, err := svg.NewSheet(all...)
	if err != nil {
		return err
	}
	css := svg.Style + style
	f := filled{
		Page: p, Last: len(all) - 1,
		Style: template.CSS(css), Script: template.JS(script), StyleHash: hash(css), ScriptHash: hash(script),
		Shapes: template.HTML(sheet.Shapes(sheet.Names(all...)...)),
		Ground: template.HTML(sheet.Ground()),
		Drawn:  template.HTML(sheet.Drawn(all[p.First])),
		Data:   p.data(sheet),
	}
	f.Width, f.Height = sheet.Size()
	return page.Execute(w, &f)
}

// Heading is the first sentence of the verdict.
func (p *Page) Heading() string {
	first, _ := p.sentences()
	return first
}

// More are the others, and the facts.
func (p *Page) More() []string {
	if _, rest := p.sentences(); rest != "" {
		return append([]string{rest}, p.Facts...)
	}
	return p.Facts
}

// Valued reports whether a frame has a value.
func (p *Page) Valued() bool {
	return slices.ContainsFunc(p.Frames, func(f Frame) bool { return f.Value != "" })
}

func (p *Page) sentences() (first, rest string) {
	if end := strings.Index(p.Verdict, ". "); end >= 0 {
		return p.Verdict[:end+1], p.Verdict[end+2:]
	}
	return p.Verdict, ""
}

// data gathers what the script needs of the frames.
func (p *Page) data(sheet *svg.Sheet) data {
	d := data{Step: p.Step, Worth: p.Worth, First: p.First, Places: map[string][2]int{}}
	for i, f := range p.Frames {
		var pieces []string
		for _, piece := range sheet.Pieces(f.Position) {
			d.Places[piece.At] = [2]int{piece.X, piece.Y}
			pieces = append(pieces, piece.Name+"@"+piece.At)
		}
		out := frame{
			Pieces: strings.Join(pieces, " "), Words: f.Words, Value: f.Value, Mistake: f.Mistake,
			Captions: report.Captions(f.Position), Text: report.Board(f.Position),
		}
		if f.Move != "" {
			out.Trail = sheet.Trail(p.Frames[i-1].Position, f.Move)
		}
		for _, m := range f.Moves {
			out.Moves = append(out.Moves, move{m.Move, m.Words, m.Value, m.Best, sheet.Trail(f.Position, m.Move)})
		}
		d.Frames = append(d.Frames, out)
	}
	return d
}

// hash is the source of a style or script in a policy that allows nothing else.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
