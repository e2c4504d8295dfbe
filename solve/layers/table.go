package layers

import (
	"errors"
	"fmt"
	"math/bits"

	"foregone/positions/entropy"
	"foregone/solve/palindromes"
)

// Table answers the positions of the rounds of a start. Its methods may be called from several goroutines.
type Table struct {
	plan   *plan
	source source
}

// source is where values come from: a file, or memory.
type source interface {
	read(k, i int) (uint64, error) // value i of layer k
	Close() error
}

// ErrNotInTable is what Probe finds of positions that the table's start does not lead to.
var ErrNotInTable = errors.New("the position is not in the table")

// Start returns what the table is of.
func (t *Table) Start() Start { return t.plan.Start }

// Close gives the table's file or memory back.
func (t *Table) Close() error { return t.source.Close() }

// Has reports whether the start leads to a position: the same board with the same chips on it, in hand and in the bag.
func (t *Table) Has(p *entropy.Position) bool {
	chips := p.Bag
	chips[p.Chip]++
	for _, c := range p.Board() {
		chips[c]++
	}
	chips[0] = 0
	return int(p.N) == t.plan.N && chips == t.plan.Bag
}

// Probe returns the value of a position of any turn.
func (t *Table) Probe(p *entropy.Position) (palindromes.Fraction, error) {
	if !t.Has(p) {
		return palindromes.Fraction{}, fmt.Errorf("%s: %w of %s", p, ErrNotInTable, t.plan.Start)
	}
	value, err := t.value(*p)
	if err != nil {
		return palindromes.Fraction{}, err
	}
	k := t.plan.cells - p.Empty()
	if p.Acts == entropy.Chaos {
		k++
	}
	return palindromes.LowestTerms(int64(value), int64(t.plan.scale(k))), nil
}

// value looks ahead to the next draws.
func (t *Table) value(p entropy.Position) (uint64, error) {
	if p.Acts == entropy.Draw || p.Over() {
		return t.lookup(&p)
	}
	best := uint64(0)
	for i, m := range p.Moves(nil) {
		next := p
		if err := next.Play(m); err != nil {
			return 0, err
		}
		v, err := t.value(next)
		if err != nil {
			return 0, err
		}
		if i == 0 || (v > best) == (p.Acts == entropy.Order) {
			best = v
		}
	}
	return best, nil
}

// lookup returns the value of the turn of a draw.
func (t *Table) lookup(p *entropy.Position) (uint64, error) {
	var m mask
	for i, c := range p.Board() {
		if c != 0 {
			m |= 1 << i
		}
	}
	var chips pattern
	var shifts []uint8
	for i, cell := range t.plan.order(nil, m) {
		chips |= pattern(t.plan.colours.name[p.Cells[cell]]) << (3 * i)
		shifts = append(shifts, uint8(3*i))
	}
	k := bits.OnesCount32(uint32(m))
	r := t.plan.ranks[k]
	rank := r.rank(t.plan.colours.steps, chips, shifts)
	return t.source.read(k, int(t.plan.forms[m].index)*r.size+int(rank))
}

// memory is a table without a file.
type memory struct{ layers []layer }

func (m *memory) keep(k int, draws layer) error {
	m.layers[k] = draws
	return nil
}

func (m *memory) read(k, i int) (uint64, error) {
	switch l := &m.layers[k]; {
	case l.narrow != nil:
		return uint64(l.narrow[i]), nil
	case l.middle != nil:
		return uint64(l.middle[i]), nil
	default:
		return l.wide[i], nil
	}
}

func (m *memory) Close() error {
	m.layers = nil
	return nil
}
