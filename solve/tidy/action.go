package tidy

import "foregone/positions"

// What a card lies on is told by a code below 64: a card by its number, 4 to 55, the bottom of a column by 56 to 63, 0
// and 1, and the places that have room for others by the two numbers left.
const (
	inCell    = 2
	home      = 3
	firstBase = 56
	codes     = 64
)

// base returns the code of the bottom of a column.
func base(column int) uint8 { return uint8(firstBase+column) % codes }

// columnOf returns the column of which code is the bottom, if it is one.
func columnOf(code uint8) (column int, ok bool) {
	return int(code-firstBase) % codes, code >= firstBase || code < inCell
}

// bit returns the code as a set of codes.
func bit(code uint8) uint64 { return 1 << (code % codes) }

// places are the codes of what can be touched: a cell is like the other, and foundations are kept in order by
// touching the card below.
const places = ^uint64(1<<inCell | 1<<home)

// action is a move that names cards.
type action struct {
	touches uint64 // the cards that move, what they lie on before and after; going home the card below
	card    uint8  // the lowest card that moves
	n       uint8  // how many move
	from    uint8  // what the card lies on before
	to      uint8  // and after
	spare   int8   // cells that are free beyond what the action needs
}

// set makes the action touch what it must, given the cards that move.
func (a *action) set(moved uint64) {
	a.touches = moved | (bit(a.from)|bit(a.to)|a.below())&places
}

// below returns the card that must be home before, if the action goes home.
func (a *action) below() uint64 {
	if a.to != home || positions.Card(a.card).Rank() == 1 {
		return 0
	}
	return bit(a.card - positions.NumSuits)
}

// moved returns the cards that move, for an action that does not go home.
func (a *action) moved() uint64 { return a.touches &^ (bit(a.from) | bit(a.to)) }

// need returns how many free cells the action needs.
func (a *action) need() int8 {
	if a.to == inCell {
		return 1
	}
	return int8(a.n) - 1
}

// tops reports whether card is the last one of a run that moves.
func (a *action) tops(card uint8) bool {
	return a.n > 1 && a.moved()&bit(card) != 0 && a.card>>2-card>>2 == a.n-1
}

// give lets so many more cells be free at the action, because of a card that lies elsewhere: if that was the
// last one of the run, it does not move with it any more.
func (a *action) give(cells int8, card uint8) {
	if a.tops(card) {
		a.touches &^= bit(card)
		a.n--
		cells++
	}
	a.spare += cells
}

// cells returns the cells taken by a card that lies on code.
func cells(code uint8) int8 {
	if code == inCell {
		return 1
	}
	return 0
}
