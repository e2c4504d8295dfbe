package entropy

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// Hints are what the command line says of the input: they settle what the text leaves open, and contradict
// nothing.
type Hints struct {
	Game   string // this game's name, or ""
	Rules  string // "": the game has no options
	ToMove string // who acts, as in a line, or ""
}

// Record is a position that was read, with its deal and the moves made from it where the text has them.
type Record struct {
	Start Position
	Deal  *Deal    // nil when the text names none
	Draws []Colour // the chips in the order of their draws from Start on, where the text fixes it
	Moves []Move   // draws among them
	Final Position // after Moves
	ID    string   // the text's own, else its deal; "" when the position is not the deal's
}

// CheckRules returns an error when there are any options: the game has none.
func CheckRules(options string) error {
	if words := strings.Fields(options); len(words) > 0 {
		return fmt.Errorf("found rule %q, expected none: %s has no options", positions.Shorten(words[0], 20), Name)
	}
	return nil
}

// Recognizes reports whether an item is of this game: by its name, or when it names none by what only this game has, a
// bag and who acts, or by its chips. A board of B alone could be another game's.
func Recognizes(item *positions.Item) bool {
	if item.Game != "" {
		return isGame(item.Game)
	}
	for _, key := range item.Keys {
		if key.Name == "acts" || key.Name == "bag" || key.Name == "draws" || key.Name == "board" {
			return true
		}
	}
	var n tally
	for _, line := range item.Body {
		words := line.Words()
		if len(words) == 0 {
			continue
		}
		if !item.OneLine() && !strings.Contains(line.Text, "/") {
			n.addRow(line.Text)
			continue
		}
		if isName(words[0].Text) {
			return isGame(words[0].Text)
		}
		n.add(words[0].Text)
		for _, word := range words[1:] {
			if _, _, ok := parseActs(word.Text); ok || strings.HasPrefix(strings.ToLower(word.Text), "bag=") {
				return true
			}
		}
	}
	return n.own && n.chips+n.empty > n.other
}

// tally counts what looks like a board of this game and what does not.
type tally struct {
	own                 bool // a chip that can be no other game's piece
	chips, empty, other int
}

// addRow counts the cells of a row of a board. Digits before a cell number a row.
func (n *tally) addRow(text string) {
	if positions.IsFileLetters(text) && strings.ToUpper(text) != text {
		return
	}
	for _, word := range strings.Fields(text) {
		n.add(strings.Trim(word, "0123456789"))
	}
}

func (n *tally) add(cells string) {
	for _, c := range cells {
		switch {
		case c >= 'A' && c < 'A'+MaxColours:
			n.own = n.own || c != 'B'
			n.chips++
		case c == '.' || c == '·':
			n.empty++
		case !strings.ContainsRune("0123456789/|+-=", c) && (c < '─' || c > '╿'): // nor a frame
			n.other++
		}
	}
}

// Read reads an item as a position of this game, with its moves if it has any.
func Read(item *positions.Item, h Hints) (*Record, *positions.Error) {
	if item.Err != nil {
		return nil, item.Err
	}
	if h.Game != "" && !isGame(h.Game) {
		return nil, item.Errorf(item.Line, item.Column, "--game: %s", unknownGame(h.Game))
	}
	if err := CheckRules(h.Rules); err != nil {
		return nil, item.Errorf(item.Line, item.Column, "--rules: %s", err)
	}
	b := board{item: item}
	if err := b.addKeys(); err != nil {
		return nil, err
	}
	moves := item.Moves
	var err *positions.Error
	if isGameReport(item) {
		moves, err = b.readReport()
	} else {
		err = b.readBody()
	}
	if err != nil {
		return nil, err
	}
	r := &Record{ID: item.ID, Deal: b.deal, Draws: b.draws}
	if r.Start, err = b.position(h); err != nil {
		return nil, err
	}
	if start, _ := Start(int(r.Start.N)); r.ID == "" && r.Deal != nil && r.Start == start {
		r.ID = r.Deal.String()
	}
	r.Final = r.Start
	if b.half != 0 {
		r.Moves, err = r.Final.parseTurns(item.File, moves, r.Draws, b.half)
	} else {
		r.Moves, err = r.Final.ParseMoves(item.File, moves, r.Draws)
	}
	return r, err
}

// readBody reads the board: rows, one line, or the deal that stands for it.
func (b *board) readBody() *positions.Error {
	lines := b.item.BodyLines()
	if key, ok := b.item.Key("deal"); ok {
		if len(lines) > 0 {
			return b.errorAt(lines[0], "found a board beside `deal:`, expected one of them")
		}
		return b.dealAt(positions.Line{Number: key.Line, Column: key.Column, Text: key.Value})
	}
	if len(lines) == 1 && (b.item.OneLine() || strings.Contains(lines[0].Text, "/") || isName(lines[0].Words()[0].Text)) {
		return b.readLine(lines[0])
	}
	var err *positions.Error
	b.grid, err = b.item.BoardRows(boardSquares)
	return err
}

// dealAt notes the deal that stands for the board.
func (b *board) dealAt(at positions.Line) *positions.Error {
	d, err := ParseDeal(at.Text)
	if err != nil {
		return b.errorAt(at, "%s", err)
	}
	b.deal = &d
	return nil
}
