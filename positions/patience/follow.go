package patience

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"foregone/positions"
)

// errSteps says that a table is more than one step away.
var errSteps = errors.New("it takes more than one step, with cards going home before or after it")

// follow plays and returns the moves that lead to a table: none, one step with the home moves before or after it, or home
// moves alone. A run that goes by way of empty columns is one step. A card may lie in another cell than the table says.
func (p *Position) follow(table kpatTable) ([]Move, error) {
	step, home, err := p.difference(table)
	if err != nil {
		return nil, err
	}
	moves, after, err := p.stepAndHome(step, home)
	if err != nil {
		return nil, err
	}
	for i := range after.NumColumns() {
		if !slices.Equal(after.Columns[i].All(), table[kpatPile{columnsHeading, i}]) {
			return nil, fmt.Errorf("the cards of column %s would lie in another order", Place(i))
		}
	}
	*p = after
	return moves, nil
}

// difference returns what parts p from a table: the one step that is not to a foundation, if there is one (else N is 0),
// and the cards that went home.
func (p *Position) difference(table kpatTable) (step Move, home []positions.Card, err error) {
	for card := positions.NewCard(1, positions.Clubs); int(card.Rank()) <= positions.King; card++ {
		pile, from := table.find(card), p.find(card)
		to := Place(pile.number)
		switch {
		case pile.kind == foundationsHeading:
			if from != Home {
				home = append(home, card)
			}
			continue
		case from == Home:
			return step, nil, fmt.Errorf("%s came back from its foundation", card)
		case pile.kind == cellsHeading:
			if pile.number >= p.NumCells() {
				return step, nil, fmt.Errorf("there is no cell %d", pile.number+1)
			}
			if from.isCell() {
				continue
			}
			to = p.freeCell(pile.number)
		case from == to:
			continue
		}
		if step.N > 0 && (step.From != from || step.To != to || !to.isColumn()) {
			return step, nil, errSteps
		}
		step = Move{from, to, step.N + 1}
	}
	return step, home, nil
}

// freeCell returns the cell of a number where it is empty, else the first empty one; the first of all when none is.
func (p *Position) freeCell(number int) Place {
	if number < p.NumCells() && p.Cells[number] == positions.NoCard {
		return Cell(number)
	}
	return Cell(max(0, slices.Index(p.Cells[:max(1, p.NumCells())], positions.NoCard)))
}

// find returns where a card lies.
func (p *Position) find(card positions.Card) Place {
	for i := range p.NumColumns() {
		if slices.Contains(p.Columns[i].All(), card) {
			return Place(i)
		}
	}
	if i := slices.Index(p.Cells[:p.Rules.Cells], card); i >= 0 {
		return Cell(i)
	}
	return Home
}

// stepAndHome plays a step, unless its N is 0, and home moves after it, or before it where it is not legal otherwise.
func (p *Position) stepAndHome(step Move, home []positions.Card) (moves []Move, after Position, err error) {
	after = *p
	if step.N == 0 {
		moves, err = after.sendHome(nil, home)
		return moves, after, err
	}
	text := fmt.Sprintf("%s%sv%d", step.From, step.To, step.N)
	steps, illegal := after.steps(text)
	if illegal == nil {
		for _, m := range steps {
			after.play(m)
		}
		if moves, err = after.sendHome(steps, home); err == nil {
			return moves, after, nil
		}
	}
	if len(home) > 0 {
		after = *p
		if moves, err = after.sendHome(nil, home); err == nil {
			if steps, illegal = after.steps(text); illegal == nil {
				for _, m := range steps {
					after.play(m)
				}
				return append(moves, steps...), after, nil
			}
		}
	}
	if reason := (*IllegalError)(nil); errors.As(illegal, &reason) {
		return nil, after, fmt.Errorf("%s: %s", strings.TrimSuffix(text, "v1"), reason.Reason)
	}
	return nil, after, errors.Join(illegal, err)
}

// sendHome plays the home moves of cards in an order that is legal, and appends them to moves.
func (p *Position) sendHome(moves []Move, cards []positions.Card) ([]Move, error) {
	left := slices.Clone(cards)
	for len(left) > 0 {
		n := len(left)
		left = slices.DeleteFunc(left, func(card positions.Card) bool {
			m := Move{p.find(card), Home, 1}
			if top, _ := p.card(m); top != card || p.Check(m) != nil {
				return false
			}
			p.play(m)
			moves = append(moves, m)
			return true
		})
		if len(left) == n {
			return nil, fmt.Errorf("%s cannot go to its foundation", left[0])
		}
	}
	return moves, nil
}
