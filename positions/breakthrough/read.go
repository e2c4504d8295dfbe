package breakthrough

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
	ToMove string // the side to move, or ""
}

// Record is a position that was read, with its deal and the moves made from it where the text has them.
type Record struct {
	Start Position
	Deal  *Deal // nil when the text names none
	Moves []Move
	Final Position // after Moves
	ID    string   // the text's own, else its deal; "" when Black moves first
}

// CheckRules returns an error when there are any options: the game has none.
func CheckRules(options string) error {
	if words := strings.Fields(options); len(words) > 0 {
		return fmt.Errorf("found rule %q, expected none: %s has no options", positions.Shorten(words[0], 20), Name)
	}
	return nil
}

// Recognizes reports whether an item is of this game: by its name, or when it names none by its pieces. A board
// without any piece of White's is told by a side to move that is White.
func Recognizes(item *positions.Item) bool {
	if item.Game != "" {
		return isGame(item.Game)
	}
	if _, named, ok := item.BoardDeal(isGame); ok {
		return named
	}
	if _, ok := item.Tag("white"); ok && len(item.Body) == 0 {
		return true
	}
	var n tally
	if key, ok := item.Key("to-move"); ok {
		side, known := sideOf(key.Value)
		n.white = known && side == White
	}
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
		n.addLine(words)
	}
	return n.recognized()
}

// tally counts what looks like a board of this game and what does not.
type tally struct {
	white                  bool // something can only be White's
	pieces, players, other int
	empty                  int
}

// addRow counts the squares of a row of a board. Digits before a square number a rank.
func (n *tally) addRow(text string) {
	if positions.IsFileLetters(text) {
		return
	}
	for _, word := range strings.Fields(text) {
		squares := strings.TrimLeft(word, "0123456789")
		if squares == "" {
			squares = word
		}
		n.add(squares)
	}
}

// addLine counts the squares of a line's rows, and looks at the side to move.
func (n *tally) addLine(words []positions.Line) {
	n.add(words[0].Text)
	if len(words) > 1 {
		if side, ok := sideOf(words[1].Text); ok && side == White {
			n.white = true
		}
	}
}

func (n *tally) add(squares string) {
	for _, c := range squares {
		switch {
		case strings.ContainsRune("wWpP", c):
			n.white = true
			n.pieces++
		case c == 'b' || c == 'B':
			n.pieces++
		case c == '.' || c == '·':
			n.empty++
		case c == '1' || c == '2':
			n.players++
		case !strings.ContainsRune("0123456789/|+-=", c) && (c < '─' || c > '╿'): // nor a frame
			n.other++
		}
	}
}

func (n *tally) recognized() bool {
	if n.pieces > 0 {
		return n.white && n.pieces+n.empty > n.other
	}
	return n.players > 0 && n.empty > 0 && n.other == 0
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
	r := &Record{ID: item.ID}
	var err *positions.Error
	if deal, _, ok := item.BoardDeal(isGame); ok {
		err = b.deal(r, deal, h)
	} else if len(item.Tags) > 0 && len(item.Body) == 0 {
		err = b.deal(r, positions.Line{Number: item.Line, Column: item.Column, Text: usualBoard}, h)
		r.ID = item.ID
	} else if err = b.readBody(); err == nil {
		r.Start, err = b.position(h)
	}
	if err != nil {
		return nil, err
	}
	r.Final = r.Start
	r.Moves, err = r.Final.ParseMoves(item.File, item.Moves)
	return r, err
}

// usualBoard is what a game of PGN's form is played on that says nothing of its beginning.
const usualBoard = "8x8"

// readBody reads the board: rows, or one line.
func (b *board) readBody() *positions.Error {
	lines := b.item.BodyLines()
	if len(lines) != 1 || !b.item.OneLine() && !strings.Contains(lines[0].Text, "/") {
		var err *positions.Error
		b.grid, err = b.item.BoardRows(boardSquares)
		return err
	}
	key := b.side
	if err := b.readLine(lines[0]); err != nil {
		return err
	}
	if key.At.Text != "" && b.side.Side != key.Side {
		return b.errorAt(b.side.At, "found %s to move, expected %s as `to-move:` says", sides.Title(b.side.Side), sides.Title(key.Side))
	}
	return nil
}

// deal sets up the start position. White moves first, unless the text or a hint gives the move to Black.
func (b *board) deal(r *Record, deal positions.Line, h Hints) *positions.Error {
	if _, isKey := b.item.Key("deal"); isKey && len(b.item.Body) > 0 {
		return b.errorAt(b.item.Body[0], "found a board beside `deal:`, expected one of them")
	}
	d, err := ParseDeal(deal.Text)
	if err == nil {
		r.Start, err = d.Start()
	}
	if err != nil {
		return b.errorAt(deal, "%s", err)
	}
	r.Deal = &d
	if b.side.At.Text != "" || h.ToMove != "" {
		var fault *positions.Error
		if r.Start.ToMove, fault = b.toMove(h); fault != nil {
			return fault
		}
	}
	if r.ID == "" && r.Start.ToMove == White {
		r.ID = d.String()
	}
	return nil
}
