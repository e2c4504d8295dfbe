package races

import (
	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Lemmas tells by one look who wins a position on a board of at most 64 squares, for engines of other kinds. Read only,
// so that several may share one.
type Lemmas struct{ board *narrow }

// NewLemmas makes the lemmas' tables for w columns and h rows, in 10 ms.
func NewLemmas(w, h int) Lemmas { return Lemmas{newNarrow(w, h)} }

// Look returns the winner of a position that is not over, for the side to move, and a number of plies within which it
// wins, or Unknown. The side to move moves up. Square row*w+column is a bit of its pieces, of its enemy's, and of both
// with the board turned by half a turn.
func (l Lemmas) Look(own, enemy, ownTurned, enemyTurned uint64) (v solve.Verdict, plies int) {
	return l.board.static(own, enemy, ownTurned, enemyTurned)
}

// WideLemmas is the like for boards of any size; it knows fewer runners.
type WideLemmas struct{ board *wide }

func NewWideLemmas(w, h int) WideLemmas { return WideLemmas{newWide(w, h)} }

// Look is as that of Lemmas.
func (l WideLemmas) Look(own, enemy, ownTurned, enemyTurned breakthrough.Set) (v solve.Verdict, plies int) {
	return l.board.static(own, enemy, ownTurned, enemyTurned)
}
