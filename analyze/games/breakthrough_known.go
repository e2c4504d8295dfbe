package games

import (
	"foregone/positions/breakthrough"
	"foregone/solve"
)

// mostProven bounds what is kept of one search.
const mostProven = 20_000

// probe tells what is known of a position without a search: by the table, which has every position of its board but those
// of more pieces than a start has, or by what was proven before.
func (e *breakthroughEngine) probe(p *breakthrough.Position) solve.Verdict {
	if v := e.look(p); v != solve.Unknown {
		return v
	}
	if e.known == nil {
		return solve.Unknown
	}
	for _, p := range [...]breakthrough.Position{*p, exchanged(p)} {
		c := p.Canonical()
		if v := e.known(c.AppendLine(nil)); v == solve.Win || v == solve.Loss {
			return v
		}
	}
	return solve.Unknown
}

// exchanged returns the position with the sides exchanged and the board turned.
func exchanged(p *breakthrough.Position) breakthrough.Position {
	q := breakthrough.Position{W: p.W, H: p.H, ToMove: p.ToMove.Other()}
	last := breakthrough.Square(p.W*p.H - 1)
	for side := range p.Pieces {
		for sq := range last + 1 {
			if p.Pieces[side].Has(sq) {
				at := last - sq
				q.Pieces[1-side][at>>6] |= 1 << (at & 63)
			}
		}
	}
	return q
}

// look asks the table.
func (e *breakthroughEngine) look(p *breakthrough.Position) solve.Verdict {
	t := e.table.Load()
	if t == nil {
		return solve.Unknown
	}
	v, err := t.Probe(p)
	if err != nil {
		if e.table.CompareAndSwap(t, nil) && !e.built {
			e.tables.Refuse(breakthroughTableName(t.Size()), err)
		}
		return solve.Unknown
	}
	return v
}

// proven returns what the last search has found of other positions.
func (e *breakthroughEngine) proven() []Proof {
	facts := e.proofs.Proven(keepNodes, mostProven)
	proofs := make([]Proof, len(facts))
	for i := range facts {
		proofs[i] = Proof{facts[i].Position.AppendLine(nil), facts[i].Verdict, facts[i].Work}
	}
	return proofs
}
