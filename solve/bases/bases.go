// Package bases decides patience games that build by suit and let any card go to an empty column: Baker's Game,
// and Eight Off played so. A position is searched in a normal form of two words, the depths of the columns as
// given and the bottom cards of the columns that have been dealt out.
//
// # Terms
//
// An original card lies where it lay in the given position; a loose card does not. The parent of a card is the
// next higher of its suit. A card is exposed when no original lies on it. A group is a run of one suit that lies
// in sequence in a column as given; its first card is its head, and once the head is exposed the rest count as
// loose, lying on their parents. A dealt-out column holds no originals: it is empty, or its bottom card is a base.
// The last group of a column makes it dealt out at once, with the head as its base. The run of a card is the
// card and the loose cards that lie on it in sequence.
//
// A loose card that is not home can only be in a cell, on its parent, or a base.
//
// # Rule 1: a card that can go home may go at once
//
// Let x be such a card in S, and S' be S with x home. Take a line that wins from S and delete the moves of x.
// Every other move stays legal in S': only the next lower card could lie on x, and it is home; the place of x
// is free, or uncovered, earlier, which makes no move illegal. So S' wins too.
//
// # Rule 2: a card in a cell whose parent is open may go onto its parent at once
//
// Say S' >= S when S' comes from S by moves from cells onto parents. It is enough that each move from S can be
// answered from S' so that the relation holds again. The cards that lie elsewhere in S' are in cells in S, so
// S' has those cells free: they are reserved for these cards. When the move from S is of a card u that has
// reserved cards on it in S', put those into their cells and then make the move; a run moved by S gets the same
// treatment, and a move of a reserved card itself is already made, or starts from its cell after it, and the
// reserved cards on it, went back there. When S puts a card onto its parent on which a reserved card would
// lie, there is none: a parent has one child. All other moves are the same.
//
// # Normal form
//
// Both rules are applied until neither can be. Then the depths and the set of bases tell everything: which cards
// are loose follows from the depths; a loose card is home when all lower ones of its suit are loose or exposed;
// else it lies on a column when it is a base, or its parent is exposed, or its parent is loose and on a column; else it is
// in a cell. Columns that are dealt out are alike, so a base needs no column number.
//
// # Moves
//
// With f free cells, e empty columns, r the number of cards in the run of the card that is moved:
//
//	dig      a head with its run: onto its parent if that is open, r-1 <= f; else to cells, r <= f
//	dig      a head with its run to an empty column: r-1 <= f, e > 0
//	found    a card that is in a cell, e > 0, or on its parent, r-1 <= f, e > 0, goes to an empty column and becomes a base
//	lift     a base with its run: onto its parent if that is open, r-1 <= f; else to cells, r <= f
//
// They are complete. Any legal move from a raw position in the relation of rule 2 to a normal form takes one card: from
// its place in a cell or on a column to a cell, its parent, an empty column or home. Home is rule 1. An original
// head that moves is a dig, where its run has to be off it before, into cells, or
// (a part of the run split off) onto empty columns, which are moves of their own. A loose card
// that leaves its parent for a cell, or a part of a run that does, is put back by rule 2 unless its parent leaves first, a dig or a
// lift of the parent, which counts it in its run. A base that leaves its column is a lift; that a base moves on from the cell to
// another empty column changes nothing. A card that leaves a cell or its parent for an empty column is a found move.
// A head need not be taken to cells when its parent is open, rule 2 puts it there; nor to an empty column when its parent is
// open or its run fits into the cells: a found move reaches the same position afterwards with as many free cells.
//
// All moves but digs can be taken back, and digs only lower depths.
package bases
