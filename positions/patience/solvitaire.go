package patience

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"foregone/positions"
)

// solvitaire returns the board as the JSON deal that Solvitaire reads, a column a line.
func (p *Position) solvitaire() string {
	var buf []byte
	buf = append(buf, "{\"tableau piles\": ["...)
	for i := range p.NumColumns() {
		buf = appendPile(append(buf, listSeparator(i)...), p.Columns[i].All())
	}
	buf = append(buf, "\n]"...)
	if p.Home != [positions.NumSuits]uint8{} {
		buf = append(buf, ",\n\"foundations\": ["...)
		for suit, top := range p.Home {
			var pile []positions.Card
			for rank := 1; rank <= int(top); rank++ {
				pile = append(pile, positions.NewCard(rank, positions.Suit(suit)))
			}
			buf = appendPile(append(buf, listSeparator(suit)...), pile)
		}
		buf = append(buf, "\n]"...)
	}
	buf = append(buf, ",\n\"cells\": "...)
	buf = appendPile(buf, p.Cells[:p.NumCells()])
	return string(append(buf, "}\n"...))
}

func listSeparator(i int) string {
	if i == 0 {
		return "\n "
	}
	return ",\n "
}

// appendPile appends cards as a JSON array of strings, with 10 for a ten and "" for no card.
func appendPile(buf []byte, cards []positions.Card) []byte {
	buf = append(buf, '[')
	for i, c := range cards {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, '"')
		switch {
		case c == positions.NoCard:
		case c.Rank() == 10:
			buf = append(buf, '1', '0', c.Suit().Letter())
		default:
			buf = appendCard(buf, c)
		}
		buf = append(buf, '"')
	}
	return append(buf, ']')
}

// dealReader reads Solvitaire's JSON and keeps the place of every token.
type dealReader struct {
	b     *board
	dec   *json.Decoder
	text  string
	lines []int // where each line of the body begins in text
}

// readSolvitaire reads the body as a JSON object with tableau piles, cells and foundations.
func (b *board) readSolvitaire() *positions.Error {
	var text strings.Builder
	r := dealReader{b: b}
	for i := range b.item.Body {
		r.lines = append(r.lines, text.Len())
		text.WriteString(b.item.Body[i].Text)
		text.WriteByte('\n')
	}
	r.text = text.String()
	r.dec = json.NewDecoder(strings.NewReader(r.text))
	if err := r.delim('{'); err != nil {
		return err
	}
	for r.dec.More() {
		if err := r.member(); err != nil {
			return err
		}
	}
	if err := r.delim('}'); err != nil {
		return err
	}
	if rest := strings.TrimLeft(r.text[r.dec.InputOffset():], " \t\n"); rest != "" {
		return b.errorf(r.place(len(r.text)-len(rest)), "found %q after the object, expected nothing", positions.Shorten(strings.TrimSpace(rest), 20))
	}
	if b.columns == 0 {
		return b.errorf(r.place(0), `found no "tableau piles", expected the columns of a board`)
	}
	return nil
}

// place returns the place of a byte of text.
func (r *dealReader) place(offset int) place {
	i := len(r.lines) - 1
	for r.lines[i] > offset {
		i--
	}
	line := &r.b.item.Body[i]
	return place{line, min(offset-r.lines[i], len(line.Text))}
}

// token returns the next token and the place where it begins.
func (r *dealReader) token() (json.Token, place, *positions.Error) {
	t, err := r.dec.Token()
	end := int(r.dec.InputOffset())
	if err != nil {
		var syntax *json.SyntaxError
		switch {
		case errors.As(err, &syntax):
			at := positions.SyntaxOffset(r.dec, syntax)
			return nil, place{}, r.b.errorf(r.place(min(at, len(r.text)-1)), "found broken JSON (%s), expected a deal of Solvitaire", syntax)
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, place{}, r.b.errorf(r.place(len(r.text)-1), "found the end of the text, expected the end of a JSON object")
		}
		return nil, place{}, r.b.errorf(r.place(end), "found broken JSON (%s), expected a deal of Solvitaire", err)
	}
	start := end - 1
	switch t.(type) {
	case json.Delim:
	case string:
		start = strings.LastIndexByte(r.text[:start], '"')
	default:
		start = strings.LastIndexAny(r.text[:start], " \t\n,:[{") + 1
	}
	return t, r.place(start), nil
}

func (r *dealReader) delim(want json.Delim) *positions.Error {
	t, at, err := r.token()
	if err == nil && t != want {
		err = r.b.errorf(at, "found %s, expected %s", describe(t), want)
	}
	return err
}

// member reads one member of the object.
func (r *dealReader) member() *positions.Error {
	t, at, err := r.token()
	if err != nil {
		return err
	}
	switch name, _ := t.(string); name {
	case "tableau piles":
		return r.each(func(t json.Token, at place) *positions.Error {
			r.b.columns++
			return r.pile(t, at, r.b.addCard)
		})
	case "cells":
		if err := r.b.nameCells(at); err != nil {
			return err
		}
		return r.each(r.cell)
	case "foundations":
		return r.each(r.foundation)
	default:
		return r.empty(at, name)
	}
}

// each calls f with the first token of every element of an array. An empty array may be written "".
func (r *dealReader) each(f func(json.Token, place) *positions.Error) *positions.Error {
	t, at, err := r.token()
	if err != nil || t == "" {
		return err
	}
	if t != json.Delim('[') {
		return r.b.errorf(at, "found %s, expected [", describe(t))
	}
	for r.dec.More() {
		t, at, err := r.token()
		if err != nil {
			return err
		}
		if err := f(t, at); err != nil {
			return err
		}
	}
	return r.delim(']')
}

// pile reads an array of cards whose first token is t.
func (r *dealReader) pile(t json.Token, at place, add func(positions.Card, place) *positions.Error) *positions.Error {
	if t == "" {
		return nil
	}
	if t != json.Delim('[') {
		return r.b.errorf(at, "found %s, expected a list of cards", describe(t))
	}
	for r.dec.More() {
		t, at, err := r.token()
		if err != nil {
			return err
		}
		card, err := r.card(t, at)
		if err != nil {
			return err
		}
		if card == positions.NoCard {
			continue
		}
		if err := add(card, at); err != nil {
			return err
		}
	}
	return r.delim(']')
}

// cell reads a cell: a card, "" or a pile of at most one.
func (r *dealReader) cell(t json.Token, at place) *positions.Error {
	if t != json.Delim('[') {
		card, err := r.card(t, at)
		if err != nil {
			return err
		}
		return r.b.addCell(card, at)
	}
	before := r.b.cells
	if err := r.pile(t, at, r.b.addCell); err != nil {
		return err
	}
	switch r.b.cells - before {
	case 0:
		return r.b.addCell(positions.NoCard, at)
	case 1:
		return nil
	}
	return r.b.errorf(at, "found %d cards in one cell, expected one", r.b.cells-before)
}

// foundation reads a foundation: its pile from the ace up, or its top card alone.
func (r *dealReader) foundation(t json.Token, at place) *positions.Error {
	var top positions.Card
	count := 0
	add := func(card positions.Card, at place) *positions.Error {
		if top != positions.NoCard && card != top+positions.NumSuits {
			return r.b.errorf(at, "found %s after %s, expected the cards of a foundation in order", card, top)
		}
		top = card
		count++
		return nil
	}
	if t == json.Delim('[') {
		if err := r.pile(t, at, add); err != nil {
			return err
		}
	} else {
		card, err := r.card(t, at)
		if err != nil {
			return err
		}
		top = card
	}
	if top == positions.NoCard {
		return nil
	}
	if count > 1 && count != top.Rank() {
		return r.b.errorf(at, "found a foundation of %d cards up to %s, expected it from the ace up", count, top)
	}
	return r.b.setHome(top.Suit(), top.Rank(), at)
}

// card reads a card as Solvitaire writes it, whose ranks may be 1 to 13; "" is none.
func (r *dealReader) card(t json.Token, at place) (positions.Card, *positions.Error) {
	text, ok := t.(string)
	if ok && text == "" {
		return positions.NoCard, nil
	}
	if rank, n := readRank(text); ok && n > 0 && rank > 0 {
		if suit, m := positions.ReadSuit(text[n:]); m > 0 && n+m == len(text) {
			return positions.NewCard(rank, suit), nil
		}
	}
	if card, n := positions.ReadCard(text); n > 0 && n == len(text) {
		return card, nil
	}
	return positions.NoCard, r.b.errorf(at, "found %s, expected a card such as \"10D\"", describe(t))
}

// empty passes over a member of another kind of game when it has no cards.
func (r *dealReader) empty(at place, name string) *positions.Error {
	depth := 0
	for {
		t, _, err := r.token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('['):
			depth++
		case json.Delim(']'):
			depth--
		case "":
		default:
			return r.b.errorf(at, "found %q, expected nothing but \"tableau piles\", \"cells\" and \"foundations\"", name)
		}
		if depth == 0 {
			return nil
		}
	}
}

// describe names a JSON token as a person sees it.
func describe(t json.Token) string {
	switch v := t.(type) {
	case string:
		return strconv.Quote(positions.Shorten(v, 20))
	case json.Delim:
		return v.String()
	case nil:
		return "null"
	}
	text, _ := json.Marshal(t)
	return positions.Shorten(string(text), 20)
}
