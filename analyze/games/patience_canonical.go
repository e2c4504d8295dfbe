package games

import (
	"cmp"
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
)

// order is the order of the places of a position in its canonical form: column order.columns[0] comes first.
type order struct {
	columns [patience.MaxColumns]uint8
	cells   [patience.MaxCells]uint8
}

// orderOf sorts what the rules do not tell apart: the columns by their first cards, and the cells by theirs.
func orderOf(p *patience.Position) (o order) {
	var sorted [max(patience.MaxColumns, patience.MaxCells)]uint16
	columns := sorted[:p.NumColumns()]
	for i := range columns {
		columns[i] = uint16(i)
		if p.Columns[i].Len > 0 {
			columns[i] |= uint16(p.Columns[i].Cards[0]) << 8
		}
	}
	slices.Sort(columns)
	for i, c := range columns {
		o.columns[i] = uint8(c)
	}
	cells := sorted[:p.NumCells()]
	for i := range cells {
		cells[i] = uint16(p.Cells[i])<<8 | uint16(i)
	}
	slices.Sort(cells)
	for i, c := range cells {
		o.cells[i] = uint8(c)
	}
	return o
}

// canonical writes the cards in the order of the places.
func (o *order) canonical(p *patience.Position) string {
	var buf [patience.MaxDeck + patience.MaxColumns + patience.MaxCells]byte
	key := buf[:0]
	for _, i := range o.columns[:p.NumColumns()] {
		for _, c := range p.Columns[i].All() {
			key = append(key, byte(c))
		}
		key = append(key, 0)
	}
	for _, i := range o.cells[:p.NumCells()] {
		key = append(key, byte(p.Cells[i]))
	}
	return string(key)
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

func (e *patiencePosition) Canonical() string {
	o := orderOf(&e.p)
	return o.canonical(&e.p)
}

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

// Stations plays the line. A station is covered when the next moves are foundation moves until none is possible: what
// can be won after those can be won before them, and in whatever order they are made the same position comes of it.
func (e *patiencePosition) Stations(line []string) ([]Station, error) {
	p := e.p
	stations := make([]Station, len(line))
	open := 0 // stations from here on have been followed by foundation moves only
	for i, text := range line {
		m, err := patience.ParseWritten(text)
		if err != nil {
			return nil, err
		}
		if _, more := homeMove(&p); !more {
			cover(stations[open:i])
			open = i
		}
		o := orderOf(&p)
		stations[i] = Station{Canonical: o.canonical(&p), Move: o.toCanonical(m).String(), Plies: singles(m)}
		if m.To != patience.Home {
			open = i + 1
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
	}
	return stations, nil
}

func cover(stations []Station) {
	for i := range stations {
		stations[i].Covered = true
	}
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
