package breakthrough

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"foregone/positions"
)

// anyPosition draws legal positions on boards of any size.
func anyPosition(t *rapid.T) Position {
	w := rapid.IntRange(MinWidth, MaxWidth).Draw(t, "columns")
	h := rapid.IntRange(MinHeight, min(MaxHeight, MaxSquares/w)).Draw(t, "rows")
	return scattered(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "pieces"), 0)), w, h)
}

func TestEveryNotationRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		if q, err := Parse(p.String()); err != nil || q != p {
			t.Fatalf("Parse(%q) is %q, %v", p.String(), q.String(), err)
		}
		for _, format := range Formats() {
			text, err := Write(&p, format)
			if err != nil {
				t.Fatal(err)
			}
			h := Hints{Game: Name}
			if format == "line" || format == "page" {
				h = Hints{}
			}
			if _, fault := read(text, h); fault == nil == (format == "openspiel" || format == "ludii") {
				t.Fatalf("without a side to move: %v, of\n%s", fault, text)
			}
			h.ToMove = p.ToMove.String()
			q, fault := read(text, h)
			if fault != nil {
				t.Fatalf("%v, of\n%s", fault, text)
			}
			if q != p {
				t.Fatalf("read %s of\n%s", q.String(), text)
			}
		}
	})
}

// A board drawn in any style is read as what it is.
func TestEveryDrawingIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		d := drawing{
			letters:  rapid.SampledFrom([]letters{ownLetters, pawns, players, {'W', 'B', '.'}}).Draw(t, "letters"),
			gap:      rapid.SampledFrom([]string{"", " ", "  ", "\t", "|"}).Draw(t, "gap"),
			left:     rapid.Bool().Draw(t, "ranks at the left"),
			right:    rapid.Bool().Draw(t, "ranks at the right"),
			above:    rapid.Bool().Draw(t, "files above"),
			below:    rapid.Bool().Draw(t, "files below"),
			upward:   rapid.Bool().Draw(t, "upward"),
			backward: rapid.Bool().Draw(t, "backward"),
			frame:    rapid.Bool().Draw(t, "frame"),
			upper:    rapid.Bool().Draw(t, "upper case"),
		}
		if d.letters == players && d.gap == "" {
			d.gap = " " // digits beside the numbers of ranks
		}
		text := d.of(&p)
		for _, prefix := range []string{"", "> ", "game: breakthrough\n"} {
			if strings.HasPrefix(prefix, ">") {
				text = prefix + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+prefix)
				prefix = ""
			}
			q, fault := read(prefix+text, Hints{Game: Name, ToMove: p.ToMove.String()})
			if fault != nil {
				t.Fatalf("%v, of\n%s", fault, prefix+text)
			}
			if q != p {
				t.Fatalf("read %s of\n%s", q.String(), prefix+text)
			}
		}
	})
}

// drawing is a style in which programs draw a board.
type drawing struct {
	letters                   letters
	gap                       string
	left, right, above, below bool
	upward, backward          bool // seen from Black's side, which labels tell
	frame, upper              bool
}

func (d drawing) of(p *Position) string {
	if !d.left && !d.right {
		d.upward = false
	}
	if !d.above && !d.below {
		d.backward = false
	}
	var b strings.Builder
	frame := "  +" + strings.Repeat("--", int(p.W)) + "+\n"
	files := "  "
	for column := range p.W {
		letter := 'a' + column
		if d.backward {
			letter = 'a' + p.W - 1 - column
		}
		if d.upper {
			letter -= 'a' - 'A'
		}
		files += string(rune(letter)) + d.gap
	}
	if d.above {
		b.WriteString(files + "\n")
	}
	if d.frame {
		b.WriteString(frame)
	}
	for i := range int(p.H) {
		row := int(p.H) - 1 - i
		if d.upward {
			row = i
		}
		rank := p.SquareName(Square(row * int(p.W)))[1:]
		if d.left {
			b.WriteString(rank + d.gap)
		}
		for column := range int(p.W) {
			if d.backward {
				column = int(p.W) - 1 - column
			}
			b.WriteByte(d.letters.at(p, Square(row*int(p.W)+column)))
			b.WriteString(d.gap)
		}
		if d.right {
			b.WriteString(d.gap + rank)
		}
		b.WriteString("\n")
	}
	if d.frame {
		b.WriteString(frame)
	}
	if d.below {
		b.WriteString(files + "\n")
	}
	return b.String()
}

// read reads the only item of a text.
func read(text string, h Hints) (Position, *positions.Error) {
	r, fault := readItem(text, h)
	if fault != nil {
		return Position{}, fault
	}
	return r.Start, nil
}

func readItem(text string, h Hints) (*Record, *positions.Error) {
	items := positions.NewReader("f", strings.NewReader(text))
	item, err := items.Next()
	if err != nil {
		return nil, &positions.Error{Message: err.Error()}
	}
	r, fault := Read(item, h)
	if fault != nil {
		return nil, fault
	}
	if _, err := items.Next(); err != io.EOF {
		return nil, &positions.Error{Message: "more than one item"}
	}
	return r, nil
}
