package patience

import (
	"foregone/positions"
)

// MaxDeck is the number of cards of a full deck.
const MaxDeck = 52

// Column is one column of the tableau, the first dealt card first and the open one last.
type Column struct {
	Len   uint8
	Cards [MaxDeck]positions.Card // zero from Len on
}

// Top returns the open card, NoCard when the column is empty.
func (c *Column) Top() positions.Card {
	if c.Len == 0 {
		return positions.NoCard
	}
	return c.Cards[c.Len-1]
}

// All returns the column's cards as a slice of the column itself.
func (c *Column) All() []positions.Card { return c.Cards[:c.Len] }

func (c *Column) push(card positions.Card) { c.Cards[c.Len] = card; c.Len++ }

func (c *Column) pop() positions.Card {
	c.Len--
	card := c.Cards[c.Len]
	c.Cards[c.Len] = positions.NoCard
	return card
}

// Position is a board with its rules. A comparable value without pointers; entries beyond the rules' number
// of columns and cells are empty.
type Position struct {
	Rules   Rules
	Home    [positions.NumSuits]uint8 // the top rank of each foundation, 0 when empty
	Cells   [MaxCells]positions.Card
	Columns [MaxColumns]Column
}

// NumColumns returns the number of columns of the tableau.
func (p *Position) NumColumns() int { return int(p.Rules.Columns) }

// NumCells returns the number of cells.
func (p *Position) NumCells() int { return int(p.Rules.Cells) }

// FreeCells returns the number of empty cells.
func (p *Position) FreeCells() int {
	n := 0
	for _, c := range p.Cells[:p.Rules.Cells] {
		if c == positions.NoCard {
			n++
		}
	}
	return n
}

// Won reports whether every card is on its foundation.
func (p *Position) Won() bool {
	for _, top := range p.Home {
		if top != p.Rules.Ranks {
			return false
		}
	}
	return true
}

// ready reports whether card is the next one of its foundation.
func (p *Position) ready(card positions.Card) bool {
	return card != positions.NoCard && card.Rank() == int(p.Home[card.Suit()])+1
}
