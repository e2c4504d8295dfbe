package crossings

import (
	"strings"

	"foregone/positions"
)

// Hints are what the command line says of the input: they settle what the text leaves open, and contradict
// nothing.
type Hints struct {
	Game   string // this game's name, or ""
	Rules  string // options as in the one-line notation
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

// Recognizes reports whether an item is of this game: by its name, or when it names none by its stones. A board
// without any stone of Red's is told by a side to move that is Red.
func Recognizes(item *positions.Item) bool {
	if item.Game != "" {
		return isGame(item.Game)
	}
	if _, named, ok := item.BoardDeal(isGame); ok {
		return named
	}
	var n tally
	if key, ok := item.Key("to-move"); ok {
		side, known := sideOf(key.Value)
		n.red = known && side == Red
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
	red, other bool // something can only be Red's, or of no board of this game
	stones     int
}

// addRow counts the squares of a row of a board, or of the rows of a line.
func (n *tally) addRow(text string) {
	if positions.IsFileLetters(text) {
		return
	}
	for _, c := range text {
		switch {
		case c == 'r' || c == 'R':
			n.red = true
			n.stones++
		case c == 'b' || c == 'B':
			n.stones++
		case !strings.ContainsRune("0123456789/|+-=.· \t", c) && (c < '─' || c > '╿'): // nor a frame
			n.other = true
		}
	}
}

// addLine counts the squares of a line's rows, and looks at the side to move.
func (n *tally) addLine(words []positions.Line) {
	n.addRow(words[0].Text)
	if len(words) > 1 {
		if side, ok := sideOf(words[1].Text); ok && side == Red {
			n.red = true
		}
	}
}

func (n *tally) recognized() bool { return n.red && n.stones > 0 && !n.other }

// Read reads an item as a position of this game, with its moves if it has any.
func Read(item *positions.Item, h Hints) (*Record, *positions.Error) {
	if item.Err != nil {
		return nil, item.Err
	}
	if h.Game != "" && !isGame(h.Game) {
		return nil, item.Errorf(item.Line, item.Column, "--game: %s", unknownGame(h.Game))
	}
	b := board{item: item}
	if err := b.addKeys(); err != nil {
		return nil, err
	}
	r := &Record{ID: item.ID}
	var err *positions.Error
	if deal, _, ok := item.BoardDeal(isGame); ok {
		err = b.deal(r, deal, h)
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

// readBody reads the board: rows, or one line.
func (b *board) readBody() *positions.Error {
	lines := b.item.BodyLines()
	if len(lines) != 1 || !b.item.OneLine() && !strings.Contains(lines[0].Text, "/") {
		var err *positions.Error
		b.grid, err = b.item.BoardRows(squares)
		return err
	}
	return b.readLine(lines[0])
}

// deal sets up the start position. Red moves first, unless the text or a hint gives the move to Black.
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
	var fault *positions.Error
	if r.Start.Steps, fault = b.stepsWith(h); fault != nil {
		return fault
	}
	if b.side.At.Text != "" || h.ToMove != "" {
		if r.Start.ToMove, fault = b.toMove(h); fault != nil {
			return fault
		}
	}
	if r.ID == "" && r.Start.ToMove == Red {
		r.ID = d.String()
	}
	return nil
}
