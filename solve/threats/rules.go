package threats

// move shifts a group, as the search has it. The zero move, from and to being equal, is a pass.
type move struct {
	from, to   uint8 // the tail, and where the leading stone lands
	way, steps uint8 // the rules' own
	order      int32 // higher ones first: what it looks like at first sight, below 1<<20 in amount
}

// same reports whether two moves of one position are the same.
func (m move) same(n move) bool { return m.from == n.from && m.to == n.to }

// kind says which moves are asked for.
type kind uint8

const (
	every     kind = iota // all legal ones, and a pass where there is none
	crossing              // those that cross
	capturing             // those that take a stone
)

// What a move looks like at first sight. A quiet one stays below forcing.
const (
	forcing      = 1 << 17
	captureOrder = forcing
	crossOrder   = forcing << 1
)

// orderOf returns what a move looks like that ends in a row, from 0 as its side sees the board, after rising so many rows.
func orderOf(row, rise, height int, captures bool) int32 {
	o := int32(8*rise + row)
	if captures {
		o += captureOrder
	}
	if row == height-1 {
		o += crossOrder
	}
	return o
}

// rules is what the search needs to know of the game. P is a position, equal to another only when it is the same.
type rules[P comparable] interface {
	hash(p *P) uint64
	// moves appends legal moves; there are none of any kind when the game is over, and only crossings when one is due.
	moves(p *P, which kind, buf []move) []move
	// find returns the legal move, no pass, from a tail to a square; ok is false when there is none, and may
	// be false where looking for it among all is as quick.
	find(p *P, from, to uint8) (m move, ok bool)
	// play sets next to the position after a legal move.
	play(p *P, m move, next *P)
	// pending reports whether the side to move must cross.
	pending(p *P) bool
	// lost reports whether the side to move must cross and cannot.
	lost(p *P) bool
	// guess returns what a position is worth to the side to move, at most mostGuess in amount.
	guess(p *P) int
}
