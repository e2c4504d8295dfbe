// Package patience holds the rules of the one-deck open patience games with free cells: Eight Off, FreeCell,
// Baker's Game, Sea Towers and every mix of their options; their notation, deals and foreign formats.
package patience

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"foregone/positions"
)

// Build says which card may be laid on which in a column, always one rank lower.
type Build uint8

const (
	BySuit    Build = iota // the same suit
	Alternate              // the other colour
	AnySuit                // any suit
)

// Empty says what may be moved to an empty column.
type Empty uint8

const (
	KingsOnly Empty = iota
	AnyCard
	NoCards
)

// Names of the options in text, by value.
var (
	buildNames = [...]string{"suit", "alternate", "any"}
	emptyNames = [...]string{"kings", "any", "none"}
)

func (b Build) String() string { return buildNames[b] }
func (e Empty) String() string { return emptyNames[e] }

// Bounds of what a Position can hold.
const (
	MaxColumns = 10
	MaxCells   = 12
)

// Rules are the rules of one game of the family. Comparable; make one with Preset.
type Rules struct {
	Game    string // the preset's name
	Columns uint8  // 1 to MaxColumns
	Cells   uint8  // 0 to MaxCells
	Ranks   uint8  // 13, or fewer for the small decks of tests
	Build   Build
	Empty   Empty
}

var presets = [...]Rules{
	{"eightoff", 8, 8, positions.King, BySuit, KingsOnly},
	{"freecell", 8, 4, positions.King, Alternate, AnyCard},
	{"bakers", 8, 4, positions.King, BySuit, AnyCard},
	{"seatowers", 10, 4, positions.King, BySuit, KingsOnly},
}

// Presets returns the names of the games, the default first.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.Game
	}
	return names
}

// Preset returns the rules of a game by its name.
func Preset(name string) (Rules, bool) {
	for _, p := range presets {
		if p.Game == name {
			return p, true
		}
	}
	return Rules{}, false
}

// WithOptions returns r changed by options as in the one-line notation, such as "empty=any ncells=4".
// The error names the first option that is not understood.
func (r Rules) WithOptions(options string) (Rules, error) {
	given := map[string]bool{}
	for _, o := range strings.Fields(options) {
		key, _, _ := strings.Cut(strings.ToLower(o), "=")
		if given[key] {
			return r, fmt.Errorf("found rule %q after another %s=, expected one of them", o, key)
		}
		given[key] = true
		var err error
		if r, err = r.withOption(o); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r Rules) withOption(option string) (Rules, error) {
	key, value, _ := strings.Cut(strings.ToLower(option), "=")
	switch key {
	case "build":
		for i, n := range buildNames {
			if n == value {
				r.Build = Build(i)
				return r, nil
			}
		}
		return r, fmt.Errorf("found rule %q, expected build=suit, build=alternate or build=any", option)
	case "empty":
		for i, n := range emptyNames {
			if n == value {
				r.Empty = Empty(i)
				return r, nil
			}
		}
		return r, fmt.Errorf("found rule %q, expected empty=kings, empty=any or empty=none", option)
	case "ncells":
		n, ok := smallNumber(value)
		if !ok || n > MaxCells {
			return r, fmt.Errorf("found rule %q, expected ncells=0 to ncells=%d", option, MaxCells)
		}
		r.Cells = uint8(n)
		return r, nil
	}
	return r, fmt.Errorf("found rule %q, expected build=, empty= or ncells=", option)
}

// smallNumber reads one or two decimal digits.
func smallNumber(s string) (int, bool) {
	if len(s) == 0 || len(s) > 2 {
		return 0, false
	}
	n := 0
	for _, d := range []byte(s) {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = n*10 + int(d-'0')
	}
	return n, true
}

// Options returns the options that differ from the game's own, in the notation's order; "" when none do.
func (r Rules) Options() string {
	p, _ := Preset(r.Game)
	var o []string
	if r.Build != p.Build {
		o = append(o, "build="+r.Build.String())
	}
	if r.Empty != p.Empty {
		o = append(o, "empty="+r.Empty.String())
	}
	if r.Cells != p.Cells {
		o = append(o, fmt.Sprintf("ncells=%d", r.Cells))
	}
	return strings.Join(o, " ")
}

// Words says what a player should know of the rules: always what an empty column takes, and what differs from
// the game's own.
func (r Rules) Words() string {
	p, _ := Preset(r.Game)
	words := [...]string{"kings only to empty columns", "any card to empty columns", "nothing to empty columns"}[r.Empty]
	if r.Build != p.Build {
		words = [...]string{"building by suit", "building in alternate colours", "building regardless of suit"}[r.Build] + ", " + words
	}
	if r.Cells != p.Cells {
		words += ", " + english.Plural(int(r.Cells), "cell", "")
	}
	return words
}

// Stacks reports whether card may be laid on top in a column.
func (r Rules) Stacks(card, top positions.Card) bool {
	if top.Rank() != card.Rank()+1 {
		return false
	}
	switch r.Build {
	case BySuit:
		return card.Suit() == top.Suit()
	case Alternate:
		return card.Red() != top.Red()
	default:
		return true
	}
}

// Fills reports whether card may be moved to an empty column.
func (r Rules) Fills(card positions.Card) bool {
	return r.Empty == AnyCard || r.Empty == KingsOnly && card.Rank() == int(r.Ranks)
}

// DeckSize returns the number of cards: four suits of Ranks cards.
func (r Rules) DeckSize() int { return positions.NumSuits * int(r.Ranks) }
