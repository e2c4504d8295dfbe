package patience

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"foregone/positions"
	"pgregory.net/rapid"
)

// anyPosition draws legal positions under every mix of the rules: any cards home, the rest anywhere.
func anyPosition(t *rapid.T) Position {
	r, _ := Preset(rapid.SampledFrom(Presets()).Draw(t, "game"))
	if rapid.Bool().Draw(t, "options") {
		r.Build = Build(rapid.IntRange(0, len(buildNames)-1).Draw(t, "build"))
		r.Empty = Empty(rapid.IntRange(0, len(emptyNames)-1).Draw(t, "empty"))
		r.Cells = uint8(rapid.IntRange(0, MaxCells).Draw(t, "ncells"))
	}
	p := Position{Rules: r}
	var rest []positions.Card
	for suit := range positions.Suit(positions.NumSuits) {
		if rapid.Bool().Draw(t, "any home") {
			p.Home[suit] = uint8(rapid.IntRange(0, positions.King).Draw(t, "home"))
		}
		for rank := int(p.Home[suit]) + 1; rank <= positions.King; rank++ {
			rest = append(rest, positions.NewCard(rank, suit))
		}
	}
	used := rapid.IntRange(1, p.NumColumns()).Draw(t, "columns in use")
	lay(&p, rest, used, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0)))
	return p
}

// lay shuffles cards and lays them on some columns and cells.
func lay(p *Position, cards []positions.Card, used int, rng *rand.Rand) {
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	columns := rng.Perm(p.NumColumns())[:used]
	for _, c := range cards {
		if i := rng.IntN(2 * MaxCells); i < p.NumCells() && p.Cells[i] == positions.NoCard {
			p.Cells[i] = c
			continue
		}
		p.Columns[columns[rng.IntN(used)]].push(c)
	}
}

func TestEveryNotationRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		if q, err := Parse(p.String()); err != nil || q != p {
			t.Fatalf("Parse(%q) is %q, %v", p.String(), q.String(), err)
		}
		hints := Hints{Game: p.Rules.Game, Rules: p.Rules.Options()}
		for _, format := range Formats() {
			text, err := Write(&p, format)
			if err != nil {
				t.Fatal(err)
			}
			h := hints
			if format == "line" || format == "page" {
				h = Hints{}
			}
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

// read reads the only item of a text.
func read(text string, h Hints) (Position, *positions.Error) {
	item, err := positions.NewReader("-", strings.NewReader(text)).Next()
	if err != nil {
		return Position{}, &positions.Error{Message: err.Error()}
	}
	r, fault := Read(item, h)
	if fault != nil {
		return Position{}, fault
	}
	return r.Start, nil
}

// A board drawn in any style, without layout:, is read as what it is, or refused: never as something else.
func TestALayoutIsNeverGuessed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		p.Cells = [MaxCells]positions.Card{}
		seen := p.onTable()
		for card := positions.Card(4); card < 56; card++ {
			if !seen[card] && card.Rank() > int(p.Home[card.Suit()]) {
				p.Columns[int(card)%p.NumColumns()].push(card)
			}
		}
		style := drawing{
			tens:   rapid.Bool().Draw(t, "tens"),
			empty:  rapid.SampledFrom([]string{"", "[]", "--"}).Draw(t, "empty"),
			gap:    rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "gap"),
			header: rapid.Bool().Draw(t, "header"),
		}
		text := "game: " + p.Rules.Game + "\n" + string(p.appendFoundations(nil)) + p.rowsDrawn(style)
		rules := Hints{Rules: p.Rules.Options()}
		unmarked := style.empty == "" && p.hasEmptyColumn()
		q, fault := read(text, rules)
		if fault == nil && q != p && !unmarked {
			t.Fatalf("%s was read as %s, of %+v\n%s", p.String(), q.String(), style, text)
		}
		if unmarked {
			return // it cannot be told where the column is
		}
		q, fault = read("layout: rows\n"+text, rules)
		if fault != nil || q != p {
			t.Fatalf("rows of %s were read as %s, %v, of %+v\n%s", p.String(), q.String(), fault, style, text)
		}
	})
}

// onTable returns which cards lie in columns.
func (p *Position) onTable() [56]bool {
	var seen [56]bool
	for i := range p.NumColumns() {
		for _, c := range p.Columns[i].All() {
			seen[c] = true
		}
	}
	return seen
}

func (p *Position) hasEmptyColumn() bool {
	for i := range p.NumColumns() {
		if p.Columns[i].Len == 0 {
			return true
		}
	}
	return false
}

// drawing is a style in which programs draw a board.
type drawing struct {
	tens, header bool
	empty        string // for an empty column, in the first row
	gap          string // between cards
}

// rowsDrawn draws the columns side by side.
func (p *Position) rowsDrawn(d drawing) string {
	deepest := uint8(1)
	for i := range p.NumColumns() {
		deepest = max(deepest, p.Columns[i].Len)
	}
	var b strings.Builder
	if d.header {
		mark := "--"
		if d.tens {
			mark = " --"
		}
		b.WriteString(strings.Repeat(mark+d.gap, p.NumColumns()) + "\n")
	}
	for row := range deepest {
		for i := range p.NumColumns() {
			text := ""
			if row < p.Columns[i].Len {
				text = p.Columns[i].Cards[row].String()
				if d.tens {
					text = strings.Replace(text, "T", "10", 1)
				}
			} else if row == 0 {
				text = d.empty
			}
			switch {
			case d.gap == "\t":
				b.WriteString(text + d.gap)
			case d.tens:
				fmt.Fprintf(&b, "%3s%s", text, d.gap)
			default:
				fmt.Fprintf(&b, "%-2s%s", text, d.gap)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
