package patience

import (
	"math/rand/v2"
	"slices"
	"testing"

	"foregone/positions"
)

// table is a second, slow reading of the rules: piles of cards by their place's letter.
type table map[string][]positions.Card

func tableOf(p Position) table {
	t := table{}
	for i := range p.NumColumns() {
		t[Place(i).String()] = slices.Clone(p.Columns[i].All())
	}
	for i := range p.NumCells() {
		t[Cell(i).String()] = nil
		if c := p.Cells[i]; c != 0 {
			t[Cell(i).String()] = []positions.Card{c}
		}
	}
	return t
}

// one makes a single-card move if the rules allow it.
func (t table) one(p *Position, home *[4]int, from, to string) bool {
	if from == to || from == "h" || len(t[from]) == 0 {
		return false
	}
	isColumn := func(s string) bool { return s[0] >= '0' && s[0] <= '9' }
	if _, ok := t[to]; !ok && to != "h" {
		return false
	}
	card := t[from][len(t[from])-1]
	rank, suit := card.Rank(), card.Suit()
	switch {
	case to == "h":
		if home[suit] != rank-1 {
			return false
		}
		home[suit]++
	case !isColumn(to):
		if !isColumn(from) || len(t[to]) > 0 {
			return false
		}
	case len(t[to]) == 0:
		if p.Rules.Empty == NoCards || p.Rules.Empty == KingsOnly && rank != int(p.Rules.Ranks) {
			return false
		}
	default:
		below := t[to][len(t[to])-1]
		if below.Rank() != rank+1 {
			return false
		}
		red := func(s positions.Suit) bool { return s == positions.Diamonds || s == positions.Hearts }
		if p.Rules.Build == BySuit && below.Suit() != suit || p.Rules.Build == Alternate && red(below.Suit()) == red(suit) {
			return false
		}
	}
	t[from] = t[from][:len(t[from])-1]
	if to != "h" {
		t[to] = append(t[to], card)
	}
	return true
}

func homeOf(p *Position) (home [4]int) {
	for s, top := range p.Home {
		home[s] = int(top)
	}
	return home
}

var allPlaces = func() (all []Place) {
	for i := range Place(MaxColumns) {
		all = append(all, i)
	}
	for i := range MaxCells {
		all = append(all, Cell(i))
	}
	return append(all, Home)
}()

// singleMoves lists all legal moves of one card, every empty cell and column a destination.
func singleMoves(p *Position) []Move {
	var moves []Move
	for _, from := range allPlaces {
		for _, to := range allPlaces {
			home := homeOf(p)
			if tableOf(*p).one(p, &home, from.String(), to.String()) {
				moves = append(moves, Move{from, to, 1})
			}
		}
	}
	return moves
}

// byHand moves a run of n cards one by one: n-1 to free cells, the last over, the others back.
func byHand(p *Position, m Move) (Position, bool) {
	t, home := tableOf(*p), homeOf(p)
	var parked []string
	for i := range p.NumCells() {
		if cell := Cell(i).String(); len(t[cell]) == 0 && len(parked) < int(m.N)-1 {
			if !t.one(p, &home, m.From.String(), cell) {
				return *p, false
			}
			parked = append(parked, cell)
		}
	}
	if len(parked) != int(m.N)-1 || !t.one(p, &home, m.From.String(), m.To.String()) {
		return *p, false
	}
	for i := len(parked) - 1; i >= 0; i-- {
		if !t.one(p, &home, parked[i], m.To.String()) {
			return *p, false
		}
	}
	return t.position(p, home), true
}

func (t table) position(p *Position, home [4]int) Position {
	q := Position{Rules: p.Rules}
	for s, top := range home {
		q.Home[s] = uint8(top)
	}
	for i := range p.NumColumns() {
		for _, c := range t[Place(i).String()] {
			q.Columns[i].push(c)
		}
	}
	for i := range p.NumCells() {
		if pile := t[Cell(i).String()]; len(pile) > 0 {
			q.Cells[i] = pile[0]
		}
	}
	return q
}

// ordered returns a position with long runs, empty columns and free cells, of a small or a full deck.
func ordered(rng *rand.Rand) Position {
	r, _ := Preset(Presets()[rng.IntN(len(Presets()))])
	r.Build, r.Empty, r.Cells = Build(rng.IntN(len(buildNames))), Empty(rng.IntN(len(emptyNames))), uint8(rng.IntN(MaxCells+1))
	r.Ranks = uint8(2 + rng.IntN(positions.King-1))
	p := Position{Rules: r}
	if rng.IntN(2) == 0 {
		for suit := range p.Home {
			p.Home[suit] = uint8(rng.IntN(int(r.Ranks) + 1))
		}
	}
	used := 1 + rng.IntN(p.NumColumns())
	for rank := int(r.Ranks); rank > 0; rank-- {
		for suit := range positions.Suit(positions.NumSuits) {
			card := positions.NewCard(rank, suit)
			if rank <= int(p.Home[suit]) {
				continue
			}
			if i := rng.IntN(8 * MaxCells); i < p.NumCells() && p.Cells[i] == positions.NoCard {
				p.Cells[i] = card
				continue
			}
			column := rng.IntN(used)
			for try := 0; try < 4 && !r.Stacks(card, p.Columns[column].Top()); try++ {
				column = rng.IntN(used)
			}
			p.Columns[column].push(card)
		}
	}
	return p
}

// forOrdered calls f with n positions, the same ones every time.
func forOrdered(n uint64, f func(Position)) {
	for i := range n {
		f(ordered(rand.New(rand.NewPCG(i, 8))))
	}
}

func TestMovesAgreeWithASecondReading(t *testing.T) {
	forOrdered(200, func(p Position) {
		all := singleMoves(&p)
		legal := map[Move]bool{}
		for _, m := range all {
			legal[m] = true
		}
		for _, m := range p.Moves(nil) {
			if !legal[m] {
				t.Fatalf("%s is generated in %s", m, p.String())
			}
		}
		for _, from := range allPlaces {
			for _, to := range allPlaces {
				if m := (Move{from, to, 1}); (p.Check(m) == nil) != legal[m] {
					t.Fatalf("%s is %v in %s, legal: %v", m, p.Check(m), p.String(), legal[m])
				}
			}
		}
		if got, want := len(p.Moves(nil)), len(distinct(&p, all)); got != want {
			t.Fatalf("%d moves in %s, want %d", got, p.String(), want)
		}
	})
}

// distinct leaves out moves to any but the leftmost empty column and empty cell. A card from a column of its own
// to an empty one stays a move.
func distinct(p *Position, moves []Move) []Move {
	firstCell, firstColumn := Place(255), Place(255)
	for i := p.NumCells() - 1; i >= 0; i-- {
		if p.Cells[i] == positions.NoCard {
			firstCell = Cell(i)
		}
	}
	for i := p.NumColumns() - 1; i >= 0; i-- {
		if p.Columns[i].Len == 0 {
			firstColumn = Place(i)
		}
	}
	var kept []Move
	for _, m := range moves {
		if m.To.isCell() && m.To != firstCell || m.To.isColumn() && p.Columns[m.To].Len == 0 && m.To != firstColumn {
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

func TestRunsMoveAsByHand(t *testing.T) {
	runs := 0
	forOrdered(200, func(p Position) {
		for from := range Place(p.NumColumns()) {
			for to := range Place(p.NumColumns()) {
				for n := uint8(1); n <= positions.King+1; n++ {
					m := Move{from, to, n}
					want, legal := byHand(&p, m)
					if (p.Check(m) == nil) != legal {
						t.Fatalf("%s is %v in %s, by hand: %v", m, p.Check(m), p.String(), legal)
					}
					got := p
					err := got.Play(m)
					if (err == nil) != legal || got != want {
						t.Fatalf("%s gives %s, want %s", m, got.String(), want.String())
					}
					if !legal {
						continue
					}
					one := p
					for i, s := range singles(&p, m) {
						if err := one.Play(s); err != nil {
							t.Fatalf("step %d of %s in %s: %v", i+1, m, p.String(), err)
						}
					}
					if one != got {
						t.Fatalf("%s in single steps gives %s, want %s", m, one.String(), got.String())
					}
					if n > 1 {
						runs++
					}
				}
			}
		}
	})
	if runs < 100 {
		t.Errorf("only %d runs were moved", runs)
	}
}

func slowPerft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var leaves uint64
	for _, m := range distinct(&p, singleMoves(&p)) {
		t, home := tableOf(p), homeOf(&p)
		t.one(&p, &home, m.From.String(), m.To.String())
		leaves += slowPerft(t.position(&p, home), depth-1)
	}
	return leaves
}

func TestPerftAgreesWithASecondReading(t *testing.T) {
	for _, game := range Presets() {
		r, _ := Preset(game)
		for n := range uint64(3) {
			p, err := Deal{Style: MS, Number: n + 1}.Start(r)
			if err != nil {
				t.Fatal(err)
			}
			for depth := range 4 - int(min(n, 1)) {
				if got, want := p.Perft(depth), slowPerft(p, depth); got != want {
					t.Errorf("%s ms %d: perft %d is %d, want %d", game, n+1, depth, got, want)
				}
			}
		}
	}
}

func TestIllegalMovesSayWhy(t *testing.T) {
	p := mustRead(t, "freecell KHQSJHTC9D8S/9H8H7H6H5H4H3H2H/KSQHJSTH9S/JDQDKD/-/TS/4S3S2SAS/AH7S6S5S4D5D6D7D8D9C cells=-TD home=C8D3")
	for text, want := range map[string]string{
		"9a": "there is no such place", "1m": "there is no such place", "5a": "the column is empty", "aa": "the cell is empty", "b1": "TD does not go on 8S",
		"h1": "no card comes back from a foundation", "1h": "8S is not the next card of its foundation", "1b": "the cell is taken", "ba": "a card does not move from cell to cell",
		"11": "it stays where it is", "1av2": "a cell takes one card", "1hv2": "cards go home one at a time", "ahv2": "a cell has one card", "15v7": "the column has 6 cards",
		"12v2": "9D does not go on 2H", "15v3": "", "15v6": "a run of 6 cards needs 5 free cells, there are 3", "25v2": "the run has 1 cards",
	} {
		m, _, err := parseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.fault(m); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// mustRead reads a line whose cards need not be complete.
func mustRead(t *testing.T, line string) Position {
	t.Helper()
	item := positions.Item{File: "-", Line: 1, Column: 1, Body: []positions.Line{{Number: 1, Column: 1, Text: line}}}
	b := board{item: &item}
	if err := b.readLine(&item.Body[0]); err != nil {
		t.Fatal(err)
	}
	p := b.cards
	var err *positions.Error
	if p.Rules, err = b.rules(Hints{}); err != nil {
		t.Fatal(err)
	}
	return p
}

// singles returns the single-card moves that m stands for in p, itself when N is 1: a run of N goes to
// the free cells from the left and comes back, 2N-1 moves.
func singles(p *Position, m Move) []Move {
	if m.N <= 1 {
		return []Move{m}
	}
	var buf []Move
	start := 0
	for i, c := range p.Cells[:p.Rules.Cells] {
		if len(buf)-start == int(m.N)-1 {
			break
		}
		if c == positions.NoCard {
			buf = append(buf, Move{m.From, Cell(i), 1})
		}
	}
	last := len(buf)
	buf = append(buf, Move{m.From, m.To, 1})
	for i := last - 1; i >= start; i-- {
		buf = append(buf, Move{buf[i].To, m.To, 1})
	}
	return buf
}
