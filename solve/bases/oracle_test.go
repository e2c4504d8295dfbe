package bases

import (
	"math/rand/v2"
	"slices"

	"foregone/positions"
	"foregone/positions/patience"
)

// oracle decides a position by breadth-first search over single-card moves, with nothing pruned but positions
// seen before up to the order of columns and cells. It gives up, known false, past the given number of positions.
func oracle(p patience.Position, most int) (winnable, known bool) {
	seen := map[string]bool{key(&p): true}
	level := []patience.Position{p}
	var moves []patience.Move
	for len(level) > 0 {
		var next []patience.Position
		for i := range level {
			if level[i].Won() {
				return true, true
			}
			moves = level[i].Moves(moves[:0])
			for _, m := range moves {
				child := level[i]
				if err := child.Play(m); err != nil {
					panic(err)
				}
				if k := key(&child); !seen[k] {
					if len(seen) == most {
						return false, false
					}
					seen[k] = true
					next = append(next, child)
				}
			}
		}
		level = next
	}
	return false, true
}

// key identifies a position up to the order of columns and cells.
func key(p *patience.Position) string {
	parts := make([]string, 0, patience.MaxColumns+1)
	for i := range p.NumColumns() {
		col := &p.Columns[i]
		part := make([]byte, col.Len+1)
		for j, c := range col.All() {
			part[j] = byte(c)
		}
		parts = append(parts, string(part))
	}
	slices.Sort(parts)
	cells := p.Cells
	slices.Sort(cells[:])
	k := make([]byte, 0, patience.MaxDeck+patience.MaxColumns+patience.MaxCells)
	for _, part := range parts {
		k = append(k, part...)
	}
	for _, c := range cells {
		k = append(k, byte(c))
	}
	return string(k)
}

// deck returns a shuffled deck of the given number of ranks.
func deck(rng *rand.Rand, ranks int) []positions.Card {
	var cards []positions.Card
	for rank := 1; rank <= ranks; rank++ {
		for suit := range positions.Suit(positions.NumSuits) {
			cards = append(cards, positions.NewCard(rank, suit))
		}
	}
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards
}

// scattered returns a position with cards home, in cells and in columns of any length, runs among them.
func scattered(rng *rand.Rand, r patience.Rules) patience.Position {
	p := patience.Position{Rules: r}
	for i := range p.Home {
		if rng.IntN(2) == 0 {
			p.Home[i] = uint8(rng.IntN(int(r.Ranks) + 1))
		}
	}
	return scatter(rng, p)
}

// scatter puts the cards that are not home into cells and columns.
func scatter(rng *rand.Rand, p patience.Position) patience.Position {
	cells := 0
	for _, c := range deck(rng, int(p.Rules.Ranks)) {
		switch {
		case c.Rank() <= int(p.Home[c.Suit()]):
		case cells < p.NumCells() && rng.IntN(8) == 0:
			p.Cells[cells] = c
			cells++
		default:
			col := &p.Columns[rng.IntN(p.NumColumns())]
			col.Cards[col.Len] = c
			col.Len++
		}
	}
	rng.Shuffle(p.NumCells(), func(i, j int) { p.Cells[i], p.Cells[j] = p.Cells[j], p.Cells[i] })
	return p
}

// wander plays random moves.
func wander(rng *rand.Rand, p patience.Position, moves int) patience.Position {
	for range moves {
		m := p.Moves(nil)
		if len(m) == 0 {
			break
		}
		if err := p.Play(m[rng.IntN(len(m))]); err != nil {
			panic(err)
		}
	}
	return p
}

// children returns the normal forms one move away from s, card by card.
func children(b *board, s state) []state {
	var out []state
	has := func(set uint64, card int) bool { return card >= 0 && set>>card&1 != 0 }
	away := func(card int) bool { return has(s.loose, card) && !has(s.home, card) }
	parent := func(card int) int {
		if card&15 == 0 {
			return -1
		}
		return card - 1
	}
	var onColumn func(card int) bool
	onColumn = func(card int) bool {
		if has(s.heads, card) {
			return true
		}
		return card >= 0 && away(card) && (has(s.bases, card) || onColumn(parent(card)))
	}
	run := func(card int) int { // cards that move with it, itself among them
		n := 1
		for child := card + 1; child&15 < b.ranks && away(child) && !has(s.bases, child); child++ {
			n++
		}
		return n
	}
	free, spare := b.cells, b.columns
	for card := range 64 {
		if away(card) && !onColumn(card) {
			free--
		}
		if has(s.heads, card) || has(s.bases, card) {
			spare--
		}
	}
	add := func(child state) {
		b.close(&child)
		out = append(out, child)
	}
	for card := range 64 {
		open := onColumn(parent(card))
		fits := run(card) <= free || open && run(card)-1 <= free
		if has(s.heads, card) && (fits || spare > 0 && run(card)-1 <= free) {
			child := s
			b.take(&child, card)
			if !fits {
				child.bases |= 1 << card
			}
			add(child)
		}
		if has(s.bases, card) && fits {
			child := s
			child.bases &^= 1 << card
			add(child)
		}
		if spare > 0 && away(card) && !has(s.bases, card) && (!onColumn(card) || run(card)-1 <= free) {
			child := s
			child.bases |= 1 << card
			add(child)
		}
	}
	return out
}
