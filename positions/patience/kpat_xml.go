package patience

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"foregone/positions"
)

// parseKPat reads the XML of an item's body.
func parseKPat(item *positions.Item) (*kpatGame, *positions.Error) {
	var text strings.Builder
	for _, line := range item.Body {
		text.WriteString(line.Text)
		text.WriteByte('\n')
	}
	r := kpatReader{item: item, xml: xml.NewDecoder(strings.NewReader(text.String())), game: kpatGame{first: map[positions.Card]place{}}}
	if err := r.read(); err != nil {
		return nil, err
	}
	return &r.game, nil
}

// kpatReader reads the elements of a saved game.
type kpatReader struct {
	item *positions.Item
	xml  *xml.Decoder
	game kpatGame

	table   kpatTable // as it stands
	lies    map[positions.Card]kpatPile
	current int // the state that is current, from 0; -1 for the last
	at      place
}

// place returns where the reader is.
func (r *kpatReader) place() place {
	number, column := r.xml.InputPos()
	number = min(max(number, 1), len(r.item.Body))
	line := &r.item.Body[number-1]
	return place{line, min(column-1, len(line.Text))}
}

func (r *kpatReader) errorf(format string, args ...any) *positions.Error {
	b := board{item: r.item}
	return b.errorf(r.at, format, args...)
}

// next returns the next element that begins, or nil at the end of the one around it.
func (r *kpatReader) next() (*xml.StartElement, *positions.Error) {
	for {
		r.at = r.place()
		token, err := r.xml.Token()
		var syntax *xml.SyntaxError
		switch {
		case errors.As(err, &syntax):
			return nil, r.errorf("found broken XML (%s), expected a game saved by KPat", syntax.Msg)
		case err == io.EOF:
			return nil, r.errorf("found the end of the XML, expected the whole of a game saved by KPat")
		case err != nil:
			return nil, r.errorf("found XML that cannot be read (%s), expected a game saved by KPat", err)
		}
		switch element := token.(type) {
		case xml.StartElement:
			return &element, nil
		case xml.EndElement:
			return nil, nil
		}
	}
}

// each calls do with every element up to the end of the one around it, all of which have one name. do reads up to the
// end of its element.
func (r *kpatReader) each(name string, do func(*xml.StartElement) *positions.Error) *positions.Error {
	for {
		element, err := r.next()
		if err != nil || element == nil {
			return err
		}
		if element.Name.Local != name {
			return r.errorf("found <%s>, expected <%s>", positions.Shorten(element.Name.Local, 20), name)
		}
		if err := do(element); err != nil {
			return err
		}
	}
}

// close reads the end of an element that has no others in it.
func (r *kpatReader) close(e *xml.StartElement) *positions.Error {
	inner, err := r.next()
	if inner != nil {
		return r.errorf("found <%s> in <%s>, expected no element", positions.Shorten(inner.Name.Local, 20), e.Name.Local)
	}
	return err
}

// attribute returns the value of an attribute, "" when there is none.
func attribute(e *xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number reads an attribute that counts, from 0 to most.
func (r *kpatReader) number(e *xml.StartElement, name string, most int) (int, *positions.Error) {
	text := attribute(e, name)
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, r.errorf("found %s=%q in <%s>, expected a number up to %d", name, positions.Shorten(text, 20), e.Name.Local, most)
	}
	return n, nil
}

// read reads the whole text.
func (r *kpatReader) read() *positions.Error {
	root, err := r.next()
	if err != nil {
		return err
	}
	r.table, r.lies = kpatTable{}, map[positions.Card]kpatPile{}
	r.current = -1
	switch {
	case root == nil:
		return r.errorf("found no element, expected <kpat-game>")
	case root.Name.Local == "kpat-game":
		if name := attribute(root, "game-type"); name != "freecell" {
			return r.errorf("found KPat's game %q, expected freecell, which stands for %s", positions.Shorten(name, 20), strings.Join(Presets(), ", "))
		}
		r.game.number = attribute(root, "deal-number")
		err = r.each("state", r.state)
	case root.Name.Local == "dealer":
		err = r.dealer(root)
	default:
		return r.errorf("found <%s>, expected <kpat-game> or <dealer>, as KPat saves games", positions.Shorten(root.Name.Local, 20))
	}
	if err == nil && len(r.game.states) == 0 {
		err = r.errorf("found no state, expected <state> with the cards as they were dealt")
	}
	if err == nil && r.current >= 0 {
		r.game.undone = len(r.game.states) - 1 - r.current
		r.game.states = r.game.states[:r.current+1]
	}
	if err != nil {
		return err
	}
	return r.end()
}

// end refuses what follows the game.
func (r *kpatReader) end() *positions.Error {
	for {
		r.at = r.place()
		token, err := r.xml.Token()
		if err == io.EOF {
			return nil
		}
		if text, ok := token.(xml.CharData); err != nil || ok && strings.TrimSpace(string(text)) != "" {
			return r.errorf("found text after the game, expected `---` between two pages")
		}
		if _, ok := token.(xml.StartElement); ok {
			return r.errorf("found a second game, expected `---` between two pages")
		}
	}
}

// state reads one state: where cards lie that lay elsewhere.
func (r *kpatReader) state(e *xml.StartElement) *positions.Error {
	at := r.at
	if attribute(e, "current") == "true" && r.current < 0 {
		r.current = len(r.game.states)
	}
	err := r.each("move", func(e *xml.StartElement) *positions.Error {
		pile, ok := pileNamed(attribute(e, "pile"))
		if !ok {
			return r.errorf("found pile %q, expected freecell0 to freecell%d, store0 to store%d or target0 to target3", positions.Shorten(attribute(e, "pile"), 20), MaxCells-1, MaxColumns-1)
		}
		position, err := r.number(e, "position", MaxDeck)
		if err != nil {
			return err
		}
		return r.each("card", func(e *xml.StartElement) *positions.Error {
			card, err := r.card(slices.Index(kpatSuits[:], attribute(e, "suit")), slices.Index(kpatRanks[:], attribute(e, "rank"))+1)
			if err != nil {
				return err
			}
			position++
			if err := r.put(card, pile, position-1); err != nil {
				return err
			}
			return r.close(e)
		})
	})
	if err != nil {
		return err
	}
	r.game.states = append(r.game.states, kpatState{at, r.table.clone()})
	return nil
}

// Names of suits and ranks in KPat's files.
var (
	kpatSuits = [...]string{"clubs", "diamonds", "hearts", "spades"}
	kpatRanks = [...]string{"ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"}
)

// card returns the card of a suit from 0 and a rank from 1.
func (r *kpatReader) card(suit, rank int) (positions.Card, *positions.Error) {
	if suit < 0 || suit >= positions.NumSuits || rank < 1 || rank > positions.King {
		return positions.NoCard, r.errorf(`found a card without its suit or rank, expected such as suit="hearts" rank="three"`)
	}
	return positions.NewCard(rank, positions.Suit(suit)), nil
}

// put lays a card into a pile at a place from 0, away from where it lay.
func (r *kpatReader) put(card positions.Card, pile kpatPile, at int) *positions.Error {
	if old, ok := r.lies[card]; ok {
		if len(r.game.states) == 0 {
			b := board{item: r.item}
			b.seen[card] = r.game.first[card]
			return b.see(card, r.at)
		}
		cards := r.table[old]
		r.table[old] = slices.Delete(cards, slices.Index(cards, card), slices.Index(cards, card)+1)
	} else if len(r.game.states) > 0 {
		return r.errorf("found %s, which was not dealt, expected it in the first state", card)
	}
	if _, ok := r.game.first[card]; !ok {
		r.game.first[card] = r.at
	}
	if at > len(r.table[pile]) {
		return r.errorf("found %s as card %d of a pile, expected it to be card %d at most", card, at+1, len(r.table[pile])+1)
	}
	if pile.kind == columnsHeading {
		r.game.columns = max(r.game.columns, pile.number+1)
	}
	r.lies[card] = pile
	r.table[pile] = slices.Insert(r.table[pile], at, card)
	return nil
}

// pileNamed returns the pile of a name such as store7.
func pileNamed(name string) (kpatPile, bool) {
	for _, p := range [...]struct {
		name string
		kind heading
		most int
	}{{"freecell", cellsHeading, MaxCells}, {"store", columnsHeading, MaxColumns}, {"target", foundationsHeading, positions.NumSuits}} {
		if digits, ok := strings.CutPrefix(name, p.name); ok {
			n, ok := smallNumber(digits)
			return kpatPile{p.kind, n}, ok && n < p.most
		}
	}
	return kpatPile{}, false
}
