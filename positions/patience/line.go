package patience

import (
	"strconv"
	"strings"

	"foregone/positions"
)

// String returns the position in one-line notation, complete by itself: Parse returns an equal one.
func (p *Position) String() string { return string(p.AppendLine(nil)) }

// AppendLine appends the position in one-line notation to buf and returns it.
func (p *Position) AppendLine(buf []byte) []byte {
	buf = append(buf, p.Rules.Game...)
	for i := range p.NumColumns() {
		if i == 0 {
			buf = append(buf, ' ')
		} else {
			buf = append(buf, '/')
		}
		column := &p.Columns[i]
		if column.Len == 0 {
			buf = append(buf, '-')
		}
		for _, c := range column.All() {
			buf = appendCard(buf, c)
		}
	}
	if cells := p.usedCells(); len(cells) > 0 {
		buf = append(buf, " cells="...)
		for _, c := range cells {
			buf = appendCard(buf, c)
		}
	}
	if p.Home != [positions.NumSuits]uint8{} {
		buf = append(buf, " home="...)
		for suit, top := range p.Home {
			if top > 0 {
				buf = append(buf, positions.Suit(suit).Letter(), positions.RankLetter(int(top)))
			}
		}
	}
	return p.Rules.appendOptions(buf)
}

// usedCells returns the cells up to the last that holds a card.
func (p *Position) usedCells() []positions.Card {
	n := p.NumCells()
	for n > 0 && p.Cells[n-1] == positions.NoCard {
		n--
	}
	return p.Cells[:n]
}

func appendCard(buf []byte, c positions.Card) []byte {
	if c == positions.NoCard {
		return append(buf, '-')
	}
	return append(buf, positions.RankLetter(c.Rank()), c.Suit().Letter())
}

// appendOptions appends the options that Options returns, each after a blank.
func (r Rules) appendOptions(buf []byte) []byte {
	preset, _ := Preset(r.Game)
	if r.Build != preset.Build {
		buf = append(append(buf, " build="...), r.Build.String()...)
	}
	if r.Empty != preset.Empty {
		buf = append(append(buf, " empty="...), r.Empty.String()...)
	}
	if r.Cells != preset.Cells {
		buf = strconv.AppendUint(append(buf, " ncells="...), uint64(r.Cells), 10)
	}
	return buf
}

// Parse reads a position in one-line notation. The error is a *positions.Error with the column of the fault.
func Parse(line string) (Position, error) {
	text := strings.TrimSpace(line)
	column := 1 + len([]rune(line[:strings.Index(line, text)]))
	item := positions.Item{File: "-", Line: 1, Column: column, Body: []positions.Line{{Number: 1, Column: column, Text: text}}}
	b := board{item: &item}
	err := b.readLine(&item.Body[0])
	if err == nil {
		var p Position
		if p, err = b.position(Hints{}); err == nil {
			return p, nil
		}
	}
	return Position{}, err
}

// readLine reads the one-line notation: the game's name, which may be left out, the columns, then the options in
// any order.
func (b *board) readLine(line *positions.Line) *positions.Error {
	words := fields(line.Text)
	n := 0
	for n < len(words) && isName(words[n].text) {
		n++
	}
	if n > 0 {
		last := words[n-1]
		b.game = setting{line.Text[words[0].offset : last.offset+len(last.text)], line.Number, line.ColumnOf(words[0].offset)}
		if _, ok := gameOf(b.game.text); !ok {
			return b.settingError(b.game, "%s", unknownGame(b.game.text))
		}
		words = words[n:]
	}
	start, end := len(line.Text), len(line.Text)
	if len(words) > 0 {
		start = words[0].offset
	}
	b.begin = place{line, start}
	for i, w := range words {
		if strings.ContainsRune(w.text, '=') {
			end = w.offset
			words = words[i:]
			break
		}
		if i == len(words)-1 {
			words = nil
		}
	}
	if strings.TrimSpace(line.Text[start:end]) == "" {
		return b.errorf(place{line, start}, "found no columns, expected cards such as JDKD2S/-/TC")
	}
	if err := b.readColumns(line, start, end); err != nil {
		return err
	}
	for _, w := range words {
		if err := b.readOption(line, w); err != nil {
			return err
		}
	}
	return nil
}

// isName reports whether a word can only be a part of a game's name.
func isName(word string) bool {
	if strings.ContainsAny(word, "/=") || word == "-" {
		return false
	}
	_, n := positions.ReadCard(word)
	return n == 0 && !looksLikeCard(word)
}

// looksLikeCard reports whether a word begins with a digit or is too short for a name: a faulty card.
func looksLikeCard(word string) bool {
	if word[0] >= '0' && word[0] <= '9' || len(word) <= 2 {
		return true
	}
	_, ok := positions.ReadSuitFirst(word)
	return ok
}

// readColumns reads columns parted by slashes from line.Text[start:end].
func (b *board) readColumns(line *positions.Line, start, end int) *positions.Error {
	b.columns++
	dash, cards := false, 0
	for i := start; i < end; {
		c := line.Text[i]
		switch {
		case isBlank(c):
			i++
			continue
		case c == '/':
			b.columns++
			dash, cards = false, 0
			i++
			continue
		case c == '-' && !dash && cards == 0:
			dash = true
			i++
			continue
		}
		card, n := cardAt(line.Text[:end], i)
		if n == 0 || dash {
			return b.badCard(line, i, end)
		}
		if err := b.addCard(card, place{line, i}); err != nil {
			return err
		}
		cards++
		i += n
	}
	return nil
}

// readOption reads cells=, home= or a rule option.
func (b *board) readOption(line *positions.Line, w field) *positions.Error {
	key, _, ok := strings.Cut(strings.ToLower(w.text), "=")
	start, end := w.offset+len(key)+1, w.offset+len(w.text)
	switch {
	case ok && key == "cells":
		return b.readCells(line, start, end)
	case ok && key == "home":
		return b.readHome(line, start, end)
	case ok && (key == "build" || key == "empty" || key == "ncells"):
		o := setting{w.text, line.Number, line.ColumnOf(w.offset)}
		if _, err := (Rules{}).withOption(w.text); err != nil {
			return b.settingError(o, "%s", err)
		}
		b.options = append(b.options, o)
		return nil
	}
	return b.errorf(place{line, w.offset}, "found %q, expected cells=, home=, build=, empty= or ncells=", positions.Shorten(w.text, 20))
}

// readCells reads the entries of cells= up to end, one a cell, - for an empty one.
func (b *board) readCells(line *positions.Line, start, end int) *positions.Error {
	if err := b.nameCells(place{line, start}); err != nil {
		return err
	}
	for i := start; i < end; {
		card, n := cardAt(line.Text[:end], i)
		switch {
		case line.Text[i] == '-':
			n = 1
		case line.Text[i] == ',':
			i++
			continue
		case n == 0:
			return b.badCard(line, i, end)
		}
		if err := b.addCell(card, place{line, i}); err != nil {
			return err
		}
		i += n
	}
	return nil
}

// nameCells notes that the text names its cells; they are named once.
func (b *board) nameCells(at place) *positions.Error {
	if b.cellsLine {
		return b.errorf(at, "found the cells a second time, expected them once")
	}
	b.cellsLine = true
	return nil
}

// readHome reads suits with their top rank: C2SA; 1 and 10 to 13 are ranks too, and 0 is none.
func (b *board) readHome(line *positions.Line, start, end int) *positions.Error {
	for i := start; i < end; {
		suit, ok := positions.SuitOf(line.Text[i])
		n := 0
		if ok {
			var rank int
			if rank, n = readRank(line.Text[i+1 : end]); n > 0 {
				if err := b.setHome(suit, rank, place{line, i}); err != nil {
					return err
				}
			}
		}
		if n == 0 {
			if line.Text[start:end] == "-" {
				return nil
			}
			return b.errorf(place{line, i}, "found %q, expected suits with their top rank such as C2SA", positions.Shorten(line.Text[i:end], 20))
		}
		i += 1 + n
	}
	return nil
}
