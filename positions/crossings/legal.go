package crossings

import "fmt"

// Check returns an *IllegalError when m is not legal in p, or when it says that it captures and does not, or the
// other way round.
func (p *Position) Check(m Move) error {
	if reason := p.fault(m); reason != "" {
		return &IllegalError{Text: p.MoveString(m), Reason: reason}
	}
	return nil
}

func (p *Position) fault(m Move) string {
	if size := p.W * p.H; uint8(m.From) >= size || uint8(m.To) >= size {
		return "there is no such square"
	}
	if winner, won := p.Winner(); won {
		return fmt.Sprintf("the game is over, %s has won", winner.word())
	}
	if p.Over() {
		return "the game is over, neither side has a move"
	}
	if m == Pass {
		if p.MustCross() || p.canMove(p.ToMove, false) {
			return fmt.Sprintf("%s has another move", p.ToMove.word())
		}
		return ""
	}
	return p.shiftFault(m)
}

// shiftFault looks at a move of stones while the game goes on.
func (p *Position) shiftFault(m Move) string {
	side, name := p.ToMove, p.SquareName
	far := p.FarRow(side)
	free := p.Stones[side].AndNot(far)
	switch {
	case p.Stones[side.Other()].Has(m.From):
		return fmt.Sprintf("%s is %s's, and %s is to move", name(m.From), side.Other().word(), side.word())
	case !p.Stones[side].Has(m.From):
		return fmt.Sprintf("%s is empty", name(m.From))
	case !free.Has(m.From):
		return fmt.Sprintf("the stone on %s has crossed and is locked", name(m.From))
	}
	d, ok := p.wayTo(m.From, m.To)
	if !ok {
		return fmt.Sprintf("%s and %s are not on one line", name(m.From), name(m.To))
	}
	g := p.group(side, &free, m.From, d)
	n := 0 // squares from the lead to where it lands
	for sq := int(g.lead); sq != int(m.To); sq += g.step {
		if n++; n > g.size {
			break
		}
	}
	if p.Stones[side].Has(m.To) {
		return fmt.Sprintf("%s has a stone of %s's own", name(m.To), side.word())
	}
	if n > g.size {
		return fmt.Sprintf("%s is more than %d ahead of %s, and a group moves as far as it has stones", name(m.To), g.size, name(g.lead))
	}
	if n > g.reach {
		return p.blocked(&g)
	}
	switch {
	case n < p.shortest(&g) && g.capture:
		return fmt.Sprintf("with %s the group goes on to the stone it takes", p.Steps)
	case n < p.shortest(&g):
		return fmt.Sprintf("with %s a group of %d moves %d squares", p.Steps, g.size, g.size)
	case g.takes(n) && !m.Capture:
		return fmt.Sprintf("it captures, which is written %s", p.MoveString(Move{m.From, m.To, true}))
	case !g.takes(n) && m.Capture:
		return fmt.Sprintf("there is nothing to capture on %s", name(m.To))
	case p.MustCross() && !far.Has(m.To):
		return fmt.Sprintf("%s must cross now", side.word())
	}
	return ""
}

// blocked says what stops a group.
func (p *Position) blocked(g *group) string {
	at := Square(int(g.lead) + (g.reach+1)*g.step)
	if g.capture {
		at = Square(int(g.lead) + g.reach*g.step)
		return fmt.Sprintf("it ends on %s, where it captures", p.SquareName(at))
	}
	enemy := p.ToMove.Other()
	far := p.FarRow(enemy)
	switch {
	case p.Stones[p.ToMove].Has(at):
		return fmt.Sprintf("a stone of %s's own on %s is in the way", p.ToMove.word(), p.SquareName(at))
	case far.Has(at):
		return fmt.Sprintf("the stone on %s has crossed and cannot be taken", p.SquareName(at))
	case g.size == 1:
		return fmt.Sprintf("%s is taken, and a single stone never captures", p.SquareName(at))
	}
	return fmt.Sprintf("the stones in line from %s on are not fewer than the %d of the group", p.SquareName(at), g.size)
}
