package patience

import (
	"encoding/xml"
	"strings"

	"foregone/positions"
)

// kpatVariantIDs are the variants of FreeCell by KPat's numbers of its games, "" where the number stands for all.
var kpatVariantIDs = map[string]string{
	"3": "", "30": "freecell", "31": "bakers", "32": "eightoff", "33": forecell, "34": "seatowers", "39": "",
}

// dealer reads the older form, whose root is e.
func (r *kpatReader) dealer(e *xml.StartElement) *positions.Error {
	id := attribute(e, "id")
	variant, ok := kpatVariantIDs[id]
	if !ok {
		return r.errorf("found KPat's game number %q, expected 3, which stands for %s", positions.Shorten(id, 20), strings.Join(Presets(), ", "))
	}
	r.game.number, r.game.variant = attribute(e, "number"), variant
	at := r.at
	var piles []legacyPile
	err := r.each("pile", func(e *xml.StartElement) *positions.Error {
		index, err := r.number(e, "index", 1+MaxColumns+MaxCells+positions.NumSuits)
		if err != nil {
			return err
		}
		piles = append(piles, legacyPile{index: index, at: r.at})
		p := &piles[len(piles)-1]
		return r.each("card", func(e *xml.StartElement) *positions.Error {
			suit, err := r.number(e, "suit", positions.NumSuits-1)
			if err != nil {
				return err
			}
			rank, err := r.number(e, "value", positions.King)
			if err != nil {
				return err
			}
			card, err := r.card(suit, rank)
			if err != nil {
				return err
			}
			p.cards = append(p.cards, legacyCard{card, r.at})
			return r.close(e)
		})
	})
	if err != nil {
		return err
	}
	for i, pile := range legacyPiles(piles) {
		r.at = piles[i].at
		if pile.kind == noHeading {
			return r.errorf("found pile %d after %d others, expected cells, columns and foundations from 1 each, or columns 1 to 8, cells 9 to 12 and foundations 13 to 16", piles[i].index, i)
		}
		if pile.kind == columnsHeading {
			r.game.columns = max(r.game.columns, pile.number+1)
		}
		for _, c := range piles[i].cards {
			r.at = c.at
			if err := r.put(c.card, pile, len(r.table[pile])); err != nil {
				return err
			}
		}
	}
	r.game.states = []kpatState{{at, r.table}}
	return nil
}

// legacyPile is a pile of the older form.
type legacyPile struct {
	index int
	at    place
	cards []legacyCard
}

type legacyCard struct {
	card positions.Card
	at   place
}

// legacyPiles returns what the piles of the older form are: by their numbers when these are all different, else by
// their order, in which the cells, the columns and the foundations begin with 1 each. What is none has no heading.
func legacyPiles(piles []legacyPile) []kpatPile {
	all := make([]kpatPile, len(piles))
	seen := map[int]bool{}
	for i, p := range piles {
		seen[p.index] = true
		switch {
		case 1 <= p.index && p.index <= 8:
			all[i] = kpatPile{columnsHeading, p.index - 1}
		case 9 <= p.index && p.index <= 12:
			all[i] = kpatPile{cellsHeading, p.index - 9}
		case 13 <= p.index && p.index <= 16:
			all[i] = kpatPile{foundationsHeading, p.index - 13}
		}
	}
	if len(seen) == len(piles) {
		return all
	}
	kinds := [...]struct {
		kind heading
		most int
	}{{cellsHeading, MaxCells}, {columnsHeading, MaxColumns}, {foundationsHeading, positions.NumSuits}}
	kind, next := 0, 1
	for i, p := range piles {
		if p.index == 1 && next > 1 {
			kind, next = kind+1, 1
		}
		all[i] = kpatPile{}
		if kind < len(kinds) && p.index == next && next <= kinds[kind].most {
			all[i] = kpatPile{kinds[kind].kind, next - 1}
		}
		next++
	}
	return all
}
