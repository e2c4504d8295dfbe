package chart

import (
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Course is a picture of a game: the value of the positions after its moves.
type Course struct {
	Title  string // its first line in bold
	X, Y   string // what the axes count, with their units
	Levels []Level
	Points []Point // of rising plies; at least one
}

// Level names a value on the upright axis. Without any the axis has numbers.
type Level struct {
	Value float64
	Name  string
}

// Point is a position of a game.
type Point struct {
	Ply      int
	Move     string // that led to it, "" at the start
	Value    float64
	Known    bool // there is a value
	Estimate bool // which is not proven
	Mistake  bool // by the move, which is named in the picture
}

// Write draws the picture.
func (k *Course) Write(w io.Writer, f Format) error {
	return write(w, f, panelWidth, headHeight+onlyHeight, strings.ReplaceAll(k.Title, "\n", "; "), func(c draw.Canvas) {
		stack(head(c, k.Title), []*plot.Plot{k.plot()}, k.X, k.Y)
	})
}

func (k *Course) plot() *plot.Plot {
	p := newPlot()
	first, last := k.Points[0].Ply, k.Points[len(k.Points)-1].Ply
	p.X.Min, p.X.Max = float64(first)-0.5, float64(max(last, first+1))+0.5
	p.X.Tick.Marker = plot.ConstantTicks(linear(float64(first), float64(max(last, first+1)), 12, 1))
	p.Y.Min, p.Y.Max = k.limits()
	p.Y.Tick.Marker = plot.ConstantTicks(linear(p.Y.Min, p.Y.Max, 6, 0))
	if len(k.Levels) > 0 {
		var ticks []plot.Tick
		for _, l := range k.Levels {
			ticks = append(ticks, plot.Tick{Value: l.Value, Label: l.Name})
		}
		p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	}
	p.Add(grid{}, course(k.Points))
	return p
}

// limits returns those of the upright axis, with some room for names above and below.
func (k *Course) limits() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, l := range k.Levels {
		low, high = min(low, l.Value), max(high, l.Value)
	}
	for _, p := range k.Points {
		if p.Known {
			low, high = min(low, p.Value), max(high, p.Value)
		}
	}
	if low > high {
		return 0, 1
	}
	room := max(0.15*(high-low), 1e-3, 0.02*math.Abs(high))
	return low - room, high + room
}

// course is the line through the points that are known: dots for what is proven, rings for estimates, a large cross and the
// move at a mistake, and a gap where nothing is known.
type course []Point

const (
	dotSize     = 2.2 // points
	mistakeSize = 3.5
)

func (points course) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line := draw.LineStyle{Color: ink, Width: vg.Points(1)}
	at := func(q Point) vg.Point { return vg.Point{X: x(float64(q.Ply)), Y: y(q.Value)} }
	for i := 1; i < len(points); i++ {
		if a, b := points[i-1], points[i]; a.Known && b.Known {
			c.StrokeLines(line, []vg.Point{at(a), at(b)})
		}
	}
	size := vg.Points(dotSize)
	if len(points) > 120 {
		size /= 2
	}
	for _, q := range points {
		if !q.Known || q.Mistake {
			continue
		}
		if q.Estimate {
			c.DrawGlyph(draw.GlyphStyle{Color: paper, Radius: size, Shape: draw.CircleGlyph{}}, at(q))
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: size, Shape: draw.RingGlyph{}}, at(q))
		} else {
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: size, Shape: draw.CircleGlyph{}}, at(q))
		}
	}
	points.nameMistakes(c, at)
}

// nameMistakes marks the mistakes, and names those whose names do not cover each other.
func (points course) nameMistakes(c draw.Canvas, at func(Point) vg.Point) {
	style := letters(9, true)
	var taken []vg.Rectangle
	for i, q := range points {
		if !q.Mistake || !q.Known {
			continue
		}
		here := at(q)
		for _, slant := range [...]vg.Length{1, -1} {
			arm := vg.Point{X: vg.Points(mistakeSize), Y: slant * vg.Points(mistakeSize)}
			c.StrokeLines(draw.LineStyle{Color: ink, Width: vg.Points(2)}, []vg.Point{here.Sub(arm), here.Add(arm)})
		}
		name := strconv.Itoa(q.Ply) + ". " + q.Move
		style.XAlign, style.YAlign = text.XCenter, text.YTop
		label := vg.Point{X: here.X, Y: here.Y - vg.Points(7)}
		if i > 0 && points[i-1].Known && points[i-1].Value < q.Value { // away from the line
			style.YAlign = text.YBottom
			label.Y = here.Y + vg.Points(7)
		}
		box := style.Rectangle(name)
		if over := label.X + box.Max.X - c.Max.X; over > 0 {
			label.X -= over
		}
		if under := c.Min.X - label.X - box.Min.X; under > 0 {
			label.X += under
		}
		place := vg.Rectangle{Min: label.Add(box.Min), Max: label.Add(box.Max)}
		if !overlaps(taken, place) {
			taken = append(taken, place)
			c.FillText(style, label, name)
		}
	}
}

func overlaps(all []vg.Rectangle, r vg.Rectangle) bool {
	for _, o := range all {
		if o.Min.X < r.Max.X && r.Min.X < o.Max.X && o.Min.Y < r.Max.Y && r.Min.Y < o.Max.Y {
			return true
		}
	}
	return false
}
