package quiet

import (
	"fmt"

	"foregone/positions/breakthrough"
	"foregone/solve"
)

// Start is what the table says of a start position.
type Start struct {
	Position breakthrough.Position
	Verdict  solve.Verdict // for White, to move
	Moves    []FirstMove   // all, ordered by from-square and to-square
}

// FirstMove is a first move of White. One that does not win has a reply that wins for Black.
type FirstMove struct {
	Move  breakthrough.Move
	Wins  bool
	Reply breakthrough.Move
}

// Start looks the start position up, with rows 1 or 2 home rows a side, and its first moves.
func (t *Table) Start(rows int) (Start, error) {
	size := t.plan.Size
	if rows < 1 || rows > 2 {
		return Start{}, fmt.Errorf("found %d home rows, expected 1 or 2", rows)
	}
	s := Start{Position: breakthrough.Position{W: uint8(size.W), H: uint8(size.H)}}
	p := &s.Position
	for row := range rows {
		p.Pieces[breakthrough.White] = p.Pieces[breakthrough.White].Or(p.Row(row))
		p.Pieces[breakthrough.Black] = p.Pieces[breakthrough.Black].Or(p.Row(size.H - 1 - row))
	}
	var err error
	if s.Verdict, err = t.Probe(p); err != nil {
		return Start{}, err
	}
	for _, m := range p.Moves(nil) {
		first := FirstMove{Move: m}
		next := *p
		if err := next.Play(m); err != nil {
			return Start{}, err
		}
		var found bool
		if first.Reply, found, err = t.winning(&next); err != nil {
			return Start{}, err
		}
		first.Wins = !found
		s.Moves = append(s.Moves, first)
	}
	return s, nil
}

// winning returns the first winning move of a position that is not over, if there is one.
func (t *Table) winning(p *breakthrough.Position) (breakthrough.Move, bool, error) {
	for _, m := range p.Moves(nil) {
		next := *p
		if err := next.Play(m); err != nil {
			return m, false, err
		}
		if v, err := t.Probe(&next); err != nil || v == solve.Loss {
			return m, err == nil, err
		}
	}
	return breakthrough.Move{}, false, nil
}
