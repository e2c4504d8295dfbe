// Package bases decides patience games that build by suit and let any card go to an empty column: Baker's Game,
// and Eight Off played so. It searches positions in a normal form of two words: the depths of the columns as given,
// and the bottom cards of the columns that have been dealt out.
//
// # Terms
//
// A card is original while it lies where it lay in the given position, loose afterwards. Its parent is the next
// higher card of its suit. A group is a run of one suit that lies in sequence in a column as given; the first
// card is its head, and once the head is exposed, with no original of another group on it, the others count as loose,
// lying on their parents. A column without originals is dealt out; it is empty or has a base at its bottom. The last
// group of a column makes it dealt out as soon as it is exposed, with its head as the base. The run of a card is
// that card and the loose cards below it in its suit, down to the next that is home, original or a base.
//
// # Normal form
//
// A loose card that is not home lies in a cell, on its parent, or is a base. The normal form N(R) of a position R is
// got by bringing cards home, and cards from cells onto their parents, until no more can be. It follows from
// the depths of R after the home moves and the set of its bases that are not home: only the next lower card of its
// suit can ever lie on a card, so every loose or exposed card can go home when its turn comes; the other loose
// cards lie on columns when they are in the run of a base or of an exposed original, else in cells. Dealt-out
// columns are alike, so it does not matter where a base is.
//
// # Moves
//
// With f free cells, e empty columns, and r cards in the run of the card that moves:
//
//	shift  an exposed original or a base: onto its parent if that is on a column, r-1 <= f; else to cells, r <= f
//	dig    an exposed original that cannot be shifted: to an empty column, r-1 <= f, e > 0
//	found  a loose card that is no base: to an empty column, e > 0, and r-1 <= f if it is on a column
//
// # Proof
//
// Every move is a row of legal moves of single cards, so a line from N(R) to a won position is one from R. Conversely,
// let a legal move of one card x take R to R'. Some moves from N(R) lead to N(R'):
//
// The cells in use in N(R) are in use in R. If x is clear in R, the other cards of its run are in cells in R, while in
// N(R) they lie on x or with it in cells. So when R has g free cells and x is on a column in N(R), N(R) has r-1+g at least.
//
//   - x is home in N(R), goes home, or is loose and goes to a cell from its parent or from a cell to its parent: N(R') = N(R).
//   - x is an exposed original or a base, and goes to a cell or its parent: then g >= 1, or the parent is on a column
//     in N(R) too, and a shift is legal.
//   - x is an exposed original and goes to an empty column: a dig; or a shift, after which x is found, if it is not
//     home by then: it is in a cell, or on its parent with as many free cells as before.
//   - x is loose and no base, and goes to an empty column: it is found, be it in a cell or on its parent in N(R).
//   - x is a base and goes to an empty column: N(R') = N(R).
//
// So R can be won exactly if a won position can be reached from N(R). Shifts of bases and founding moves can be
// taken back; the others lower depths.
package bases
