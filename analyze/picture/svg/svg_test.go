package svg

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"foregone/analyze/games"
	"foregone/positions"
)

// element is a tag of a picture.
type element struct {
	name string
	attr map[string]string
	text string // before its first child
}

// parse returns the elements of a picture, which must be well-formed.
func parse(t *testing.T, text string) []element {
	t.Helper()
	var all []element
	var open []int
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		switch v := token.(type) {
		case xml.StartElement:
			e := element{name: v.Name.Local, attr: map[string]string{}}
			for _, a := range v.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			open = append(open, len(all))
			all = append(all, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				all[open[len(open)-1]].text += string(v)
			}
		}
	}
}

// placed returns what lies where on a board, by the names that moves use.
func placed(board any) map[string]string {
	at := map[string]string{}
	switch b := board.(type) {
	case games.CardTable:
		for suit, c := range b.Foundations {
			at["h"+string("CDHS"[suit])] = c.String()
		}
		for i, c := range b.Cells {
			at[b.CellNames[i]] = c.String()
		}
		for i, column := range b.Columns {
			for j, c := range column {
				at[fmt.Sprintf("%s.%d", b.ColumnNames[i], j+1)] = c.String()
			}
		}
		maps.DeleteFunc(at, func(_, card string) bool { return card == positions.NoCard.String() })
	case games.SquareBoard:
		for i, piece := range b.Squares {
			if piece != '.' {
				at[fmt.Sprintf("%c%d", 'a'+i%b.W, i/b.W+1)] = string(piece)
			}
		}
	}
	return at
}

// starts are lines of all games, of unusual sizes, too.
var starts = []string{
	"eightoff JDKD2S4C3S6D/2DKCKS5CTD8S/9H9S9DTS4S8D/JC5SQDQHTHQS/5DADJS4H8H6C/7HQCASAC2C3D/7CKHAH4DJH8C/5H3H3C7S7DTC cells=6S-9C-2H-6H",
	"freecell JDKD2S4C3S6D6S/2DKCKS5CTD8S9C/9H9S9DTS4S8D2H/JC5SQDQHTHQS6H/5DADJS4H8H6C/7HQCASAC2C3D/7CKHAH4DJH8C/5H3H3C7S7DTC ncells=0",
	"freecell KCQC/-/KHTD/-/QDJD/-/-/KD cells=-KS home=CJD9HQSQ",
	"seatowers JDKD2S4C3S/6DKC2DKS5C/TD8S9H9S9D/TS4S8DJC5S/QDQHTHQS5D/ADJS4H8H6C/7HQCASAC2C/3D7CKHAH4D/JH8C5H3H3C/7S7DTC9C6H cells=6S2H",
	"breakthrough bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w",
	"breakthrough bb/2/2/2/2/2/2/2/2/2/2/2/ww w",
	"crossings bbbbb/bbbbb/5/5/rrrrr/rrrrr r",
	"crossings R2/1r1/b2/2b b steps=exact",
	"entropy 7/7/7/7/7/7/7 draw",
	"entropy AB1/3/2C chaos:B bag=A2B1C2",
}

// visit calls f with positions along random games, and the position and the move before each.
func visit(t *testing.T, plies int, f func(before games.Position, move string, p games.Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, line := range starts {
		p, err := games.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		f(nil, "", p)
		for range plies {
			next := p.Successors()
			if len(next) == 0 {
				break
			}
			s := next[rng.IntN(len(next))]
			f(p, s.Move, s.Position)
			p = s.Position
		}
	}
}

func draw(t *testing.T, p Picture) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Pictures are well-formed, use only shapes that they have, have a text for those who do not see them, and the board that is
// read from them is the position's.
func TestPicturesAreReadBack(t *testing.T) {
	drawn := 0
	visit(t, 60, func(before games.Position, move string, p games.Position) {
		all := parse(t, draw(t, Picture{Title: "x", Words: p.String(), Captions: []string{"To move: <white>"}, Position: p, Before: before, Move: move}))
		root := all[0]
		if root.name != "svg" || root.attr["role"] != "img" || root.attr["aria-labelledby"] != "title desc" || root.attr["data-position"] != p.String() {
			t.Fatalf("the picture of %s begins with %v", p, root)
		}
		ids, got := map[string]bool{}, map[string]string{}
		for _, e := range all {
			if id := e.attr["id"]; id != "" {
				if ids[id] {
					t.Fatalf("%s: two elements with the id %s", p, id)
				}
				ids[id] = true
			}
			if href, ok := e.attr["href"]; ok && !ids[strings.TrimPrefix(href, "#")] {
				t.Fatalf("%s: %s is used, and not there", p, href)
			}
			if at := e.attr["data-at"]; at != "" {
				got[at] = e.attr["data-piece"]
				if e.attr["href"] != "#"+ShapeID(e.attr["data-piece"]) {
					t.Fatalf("%s: %s is drawn as %s", p, e.attr["data-piece"], e.attr["href"])
				}
			}
			if e.name == "desc" && e.text != p.String() {
				t.Fatalf("%s: described as %q", p, e.text)
			}
		}
		if want := placed(p.Board()); !maps.Equal(got, want) {
			t.Fatalf("%s is drawn as\n%v, want\n%v", p, got, want)
		}
		drawn++
	})
	if drawn < 300 {
		t.Errorf("only %d pictures were drawn", drawn)
	}
}

// Of the pieces of a sheet each has a place for itself within it, cards of a column one below the other.
func TestPiecesAreApart(t *testing.T) {
	var sheet *Sheet
	visit(t, 60, func(before games.Position, _ string, p games.Position) {
		if before == nil {
			sheet = nil
		}
		own, err := NewSheet(p)
		if err != nil {
			t.Fatal(err)
		}
		if sheet == nil {
			sheet = own
		}
		w, h := own.Size()
		places := map[[2]int]bool{}
		for _, piece := range own.Pieces(p) {
			size := [2]int{side, side}
			if _, cards := p.Board().(games.CardTable); cards {
				size = [2]int{cardW, cardH}
			}
			if piece.X < 0 || piece.Y < 0 || piece.X+size[0] > w || piece.Y+size[1] > h {
				t.Fatalf("%s: %v is beyond %dx%d", p, piece, w, h)
			}
			at := [2]int{piece.X, piece.Y}
			if places[at] {
				t.Fatalf("%s: two pieces at %v", p, at)
			}
			places[at] = true
		}
		if !slices.Equal(own.Pieces(p), sheet.Pieces(p)) {
			t.Fatalf("%s: places depend on the size of the sheet", p)
		}
	})
}

// points returns the corners of a path of absolute lines.
func points(t *testing.T, path string) [][2]float64 {
	t.Helper()
	var all [][2]float64
	for part := range strings.FieldsFuncSeq(path, func(r rune) bool { return strings.ContainsRune("MLZ", r) }) {
		x, y, _ := strings.Cut(part, " ")
		px, err := strconv.ParseFloat(x, 64)
		if err != nil {
			t.Fatal(err)
		}
		py, err := strconv.ParseFloat(y, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, [2]float64{px, py})
	}
	return all
}

// An arrow leads from where the piece was towards where it is: its tip is nearest to there, its tail to where it came from.
func TestArrowsFollowMoves(t *testing.T) {
	arrows, frames := 0, 0
	visit(t, 60, func(before games.Position, move string, p games.Position) {
		if before == nil {
			return
		}
		sheet, err := NewSheet(before, p)
		if err != nil {
			t.Fatal(err)
		}
		path := sheet.Trail(before, move)
		gone, come := changes(sheet.Pieces(before), sheet.Pieces(p))
		switch {
		case path == "":
			if len(come) > 0 {
				t.Fatalf("%s: %s has no trail", before, move)
			}
		case strings.Contains(path, "h"):
			frames++
		default:
			arrows++
			corners := points(t, path)
			tail, tip := corners[0], corners[3]
			w, h := float64(cardW), float64(cardH)
			if _, cards := p.Board().(games.CardTable); !cards {
				w, h = side, side
			}
			if !near(tail, gone, w, h) || !near(tip, come, w, h) {
				t.Fatalf("%s: the arrow of %s runs from %v to %v; gone %v, come %v", before, move, tail, tip, gone, come)
			}
		}
	})
	if arrows < 200 || frames < 15 {
		t.Errorf("only %d arrows and %d frames", arrows, frames)
	}
}

// changes returns the pieces that are at other places now.
func changes(before, after []Piece) (gone, come []Piece) {
	only := func(a, b []Piece) []Piece {
		return slices.DeleteFunc(slices.Clone(a), func(p Piece) bool { return slices.Contains(b, p) })
	}
	return only(before, after), only(after, before)
}

// near reports whether a point is on one of the pieces, or at its edge.
func near(at [2]float64, pieces []Piece, w, h float64) bool {
	return slices.ContainsFunc(pieces, func(p Piece) bool {
		return math.Abs(at[0]-float64(p.X)-w/2) <= w/2+1 && math.Abs(at[1]-float64(p.Y)-h/2) <= h/2+1
	})
}

func TestTextIsEscaped(t *testing.T) {
	p, err := games.Parse(starts[0])
	if err != nil {
		t.Fatal(err)
	}
	title := `</title><script>alert("1")</script>&amp;` + "\x01"
	text := draw(t, Picture{Title: title, Position: p})
	if strings.Contains(text, "<script") {
		t.Errorf("a script got through:\n%s", text)
	}
	for _, e := range parse(t, text) {
		if want := strings.ReplaceAll(title, "\x01", "\uFFFD"); e.name == "title" && e.text != want {
			t.Errorf("the title is %q, want %q", e.text, want)
		}
	}
}
