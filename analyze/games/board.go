package games

import "foregone/positions"

// CardTable is the board of a patience game, to be drawn.
type CardTable struct {
	Foundations [positions.NumSuits]positions.Card // the top card, NoCard when empty
	Cells       []positions.Card                   // NoCard when empty
	CellNames   []string
	Columns     [][]positions.Card // the open card last
	ColumnNames []string
}

// CardStep is a move of a patience game, to be told.
type CardStep struct {
	Cards    []positions.Card // as they lie, the one that lands first; one unless a run moves
	From, To CardPlace
	Onto     positions.Card // the card it lands on in a column, NoCard on an empty column
}

// CardPlace is where a card lies.
type CardPlace struct {
	Kind CardPlaceKind
	Name string // of the column or cell
}

// CardPlaceKind tells the three kinds of places apart.
type CardPlaceKind uint8

const (
	InColumn CardPlaceKind = iota
	InCell
	InFoundation
)

// SquareBoard is a board of squares, to be drawn.
type SquareBoard struct {
	W, H    int
	Squares []rune         // row by row from the bottom; '.' is empty
	Accent  string         // the pieces that are drawn in another colour
	Chips   bool           // the squares hold chips, of colours with the letters A to G
	Grouped string         // the pieces that form groups with their like on the next squares
	Locked  string         // the pieces that no longer move
	Beside  map[int]string // what is to be said of a row
}

// SquareStep is a move on a board of squares, to be told. From and To are indices of SquareBoard.Squares, -1 of a pass.
type SquareStep struct {
	Side     string
	From, To int
	Move     string
	Capture  bool
	Crosses  bool // its stone is locked there
}

// ChipStep is a draw, a placement, a slide or a pass on a board of chips, to be told. From and To are indices of
// SquareBoard.Squares, -1 for none.
type ChipStep struct {
	Side             string // "draw" for chance
	Chip             rune   // drawn, placed or slid; 0 of a pass
	From, To         int
	FromName, ToName string // of the cells
}

// Points are what parts of a board are worth: rows from the top, columns from the left, and the runs that score, each by its ends
// and its chips.
type Points struct {
	Rows, Columns []int
	Runs, Chips   []string
}
