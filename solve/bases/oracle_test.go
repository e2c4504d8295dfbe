package bases

import (
	"math/rand/v2"

	"foregone/positions"
	"foregone/positions/patience"
)

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
