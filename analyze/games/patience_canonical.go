package games

import (
	"cmp"
	"math/bits"
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
)

// order is the order of the places of a position in its canonical form: column order.columns[0] comes first.
type order struct {
	columns [patience.MaxColumns]uint8
	cells   [patience.MaxCells]uint8
}

// orderOf sorts what the rules do not tell apart: the columns by their first cards, and the cells by theirs, the empty
// ones first.
func orderOf(p *patience.Position) (o order) {
	var first [patience.MaxColumns]positions.Card
	columns := first[:p.NumColumns()]
	for i := range columns {
		columns[i] = p.Columns[i].Cards[0]
	}
	sortPlaces(o.columns[:0], columns)
	sortPlaces(o.cells[:0], p.Cells[:p.NumCells()])
	return o
}

// sortPlaces appends the places of cards, none of which comes twice, in the order of the cards.
func sortPlaces(places []uint8, cards []positions.Card) {
	var at [64]uint8
	var has uint64
	for i, c := range cards {
		if c == positions.NoCard {
			places = append(places, uint8(i))
			continue
		}
		has |= 1 << (c & 63)
		at[c&63] = uint8(i)
	}
	for ; has != 0; has &= has - 1 {
		places = append(places, at[bits.TrailingZeros64(has)])
	}
}

// appendCanonical writes the cards in the order of the places.
func (o *order) appendCanonical(key []byte, p *patience.Position) []byte {
	for _, i := range o.columns[:p.NumColumns()] {
		for _, c := range p.Columns[i].All() {
			key = append(key, byte(c))
		}
		key = append(key, 0)
	}
	for _, i := range o.cells[:p.NumCells()] {
		key = append(key, byte(p.Cells[i]))
	}
	return key
}

// toCanonical gives a move the names that it has on the canonical form.
func (o *order) toCanonical(m patience.Move) patience.Move {
	return renamed(m,
		func(i uint8) uint8 { return uint8(slices.Index(o.columns[:], i)) },
		func(i uint8) uint8 { return uint8(slices.Index(o.cells[:], i)) })
}

func (o *order) fromCanonical(m patience.Move) patience.Move {
	return renamed(m, func(i uint8) uint8 { return o.columns[i] }, func(i uint8) uint8 { return o.cells[i] })
}

func renamed(m patience.Move, column, cell func(uint8) uint8) patience.Move {
	rename := func(l patience.Place) patience.Place {
		switch {
		case l == patience.Home:
			return l
		case l >= patience.FirstCell:
			return patience.Cell(int(cell(uint8(l - patience.FirstCell))))
		default:
			return patience.Place(column(uint8(l)))
		}
	}
	return patience.Move{From: rename(m.From), To: rename(m.To), N: m.N}
}

func (e *patiencePosition) AppendCanonical(key []byte) []byte {
	o := orderOf(&e.p)
	return o.appendCanonical(key, &e.p)
}

func (e *patiencePosition) Canonical() string { return string(e.AppendCanonical(nil)) }

func (e *patiencePosition) ToCanonical(moves []string) ([]string, error) {
	o := orderOf(&e.p)
	return allRenamed(moves, o.toCanonical)
}

func (e *patiencePosition) FromCanonical(moves []string) ([]string, error) {
	o := orderOf(&e.p)
	return allRenamed(moves, o.fromCanonical)
}

func allRenamed(moves []string, rename func(patience.Move) patience.Move) ([]string, error) {
	names := make([]string, len(moves))
	for i, text := range moves {
		m, err := patience.ParseWritten(text)
		if err != nil {
			return nil, err
		}
		names[i] = rename(m).String()
	}
	return names, nil
}

func (e *patiencePosition) Sort(moves []string) error {
	parsed := make([]patience.Move, len(moves))
	for i, text := range moves {
		var err error
		if parsed[i], err = patience.ParseWritten(text); err != nil {
			return err
		}
	}
	slices.SortFunc(parsed, byPlaces)
	for i, m := range parsed {
		moves[i] = m.String()
	}
	return nil
}

// byPlaces is the contract's order of moves: by where they go from and to: columns, then cells, then home.
func byPlaces(a, b patience.Move) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.N, b.N))
}

// Stations plays the line, and adds the won end where it leads there. A station is covered when the next moves are foundation moves until none is possible: what
// can be won after those can be won before them, and in whatever order they are made the same position comes of it.
func (e *patiencePosition) Stations(line []string) ([]Station, error) {
	p := e.p
	moves := make([]patience.Move, len(line))
	stations := make([]Station, len(line))
	settled := make([]bool, len(line)+1)
	for i, text := range line {
		var err error
		if moves[i], err = patience.ParseWritten(text); err != nil {
			return nil, err
		}
		_, more := homeMove(&p)
		settled[i] = !more
		if err := p.Play(moves[i]); err != nil {
			return nil, err
		}
	}
	settled[len(line)] = true
	for i, m := range slices.Backward(moves) {
		next := settled[i+1] || stations[i+1].Covered
		stations[i].Covered = next && !settled[i] && m.To == patience.Home
	}
	p = e.p
	for i, m := range moves {
		s := &stations[i]
		if s.Plies = singles(m); !s.Covered {
			o := orderOf(&p)
			s.Canonical, s.Move = o.appendCanonical(nil, &p), o.toCanonical(m).String()
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
	}
	if p.Won() {
		o := orderOf(&p)
		stations = append(stations, Station{Canonical: o.appendCanonical(nil, &p)})
	}
	return stations, nil
}

// AppendSettled writes the canonical form of the settled position, where that is another one.
func (e *patiencePosition) AppendSettled(key []byte) ([]byte, bool) {
	m, ok := homeMove(&e.p)
	if !ok {
		return key, false
	}
	p := e.p
	for ; ok; m, ok = homeMove(&p) {
		if err := p.Play(m); err != nil {
			panic(err) // homeMove gives legal moves only
		}
	}
	o := orderOf(&p)
	return o.appendCanonical(key, &p), true
}

// Settled makes all foundation moves that are possible.
func (e *patiencePosition) Settled() (Position, []string) {
	m, ok := homeMove(&e.p)
	if !ok {
		return e, nil
	}
	next := &patiencePosition{e.p}
	var moves []string
	for ; ok; m, ok = homeMove(&next.p) {
		moves = append(moves, m.String())
		if err := next.p.Play(m); err != nil {
			panic(err) // homeMove gives legal moves only
		}
	}
	return next, moves
}

// homeMove returns a foundation move, if one is possible.
func homeMove(p *patience.Position) (m patience.Move, ok bool) {
	ready := func(c positions.Card) bool {
		return c != positions.NoCard && c.Rank() == int(p.Home[c.Suit()])+1
	}
	for i := range p.NumColumns() {
		if ready(p.Columns[i].Top()) {
			return patience.Move{From: patience.Place(i), To: patience.Home, N: 1}, true
		}
	}
	for i, c := range p.Cells[:p.NumCells()] {
		if ready(c) {
			return patience.Move{From: patience.Cell(i), To: patience.Home, N: 1}, true
		}
	}
	return m, false
}
