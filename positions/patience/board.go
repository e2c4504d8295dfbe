package patience

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/positions"
)

// place is a place in the text, its column not counted before it is needed.
type place struct {
	line   *positions.Line // nil: nowhere
	offset int             // in bytes
}

// setting is the game's name or a rule option with the place where it was found.
type setting struct {
	text         string
	line, column int
}

// board gathers what a text says of a position, in the text's order, and refuses what can be refused at once.
type board struct {
	item    *positions.Item
	begin   place // of the board
	game    setting
	options []setting

	cards      Position       // as read; its rules are not set
	columns    int            // may exceed MaxColumns
	cells      int            // entries, empty ones too; may exceed MaxCells
	filled     int            // cards in cells
	lastCell   int            // the highest cell with a card, from 0
	lastInCell positions.Card // that card
	cellsLine  bool           // the text names its cells
	homeSeen   [positions.NumSuits]bool
	seen       [positions.King*4 + 4]place // where each card lies
}

func (b *board) errorf(at place, format string, args ...any) *positions.Error {
	line, column := b.item.Line, b.item.Column
	if at.line != nil {
		line, column = at.line.Number, at.line.ColumnOf(at.offset)
	}
	return b.item.Errorf(line, column, format, args...)
}

// see notes where a card lies, and refuses it when it lies somewhere already.
func (b *board) see(card positions.Card, at place) *positions.Error {
	if old := b.seen[card]; old.line != nil {
		return b.errorf(at, "found %s a second time (the first is in line %d, column %d), expected every card once",
			card, old.line.Number, old.line.ColumnOf(old.offset))
	}
	b.seen[card] = at
	return nil
}

// addCard puts a card on the open end of the newest column.
func (b *board) addCard(card positions.Card, at place) *positions.Error {
	if err := b.see(card, at); err != nil {
		return err
	}
	if b.columns <= MaxColumns {
		b.cards.Columns[b.columns-1].push(card)
	}
	return nil
}

// addCell fills the next cell; NoCard leaves it empty.
func (b *board) addCell(card positions.Card, at place) *positions.Error {
	if card != positions.NoCard {
		if err := b.see(card, at); err != nil {
			return err
		}
		b.filled++
		b.lastCell, b.lastInCell = b.cells, card
		if b.cells < MaxCells {
			b.cards.Cells[b.cells] = card
		}
	}
	b.cells++
	return nil
}

// setHome sets the top rank of a foundation, 0 for an empty one.
func (b *board) setHome(suit positions.Suit, rank int, at place) *positions.Error {
	if b.homeSeen[suit] {
		return b.errorf(at, "found the foundation of %c a second time, expected every suit once", suit.Letter())
	}
	b.homeSeen[suit] = true
	b.cards.Home[suit] = uint8(rank)
	return nil
}

// position returns the legal position that was read, under the game and the rules that text and hints name.
func (b *board) position(h Hints) (Position, *positions.Error) {
	p := b.cards
	if b.columns == 0 && b.cells == 0 && p.Home == [positions.NumSuits]uint8{} {
		return p, b.errorf(b.begin, "found no cards, expected columns of cards")
	}
	var err *positions.Error
	if p.Rules, err = b.rules(h); err != nil {
		return p, err
	}
	if err := b.checkHome(); err != nil {
		return p, err
	}
	if b.columns != p.NumColumns() {
		return p, b.errorf(b.begin, "found %s, expected %d in %s (an empty one is written -)", english.Plural(b.columns, "column", ""), p.NumColumns(), p.Rules.Game)
	}
	if err := b.checkCells(p.Rules); err != nil {
		return p, err
	}
	return p, b.checkComplete()
}

// checkHome refuses a card on the table that its foundation covers.
func (b *board) checkHome() *positions.Error {
	for suit, top := range b.cards.Home {
		for rank := 1; rank <= int(top); rank++ {
			card := positions.NewCard(rank, positions.Suit(suit))
			if at := b.seen[card]; at.line != nil {
				return b.errorf(at, "found %s on the table and on its foundation (up to %s), expected every card once",
					card, positions.NewCard(int(top), positions.Suit(suit)))
			}
		}
	}
	return nil
}

func (b *board) checkCells(r Rules) *positions.Error {
	limit := int(r.Cells)
	switch at := b.seen[b.lastInCell]; {
	case b.filled > limit:
		return b.errorf(at, "found %d cards in cells, expected at most %d in %s", b.filled, limit, r.Game)
	case b.filled > 0 && b.lastCell >= limit:
		return b.errorf(at, "found %s in cell %d, expected %d cells in %s", b.lastInCell, b.lastCell+1, limit, r.Game)
	}
	return nil
}

// checkComplete names the cards that lie nowhere.
func (b *board) checkComplete() *positions.Error {
	var missing []string
	for card := positions.Card(4); int(card) < len(b.seen); card++ {
		if b.seen[card].line == nil && card.Rank() > int(b.cards.Home[card.Suit()]) {
			missing = append(missing, card.String())
		}
	}
	const shown = 4
	switch n := len(missing); {
	case n == 0:
		return nil
	case n == 1:
		return b.errorf(b.begin, "found %d cards, expected %d: %s is missing", MaxDeck-1, MaxDeck, missing[0])
	case n <= shown:
		return b.errorf(b.begin, "found %s, expected %d: %s are missing", english.Plural(MaxDeck-n, "card", ""), MaxDeck, strings.Join(missing, " "))
	default:
		return b.errorf(b.begin, "found %s, expected %d: %s and %d more are missing", english.Plural(MaxDeck-n, "card", ""), MaxDeck, strings.Join(missing[:shown], " "), n-shown)
	}
}

// rules settles the game and its options.
func (b *board) rules(h Hints) (Rules, *positions.Error) {
	name, err := b.gameName(h)
	if err != nil {
		return Rules{}, err
	}
	r, _ := Preset(name)
	given := map[string]setting{}
	for _, o := range b.options {
		before := r
		var e error
		if r, e = r.withOption(o.text); e != nil {
			return r, b.settingError(o, "%s", e)
		}
		key, _, _ := strings.Cut(strings.ToLower(o.text), "=")
		if old, twice := given[key]; twice && before != r {
			return r, b.settingError(o, "found %s after %s, expected one of them", o.text, old.text)
		}
		given[key] = o
	}
	for _, o := range strings.Fields(strings.ToLower(h.Rules)) {
		o = strings.Trim(o, ",;")
		before := r
		var e error
		if r, e = r.withOption(o); e != nil {
			return r, b.errorf(place{}, "--rules: %s", e)
		}
		key, _, _ := strings.Cut(o, "=")
		if old, ok := given[key]; ok && before != r {
			return r, b.settingError(old, "found %s, expected %s as --rules says", old.text, o)
		}
	}
	return r, nil
}

// gameName returns the preset's name that the text, a hint or the board itself tells.
func (b *board) gameName(h Hints) (string, *positions.Error) {
	hinted := ""
	if h.Game != "" {
		var ok bool
		if hinted, ok = gameOf(h.Game); !ok {
			return "", b.errorf(place{}, "--game: %s", unknownGame(h.Game))
		}
	}
	if b.game.text != "" {
		name, _ := gameOf(b.game.text)
		if hinted != "" && name != hinted {
			return "", b.settingError(b.game, "found game %s, expected %s as --game says", name, hinted)
		}
		return name, nil
	}
	switch {
	case hinted != "":
		return hinted, nil
	case b.columns == 10:
		return "seatowers", nil
	case b.cellsLine || b.filled > 4:
		return "eightoff", nil
	}
	return "", b.errorf(b.begin, "found a board of cards without its game, expected `game: NAME` or --game NAME: %s", strings.Join(Presets(), ", "))
}

func (b *board) settingError(s setting, format string, args ...any) *positions.Error {
	if s.line == 0 {
		return b.errorf(place{}, format, args...)
	}
	return b.item.Errorf(s.line, s.column, format, args...)
}

// gameOf returns the preset's name for a game's name as people write it: any case, with blanks or hyphens.
func gameOf(name string) (string, bool) {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_'’", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
	switch plain {
	case "bakersgame":
		plain = "bakers"
	case "seahaven", "seahaventowers":
		plain = "seatowers"
	}
	_, ok := Preset(plain)
	return plain, ok
}

func unknownGame(name string) string {
	return fmt.Sprintf("found game %q, expected %s", name, strings.Join(Presets(), ", "))
}
