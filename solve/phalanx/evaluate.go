package phalanx

// The evaluation is a sum of weights of features of both sides' pieces, the other side's taken off. A weight is a pair,
// for a board full of pieces and for one with few, between which the number of pieces decides.
//
//   - square: rows 1 and 2 from behind, the others by their distance to the far row, times columns by their distance
//     to the nearer edge;
//   - contact: how many own pieces protect the piece and how many enemies attack it, by row, and by whether its side
//     is to move, which says who gains by an exchange;
//   - beside, behind: own pieces to its left and right, which make a phalanx; one right behind it;
//   - far: own pieces two rows behind it, enemies two rows ahead, by columns between;
//   - facing: the distance to an enemy straight ahead with nothing between: who must give way is a matter of tempo;
//   - runner: how many enemies stand in the cone of squares that the piece can come to;
//   - hole: a square of the second row that no piece of the own home row protects;
//   - tempo, for the side to move.
const (
	rowClasses    = 7
	columnClasses = 4
	firstRunner   = 3 // the least row class whose pieces have the runner's feature
	mostInCone    = 4
	mostFacing    = 5

	squareAt  = 0
	contactAt = squareAt + rowClasses*columnClasses
	besideAt  = contactAt + 2*rowClasses*9
	behindAt  = besideAt + rowClasses
	farAt     = behindAt + rowClasses
	facingAt  = farAt + rowClasses*5
	runnerAt  = facingAt + rowClasses*mostFacing
	holeAt    = runnerAt + (rowClasses-firstRunner)*(mostInCone+1)
	tempoAt   = holeAt + 1
	features  = tempoAt + 1
)

// weight is what a feature is worth, in hundredths of a piece.
type weight struct{ full, few int16 }

// blend returns the worth of sums of the weights for full boards and for those with few pieces, given the number of
// pieces of both sides and the board's columns: four pieces a column are full, one is few.
func blend(full, few, pieces, columns int) int {
	share := max(0, min(pieces-columns, 3*columns))
	return few + (full-few)*share/(3*columns)
}

// rowClass returns the class of a row, counted from behind, on a board of h rows.
func rowClass(row, h int) int {
	if row <= 1 {
		return row
	}
	return max(2, rowClasses-(h-1-row))
}

func columnClass(column, w int) int { return min(column, w-1-column, columnClasses-1) }

// piece is what a board says of a piece.
type piece struct {
	row, column           int // classes
	waits                 int // 1 when the other side is to move
	protectors, attackers int
	beside, behind        int
	farBehind, farAhead   [3]int // by columns between
	facing                int    // 0: none
}

// near calls add with the index and the count of every feature of what is around the piece, far with the others but the
// runner's.
func (p *piece) near(add func(feature, count int)) {
	add(squareAt+p.row*columnClasses+p.column, 1)
	add(contactAt+(p.waits*rowClasses+p.row)*9+p.protectors*3+p.attackers, 1)
	add(besideAt+p.row, p.beside)
	add(behindAt+p.row, p.behind)
}

func (p *piece) far(add func(feature, count int)) {
	for i, n := range p.farBehind {
		add(farAt+p.row*5+i, n)
	}
	for i, n := range p.farAhead[1:] { // none straight ahead, which faces the piece
		add(farAt+p.row*5+3+i, n)
	}
	if p.facing > 0 {
		add(facingAt+p.row*mostFacing+min(p.facing, mostFacing)-1, 1)
	}
}

// runnerFeature returns the index of the runner's feature.
func runnerFeature(row, enemies int) int {
	return runnerAt + (row-firstRunner)*(mostInCone+1) + min(enemies, mostInCone)
}
