package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

type picture interface {
	Write(io.Writer, Format) error
}

// pictures returns one of each kind, newly made.
func pictures() map[string]picture {
	rng := rand.New(rand.NewPCG(1, 2))
	won, lost, lengths, scores := NewLogHistogram(), NewLogHistogram(), NewHistogram(), NewFineHistogram(0.05)
	for range 2000 {
		won.Add(math.Floor(math.Exp(4 + rng.NormFloat64())))
		lengths.Add(math.Floor(90 + 10*rng.NormFloat64()))
		scores.Add(max(0, 40+10*rng.NormFloat64()))
	}
	for range 30 {
		lost.Add(math.Floor(math.Exp(9 + 1.5*rng.NormFloat64())))
	}
	one := NewHistogram()
	one.Add(26)
	game := &Course{Title: "A game\nof 24 plies", X: "plies", Y: "value", Levels: []Level{{1, "won"}, {-1, "lost"}}}
	for ply := range 25 {
		game.Points = append(game.Points, Point{Ply: ply, Move: "b4xa3", Value: math.Cos(float64(ply / 9)), Known: ply != 6, Estimate: ply < 4, Mistake: ply == 9})
	}
	return map[string]picture{
		"nodes":   &Distribution{Title: "5 < 6 & more\nhere", X: "nodes", Y: "deals", Each: "deal", Parts: []Part{{"winnable", won}, {"not winnable", lost}}},
		"lengths": &Distribution{Title: "lengths", X: "moves", Y: "deals", Each: "deal", Parts: []Part{{"winnable", lengths}}},
		"scores":  &Distribution{Title: "scores", X: "points", Y: "deals", Each: "deal", Parts: []Part{{"exact", scores}}},
		"one":     &Distribution{Title: "one", X: "plies", Y: "positions", Each: "position", Parts: []Part{{"", one}}},
		"game":    game,
		"start":   &Course{Title: "no moves", Points: []Point{{Known: true, Value: 3}}},
		"unknown": &Course{Title: "nothing known", Points: []Point{{}, {Ply: 1}}},
	}
}

// TestPictures: each format can be read, is the same every time, and has no colours.
func TestPictures(t *testing.T) {
	again := pictures()
	for name, p := range pictures() {
		for _, f := range []Format{SVG, PNG} {
			var one, two bytes.Buffer
			if err := errors.Join(p.Write(&one, f), again[name].Write(&two, f)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !bytes.Equal(one.Bytes(), two.Bytes()) {
				t.Errorf("%s.%s: two files of the same picture differ", name, f)
			}
			if f == PNG {
				checkPNG(t, name, &one)
			} else {
				checkSVG(t, name, one.String())
			}
		}
	}
	if err := pictures()["game"].Write(failing{}, SVG); err == nil {
		t.Errorf("found no error of a writer that fails")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func checkPNG(t *testing.T, name string, file io.Reader) {
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	dark, size := 0, picture.Bounds()
	for x := range size.Dx() {
		for y := x % 4; y < size.Dy(); y += 4 {
			c := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
			if c.R != c.G || c.G != c.B || c.A != 255 {
				t.Fatalf("%s: found %v at %d, %d, expected a grey", name, c, x, y)
			}
			if c.R < 64 {
				dark++
			}
		}
	}
	if dark < 50 || dark > size.Dx()*size.Dy()/16 {
		t.Errorf("%s: found %d dark dots of %v", name, dark, size)
	}
}

func checkSVG(t *testing.T, name, file string) {
	decoder := xml.NewDecoder(strings.NewReader(file))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, want := range []string{"<title>", `role="img"`, "Arial,Helvetica,sans-serif"} {
		if !strings.Contains(file, want) {
			t.Errorf("%s: found no %s", name, want)
		}
	}
	for _, bad := range []string{"NaN", "Inf", "Liberation Serif", "http://localhost"} {
		if strings.Contains(file, bad) {
			t.Errorf("%s: found %s", name, bad)
		}
	}
}

// words returns the texts of an SVG in their order.
func words(t *testing.T, p picture) []string {
	var buf bytes.Buffer
	if err := p.Write(&buf, SVG); err != nil {
		t.Fatal(err)
	}
	var all []string
	decoder := xml.NewDecoder(&buf)
	for inText := false; ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return all
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.CharData:
			if inText {
				all = append(all, string(token))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"nodes":   {"5 < 6 & more", "here", "winnable: 2,000 deals, median about 55", "not winnable: 30 deals, median about 4,900", "10", "100", "1,000", "10,000", "nodes", "deals"},
		"lengths": {"60", "90", "120", "moves", "winnable: 2,000 deals, median 90"},
		"game":    {"won", "lost", "9. b4xa3", "0", "24", "plies", "value"},
		"one":     {"26", "1"},
	} {
		found := words(t, pictures()[name])
		for _, w := range want {
			if !slices.Contains(found, w) {
				t.Errorf("%s: found %q, expected %q among them", name, found, w)
			}
		}
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{"a.svg": SVG, "b/c.PNG": PNG, "x.tar.svg": SVG} {
		if f, err := FormatOf(name); f != want || err != nil {
			t.Errorf("%s: found %q, %v", name, f, err)
		}
	}
	for _, name := range []string{"", "svg", "a.jpg", "a.svg.gz", ".png/", "png."} {
		if f, err := FormatOf(name); err == nil {
			t.Errorf("%s: found %q, expected an error", name, f)
		}
	}
}
