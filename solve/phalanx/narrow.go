package phalanx

import (
	"math/bits"

	"foregone/positions/breakthrough"
	"foregone/solve"
	"foregone/solve/alphabeta"
	"foregone/solve/races"
)

// state is a position of up to 64 squares seen by the side to move, which moves up: its pieces and the other side's,
// and the same turned by half a turn, so that the other side moves up. Square row*w+column is a bit.
type state struct {
	own, other             uint64
	ownTurned, otherTurned uint64
}

// narrow is the game on a board of up to 64 squares.
type narrow struct {
	w, h, n  int
	row      [breakthrough.MaxHeight]uint64
	notFirst uint64 // squares off the first column
	notLast  uint64
	rowOf    [64]uint8
	cone     [64]uint64 // all squares that a piece can come to
	ahead    [64]uint64 // all squares straight ahead
	advanced uint64     // pieces here are judged by the enemies in their cones
	spread   spread
	lemmas   races.Lemmas
}

func newNarrow(w, h int, weights *[features]weight) *narrow {
	g := &narrow{w: w, h: h, n: w * h}
	for sq := range g.n {
		r, c := sq/w, sq%w
		g.row[r] |= 1 << sq
		g.rowOf[sq] = uint8(r)
		if c > 0 {
			g.notFirst |= 1 << sq
		}
		if c < w-1 {
			g.notLast |= 1 << sq
		}
		if rowClass(r, h) >= firstRunner {
			g.advanced |= 1 << sq
		}
	}
	for sq := range g.n {
		x := uint64(1) << sq
		for range h - 1 {
			x = g.attacked(x) | x<<w&(1<<g.n-1)
			g.cone[sq] |= x
		}
		for to := sq + w; to < g.n; to += w {
			g.ahead[sq] |= 1 << to
		}
	}
	g.spread.set(weights, w, h)
	g.lemmas = races.NewLemmas(w, h)
	return g
}

// state returns a position as its side to move sees it.
func (g *narrow) state(p *breakthrough.Position) state {
	white, black := p.Pieces[breakthrough.White][0], p.Pieces[breakthrough.Black][0]
	s := state{white, black, g.turned(white), g.turned(black)}
	if p.ToMove == breakthrough.Black {
		s = state{s.otherTurned, s.ownTurned, s.other, s.own}
	}
	return s
}

func (g *narrow) turned(x uint64) uint64 { return bits.Reverse64(x) >> (64 - g.n) }

// attacked returns the squares that pieces moving up attack.
func (g *narrow) attacked(x uint64) uint64 {
	return x&g.notFirst<<(g.w-1) | x&g.notLast<<(g.w+1)
}

// attackedDown returns the squares that pieces moving down attack.
func (g *narrow) attackedDown(x uint64) uint64 {
	return x&g.notLast>>(g.w-1) | x&g.notFirst>>(g.w+1)
}

// Key returns the pieces of both sides.
func (g *narrow) Key(p *state) [2]uint64 { return [2]uint64{p.own, p.other} }

// Known decides a game that is over, or one look does.
func (g *narrow) Known(p *state) int {
	if p.other&g.row[0] != 0 || p.own == 0 {
		return alphabeta.Loss(0)
	}
	return score(g.lemmas.Look(p.own, p.other, p.ownTurned, p.otherTurned))
}

// score returns the score of what the lemmas say.
func score(v solve.Verdict, plies int) int {
	switch v {
	case solve.Win:
		return alphabeta.Win(plies)
	case solve.Loss:
		return alphabeta.Loss(plies)
	}
	return 0
}

// Moves appends the moves of p. With an enemy on the own second row and no win at once they are its captures.
func (g *narrow) Moves(p *state, tactical bool, buf []alphabeta.Move) ([]alphabeta.Move, bool) {
	own, other := p.own, p.other
	to, all := ^uint64(0), !tactical
	if threat := other & g.row[1]; threat != 0 && own&g.row[g.h-2] == 0 {
		to, all = threat, true
	}
	taken := own | other
	ways := [3]uint64{own & g.notFirst << (g.w - 1) &^ own, own << g.w &^ taken, own & g.notLast << (g.w + 1) &^ own}
	if g.n < 64 {
		ways[1] &= 1<<g.n - 1
		ways[0] &= 1<<g.n - 1
		ways[2] &= 1<<g.n - 1
	}
	if !all {
		to = other
	}
	attacked := g.attackedDown(other)
	for d, x := range ways {
		for x &= to; x != 0; x &= x - 1 {
			sq := bits.TrailingZeros64(x)
			from := sq - g.w + 1 - d
			capture := x&-x&other != 0
			buf = append(buf, alphabeta.Move{
				ID:    alphabeta.MoveID(from<<2 | d + 1),
				Quiet: !capture,
				Order: order(int(g.rowOf[sq]), g.h, capture, x&-x&attacked != 0),
			})
		}
	}
	return buf, all
}

// Play makes a move and turns the board.
func (g *narrow) Play(p *state, m alphabeta.MoveID, next *state) {
	from := int(m >> 2)
	to := from + g.w - 2 + int(m&3)
	f, t := uint64(1)<<(from&63), uint64(1)<<(to&63)
	ft, tt := uint64(1)<<((g.n-1-from)&63), uint64(1)<<((g.n-1-to)&63)
	*next = state{p.otherTurned &^ tt, p.ownTurned ^ ft ^ tt, p.other &^ t, p.own ^ f ^ t}
}

// Pass turns the board. Being on move is hardly ever a disadvantage while there are captures to make.
func (g *narrow) Pass(p *state, next *state) bool {
	if p.other&g.row[1] != 0 {
		return false
	}
	*next = state{p.otherTurned, p.ownTurned, p.other, p.own}
	return true
}

// Guess adds up the weights of the features of evaluate.go.
func (g *narrow) Guess(p *state) int {
	full, few := parts(g.side(p.own, p.other, 0) + int64(g.spread.tempo))
	otherFull, otherFew := parts(g.side(p.otherTurned, p.ownTurned, 1))
	v := blend(full-otherFull, few-otherFew, bits.OnesCount64(p.own|p.other), g.w)
	return max(-alphabeta.Max, min(v, alphabeta.Max))
}

// side returns what the pieces of a are worth, which move up, against those of b, as a sum of pairs; waits is 1 when b
// is to move.
func (g *narrow) side(a, b uint64, waits int) int64 {
	t := &g.spread
	sum := int64(0)
	near := &t.near[waits&1]
	for x := a; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x) & 63
		behind := bits.RotateLeft64(a, g.w+1-sq) & 7
		beside := bits.RotateLeft64(a, 1-sq) & 5
		ahead := bits.RotateLeft64(b, 1-g.w-sq) & 7
		sum += int64(near[sq][behind|(beside|beside>>1)&3<<3|ahead<<5])
		sum += int64(t.farBehind[sq][bits.RotateLeft64(a, 2+2*g.w-sq)&31])
		sum += int64(t.farAhead[sq][bits.RotateLeft64(b, 2-2*g.w-sq)&31])
		if first := (a | b) & g.ahead[sq]; first&-first&b != 0 {
			d := g.rowOf[bits.TrailingZeros64(first)&63] - g.rowOf[sq]
			sum += int64(t.facing[sq][min(d, mostFacing)])
		}
	}
	for x := a & g.advanced; x != 0; x &= x - 1 {
		sq := bits.TrailingZeros64(x) & 63
		sum += int64(t.runner[sq][min(bits.OnesCount64(b&g.cone[sq]), mostInCone)])
	}
	holes := g.row[1] &^ g.attacked(a&g.row[0])
	return sum + int64(t.hole)*int64(bits.OnesCount64(holes))
}
