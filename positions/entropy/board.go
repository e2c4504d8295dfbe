package entropy

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// What may stand on a cell in text. In a line digits count empty cells.
var (
	lineSquares  = positions.Squares{Letters: "ABCDEFG", Expected: "A to G or .", MaxWidth: MaxSize, MaxHeight: MaxSize}
	boardSquares = lineSquares
)

// board gathers what a text says of a position. A place whose Number is 0 says that the text has no such thing.
type board struct {
	item    *positions.Item
	grid    positions.Grid
	deal    *Deal // stands for the board
	acts    Turn
	chip    Colour
	actsAt  positions.Line
	bag     Bag
	bagAt   positions.Line
	draws   []Colour
	drawsAt positions.Line
	half    int            // of a record on two boards the one that is meant, 1 or 2; else 0
	end     positions.Line // the end of a line, where who acts is missing
}

func (b *board) errorAt(at positions.Line, format string, args ...any) *positions.Error {
	return b.item.Errorf(at.Number, at.Column, format, args...)
}

// position returns the legal position that was read.
func (b *board) position(h Hints) (Position, *positions.Error) {
	var p Position
	if b.deal != nil {
		p.N = uint8(b.deal.N)
	} else if err := b.fill(&p); err != nil {
		return p, err
	}
	if err := b.setTurn(&p, h); err != nil {
		return p, err
	}
	if b.bagAt.Number > 0 {
		p.Bag = b.bag
	} else if err := b.standardBag(&p); err != nil {
		return p, err
	}
	if err := p.checkChips(); err != nil {
		switch {
		case p.Acts == Chaos && p.Over():
			return p, b.errorAt(b.actsAt, "%s", err)
		case b.bagAt.Number > 0:
			return p, b.errorAt(b.bagAt, "%s", err)
		}
		return p, b.grid.Errorf(b.item, "%s", err)
	}
	return p, b.checkDraws(&p)
}

// fill puts the chips of the grid on a position of its size.
func (b *board) fill(p *Position) *positions.Error {
	n := b.grid.Width
	if n != b.grid.Height || n < MinSize {
		return b.grid.Errorf(b.item, "%s", sizeError(n, b.grid.Height))
	}
	p.N = uint8(n)
	for i, found := range b.grid.Squares {
		if found.Letter != '.' {
			p.Cells[(n-1-i/n)*n+i%n] = colourOf(found.Letter)
		}
	}
	return nil
}

// standardBag gives p what the board and the drawn chip leave of the standard bag.
func (b *board) standardBag(p *Position) *positions.Error {
	p.Bag = StandardBag(int(p.N))
	take := func(c Colour, at positions.Line) *positions.Error {
		switch {
		case c > Colour(p.N):
			return b.errorAt(at, "found a chip %c, expected A to %c on a board of %dx%[3]d without a bag", c.Letter(), Colour(p.N).Letter(), p.N)
		case p.Bag[c] == 0:
			return b.errorAt(at, "found more than %d chips of %c, expected at most %[1]d on a board of %[1]dx%[1]d without a bag", p.N, c.Letter())
		}
		p.Bag[c]--
		return nil
	}
	for _, found := range b.grid.Squares {
		if found.Letter != '.' {
			if err := take(colourOf(found.Letter), positions.Line{Number: found.Line, Column: found.Column}); err != nil {
				return err
			}
		}
	}
	if p.Acts == Chaos {
		if p.Over() {
			return nil // checkChips says it better
		}
		return take(p.Chip, b.actsAt)
	}
	return nil
}

// setTurn settles who acts: a start position begins with a draw.
func (b *board) setTurn(p *Position, h Hints) *positions.Error {
	turn, chip, ok := parseActs(h.ToMove)
	switch {
	case h.ToMove != "" && !ok:
		return b.item.Errorf(b.item.Line, b.item.Column, "--to-move: found %q, expected draw, order or chaos:B", h.ToMove)
	case b.actsAt.Number > 0 && ok && (turn != b.acts || chip != b.chip):
		return b.errorAt(b.actsAt, "found %q, expected %s as --to-move says", positions.Shorten(b.actsAt.Text, 20), h.ToMove)
	case b.actsAt.Number > 0:
		turn, chip = b.acts, b.chip
	case ok, b.deal != nil:
		b.actsAt = positions.Line{Number: b.item.Line, Column: b.item.Column}
	case b.end.Number > 0:
		return b.errorAt(b.end, "found no one to act, expected draw, order or chaos:B after the rows (or --to-move)")
	default:
		return b.grid.Errorf(b.item, "found no one to act, expected `acts: draw`, `acts: order` or `acts: chaos B` (or --to-move)")
	}
	p.Acts, p.Chip = turn, chip
	return nil
}

// setActs notes who acts.
func (b *board) setActs(at positions.Line) *positions.Error {
	turn, chip, ok := parseActs(at.Text)
	if !ok {
		return b.errorAt(at, "found %q, expected draw, order, or chaos with its chip such as chaos:B", positions.Shorten(at.Text, 20))
	}
	if b.actsAt.Number > 0 && (turn != b.acts || chip != b.chip) {
		return b.errorAt(at, "found %q, expected %q as above", positions.Shorten(at.Text, 20), positions.Shorten(b.actsAt.Text, 20))
	}
	b.acts, b.chip, b.actsAt = turn, chip, at
	return nil
}

// parseActs reads who acts: draw, order, chaos:B or chaos B in any case.
func parseActs(text string) (Turn, Colour, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "draw":
		return Draw, 0, true
	case "order":
		return Order, 0, true
	}
	rest, ok := strings.CutPrefix(text, "chaos")
	chip := strings.TrimLeft(rest, ": ")
	if !ok || chip == rest || len(chip) != 1 || colourOf(chip[0]) == 0 {
		return 0, 0, false
	}
	return Chaos, colourOf(chip[0]), true
}

// setBag notes the chips left to draw: letters, each with the number of its chips or once for each chip.
func (b *board) setBag(at positions.Line) *positions.Error {
	b.bagAt = at
	if at.Text == "-" {
		return nil
	}
	for i := 0; i < len(at.Text); {
		c := colourOf(at.Text[i])
		here := positions.Line{Number: at.Number, Column: at.ColumnOf(i)}
		if c == 0 {
			if strings.IndexByte(" ,\t", at.Text[i]) >= 0 {
				i++
				continue
			}
			return b.errorAt(here, "found %q, expected chips such as A2B1C2, or - for none", positions.Shorten(at.Text[i:], 20))
		}
		i++
		count, digits := 0, 0
		for ; i < len(at.Text) && at.Text[i] >= '0' && at.Text[i] <= '9'; i++ {
			count = min(count*10+int(at.Text[i]-'0'), MaxCount+1)
			digits++
		}
		if digits == 0 {
			count = 1
		}
		if count += int(b.bag[c]); count > MaxCount {
			return b.errorAt(here, "found more than %d chips of %c, expected at most so many", MaxCount, c.Letter())
		}
		b.bag[c] = uint8(count)
	}
	if b.bag.Len() == 0 {
		return b.errorAt(at, "found no chips, expected some such as A2B1C2, or - for none")
	}
	return nil
}

// setDraws notes the order in which chips are drawn.
func (b *board) setDraws(at positions.Line) *positions.Error {
	b.drawsAt = at
	for i, c := range []byte(at.Text) {
		switch colour := colourOf(c); {
		case colour != 0:
			b.draws = append(b.draws, colour)
		case strings.IndexByte(" ,\t", c) < 0:
			return b.errorAt(positions.Line{Number: at.Number, Column: at.ColumnOf(i)}, "found %q, expected the letters of chips, A to G", positions.Shorten(at.Text[i:], 20))
		}
	}
	return nil
}

// checkDraws compares the order of the draws with the bag.
func (b *board) checkDraws(p *Position) *positions.Error {
	left := p.Bag
	for i, c := range []byte(b.drawsAt.Text) {
		colour := colourOf(c)
		if colour == 0 {
			continue
		}
		if left[colour] == 0 {
			return b.errorAt(positions.Line{Number: b.drawsAt.Number, Column: b.drawsAt.ColumnOf(i)}, "found more %c drawn than the bag's %d, expected no more", colour.Letter(), p.Bag[colour])
		}
		left[colour]--
	}
	return nil
}

// isGame reports whether a name is this game's, in any case.
func isGame(name string) bool {
	return strings.EqualFold(name, Name) || strings.EqualFold(name, "hyle")
}

func unknownGame(name string) string {
	return fmt.Sprintf("found game %q, expected %s", positions.Shorten(name, 40), Name)
}
