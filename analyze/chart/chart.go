// Package chart draws the distribution of a number over many positions, and the course of a value over a game, as SVG or PNG:
// black and grey on white, the same bytes for the same numbers.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"strings"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a kind of file.
type Format string

const (
	SVG Format = "svg"
	PNG Format = "png"
)

// FormatOf tells the format by the ending of a file's name.
func FormatOf(name string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))); f {
	case SVG, PNG:
		return f, nil
	}
	return "", fmt.Errorf("found %q, expected a name that ends with .svg or .png", name)
}

// dotsPerInch is the resolution of PNG.
const dotsPerInch = 192

// write draws a picture of a size and writes it. The words say what it shows, for who cannot see it.
func write(w io.Writer, f Format, width, height vg.Length, words string, paint func(draw.Canvas)) error {
	whole := func(c draw.Canvas) {
		c.FillPolygon(paper, []vg.Point{{}, {Y: height}, {X: width, Y: height}, {X: width}})
		paint(c)
	}
	if f == PNG {
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
		whole(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	}
	c := vgsvg.New(width, height)
	whole(draw.New(c))
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return err
	}
	_, err := io.WriteString(w, finished(buf.String(), words))
	return err
}

// finished gives the text of an SVG fonts that other systems have, with letters of the same widths, and a title.
func finished(svg, words string) string {
	svg = strings.ReplaceAll(svg, "font-family:"+typeface+" "+variant+";", "font-family:'"+typeface+" "+variant+"',Arial,Helvetica,sans-serif;")
	at := strings.Index(svg, "<svg ")
	end := at + strings.Index(svg[at:], ">")
	return svg[:at] + `<svg role="img" ` + svg[at+len("<svg "):end] + ">\n<title>" + html.EscapeString(words) + "</title>" + svg[end+1:]
}

const (
	typeface = "Liberation"
	variant  = "Sans"
)

// letters returns the style of a text.
func letters(size float64, bold bool) text.Style {
	f := plotfont.Font{Typeface: typeface, Variant: variant, Size: vg.Points(size)}
	if bold {
		f.Weight = font.WeightBold
	}
	return text.Style{Font: f, Handler: plot.DefaultTextHandler}
}

// newPlot returns an empty plot with our letters.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle = letters(10, true)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = text.XCenter, text.YTop
	p.Title.Padding = vg.Points(4)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		align := a.Tick.Label
		a.Tick.Label = letters(9, false)
		a.Tick.Label.XAlign, a.Tick.Label.YAlign = align.XAlign, align.YAlign
		a.Padding = 0
		a.Tick.Length = vg.Points(4)
	}
	return p
}

// head draws the lines of a title, the first one in bold, and returns the canvas below them.
func head(c draw.Canvas, title string) draw.Canvas {
	c = draw.Crop(c, vg.Points(10), -vg.Points(14), vg.Points(8), -vg.Points(10))
	for i, line := range strings.Split(title, "\n") {
		style := letters(10, false)
		if i == 0 {
			style = letters(12, true)
		}
		style.XAlign, style.YAlign = text.XLeft, text.YTop
		for line != "" {
			var first string
			first, line = broken(line, style, c.Size().X)
			c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, first)
			c = draw.Crop(c, 0, 0, 0, -vg.Points(16))
		}
	}
	return draw.Crop(c, 0, 0, 0, -vg.Points(6))
}

// broken returns as many words of a line as fit in a width, at least one, and the others.
func broken(line string, style text.Style, width vg.Length) (first, rest string) {
	words := strings.Split(line, " ")
	n := 1
	for n < len(words) && style.Width(strings.Join(words[:n+1], " ")) <= width {
		n++
	}
	return strings.Join(words[:n], " "), strings.Join(words[n:], " ")
}
