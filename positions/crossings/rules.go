package crossings

import (
	"fmt"
	"strings"

	"foregone/positions"
)

// ParseSteps reads rule options as in the one-line notation: steps=upto or steps=exact; said is false when there is
// none.
func ParseSteps(options string) (s Steps, said bool, err error) {
	for _, word := range strings.Fields(options) {
		switch {
		case strings.EqualFold(word, UpTo.String()):
			s = UpTo
		case strings.EqualFold(word, Exact.String()):
			s = Exact
		default:
			return 0, false, fmt.Errorf("found rule %q, expected %s or %s", positions.Shorten(word, 20), UpTo, Exact)
		}
		if said {
			return 0, false, fmt.Errorf("found rule %q after another steps=, expected one of them", word)
		}
		said = true
	}
	return s, said, nil
}

// CheckRules returns an error for options that the game does not have.
func CheckRules(options string) error {
	_, _, err := ParseSteps(options)
	return err
}

// Options returns the options that differ from the game's own, "" when none does.
func (p *Position) Options() string {
	if p.Steps == UpTo {
		return ""
	}
	return p.Steps.String()
}
