package patience

import (
	"fmt"
	"slices"
	"strings"

	"foregone/positions"
)

// KPat keeps a game as XML (saveFile, loadFile, saveLegacyFile and takeState of src/dealer.cpp, src/freecell.cpp and
// src/dealerinfo.h of KDE's kpat, 2023):
//
//	<kpat-game game-type="freecell" deal-number="7">
//	  <state>                                            every card: what was dealt
//	    <move pile="freecell0" position="0">
//	      <card id="0655875" suit="hearts" rank="three" turn="face-up"/>
//	    </move> …
//	  </state>
//	  <state current="true"> …                           the cards that lie elsewhere since the state before
//
// States after the current one were taken back. The piles are freecell0…, store0… (the columns) and target0… (the
// foundations). "freecell" stands for all variants of the family, and nothing says which. Cards may go from cell to cell,
// which is no move here.
//
// The older form has one position, its piles by number:
//
//	<dealer id="3" number="7" …><pile index="1"><card suit="2" value="3" faceup="1"/> …
//
// Cells, columns and foundations are numbered from 1 each, in this order; before the variants came, 1 to 8 were the
// columns, 9 to 12 the cells and 13 to 16 the foundations. Suits are 0 to 3: clubs, diamonds, hearts, spades.

// kpatPile is a pile by its kind and its number from 0.
type kpatPile struct {
	kind   heading // foundationsHeading, cellsHeading or columnsHeading
	number int
}

// kpatTable is where the cards lie.
type kpatTable map[kpatPile][]positions.Card

// kpatState is one state of a saved game.
type kpatState struct {
	at    place
	table kpatTable
}

// kpatGame is a saved game as far as it counts here.
type kpatGame struct {
	number  string // of the deal
	variant string // the game and its options, where the file says which
	states  []kpatState
	undone  int // states that were taken back
	columns int // that were ever used

	first map[positions.Card]place // of each card in the first state
}

// readsAsKPat reports whether the board of an item is XML.
func readsAsKPat(item *positions.Item) bool {
	return !item.OneLine() && len(item.Body) > 0 && strings.HasPrefix(strings.TrimSpace(item.Body[0].Text), "<")
}

// readKPat reads a game that KPat saved: its deal, and the moves that its states were made by.
func (b *board) readKPat(r *Record, h Hints) *positions.Error {
	g, err := parseKPat(b.item)
	if err != nil {
		return err
	}
	if err := b.addTable(g); err != nil {
		return err
	}
	var fits []string
	var best kpatReading
	for _, variant := range b.kpatVariants(g, h) {
		reading := b.readAs(g, variant, h)
		if reading.fault == nil {
			fits = append(fits, variant)
		}
		if best.variant == "" || best.fault != nil && (reading.fault == nil || reading.states > best.states) {
			best = reading
		}
	}
	if best.fault != nil {
		return best.fault
	}
	r.Start, r.Final, r.Moves = best.start, best.final, best.moves
	if len(fits) > 1 {
		r.Notes = append(r.Notes, fmt.Sprintf("read as %s, which the file does not say; %s would do as well (--game, --rules)", fits[0], strings.Join(fits[1:], " or ")))
	}
	if g.undone > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("left out the last moves of the file, which were taken back: %d", g.undone))
	}
	r.nameDeal(g.number)
	return nil
}

// nameDeal notes the deal of a saved game where its number deals this board.
func (r *Record) nameDeal(number string) {
	for _, style := range [...]string{"kpat ", "ms "} {
		d, err := ParseDeal(style + number)
		if err != nil {
			continue
		}
		if p, err := d.Start(r.Start.Rules); err == nil && p == r.Start {
			r.Deal = &d
			if r.ID == "" {
				r.ID = d.String()
			}
			return
		}
	}
}

// kpatVariants returns the games of the family that a saved game can be, the likely ones first. None of them is a guess
// where the page or a hint has named the game.
func (b *board) kpatVariants(g *kpatGame, h Hints) []string {
	switch {
	case b.game.text != "" || h.Game != "" || len(b.options) > 0 || h.Rules != "":
		return []string{""}
	case g.variant != "":
		return []string{g.variant}
	case b.columns == MaxColumns:
		return []string{"seatowers"}
	case b.filled == 0:
		return []string{"freecell", "bakers", forecell, "eightoff"}
	}
	return []string{"eightoff", forecell, "freecell", "bakers"}
}

// forecell is KPat's name for FreeCell with kings only to empty columns.
const forecell = "freecell empty=kings"

// kpatReading is a saved game by the rules of one variant.
type kpatReading struct {
	variant      string
	start, final Position
	moves        []Move
	states       int // that could be followed
	fault        *positions.Error
}

// readAs follows the states of a saved game by the rules of a variant, those of the page and the hints without.
func (b *board) readAs(g *kpatGame, variant string, h Hints) kpatReading {
	r := kpatReading{variant: variant}
	c := *b
	if variant != "" {
		words := strings.Fields(variant)
		c.game = setting{text: words[0]}
		for _, option := range words[1:] {
			c.options = append(c.options, setting{text: option})
		}
	}
	if r.start, r.fault = c.position(h); r.fault != nil {
		return r
	}
	r.final = r.start
	for i, state := range g.states {
		moves, err := r.final.follow(state.table)
		if err != nil {
			r.fault = b.errorf(state.at, "found state %d, expected one to which a step of %s leads (%s)", i+1, strings.TrimSpace(r.start.Rules.Game+" "+r.start.Rules.Options()), err)
			return r
		}
		r.moves = append(r.moves, moves...)
		r.states++
	}
	return r
}

// addTable puts the cards of the first state on the board.
func (b *board) addTable(g *kpatGame) *positions.Error {
	table := g.states[0].table
	b.begin = g.states[0].at
	for i := range g.columns {
		b.columns++
		for _, card := range table[kpatPile{columnsHeading, i}] {
			if err := b.addCard(card, g.first[card]); err != nil {
				return err
			}
		}
	}
	last := -1
	for pile, cards := range table {
		if pile.kind == cellsHeading && len(cards) > 0 {
			last = max(last, pile.number)
		}
	}
	for i := range last + 1 {
		card := positions.NoCard
		if cards := table[kpatPile{cellsHeading, i}]; len(cards) > 0 {
			if card = cards[0]; len(cards) > 1 {
				return b.errorf(g.first[cards[1]], "found a second card in a cell, expected at most one")
			}
		}
		if err := b.addCell(card, g.first[card]); err != nil {
			return err
		}
	}
	return b.addTargets(g)
}

// addTargets sets the foundations by the cards on them.
func (b *board) addTargets(g *kpatGame) *positions.Error {
	for i := range positions.NumSuits {
		cards := g.states[0].table[kpatPile{foundationsHeading, i}]
		for j, card := range cards {
			if card.Rank() != j+1 || card.Suit() != cards[0].Suit() {
				return b.errorf(g.first[card], "found %s as card %d of a foundation, expected one suit upward from the ace", card, j+1)
			}
		}
		if len(cards) > 0 {
			if err := b.setHome(cards[0].Suit(), len(cards), g.first[cards[0]]); err != nil {
				return err
			}
		}
	}
	return nil
}

// find returns the pile of a card.
func (t kpatTable) find(card positions.Card) kpatPile {
	for pile, cards := range t {
		if slices.Contains(cards, card) {
			return pile
		}
	}
	return kpatPile{}
}

// clone returns a table that shares nothing with t.
func (t kpatTable) clone() kpatTable {
	next := kpatTable{}
	for pile, cards := range t {
		next[pile] = slices.Clone(cards)
	}
	return next
}
