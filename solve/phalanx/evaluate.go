package phalanx

// The evaluation is a sum of weights of features, one weight for each of a piece's features, for both sides, the other
// side's taken off:
//
//   - the square: rows 1 and 2 from behind, the others by their distance to the far row, times columns by their
//     distance to the nearer edge;
//   - contact: how many own pieces protect the piece and how many enemies attack it, by row, and by whether its side
//     is to move, which says who gains by an exchange;
//   - phalanx: own pieces beside it; column: an own piece right behind it; block: an enemy right ahead of it;
//   - runner: how many enemies stand in the cone of squares that the piece can come to;
//   - hole: a square of the second row that no piece of the own home row protects;
//   - tempo, for the side to move.
const (
	rowClasses    = 7
	columnClasses = 4
	firstCone     = 3 // the least row class whose pieces have the runner's feature
	mostAhead     = 4

	squareAt  = 0
	contactAt = squareAt + rowClasses*columnClasses
	besideAt  = contactAt + 2*rowClasses*9
	behindAt  = besideAt + rowClasses
	blockAt   = behindAt + rowClasses
	aheadAt   = blockAt + rowClasses
	holeAt    = aheadAt + (rowClasses-firstCone)*(mostAhead+1)
	tempoAt   = holeAt + 1
	features  = tempoAt + 1
)

// rowClass returns the class of a row, counted from behind, on a board of h rows.
func rowClass(row, h int) int {
	if row <= 1 {
		return row
	}
	return max(2, rowClasses-(h-1-row))
}

func columnClass(column, w int) int { return min(column, w-1-column, columnClasses-1) }

// piece is what the features say of a piece.
type piece struct {
	row, column           int // classes
	protectors, attackers int
	beside                int // 0 to 2
	behind, block         bool
	waits                 int // 1 when the other side is to move
}

// each calls add with the index and the count of every feature of a piece but the runner's.
func (p *piece) each(add func(feature, count int)) {
	add(squareAt+p.row*columnClasses+p.column, 1)
	add(contactAt+(p.waits*rowClasses+p.row)*9+p.protectors*3+p.attackers, 1)
	add(besideAt+p.row, p.beside)
	if p.behind {
		add(behindAt+p.row, 1)
	}
	if p.block {
		add(blockAt+p.row, 1)
	}
}

// aheadFeature returns the index of the runner's feature.
func aheadFeature(row, enemies int) int {
	return aheadAt + (row-firstCone)*(mostAhead+1) + min(enemies, mostAhead)
}

// values are the weights spread out for a board of up to 64 squares.
type values struct {
	// By whether the side waits, by square, and by what is around the piece: bits 0 to 2 are own pieces behind it, from
	// left to right, 3 to 5 enemies ahead, 6 and 7 own pieces to its left and right.
	around [2][64][256]int16
	ahead  [64][mostAhead + 1]int16 // by enemies in the cone
	hole   int
	tempo  int
}

func (v *values) compile(weights *[features]int16, w, h int) {
	for sq := range w * (h - 1) {
		r, c := sq/w, sq%w
		p := piece{row: rowClass(r, h), column: columnClass(c, w)}
		for i := range 256 {
			is := func(bit, column, row int) int {
				if c+column < 0 || c+column >= w || r+row < 0 {
					return 0
				}
				return i >> bit & 1
			}
			p.protectors = is(0, -1, -1) + is(2, 1, -1)
			p.behind = is(1, 0, -1) == 1
			p.attackers = is(3, -1, 1) + is(5, 1, 1)
			p.block = is(4, 0, 1) == 1
			p.beside = is(6, -1, 0) + is(7, 1, 0)
			for p.waits = range 2 {
				sum := 0
				p.each(func(feature, count int) { sum += int(weights[feature]) * count })
				v.around[p.waits][sq][i] = int16(sum)
			}
		}
		if p.row >= firstCone {
			for e := range v.ahead[sq] {
				v.ahead[sq][e] = weights[aheadFeature(p.row, e)]
			}
		}
	}
	v.hole, v.tempo = int(weights[holeAt]), int(weights[tempoAt])
}
