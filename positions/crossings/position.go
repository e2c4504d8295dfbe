// Package crossings holds the rules and the notation of Crossings (Robert Abbott, 1969) on boards of any size up to
// 12 columns and 12 rows.
package crossings

import (
	"fmt"

	"foregone/positions"
)

// Limits of the boards.
const (
	MinWidth, MaxWidth   = 2, 12
	MinHeight, MaxHeight = 3, 12
	MaxSquares           = MaxWidth * MaxHeight
)

// Side is one of the two players.
type Side uint8

const (
	Red Side = iota // starts at the bottom and moves up
	Black
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns "red" or "black".
func (s Side) String() string { return sides[s] }

func (s Side) letter() byte { return sides.Letter(int(s)) }

// word is the side's name in a sentence.
func (s Side) word() string { return sides.Title(int(s)) }

var sides = positions.Sides{"red", "black"}

// Steps is the rule of how far a group of k stones moves when it captures nothing.
type Steps uint8

const (
	UpTo  Steps = iota // 1 to k squares
	Exact              // k squares, no less
)

// String returns the rule option as written: "steps=upto" or "steps=exact".
func (s Steps) String() string { return [...]string{"steps=upto", "steps=exact"}[s] }

// Position is a board of W columns and H rows with the side to move and the rule of steps. A comparable value without
// pointers; squares beyond the board are empty. Stones on their far row have crossed: they are locked.
type Position struct {
	W, H   uint8
	ToMove Side
	Steps  Steps
	Stones [2]Set // by side
}

// FarRow returns the squares on which a side's stones have crossed: the top row for Red, the bottom row for Black.
func (p *Position) FarRow(s Side) Set {
	if s == Red {
		return rowSet(int(p.W), int(p.H)-1)
	}
	return rowSet(int(p.W), 0)
}

// Crossed returns the locked stones of a side.
func (p *Position) Crossed(s Side) Set { return p.Stones[s].And(p.FarRow(s)) }

// MustCross reports whether the opponent has just crossed, so that the side to move must cross now or has lost.
func (p *Position) MustCross() bool {
	return p.Crossed(p.ToMove.Other()).Len() > p.Crossed(p.ToMove).Len()
}

// Winner returns the side that has won, false while the game goes on and when it is drawn: a side that must cross and
// cannot has lost.
func (p *Position) Winner() (Side, bool) {
	if p.MustCross() && !p.canMove(p.ToMove, true) {
		return p.ToMove.Other(), true
	}
	return 0, false
}

// Over reports whether the game is over: won, or drawn since neither side has a move.
func (p *Position) Over() bool {
	if p.MustCross() {
		return !p.canMove(p.ToMove, true)
	}
	return !p.canMove(p.ToMove, false) && !p.canMove(p.ToMove.Other(), false)
}

// Mirror returns the position with its columns in the opposite order.
func (p *Position) Mirror() Position {
	m := *p
	for s, stones := range p.Stones {
		m.Stones[s] = stones.mirror(int(p.W), int(p.H))
	}
	return m
}

// Turned returns the position as the other side sees it: the rows in the opposite order, the stones and the move of each
// side the other's.
func (p *Position) Turned() Position {
	t := *p
	t.ToMove = p.ToMove.Other()
	for s, stones := range p.Stones {
		t.Stones[1-s] = stones.turned(int(p.W), int(p.H))
	}
	return t
}

// Canonical returns p with Red to move, turned when Black is, or the mirror image of that: the lesser of the two by Red's
// stones and then Black's. isMirror says which.
func (p *Position) Canonical() (c Position, isMirror bool) {
	c = *p
	if p.ToMove == Black {
		c = p.Turned()
	}
	m := c.Mirror()
	for s := range c.Stones {
		switch c.Stones[s].compare(m.Stones[s]) {
		case -1:
			return c, false
		case 1:
			return m, true
		}
	}
	return c, false
}

// Validate returns an error when no game can stand like this: a board of no legal size, no stones at all, or numbers
// of crossed stones that cannot be. Any numbers of stones are legal.
func (p *Position) Validate() error {
	if err := checkSize(int(p.W), int(p.H)); err != nil {
		return err
	}
	if p.Stones[Red].IsEmpty() && p.Stones[Black].IsEmpty() {
		return fmt.Errorf("found a board without stones, expected some")
	}
	mover, other := p.ToMove, p.ToMove.Other()
	own, theirs := p.Crossed(mover).Len(), p.Crossed(other).Len()
	switch {
	case own == theirs+1:
		return fmt.Errorf("found %s, expected %s to move, who must cross now", p.crossings(), other)
	case own != theirs && own+1 != theirs:
		return fmt.Errorf("found %s, expected as many crossed stones of %s's, or one more", p.crossings(), other.word())
	}
	return nil
}

// crossings says how often each side has crossed.
func (p *Position) crossings() string {
	return fmt.Sprintf("%d crossed of Red's and %d of Black's with %s to move", p.Crossed(Red).Len(), p.Crossed(Black).Len(), p.ToMove)
}

// checkSize returns an error for a board of a size that is not played here.
func checkSize(w, h int) error {
	if w < MinWidth || w > MaxWidth || h < MinHeight || h > MaxHeight {
		return fmt.Errorf("found a board of %dx%d (columns x rows), expected %d to %d columns and %d to %d rows",
			w, h, MinWidth, MaxWidth, MinHeight, MaxHeight)
	}
	return nil
}
