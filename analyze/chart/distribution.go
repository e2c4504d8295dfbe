package chart

import (
	"image/color"
	"io"
	"math"
	"strings"

	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Distribution is a picture of how a number is distributed, with a panel for each class of positions.
type Distribution struct {
	Title string // its first line in bold
	X, Y  string // what the axes count, with their units
	Each  string // what one of those counted is, such as "deal"
	Parts []Part // of one kind of histogram, none of them empty; at least one
}

// Part is a class of positions.
type Part struct {
	Name   string
	Counts *Histogram
}

const (
	panelWidth  = 7.5 * vg.Inch
	panelHeight = 2.2 * vg.Inch // and a single one
	onlyHeight  = 3.6 * vg.Inch
	headHeight  = 0.9 * vg.Inch
)

// Write draws the picture.
func (d *Distribution) Write(w io.Writer, f Format) error {
	height := headHeight + panelHeight*vg.Length(len(d.Parts))
	if len(d.Parts) == 1 {
		height = headHeight + onlyHeight
	}
	return write(w, f, panelWidth, height, strings.ReplaceAll(d.Title, "\n", "; "), func(c draw.Canvas) {
		c = head(c, d.Title)
		stack(c, d.plots(), d.X, d.Y)
	})
}

// stack draws plots below each other, their upright axes in one line, and labels the axes. (Plot would keep room
// for the label as if its middle were at the mean of the limits, which it is not on a logarithmic axis.)
func stack(c draw.Canvas, plots []*plot.Plot, level, upright string) {
	style, turned := letters(10, false), letters(10, false)
	style.XAlign, style.YAlign = text.XCenter, text.YBottom
	turned.XAlign, turned.YAlign, turned.Rotation = text.XCenter, text.YTop, math.Pi/2
	corner := c.Min
	c = draw.Crop(c, vg.Points(18), 0, vg.Points(16), 0)
	canvases := make([]draw.Canvas, len(plots))
	var left, right vg.Length
	inner := func(i int) (left, right vg.Length) {
		data := plots[i].DataCanvas(canvases[i])
		return data.Min.X - c.Min.X, c.Max.X - data.Max.X
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: vg.Points(8)}
	for i := range plots {
		canvases[i] = tiles.At(c, 0, i)
		l, r := inner(i)
		left, right = max(left, l), max(right, r)
	}
	for i, p := range plots {
		l, r := inner(i)
		p.Draw(draw.Crop(canvases[i], left-l, r-right, 0, 0))
		data := p.DataCanvas(canvases[i])
		c.FillText(turned, vg.Point{X: corner.X, Y: (data.Min.Y + data.Max.Y) / 2}, upright)
	}
	c.FillText(style, vg.Point{X: (c.Min.X + left + c.Max.X - right) / 2, Y: corner.Y}, level)
}

// plots returns the panels from the top, whose axes have the same limits.
func (d *Distribution) plots() []*plot.Plot {
	all := make([]*Histogram, len(d.Parts))
	for i, p := range d.Parts {
		all[i] = p.Counts
	}
	logarithmicX := all[0].width == 0
	plots := make([]*plot.Plot, len(d.Parts))
	from, to := math.Inf(1), math.Inf(-1)
	sets := bars(all)
	for _, set := range sets {
		from, to = min(from, set[0].from), max(to, set[len(set)-1].to)
	}
	from, to = widened(from, to, all[0])
	for i, set := range sets {
		p := newPlot()
		p.Title.Text = d.Parts[i].Name + ": " + english.Plural(int(all[i].n), d.Each, "") + ", median " + d.medianOf(all[i])
		most := uint64(1)
		for _, b := range set {
			most = max(most, b.count)
		}
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = from, to, 0, 1.05*float64(most)
		p.Y.Tick.Marker = plot.ConstantTicks(linear(0, p.Y.Max, 4, 1))
		least := 0.
		if all[0].whole {
			least = 1
		}
		ticks := linear(max(0, from), to, 10, least)
		if logarithmicX {
			p.X.Scale = plot.LogScale{}
			ticks = logarithmic(from, to)
		}
		if i < len(sets)-1 {
			for i := range ticks {
				ticks[i].Label = ""
			}
		}
		p.X.Tick.Marker = plot.ConstantTicks(ticks)
		p.Add(grid{}, barsOf(set))
		plots[i] = p
	}
	return plots
}

// widened returns the limits of an axis, which no single bar is to fill.
func widened(from, to float64, h *Histogram) (low, high float64) {
	if h.width == 0 {
		if to < 10*from {
			return max(1, math.Floor(from/3)), 3 * to
		}
		return from, to
	}
	if room := (10*h.width - (to - from)) / 2; room > 0 {
		if h.whole {
			room = math.Ceil(room)
		}
		return from - room, to + room
	}
	return from, to
}

// medianOf writes a median as exactly as the histogram has it.
func (d *Distribution) medianOf(h *Histogram) string {
	m := h.median()
	if !h.whole {
		return "about " + number(math.Round(m*10)/10)
	}
	if h.width == 0 && m > 2*perDecade/10 { // two digits are true
		by := math.Pow(10, math.Floor(math.Log10(m))-1)
		return "about " + number(math.Round(m/by)*by)
	}
	return number(m)
}

var (
	ink   = color.Gray{0}
	paper = color.Gray{255}
	fill  = color.Gray{178}
	faint = draw.LineStyle{Color: color.Gray{215}, Width: vg.Points(0.5)}
	thin  = draw.LineStyle{Color: ink, Width: vg.Points(0.5)}
)

// grid is faint lines at the named ticks of the upright axis.
type grid struct{}

func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if !t.IsMinor() && t.Value > p.Y.Min {
			c.StrokeLine2(faint, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}

// barsOf is the bars of a panel.
type barsOf []bar

func (bars barsOf) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, b := range bars {
		if b.count == 0 {
			continue
		}
		left, right, top := x(b.from), x(b.to), max(y(float64(b.count)), c.Min.Y+vg.Points(1)) // a single one is seen
		corners := []vg.Point{{X: left, Y: c.Min.Y}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: c.Min.Y}}
		c.FillPolygon(fill, corners)
		c.StrokeLines(thin, append(corners, corners[0]))
	}
}
