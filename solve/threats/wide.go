package threats

import (
	"math/bits"

	"foregone/positions/crossings"
)

// wide is the game on boards of any size, by its plain rules.
type wide struct {
	h     int
	plain []crossings.Move
}

func (g *wide) hash(p *crossings.Position) uint64 {
	h := uint64(p.ToMove) + 0x9e3779b97f4a7c15
	for s := range p.Stones {
		for _, word := range p.Stones[s] {
			hi, lo := bits.Mul64(h^word, 0xd1b54a32d192ed03)
			h = (hi ^ lo) + 0x9e3779b97f4a7c15
		}
	}
	return h * 0x9e3779b97f4a7c15
}

func (g *wide) pending(p *crossings.Position) bool { return p.MustCross() }

func (g *wide) lost(p *crossings.Position) bool {
	_, lost := p.Winner()
	return lost
}

func (g *wide) play(p *crossings.Position, m move, next *crossings.Position) {
	*next = *p
	next.Make(crossings.Move{From: crossings.Square(m.from), To: crossings.Square(m.to)})
}

func (g *wide) moves(p *crossings.Position, which kind, buf []move) []move {
	g.plain = p.Moves(g.plain[:0])
	for _, m := range g.plain {
		to := g.row(p, m.To)
		if which == every || which == capturing && m.Capture || which == crossing && to == g.h-1 {
			buf = append(buf, move{from: uint8(m.From), to: uint8(m.To), order: orderOf(to, to-g.row(p, p.Lead(m)), g.h, m.Capture)})
		}
	}
	return buf
}

// find leaves it to moves, which is no slower here.
func (g *wide) find(*crossings.Position, uint8, uint8) (m move, ok bool) { return m, false }

// row returns the row of a square as the side to move sees the board.
func (g *wide) row(p *crossings.Position, sq crossings.Square) int {
	row := int(sq) / int(p.W)
	if p.ToMove == crossings.Black {
		row = g.h - 1 - row
	}
	return row
}
