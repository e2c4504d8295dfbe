package strata

import (
	"fmt"
	"strings"

	"foregone/positions"
	"foregone/positions/crossings"
)

// Size is a board and the rules that its table is for: it has every position with at most as many stones a side as there
// are on the home rows.
type Size struct {
	W, H  int
	Rows  int // home rows of each side, 1 or 2
	Steps crossings.Steps
}

// Limits of the boards that have tables.
const (
	maxColumns = 8
	maxRows    = crossings.MaxHeight
	maxSlice   = 1 << offsetBits // entries
	maxAll     = 1e12            // positions, with mirror images and those that no game reaches
)

// String returns the size as written: "4x4", or "5x5 rows=1 steps=exact".
func (s Size) String() string {
	text := positions.BoardDeal{W: s.W, H: s.H, Rows: s.Rows}.String()
	if s.Steps != crossings.UpTo {
		text += " " + s.Steps.String()
	}
	return text
}

// stones is how many each side has at the most.
func (s Size) stones() int { return s.Rows * s.W }

// Valid returns an error when there can be no table of the size.
func (s Size) Valid() error {
	if s.Rows != 1 && s.Rows != 2 {
		return fmt.Errorf("found %d home rows, expected 1 or 2", s.Rows)
	}
	if s.W < crossings.MinWidth || s.W > maxColumns || s.H < max(crossings.MinHeight, 2*s.Rows) || s.H > maxRows || s.W*s.H > 64 {
		return fmt.Errorf("found a board of %dx%d (columns x rows), expected %d to %d columns, %d to %d rows and at most 64 squares for a table",
			s.W, s.H, crossings.MinWidth, maxColumns, max(crossings.MinHeight, 2*s.Rows), maxRows)
	}
	if n := s.placements(); n > maxAll {
		return fmt.Errorf("found a board of %s with %.1g positions, expected at most %.0g for a table", s, n, maxAll)
	}
	return nil
}

// placements returns the number of ways to put at most so many stones of each side on the board.
func (s Size) placements() (n float64) {
	squares := s.W * s.H
	own := 1.0
	for a := 0; a <= s.stones(); a++ {
		other := 1.0
		for b := 0; b <= s.stones() && a+b <= squares; b++ {
			n += own * other
			other *= float64(squares-a-b) / float64(b+1)
		}
		own *= float64(squares-a) / float64(a+1)
	}
	return n
}

// parseSize reads what String writes.
func parseSize(text string) (Size, error) {
	deal, options, _ := strings.Cut(text, " steps=")
	d, err := crossings.ParseDeal(deal)
	if err != nil {
		return Size{}, err
	}
	s := Size{W: d.W, H: d.H, Rows: d.Rows}
	if options != "" {
		if s.Steps, _, err = crossings.ParseSteps("steps=" + options); err != nil {
			return Size{}, err
		}
	}
	return s, s.Valid()
}
