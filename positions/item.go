package positions

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is a fault of input text, with its place.
type Error struct {
	File         string // "-" for standard input
	Line, Column int    // from 1; columns are counted in characters
	Message      string // such as `found "1S", expected a card such as TD`
	Source       string // the whole line as it was read, where that is known
}

// Error returns FILE:LINE:COL: message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Kind is the form in which an item was found.
type Kind uint8

const (
	KindLine Kind = iota // one position a line
	KindPage             // key: value lines and a board
	KindJSON             // an object with "position", one a line
)

// Line is a line of the input, cleaned of quote marks, comments, escape sequences and blanks at its end; blanks
// at its beginning and tabs within are kept, since they may stand for gaps of a board.
type Line struct {
	Number, Column int // the place of Text's first character, from 1
	Text           string
}

// ColumnOf returns the column of the character at a byte offset of Text.
func (l Line) ColumnOf(offset int) int {
	return l.Column + utf8.RuneCountInString(l.Text[:offset])
}

// Key is a `key: value` line of a page, or a member of a JSON object, with the place of its value.
type Key struct {
	Name         string // lower case
	Value        string
	Line, Column int
}

// Item is one position, or one game record, of the input, split but not yet understood. With Err set it could not
// be split; then File, Line, Column and Index hold, and what had been read before.
type Item struct {
	File         string
	Line, Column int // where it begins
	Index        int // from 1, in its source
	Kind         Kind

	ID, Game, Rules, Deal string // from the keys
	Keys                  []Key  // all known keys in their order, these four with them
	Tags                  []Key  // of a game of PGN's form, their names in lower case

	Body  []Line // the board's lines, empty ones too, or the one line
	Moves []Line // what follows `moves:`

	Err *Error

	Whole bool // a JSON item whose position is in one-line notation
}

// OneLine reports whether Body is one position in one-line notation, not a board.
func (i *Item) OneLine() bool { return i.Kind == KindLine || i.Whole }

// Key returns the first key of that name.
func (i *Item) Key(name string) (Key, bool) {
	for _, k := range i.Keys {
		if k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

// Errorf returns an error at a place of the item's file.
func (i *Item) Errorf(line, column int, format string, args ...any) *Error {
	return &Error{File: i.File, Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

// BodyLines returns the lines of the body that are not empty.
func (i *Item) BodyLines() []Line {
	var lines []Line
	for _, line := range i.Body {
		if line.Text != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// fail sets Err unless there is one already.
func (i *Item) fail(line, column int, format string, args ...any) {
	if i.Err == nil {
		i.Err = i.Errorf(line, column, format, args...)
	}
}

// setKey adds a key; another value for the same one is an error.
func (i *Item) setKey(k Key) {
	if old, ok := i.Key(k.Name); ok {
		if old.Value == k.Value {
			return
		}
		i.fail(k.Line, k.Column, "found a second %q (the first is in line %d), expected `---` between two pages", k.Name+":", old.Line)
		return
	}
	i.Keys = append(i.Keys, k)
	switch k.Name {
	case "id":
		i.ID = k.Value
	case "game":
		i.Game = k.Value
	case "rules":
		i.Rules = k.Value
	case "deal":
		i.Deal = k.Value
	}
}

// empty reports whether nothing was found of the item.
func (i *Item) empty() bool {
	return i.Err == nil && len(i.Keys) == 0 && len(i.Tags) == 0 && len(i.Body) == 0 && len(i.Moves) == 0
}

// LineItem returns the item that a line by itself is.
func LineItem(line string) *Item {
	text := strings.TrimSpace(line)
	column := 1 + utf8.RuneCountInString(line[:strings.Index(line, text)])
	return &Item{File: "-", Line: 1, Column: column, Body: []Line{{Number: 1, Column: column, Text: text}}}
}
